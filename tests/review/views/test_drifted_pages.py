"""Pages of a session whose messages have changed: no old place is drawn in new words, and nothing falls over."""

import pytest
from django.test import Client

from review.models import Project, Quote
from review.payloads import check_session
from review.services.ingest import receive_session
from tests.factories import make_entry, make_session, quotes_of

pytestmark = pytest.mark.django_db

LONG = "Before we go on: the cache lives for one hour, and the raw text of every event is kept for ever."
QUOTES = [
    (0, "the raw text of every event is kept"),
    (0, "the raw texts of every event are kept"),
    (0, "the raw text of almost each occurrence is thrown away"),
    (1, "the cache lives for one hour"),
    (0, "e"),
]


@pytest.fixture
def quotes(project: Project) -> list[Quote]:
    quotes = quotes_of(make_entry(make_session([LONG, "Fine."], project=project, session_id="s"), QUOTES))
    upload = check_session({"sessionId": "s", "messages": ["👩🏽‍💻 Nothing.", "Fine."]})
    receive_session(project=project, upload=upload, actor=None)
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
