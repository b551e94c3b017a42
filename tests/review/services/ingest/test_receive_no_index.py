"""Quotes that name no message: they are looked for in every one, by the page, the command and the services."""

import pytest

from review.models import Alignment
from review.payloads import check_extraction
from review.services.ingest.receive import receive_extraction
from tests.factories import make_session

pytestmark = pytest.mark.django_db
WORDS = ["The cache lives for one hour.", "Kim books the big room on Friday."]


def outcomes(extraction: dict[str, object]) -> list[tuple[str, str | None, int | None]]:
    receive_extraction(session=make_session(WORDS), checked=check_extraction(extraction), actor=None)
    rows = Alignment.objects.order_by("quote__entry__pk", "quote__position")
    return [(row.method, row.reason or None, row.message_index) for row in rows]


def test_quotes_that_name_no_message_are_found_in_any() -> None:
    quotes = [{"quote": "books the big room"}, {"quote": "Nobody ever said these words here"}]

    found = outcomes({"index": "none", "entries": [{"title": "Room", "evidence": quotes}]})

    assert found == [("exact", None, 1), ("none", "not_found", None)]


def test_a_missing_index_stays_a_mistake_where_nothing_says_otherwise() -> None:
    found = outcomes({"evidence": [{"quote": "books the big room"}]})

    assert found == [("none", "invalid_index", None)]
