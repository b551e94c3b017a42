"""Go on with the quotes that the work of an upload did not suffice for."""

import pytest
from django.contrib.auth.models import User
from pytest_django import Settings

from review.models import Entry, Extraction, Provenance, Quote
from review.selectors.ingest import unfinished_quotes
from review.services.audit.audit_store import audit_store
from review.services.promotion.stages import reject_entry
from review.services.repair import search_on as module
from review.services.repair.quotes import withdraw_quote
from review.services.repair.search_on import SearchedOn, search_on
from tests.factories import make_project, make_user
from tests.review.services.ingest.test_confirm import confirm, make_draft

pytestmark = pytest.mark.django_db

ENOUGH = 10**9
WORDS = ["We keep the raw text of every event.", "The cache lives for one hour."]
EXTRACTION = {
    "entries": [
        {"entryId": "e-1", "evidence": [{"messageIndex": 0, "quote": "keep the row text of every event"}]},
        {
            "entryId": "e-2",
            "evidence": [
                {"messageIndex": 0, "quote": "The cache lives for one hour."},
                {"messageIndex": "?", "quote": "The cache lives"},
                {"messageIndex": 0, "quote": "keep the raw text"},
                {"messageIndex": 0, "quote": "nobody ever said anything like this"},
            ],
        },
    ]
}


def reviewer() -> User:
    return make_user("mina", project=make_project())


def unfinished_extraction(settings: Settings) -> Extraction:
    """Return an extraction that was uploaded with hardly any work allowed; then allow what is needed."""
    settings.REVIEW_MAX_UPLOAD_WORK = 1
    extraction = confirm(make_draft({"messages": WORDS}, EXTRACTION)).extraction
    assert extraction is not None
    settings.REVIEW_MAX_UPLOAD_WORK = ENOUGH
    return extraction


def outcomes() -> list[tuple[str, int]]:
    rows = Quote.objects.order_by("entry__position", "position").values_list(
        "current__method", "current__reason", "current__attempt"
    )
    return [(reason or method, attempt) for method, reason, attempt in rows]


def test_search_on_appends_what_a_whole_search_finds(settings: Settings) -> None:
    extraction = unfinished_extraction(settings)
    ended = ("budget_exceeded", 1)
    assert outcomes() == [ended, ended, ended, ("exact", 1), ended]

    searched = search_on(extraction, actor=reviewer())

    assert searched == SearchedOn(searched=4, found=1, left=0)
    assert outcomes() == [
        ("fuzzy", 2),
        ("wrong_message", 2),
        ("invalid_index", 2),
        ("exact", 1),
        ("not_found", 2),
    ]
    attempt = Quote.objects.get(entry__entry_id="e-1").current
    assert attempt is not None
    assert (attempt.provenance, attempt.actor) == (Provenance.LOOKED_AGAIN, reviewer())
    assert Entry.objects.get(entry_id="e-1").evidence_aligned
    assert not Entry.objects.get(entry_id="e-1").claim_open
    assert list(audit_store()) == []


def test_search_on_leaves_what_it_does_not_suffice_for_as_it_is(settings: Settings) -> None:
    extraction = unfinished_extraction(settings)
    settings.REVIEW_MAX_UPLOAD_WORK = 1

    searched = search_on(extraction, actor=reviewer())

    assert searched == SearchedOn(searched=0, found=0, left=4)
    assert {attempt for _, attempt in outcomes()} == {1}


def test_search_on_goes_on_where_it_ended(settings: Settings) -> None:
    """With work for some of them at a time, all are searched in the end, and each once."""
    extraction = unfinished_extraction(settings)
    settings.REVIEW_MAX_UPLOAD_WORK = 9_000

    rounds = [search_on(extraction, actor=reviewer()).left for _ in range(4)]

    assert rounds == [3, 1, 0, 0]
    assert max(attempt for _, attempt in outcomes()) == 2


def test_search_on_takes_so_many_at_once(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_QUOTES", 2)
    extraction = unfinished_extraction(settings)

    assert search_on(extraction, actor=reviewer()).left == 2
    assert [attempt for _, attempt in outcomes()] == [2, 2, 1, 1, 1]


def test_search_on_leaves_out_what_no_longer_counts(settings: Settings) -> None:
    extraction = unfinished_extraction(settings)
    first, second = Entry.objects.order_by("position")
    reject_entry(entry_id=first.pk, reason="wrong", seen_version=first.version, actor=reviewer())
    quote = second.quotes.order_by("position")[0]
    withdraw_quote(quote_id=quote.pk, reason="invented", seen_attempt=1, actor=reviewer())

    assert unfinished_quotes(extraction).count() == 2
    assert search_on(extraction, actor=reviewer()).searched == 2


def test_search_on_is_for_reviewers(settings: Settings) -> None:
    extraction = unfinished_extraction(settings)

    assert search_on(extraction, actor=make_user("stranger")) == SearchedOn(searched=0, found=0, left=4)


def test_search_on_looks_in_every_message_where_an_extraction_names_none(settings: Settings) -> None:
    settings.REVIEW_MAX_UPLOAD_WORK = 1
    given = {
        "index": "none",
        "evidence": [{"quote": "The cash lives for one hour."}, {"messageIndex": 7, "quote": "keep the row text"}],
    }
    extraction = confirm(make_draft({"messages": WORDS}, given)).extraction
    assert extraction is not None
    settings.REVIEW_MAX_UPLOAD_WORK = ENOUGH

    search_on(extraction, actor=reviewer())

    assert outcomes() == [("fuzzy", 2), ("index_out_of_range", 2)]
    assert Quote.objects.values_list("current__message_index", flat=True).get(position=0) == 1
    assert list(audit_store()) == []


def test_search_on_goes_on_in_the_chunk_that_a_quote_names(settings: Settings) -> None:
    settings.REVIEW_MAX_UPLOAD_WORK = 1
    chunks = [{"chunkId": name, "content": WORDS[0]} for name in ("a", "b")]
    quotes = [{"chunkId": name, "quote": "keep the row text of every event"} for name in ("b", "z")]
    extraction = confirm(make_draft({"query": "?", "chunks": chunks}, {"evidence": quotes})).extraction
    assert extraction is not None
    settings.REVIEW_MAX_UPLOAD_WORK = ENOUGH

    search_on(extraction, actor=reviewer())

    assert outcomes() == [("fuzzy", 2), ("unknown_source", 2)]
    assert [quote.current and quote.current.message_index for quote in Quote.objects.order_by("position")] == [1, None]
    assert list(audit_store()) == []
