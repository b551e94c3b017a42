"""Receiving sessions and extractions: whole, once, and journaled."""

import json
from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from aligner_core import Corpus, EvidenceAligner, canonical_json, digest, text_hash
from review.domain.policy import Stage
from review.models import Alignment, Chain, Entry, Event, Extraction, Message, Quote, ReviewSession
from review.payloads import check_extraction
from review.services.ingest.receive import ExtractionReceipt, align_extraction, receive_extraction
from tests.factories import make_entries, make_entry, make_session, make_user, quotes_of

pytestmark = pytest.mark.django_db

WORDS = ["We keep the raw text of every event.", "The cache lives for one hour. The cache lives for one hour."]
FOUND = {"messageIndex": 0, "quote": "keep the raw text of every event"}
INVENTED = {"messageIndex": 0, "quote": "nobody has ever said anything like it here"}
MODELS = (ReviewSession, Message, Extraction, Entry, Quote, Alignment, Chain, Event)


def rows() -> dict[str, int]:
    return {model.__name__: model.objects.count() for model in MODELS}


def journal(session: ReviewSession) -> list[str]:
    return list(session.events.order_by("seq").values_list("event_type", flat=True))


def test_receive_extraction_stores_entries_quotes_and_first_attempts() -> None:
    session = make_session(WORDS)
    entries = make_entries(
        session,
        [
            {"evidence": [FOUND, {"messageIndex": 0, "quote": "raw  text OF every"}], "body": "B", "stage": "working"},
            {"evidence": [FOUND, INVENTED]},
            {"evidence": []},
        ],
    )

    columns = ("position", "entry_id", "type", "title", "body", "stage")
    assert list(Entry.objects.order_by("position").values_list(*columns)) == [
        (0, "e-1", "fact", "Entry 1", "B", "working"),
        (1, "e-2", "fact", "Entry 2", "", "candidate"),
        (2, "e-3", "fact", "Entry 3", "", "candidate"),
    ]
    assert [entry.evidence_aligned for entry in entries] == [True, False, False]
    assert [entry.version for entry in entries] == [1, 1, 1]
    exact, normalized = [quote.current for quote in quotes_of(entries[0])]
    assert exact is not None
    assert normalized is not None
    message = session.messages.get(index=0)
    assert (exact.attempt, exact.method, exact.message) == (1, "exact", message)
    assert (exact.span_start, exact.span_end) == (3, 35)
    assert (exact.text, exact.similarity, exact.reason, exact.actor) == (FOUND["quote"], 1.0, "", None)
    assert message.content[exact.span_start : exact.span_end] == FOUND["quote"]
    assert normalized.method == "normalized"
    failed = quotes_of(entries[1])[1].current
    assert failed is not None
    assert (failed.method, failed.message_index, failed.span_start, failed.similarity) == ("none", 0, None, None)
    assert failed.reason == "not_found"


def test_receive_extraction_adds_nothing_the_second_time() -> None:
    session = make_session(WORDS)
    checked = check_extraction({"entries": [{"evidence": [FOUND]}]})
    first = receive_extraction(session=session, checked=checked, actor=None)
    before = rows()
    reordered = check_extraction({"entries": [{"evidence": [dict(reversed(FOUND.items()))]}]})

    second = receive_extraction(session=session, checked=reordered, actor=None)

    assert (first.created, second.created) == (True, False)
    assert second.extraction == first.extraction
    assert rows() == before


def test_receive_extraction_is_named_by_the_digest_of_what_came() -> None:
    payload = {"mood": "m", "entries": [{"evidence": [FOUND]}]}
    session = make_session(WORDS)

    extraction = receive_extraction(session=session, checked=check_extraction(payload), actor=make_user()).extraction

    assert json.loads(extraction.canonical) == payload
    assert extraction.digest == digest(canonical_json(payload))
    assert extraction.received_by == make_user()
    assert extraction.notes == [{"code": "unknown_field", "where": "mood", "params": {}}]


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        pytest.param({"messageIndex": 0, "quote": None}, "empty_quote", id="null"),
        pytest.param({"messageIndex": 0, "quote": " \u200b"}, "empty_quote", id="invisible"),
        pytest.param({"messageIndex": 0, "quote": 7}, "invalid_quote", id="a number"),
        pytest.param({"messageIndex": 0, "quote": "the raw\0text"}, "invalid_quote", id="NUL"),
        pytest.param({"messageIndex": 0, "quote": "the raw\ud800text"}, "invalid_quote", id="half a surrogate pair"),
        pytest.param({**FOUND, "spanStart": 3, "spanEnd": 35}, "offsets_not_allowed", id="offsets"),
        pytest.param({"messageIndex": "0", "quote": "every event"}, "invalid_index", id="an index that is a text"),
        pytest.param({"messageIndex": True, "quote": "every event"}, "invalid_index", id="true"),
        pytest.param({"messageIndex": 2.0, "quote": "every event"}, "invalid_index", id="2.0"),
        pytest.param({"messageIndex": -1, "quote": "every event"}, "invalid_index", id="minus one"),
        pytest.param({"quote": "every event"}, "invalid_index", id="no index"),
        pytest.param({"messageIndex": 2, "quote": "every event"}, "index_out_of_range", id="one message too far"),
        pytest.param({"messageIndex": 2**31, "quote": "every event"}, "index_out_of_range", id="beyond the column"),
        pytest.param({"messageIndex": 2**63, "quote": "every event"}, "index_out_of_range", id="beyond every column"),
        pytest.param({"messageIndex": 10**30, "quote": "every event"}, "index_out_of_range", id="31 digits"),
        pytest.param({"messageIndex": 1, "quote": FOUND["quote"]}, "wrong_message", id="another message"),
        pytest.param({"messageIndex": 0, "quote": "x" * 2_000}, "not_found", id="2,000 characters"),
        pytest.param({"messageIndex": 0, "quote": "x" * 2_001}, "quote_too_long", id="2,001 characters"),
        pytest.param(INVENTED, "not_found", id="invented"),
        pytest.param("text", "invalid_index", id="no object"),
        pytest.param(None, "empty_quote", id="nothing"),
    ],
)
def test_receive_extraction_keeps_every_bad_quote_as_a_failed_outcome(item: object, reason: str) -> None:
    entry = make_entries(make_session(WORDS), [{"evidence": [FOUND, item, FOUND]}])[0]

    attempts = [quote.current for quote in quotes_of(entry) if quote.current]
    assert [attempt.reason for attempt in attempts] == ["", reason, ""]
    assert attempts[1].method == "none"
    assert not entry.evidence_aligned


def test_receive_extraction_stores_a_quote_as_it_came() -> None:
    session = make_session(WORDS)
    items = [{"messageIndex": 10**30, "quote": "a\0b"}, {"messageIndex": [1], "quote": "x" * 2_001}]

    escaped, cut = quotes_of(make_entries(session, [{"evidence": items}])[0])

    assert (escaped.text, escaped.claimed_index, escaped.is_cut) == (r"a\u0000b", str(10**30), False)
    assert escaped.text_hash == text_hash(r"a\u0000b")
    assert (cut.text, cut.claimed_index, cut.is_cut) == ("x" * 2_000, "[1]", True)
    assert escaped.current is not None
    assert escaped.current.message_index is None
    assert escaped.current.evidence.message_index == 10**30


def test_receive_extraction_finds_a_quote_without_index_for_whoever_mends_it() -> None:
    entry = make_entry(make_session(WORDS), [{"quote": "every event"}])

    [quote] = quotes_of(entry)

    assert quote.current is not None
    [place] = quote.current.evidence.found_in
    assert (place.message_index, place.text) == (0, "every event")


def test_receive_extraction_keeps_notes_that_hold_what_no_database_keeps() -> None:
    session = make_session(WORDS)
    checked = check_extraction({"evidence": [FOUND], "a\0b": 1, "c\ud800d": 2})

    extraction = receive_extraction(session=session, checked=checked, actor=None).extraction

    extraction.refresh_from_db()
    assert [note["where"] for note in extraction.notes] == [r"a\u0000b", r"c\ud800d"]


def test_receive_extraction_takes_one_without_entries() -> None:
    session = make_session(WORDS)

    receipt = receive_extraction(session=session, checked=check_extraction({"entries": []}), actor=None)

    assert receipt.created
    assert journal(session) == ["session_ingested", "memory_extracted"]


def test_receive_extraction_writes_to_the_journal() -> None:
    mina = make_user("mina")
    session = make_session(WORDS)
    checked = check_extraction(
        {"entries": [{"entryId": "a", "evidence": [FOUND, INVENTED]}, {"entryId": "b", "evidence": []}], "x": 1}
    )

    extraction = receive_extraction(session=session, checked=checked, actor=mina).extraction

    ingested, extracted, first, second = session.events.order_by("seq")
    assert [event.actor for event in (ingested, extracted, first, second)] == ["system", "mina", "system", "system"]
    assert extracted.body == {
        "source_event_id": ingested.event_id,
        "extraction_digest": extraction.digest,
        "entry_count": 2,
        "quote_count": 2,
        "notes": [
            {"code": "unknown_field", "where": "x", "params": {}},
        ],
        "made_with": Alignment.objects.get(method="exact").made_with,
    }
    evidence = Alignment.objects.get(method="exact").evidence.model_dump(by_alias=True, mode="json")
    assert first.body == {
        "source_event_id": ingested.event_id,
        "extraction_event_id": extracted.event_id,
        "entry_id": "a",
        "aligned_count": 1,
        "failed_count": 1,
        "evidence": [evidence],
        "failed_quotes": [INVENTED["quote"]],
    }
    contract = {"messageIndex", "quote", "quoteHash", "spanStart", "spanEnd", "confidence", "matchMethod"}
    assert contract <= evidence.keys()
    assert [event.entry for event in (first, second)] == list(extraction.entries.order_by("position"))
    assert (second.body["aligned_count"], second.body["failed_count"]) == (0, 0)


def test_align_checked_gives_one_list_of_outcomes_an_entry() -> None:
    checked = check_extraction({"entries": [{"evidence": []}, {"evidence": [FOUND, INVENTED]}, {"evidence": [FOUND]}]})

    outcomes = align_extraction(Corpus(WORDS), checked, EvidenceAligner())

    assert [[one.match_method for one in some] for some in outcomes] == [[], ["exact", "none"], ["exact"]]


def statements(work: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as captured:
        work()
    return len(captured)


def many(count: int) -> Callable[[], object]:
    words = [f"Sentence number {number} of this very long talk." for number in range(count)]
    session = make_session(words, session_id=f"many-{count}")
    entries = [{"evidence": [{"messageIndex": number, "quote": words[number]}]} for number in range(count)]
    checked = check_extraction({"entries": entries})
    return lambda: receive_extraction(session=session, checked=checked, actor=None)


BATCHES = 18
"""SQLite takes 999 values a statement, so 200 rows of some tables are a few statements and not one."""


def test_receive_extraction_takes_a_bounded_number_of_statements() -> None:
    few, lot = statements(many(2)), statements(many(200))

    assert few <= 41  # four of them count the run and keep its numbers, two refresh statistics
    assert lot <= few + BATCHES


def test_receive_extraction_gives_way_to_the_same_one_received_meanwhile() -> None:
    session = make_session(WORDS)
    checked = check_extraction({"entries": [{"evidence": [FOUND]}]})
    quicker: list[ExtractionReceipt] = []

    def overtake(execute: Callable[..., object], sql: str, *rest: object) -> object:
        if "review_message" in sql and not quicker:
            quicker.append(ExtractionReceipt(Extraction(), created=False))
            quicker[0] = receive_extraction(session=session, checked=checked, actor=None)
        return execute(sql, *rest)

    with connection.execute_wrapper(overtake):
        slower = receive_extraction(session=session, checked=checked, actor=None)

    assert (quicker[0].created, slower.created) == (True, False)
    assert slower.extraction == quicker[0].extraction
    assert journal(session) == ["session_ingested", "memory_extracted", "evidence_aligned"]


def test_an_uploaded_entry_never_comes_above_candidate() -> None:
    session = make_session(WORDS)
    entries = [{"evidence": [FOUND], "stage": stage} for stage in Stage]

    stored = make_entries(session, entries)

    assert [entry.stage for entry in stored] == [Stage.RAW, Stage.WORKING, Stage.CANDIDATE]
