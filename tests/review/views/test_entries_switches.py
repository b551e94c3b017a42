"""Pages mark what was verified while a switch that is on now was off."""

import pytest
from django.test import Client

from review.domain.policy import Stage
from review.models import Entry, Project
from review.services.promotion.stages import promote_entry
from tests.factories import make_entry, make_session, make_user, switch

pytestmark = pytest.mark.django_db

WORDS = ["We keep the raw text of every event."]
MARK = "a switch was off"


@pytest.fixture
def entry(project: Project) -> Entry:
    entry = make_entry(make_session(WORDS, project=project), ["keep the raw text"], title="raw text")
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=make_user("mina"))
    switch(two_reviewers=True)
    return entry


def test_the_page_of_an_entry_says_what_was_off(mina: Client, entry: Entry) -> None:
    page = mina.get(entry.get_absolute_url()).content.decode()

    assert MARK in page
    assert "Off when it was verified, on today: Two reviewers for verified" in page


def test_the_page_says_what_was_on_without_a_mark(mina: Client, entry: Entry) -> None:
    Entry.objects.update(verified_under="two_reviewers")

    page = mina.get(entry.get_absolute_url()).content.decode()

    assert "On when it was verified: Two reviewers for verified" in page
    assert 'id="switch-off"' not in page


def test_the_page_says_that_nothing_was_on(mina: Client, entry: Entry) -> None:
    switch(two_reviewers=False)

    page = mina.get(entry.get_absolute_url()).content.decode()

    assert "No switch of the policy was on when it was verified." in page
    assert 'id="switch-off"' not in page


def test_the_list_marks_it_and_filters_by_it(mina: Client, entry: Entry) -> None:
    make_entry(entry.session, ["keep the raw text"], title="candidate")

    assert mina.get("/entries/").content.decode().count(f">{MARK}<") == 1
    page = mina.get("/entries/?stage=switch_off")
    assert [one.pk for one in page.context["found"].entries] == [entry.pk]


def test_a_candidate_has_no_mark(mina: Client, entry: Entry) -> None:
    other = make_entry(entry.session, ["keep the raw text"], title="candidate")

    page = mina.get(other.get_absolute_url()).content.decode()

    assert ('id="switch-off"' in page, 'id="switches"' in page) == (False, False)
