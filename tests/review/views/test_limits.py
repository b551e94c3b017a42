"""A limit that is changed in its module is changed on pages, in both languages."""

from datetime import timedelta
from html import unescape

import pytest
from django.test import Client

from review.domain import limits
from review.models import Entry, Project
from tests.factories import make_entry, make_session


@pytest.fixture
def entry(project: Project) -> Entry:
    """Return an entry that can be verified."""
    return make_entry(make_session(["We ship on Friday."], project=project), [(0, "ship on Friday")])


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "It can be undone for 45 seconds, and demoted later."), ("ko", "45초 안에는 되돌릴 수 있고")],
)
def test_a_decision_says_how_long_it_can_be_undone(
    monkeypatch: pytest.MonkeyPatch, mina: Client, entry: Entry, language: str, sentence: str
) -> None:
    monkeypatch.setattr(limits, "UNDO_WINDOW", timedelta(seconds=45))
    Entry.objects.filter(pk=entry.pk).update(stage="candidate")

    page = mina.get(entry.get_absolute_url(), headers={"accept-language": language}).content.decode()

    assert sentence in unescape(page)


@pytest.mark.parametrize(
    ("size", "language", "sentence"),
    [(40, "en", "40 uploads at a time"), (1, "en", "1 upload at a time"), (40, "ko", "최근 업로드부터 40개씩")],
)
def test_the_list_of_runs_says_how_many_it_shows(
    monkeypatch: pytest.MonkeyPatch, mina: Client, entry: Entry, size: int, language: str, sentence: str
) -> None:
    monkeypatch.setattr(limits, "PAGE_SIZE", size)

    assert sentence in mina.get("/runs/", headers={"accept-language": language}).content.decode()


def test_a_field_takes_as_much_as_its_form(monkeypatch: pytest.MonkeyPatch, mina: Client, entry: Entry) -> None:
    monkeypatch.setattr(limits, "MAX_COMMENT_CHARS", 77)

    page = mina.get(entry.get_absolute_url()).content.decode()

    assert 'id="comment-text" name="text" rows="2" maxlength="77"' in page


def test_a_browser_is_given_the_interval_to_renew_its_lease(
    monkeypatch: pytest.MonkeyPatch, mina: Client, entry: Entry
) -> None:
    monkeypatch.setattr(limits, "LEASE_RENEWAL", timedelta(seconds=20))

    assert 'data-seconds="20"' in mina.get("/queue/").content.decode()
