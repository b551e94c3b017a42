"""Filters by period, person, project and actor: of what is there, and what they say is what they select."""

import re
from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from review.domain.policy import Stage
from review.models import Entry, Event, Role
from review.services.promotion.stages import promote_entry
from tests.behind import rewrite
from tests.factories import make_entry, make_project, make_session, make_user

pytestmark = pytest.mark.django_db

WORDS = ["We keep the raw text of every event."]
DAYS = {"early": "2026-03-01T12:00:00Z", "late": "2026-03-05T23:59:00Z"}


@pytest.fixture(scope="module", autouse=True)
def _entries(standing: None) -> None:
    session = make_session(WORDS)
    for title, name in (("early", "mina"), ("late", "jun")):
        entry = make_entry(session, ["the raw text"], title=title)
        promote_entry(
            entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=make_user(name, project=make_project())
        )
        moment = datetime.fromisoformat(DAYS[title]).astimezone(UTC)
        Entry.objects.filter(pk=entry.pk).update(verified_at=moment)
    make_user("idle", project=make_project("other"), role=Role.MANAGER)


@pytest.fixture
def root(client: Client) -> Client:
    client.force_login(User.objects.create(username="root", is_staff=True, is_superuser=True))
    return client


def listed(client: Client, **filters: str | int) -> set[str]:
    response = client.get(reverse("admin:review_entry_changelist"), filters)
    return {entry.title for entry in response.context["cl"].result_list}


@pytest.mark.parametrize(
    ("since", "until", "found"),
    [
        pytest.param("", "", {"early", "late"}, id="no day"),
        pytest.param("2026-03-02", "", {"late"}, id="from a day"),
        pytest.param("2026-03-05", "", {"late"}, id="the first day is included"),
        pytest.param("", "2026-03-04", {"early"}, id="to a day"),
        pytest.param("", "2026-03-05", {"early", "late"}, id="the last day is included"),
        pytest.param("2026-03-02", "2026-03-04", set(), id="a period without any"),
        pytest.param("x", "31.02.2026", {"early", "late"}, id="no days"),
        pytest.param("0001-01-01", "9999-12-31", {"early", "late"}, id="the edges of the calendar"),
    ],
)
def test_entries_of_a_period(root: Client, since: str, until: str, found: set[str]) -> None:
    assert listed(root, verified_at__since=since, verified_at__until=until) == found


def test_a_period_keeps_the_other_filters(root: Client) -> None:
    mina, where = make_user("mina").pk, reverse("admin:review_entry_changelist")
    filters = {"verified_by__id__exact": str(mina), "verified_at__since": "2026-03-01", "stage": "verified", "q": "a<b"}

    page = root.get(where, filters).content.decode()

    [form] = [form for form in page.split("<form") if 'id="verified_at__since"' in form]
    kept = dict(re.findall(r'type="hidden" name="([^"]*)" value="([^"]*)"', form))
    assert kept == {"verified_by__id__exact": str(mina), "stage": "verified", "q": "a&lt;b"}
    assert 'name="verified_at__since" value="2026-03-01"' in form


def test_people_are_those_who_occur(root: Client) -> None:
    page = root.get(reverse("admin:review_entry_changelist")).content.decode()

    [people] = [part for part in page.split("<details") if 'data-filter-title="verified by"' in part]
    assert re.findall(r">(\w+)</a>", people) == ["All", "jun", "mina"]
    assert listed(root, verified_by__id__exact=make_user("mina").pk) == {"early"}


def test_a_person_who_does_not_occur_selects_nothing(root: Client) -> None:
    Entry.objects.filter(title="late").update(verified_by=make_user("mina"))

    assert listed(root, verified_by__id__exact=make_user("idle").pk) == set()


def test_events_by_their_actor(root: Client) -> None:
    where = reverse("admin:review_event_changelist")

    assert root.get(where, {"actor": "mina"}).context["cl"].result_count == 1
    by_system = Event.objects.filter(actor="system").count()
    assert root.get(where, {"actor": "system"}).context["cl"].result_count == by_system
    page = root.get(where).content.decode()
    [actors] = [part for part in page.split("<details") if 'data-filter-title="by"' in part]
    assert re.findall(r">([\w-]+)</a>", actors) == ["All", "system", "idle", "jun", "mina", "root"]


def test_an_auditor_finds_the_members_of_their_projects_as_actors(client: Client) -> None:
    client.force_login(make_user("sora", project=make_project(), role=Role.AUDITOR))

    page = client.get(reverse("admin:review_event_changelist")).content.decode()

    [actors] = [part for part in page.split("<details") if 'data-filter-title="by"' in part]
    assert re.findall(r">([\w-]+)</a>", actors) == ["All", "system", "jun", "mina", "sora"]


def test_refusals_show_their_reasons_and_are_found_by_them(root: Client) -> None:
    entry = make_entry(make_session([*WORDS, "b"]), ["nobody ever said this"])
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=make_user("mina"))

    page = root.get(reverse("admin:review_event_changelist"), {"refused": "evidence_not_aligned"})

    assert page.context["cl"].result_count == 1
    assert "Evidence alignment failed. Cannot promote to Verified." in page.content.decode()
    other = root.get(reverse("admin:review_event_changelist"), {"refused": "no_evidence"})
    assert other.context["cl"].result_count == 0


def test_an_event_that_cannot_be_read_is_listed(root: Client) -> None:
    rewrite("review_event", "payload", "{", where="event_type = 'entry_promoted'")

    assert "This event cannot be read." in root.get(reverse("admin:review_event_changelist")).content.decode()
