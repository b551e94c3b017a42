"""Pages of a session whose messages have changed: no old span is drawn in a new version, and no page fails."""

import pytest
from django.test import Client

from aligner_core import FailedEvidence
from review.models import Project, Quote
from review.payloads import check_session
from review.services.ingest.receive import receive_session
from tests.factories import make_entry, make_session, quotes_of

pytestmark = pytest.mark.django_db

LONG = "Before we go on: the cache lives for one hour, and the raw text of every event is kept for ever."
QUOTES = [
    (0, "the raw text of every event is kept"),
    (0, "the raw texts of every event are kept"),
    (0, "the raw text of every third event was kept as it is"),
    (1, "the cache lives for one hour"),
    (0, "one"),
]


@pytest.fixture
def quotes(project: Project) -> list[Quote]:
    session = make_session([LONG, "Fine."], project=project, session_id="s")
    quotes = quotes_of(make_entry(session, QUOTES))
    make_entry(session, QUOTES[:1], entryId="whole", title="whole")
    near = [one.current.evidence for one in quotes if one.current and not one.current.aligned]
    assert any(isinstance(one, FailedEvidence) and one.closest for one in near)
    upload = check_session({"sessionId": "s", "messages": ["👩🏽‍💻 Nothing.", "Fine."]})
    receive_session(project=project, upload=upload, actor=None, accept_changes=True)
    return quotes


def test_pages_of_drifted_evidence_are_shown(mina: Client, quotes: list[Quote]) -> None:
    entry = quotes[0].entry
    pages = [
        "/",
        "/failed/",
        "/entries/",
        entry.get_absolute_url(),
        entry.session.get_absolute_url(),
        *(f"{entry.session.get_absolute_url()}?quote={quote.pk}" for quote in quotes),
    ]

    assert [mina.get(page).status_code for page in pages] == [200] * len(pages)


def test_lists_find_drifted_quotes(mina: Client, project: Project, quotes: list[Quote]) -> None:
    """An entry with unchanged words is not among them, and a drifted one is not ready."""
    make_entry(quotes[0].entry.session, [(1, "Fine.")], entryId="other", title="other")
    drifted = mina.get("/entries/?method=drifted").context["found"].entries
    [ready] = mina.get("/entries/?method=ready").context["found"].entries
    home = mina.get("/")

    assert ({entry.title for entry in drifted}, ready.title) == ({"Entry 1", "whole"}, "other")
    assert (home.context["home"].waiting["drifted"], home.context["home"].waiting["ready"]) == ("2", "1")
    assert b"?method=drifted" in home.content


def test_home_does_not_mention_drift_if_there_is_none(mina: Client, project: Project) -> None:
    make_session(["Fine."], project=project)

    assert b"?method=drifted" not in mina.get("/").content


def test_reader_draws_no_old_span_in_a_new_version(mina: Client, quotes: list[Quote]) -> None:
    address = quotes[0].entry.session.get_absolute_url()

    for page in (address, *(f"{address}?quote={quote.pk}" for quote in quotes)):
        [loaded] = mina.get(page).context["overview"].windows
        [passage] = loaded.messages[0].passages
        assert [one.text for one in passage.segments] == ["👩🏽\u200d💻 Nothing."]


def test_reader_opens_the_message_of_a_drifted_quote(mina: Client, quotes: list[Quote]) -> None:
    page = mina.get(f"{quotes[0].entry.session.get_absolute_url()}?quote={quotes[0].pk}")

    assert page.context["overview"].loaded.current_at == "message"
