"""The inboxes of the home page: for each role what it can do, and first what only it does."""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from review.domain.changes import ChangeReason
from review.domain.limits import PASSWORD_TIME
from review.domain.policy import Stage
from review.models import Entry, Project, Role
from review.services.promotion.stages import promote_entry, reject_entry
from review.services.queue.assignments import assign_entry
from review.services.queue.changes import request_change
from review.wording import duration
from tests.factories import make_entry, make_session, make_user

WORDS = "We keep the raw text."


@pytest.fixture
def entries(project: Project, reviewer: User) -> list[Entry]:
    session = make_session([WORDS], project=project)
    made = [make_entry(session, [(0, WORDS)], title=f"claim {number}", stage="candidate") for number in range(4)]
    promote_entry(entry_id=made[0].pk, to=Stage.VERIFIED, seen_version=1, actor=reviewer)
    reason = ChangeReason.NEEDS_CONTEXT
    request_change(entry_id=made[1].pk, reason=reason, comment="", seen_version=1, actor=reviewer)
    return made


def inboxes(client: Client) -> list[str]:
    return re.findall(r'<div id="inbox-(\w+)"', client.get("/").content.decode())


def test_a_certifier_begins_with_what_to_certify(
    entries: list[Entry], project: Project, as_person: Callable[[User], Client]
) -> None:
    hana = as_person(make_user("hana", project=project, role=Role.CERTIFIER))

    page = hana.get("/").content.decode()

    assert inboxes(hana)[0] == "certifiable"
    assert f"Your password is asked for once in {duration(PASSWORD_TIME)}." in page
    assert re.findall(r'class="btn btn-go" href="([^"]*)"', page) == ["/queue/?method=certifiable"]


def test_a_reviewer_begins_with_what_is_assigned(entries: list[Entry], mina: Client, reviewer: User) -> None:
    before = inboxes(mina)
    assign_entry(entry_id=entries[2].pk, person=reviewer, seen_version=1, actor=reviewer)

    page = mina.get("/").content.decode()

    assert before == ["ready", "differences", "ambiguous", "change"]
    assert inboxes(mina) == ["assigned", *before]
    assert re.findall(r'class="btn btn-go" href="([^"]*)"', page) == ["/queue/?method=assigned"]


def test_an_empty_inbox_is_not_where_to_begin(
    entries: list[Entry], project: Project, reviewer: User, as_person: Callable[[User], Client]
) -> None:
    reject_entry(entry_id=entries[0].pk, reason="a joke", seen_version=2, actor=reviewer)
    hana = as_person(make_user("hana", project=project, role=Role.CERTIFIER))

    page = hana.get("/").content.decode()

    assert inboxes(hana)[0] == "certifiable"
    assert re.findall(r'class="btn btn-go" href="([^"]*)"', page) == ["/queue/?method=ready"]


def test_who_only_reads_is_led_to_the_lists(entries: list[Entry], guest: Client) -> None:
    page = guest.get("/").content.decode()

    assert "/queue/" not in page
    assert 'href="/entries/?method=change"' in page


def test_an_inbox_counts_what_is_behind_it(entries: list[Entry], mina: Client, reviewer: User) -> None:
    assign_entry(entry_id=entries[2].pk, person=reviewer, seen_version=1, actor=reviewer)
    shown = {inbox.name: inbox.count for inbox in mina.get("/").context["home"].inboxes}

    for name, count in shown.items():
        assert mina.get(f"/entries/?method={name}").context["found"].count == count
