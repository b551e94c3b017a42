"""A retrieval is received whole, once, and never changes; its answer is an entry with quotes from chunks."""

import json
from typing import Any

import pytest

from review.domain.errors import Problem, UploadRefusedError
from review.models import Chunk, CitedSource, Entry, Event, Message, Project, Retrieval, ReviewSession
from review.payloads import check_extraction, check_retrieval, check_session
from review.services.audit.audit_store import Finding, audit_store
from review.services.ingest.receive import SessionChange, plan_session, receive_extraction, receive_session
from tests.behind import remove, rewrite
from tests.factories import make_entry, make_project, make_retrieval, make_session, quotes_of

pytestmark = pytest.mark.django_db

CHUNK: dict[str, Any] = {
    "chunkId": "c-0",
    "title": "Cache",
    "content": "The cache lives for one hour.",
    "fileName": "cache.md",
    "source": "wiki",
    "score": 0.1,
    "relevance": "high",
    "matchedTags": ["cache", "시간"],
    "metadata": {"lastUpdated": 1_700_000_000_000},
}
OTHER = {"chunkId": "c-1", "content": "Snapshots are kept for ninety days."}
UPLOAD: dict[str, Any] = {"retrievalId": "r", "query": "How long?", "chunks": [CHUNK, OTHER], "events": ["started"]}
ANSWER = "The cache lives for one hour.\n\n*Sources:* `cache.md` · `handbook.md`"


@pytest.fixture
def project() -> Project:
    return make_project()


def receive(project: Project, payload: object) -> ReviewSession:
    return receive_session(project=project, upload=check_retrieval(payload), actor=None).session


def refusal_of(project: Project, payload: object) -> tuple[Problem, ...]:
    with pytest.raises(UploadRefusedError) as caught:
        receive(project, payload)
    return caught.value.problems


def test_receive_session_stores_a_retrieval(project: Project) -> None:
    receipt = receive_session(project=project, upload=check_retrieval(UPLOAD), actor=None)

    session = receipt.session
    assert (receipt.change, receipt.added, session.session_id, session.title) == (
        SessionChange.NEW,
        2,
        "r",
        "How long?",
    )
    assert list(session.messages.values_list("index", "role", "name", "content")) == [
        (0, "document", "Cache", "The cache lives for one hour."),
        (1, "document", "", "Snapshots are kept for ninety days."),
    ]
    assert (session.retrieval.query, session.retrieval.events) == ("How long?", ["started"])
    columns = ("chunk_id", "file_name", "source", "score", "relevance", "matched_tags", "last_updated")
    assert list(Chunk.objects.values_list(*columns)) == [
        ("c-0", "cache.md", "wiki", 0.1, "high", ["cache", "시간"], 1_700_000_000_000),
        ("c-1", "", "", None, "", [], None),
    ]


def test_receive_session_writes_a_retrieval_to_the_journal(project: Project) -> None:
    session = receive(project, UPLOAD)

    ingested, received = session.events.order_by("seq")
    assert (ingested.event_type, ingested.body["title"], len(ingested.body["message_hashes"])) == (
        "session_ingested",
        "How long?",
        2,
    )
    assert (received.event_type, received.body) == (
        "retrieval_received",
        {"query": "How long?", "chunk_count": 2, "retrieval_digest": session.retrieval.digest},
    )


def test_receive_session_takes_a_retrieval_once(project: Project) -> None:
    session = receive(project, UPLOAD)
    before = Message.objects.count(), Event.objects.count()

    receipt = receive_session(project=project, upload=check_retrieval(json.loads(json.dumps(UPLOAD))), actor=None)

    assert (receipt.session, receipt.change, receipt.added) == (session, SessionChange.IDENTICAL, 0)
    assert (Message.objects.count(), Event.objects.count()) == before


def test_receive_session_names_a_retrieval_by_its_digest(project: Project) -> None:
    nameless = {**UPLOAD, "retrievalId": None}

    session = receive(project, nameless)

    assert session.session_id == session.retrieval.digest
    assert receive(project, {**nameless, "answer": "of no matter"}) == session
    assert receive(project, {**nameless, "events": []}) != session


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"query": "How short?"}, id="another question"),
        pytest.param({"events": ["started", "ended"]}, id="another trail"),
        pytest.param({"chunks": [CHUNK]}, id="fewer chunks"),
        pytest.param({"chunks": [OTHER, CHUNK]}, id="another order"),
        *(
            pytest.param({"chunks": [{**CHUNK, key: value}, OTHER]}, id=f"another {key}")
            for key, value in {
                "chunkId": "c-9",
                "title": "Caches",
                "content": "The cache lives for two hours.",
                "fileName": "caches.md",
                "source": "vault",
                "score": 0.2,
                "relevance": "low",
                "matchedTags": ["cache"],
                "metadata": {"lastUpdated": 1_700_000_000_001},
            }.items()
        ),
    ],
)
def test_receive_session_refuses_another_retrieval_of_the_same_name(
    project: Project, change: dict[str, object]
) -> None:
    receive(project, UPLOAD)

    assert refusal_of(project, {**UPLOAD, **change}) == (Problem("retrieval_changed", "retrievalId"),)
    assert Retrieval.objects.count() == 1


def test_receive_session_keeps_conversations_and_retrievals_apart(project: Project) -> None:
    make_session(["hello"], project=project, session_id="r")
    receive(project, {**UPLOAD, "retrievalId": "s"})

    assert refusal_of(project, UPLOAD) == (Problem("name_is_taken", "retrievalId"),)
    with pytest.raises(UploadRefusedError) as caught:
        plan_session(project=project, upload=check_session({"sessionId": "s", "messages": ["hello"]}))
    assert caught.value.problems == (Problem("name_is_taken", "sessionId"),)


def test_answer_is_an_entry_with_quotes_looked_for_in_the_chunks(project: Project) -> None:
    evidence = [
        {"messageIndex": 0, "quote": "lives for one hour"},
        {"messageIndex": 0, "quote": "kept for ninety days"},
    ]

    session = make_retrieval([CHUNK, OTHER], project=project, answer=ANSWER, extraction={"evidence": evidence})

    entry = session.entries.get()
    assert (entry.type, entry.title, entry.body) == ("answer", "How long does the cache live?", ANSWER)
    assert [quote.current.method for quote in quotes_of(entry) if quote.current] == ["exact", "none"]
    assert list(entry.cited_sources.values_list("position", "label", "is_real")) == [
        (0, "cache.md", True),
        (1, "handbook.md", False),
    ]


def test_answer_that_comes_later_is_one_more_entry(project: Project) -> None:
    session = make_retrieval([CHUNK], project=project, answer=ANSWER)
    later = check_extraction({"entries": [{"type": "answer", "body": "No.\n\nSource: `Cache`", "evidence": []}]})

    receive_extraction(session=session, checked=later, actor=None)

    assert session.entries.count() == 2
    assert CitedSource.objects.filter(label="Cache", is_real=True).exists()


def test_sources_are_read_of_answers_to_a_retrieval_alone(project: Project) -> None:
    conversation = make_session(["The cache lives for one hour."], project=project)

    make_entry(conversation, type="answer", body=ANSWER)
    make_entry(make_retrieval([CHUNK], project=project), type="fact", body=ANSWER)

    assert not CitedSource.objects.exists()


def answered(project: Project) -> Entry:
    return make_retrieval([CHUNK, OTHER], project=project, answer=ANSWER).entries.get()


def test_audit_store_is_content_with_retrievals(project: Project) -> None:
    answered(project)
    make_retrieval([], project=project, query="Nothing?")

    assert list(audit_store()) == []


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("chunk_id", "c-9"),
        ("file_name", "caches.md"),
        ("source", "vault"),
        ("score", 0.5),
        ("relevance", "low"),
        ("matched_tags", "[]"),
        ("last_updated", 1_700_000_000_001),
    ],
)
def test_audit_store_finds_a_changed_chunk(project: Project, column: str, value: str | float) -> None:
    make_retrieval([CHUNK], project=project)
    rewrite("review_chunk", column, value)

    assert list(audit_store()) == [Finding("retrieval_changed", "retrieval", Retrieval.objects.get().pk)]


def test_audit_store_is_content_with_a_score_below_nothing(project: Project) -> None:
    """SQLite drops the sign of a zero: a digest over a negative zero could not be recomputed."""
    make_retrieval([{"title": "A", "content": "b", "score": -0.0}], project=project)

    assert list(audit_store()) == []


def test_audit_store_finds_a_changed_question_and_a_chunk_that_is_gone(project: Project) -> None:
    make_retrieval([CHUNK], project=project)
    pk = Retrieval.objects.get().pk

    rewrite("review_retrieval", "query", "How short?")
    assert list(audit_store()) == [Finding("retrieval_changed", "retrieval", pk)]
    rewrite("review_retrieval", "query", "How long does the cache live?")
    assert list(audit_store()) == []
    remove("review_chunk")
    assert list(audit_store()) == [Finding("retrieval_changed", "retrieval", pk)]


def test_audit_store_finds_a_digest_that_the_journal_does_not_have(project: Project) -> None:
    session = make_retrieval([CHUNK], project=project)
    pk = session.retrieval.pk
    rewrite("review_retrieval", "digest", "0" * 64)

    assert list(audit_store()) == [
        Finding("retrieval_changed", "retrieval", pk),
        Finding("retrieval_unaccounted", "retrieval", pk),
    ]
    remove("review_chunk")
    remove("review_retrieval")
    assert list(audit_store()) == [Finding("retrieval_missing", "session", session.pk)]


@pytest.mark.parametrize("payload", ["{", "{}"])
def test_audit_store_finds_a_retrieval_with_an_unreadable_event(project: Project, payload: str) -> None:
    make_retrieval([CHUNK], project=project)
    rewrite("review_event", "payload", payload, where="event_type = 'retrieval_received'")

    assert Finding("retrieval_unaccounted", "retrieval", Retrieval.objects.get().pk) in list(audit_store())


def test_audit_store_finds_an_invented_source_that_was_taken_out_or_called_real(project: Project) -> None:
    entry = answered(project)

    found = [Finding(code, "entry", entry.pk) for code in ("sources_changed", "sources_unaccounted")]
    rewrite("review_citedsource", "is_real", value=True, where="label = 'cache.md'")
    assert list(audit_store()) == []
    rewrite("review_citedsource", "label", "cache.md", where="label = 'handbook.md'")
    assert list(audit_store()) == found
    remove("review_citedsource")
    assert list(audit_store()) == found


SAME = [
    {"chunkId": "c1", "content": "The cache lives for one hour."},
    {"chunkId": "c2", "content": "The cache lives for one hour."},
]


def evidence_of(entry: Entry) -> list[tuple[int | None, str, str]]:
    currents = [quote.current for quote in quotes_of(entry) if quote.current is not None]
    return [(one.message_index, one.method, one.reason) for one in currents]


def test_receive_extraction_looks_for_a_quote_in_the_chunk_that_it_names() -> None:
    session = make_retrieval(SAME)

    entry = make_entry(
        session, [{"chunk_id": "c2", "quote": "cache lives..."}, {"chunkId": "c9", "quote": "cache lives"}]
    )

    assert evidence_of(entry) == [(1, "exact", ""), (None, "none", "unknown_source")]
    assert [(quote.claimed_index, quote.claimed_chunk) for quote in quotes_of(entry)] == [
        ('{"chunkId":"c2"}', "c2"),
        ('{"chunkId":"c9"}', "c9"),
    ]
    assert list(audit_store()) == []


def test_receive_extraction_of_a_chunk_in_a_conversation_is_of_an_unknown_source() -> None:
    entry = make_entry(make_session(["The cache lives for one hour."]), [{"chunkId": "c1", "quote": "cache lives"}])

    assert evidence_of(entry) == [(None, "none", "unknown_source")]


def test_receive_extraction_keeps_how_the_evidence_was_found() -> None:
    session, search = make_retrieval(SAME), {"events": ["started"], "disposal_rules": {"key": "c1", "data": ["rinse"]}}
    checked = check_extraction({"entries": [], "search": search})

    extraction = receive_extraction(session=session, checked=checked, actor=None).extraction

    assert json.loads(extraction.canonical)["search"] == search
    assert extraction.notes == [{"code": "search_kept", "where": "search", "params": {"value": "started"}}]
    assert list(audit_store()) == []
