"""What makes a retrieval storable, and which entry its answer becomes."""

from typing import Any

import pytest
from pytest_django.fixtures import Settings

from aligner_core import MessageUpload, Note, SessionUpload
from review.domain.errors import Problem, UploadRefusedError
from review.payloads import CheckedChunk, CheckedRetrieval, check_combined, check_retrieval, check_upload
from review.payloads.answers import with_answer

NUL = "a\0b"
CHUNK = {"chunkId": "c-1", "title": "Cache", "content": "The cache lives for one hour."}
ANSWER = {"entryId": "answer", "type": "answer", "title": "How long?", "body": "One hour."}
FOUND = [{"messageIndex": 0, "quote": "one hour"}]


def retrieval(*chunks: dict[str, Any], **given: object) -> dict[str, object]:
    return {"query": "How long?", "chunks": list(chunks or [CHUNK]), **given}


def problems_of(payload: object) -> tuple[Problem, ...]:
    with pytest.raises(UploadRefusedError) as caught:
        check_retrieval(payload)
    return caught.value.problems


def test_check_retrieval_takes_everything_of_a_chunk() -> None:
    chunk = {
        **CHUNK,
        "fileName": "cache.md",
        "source": "wiki",
        "score": 1,
        "relevance": "high",
        "matchedTags": ["cache"],
        "metadata": {"lastUpdated": 1_700_000_000_000.9},
    }

    upload = check_retrieval(retrieval(chunk, retrievalId="r-1", events=["a"], answer="One hour."))

    assert upload == CheckedRetrieval(
        retrieval_id="r-1",
        query="How long?",
        chunks=(
            CheckedChunk(
                chunk_id="c-1",
                title="Cache",
                content="The cache lives for one hour.",
                file_name="cache.md",
                source="wiki",
                score=1.0,
                relevance="high",
                matched_tags=("cache",),
                last_updated=1_700_000_000_000,
            ),
        ),
        events=("a",),
        answer="One hour.",
        notes=(),
    )
    assert isinstance(upload.chunks[0].score, float)
    assert upload.title == "How long?"
    assert upload.messages == (MessageUpload(role="document", name="Cache", content="The cache lives for one hour."),)


@pytest.mark.parametrize(
    ("updated", "kept"),
    [
        pytest.param(8_640_000_000_000_000, 8_640_000_000_000_000, id="the last moment of JavaScript"),
        pytest.param(8_640_000_000_000_001, None, id="a moment later"),
        pytest.param(-8_640_000_000_000_001, None, id="before the first"),
        pytest.param(1e300, None, id="far beyond"),
        pytest.param(0, 0, id="1970"),
        pytest.param(None, None, id="none"),
    ],
)
def test_check_retrieval_takes_only_dates_of_the_calendar(updated: object, kept: int | None) -> None:
    upload = check_retrieval(retrieval({**CHUNK, "metadata": {"lastUpdated": updated}}))

    assert upload.chunks[0].last_updated == kept


@pytest.mark.parametrize(
    ("payload", "where"),
    [
        pytest.param(retrieval(retrievalId=NUL), "retrievalId", id="its name"),
        pytest.param({**retrieval(), "query": NUL}, "query", id="the question"),
        pytest.param(retrieval(events=["a", NUL]), "events[1]", id="an event"),
        *(
            pytest.param(retrieval(CHUNK, {**CHUNK, key: NUL}), f"chunks[1].{key}", id=key)
            for key in ("chunkId", "title", "content", "fileName", "source")
        ),
        pytest.param(retrieval({**CHUNK, "matchedTags": ["a", NUL]}), "chunks[0].matchedTags[1]", id="a tag"),
    ],
)
def test_check_retrieval_refuses_what_no_database_keeps(payload: object, where: str) -> None:
    assert problems_of(payload) == (Problem("unstorable_text", where, {"position": 1}),)


def test_check_retrieval_refuses_beyond_the_limits_of_sessions(settings: Settings) -> None:
    settings.REVIEW_MAX_MESSAGES = 1
    settings.REVIEW_MAX_MESSAGE_BYTES = 40

    assert not check_retrieval(retrieval()).notes
    assert problems_of(retrieval(CHUNK, CHUNK)) == (Problem("too_many_messages", "chunks", {"limit": 1}),)
    assert problems_of(retrieval({**CHUNK, "content": "가" * 14})) == (
        Problem("message_too_large", "chunks[0].content", {"limit": 40}),
    )
    assert problems_of(retrieval(retrievalId="x" * 201))[0] == Problem("text_too_long", "retrievalId", {"limit": 200})


def test_check_retrieval_refuses_what_is_none() -> None:
    assert problems_of({"chunks": 7}) == (Problem("not_a_retrieval", "chunks"),)
    assert problems_of(retrieval({"chunkId": "c"})) == (Problem("not_a_chunk", "chunks[0].content"),)


def test_check_retrieval_notes_what_it_leaves_out() -> None:
    upload = check_retrieval(retrieval({**CHUNK, "relevance": "x\0"}, extra=1, extraction={}))

    assert [(note.code, note.where) for note in upload.notes] == [
        ("unknown_field", "extra"),
        ("relevance_unknown", "chunks[0].relevance"),
    ]
    assert "\0" not in str(upload.notes)


@pytest.mark.parametrize(
    "payload",
    [
        pytest.param(retrieval(), id="our own form"),
        pytest.param([{"page_content": "words", "metadata": {}}], id="LangChain, a list"),
        pytest.param({"documents": [{"page_content": "words", "metadata": {}}]}, id="LangChain, an object"),
        pytest.param([[{"page_content": "words", "metadata": {}}, 0.5]], id="LangChain, with scores"),
        pytest.param([{"node": {"id_": "n", "text": "words", "metadata": {}}, "score": 0.5}], id="LlamaIndex, a list"),
        pytest.param(
            {"source_nodes": [{"node": {"id_": "n", "text": "words"}, "score": 0.5}]}, id="LlamaIndex, an object"
        ),
    ],
)
def test_check_upload_knows_a_retrieval(payload: object) -> None:
    assert isinstance(check_upload(payload), CheckedRetrieval)


@pytest.mark.parametrize(
    "payload",
    [
        pytest.param(["hello"], id="a list of texts"),
        pytest.param([{"content": "hello", "text": 7}], id="a list of messages"),
        pytest.param({"messages": ["hello"], "chunks": [CHUNK]}, id="messages, and chunks beside them"),
        pytest.param(
            {"sessionMessages": ["hello"], "documents": [{"page_content": "x"}]}, id="messages, and documents"
        ),
    ],
)
def test_check_upload_knows_a_conversation(payload: object) -> None:
    assert isinstance(check_upload(payload), SessionUpload)


@pytest.mark.parametrize(
    ("extraction", "entries"),
    [
        pytest.param(None, [{**ANSWER, "evidence": []}], id="no extraction"),
        pytest.param({"evidence": FOUND}, [{**ANSWER, "evidence": FOUND}], id="bare evidence is the answer's"),
        pytest.param(
            {"entries": [{"type": "fact", "evidence": FOUND}]},
            [{**ANSWER, "evidence": []}, {"type": "fact", "evidence": FOUND}],
            id="no entry answers",
        ),
        pytest.param(
            {"entries": [7, {"type": "answer", "stage": "candidate", "title": None, "evidence": FOUND}]},
            [7, {**ANSWER, "stage": "candidate", "evidence": FOUND}],
            id="an entry without a body answers",
        ),
        pytest.param(
            {"entries": [{"type": "answer", "body": "Two hours.", "evidence": []}]},
            [{**ANSWER, "body": "Two hours.", "evidence": []}],
            id="an entry with a body keeps it",
        ),
    ],
)
def test_with_answer_makes_the_answer_an_entry(extraction: object, entries: list[object]) -> None:
    assert with_answer(extraction, query="How long?", answer="One hour.") == {"entries": entries}


@pytest.mark.parametrize("extraction", [None, {"evidence": FOUND}, 7])
@pytest.mark.parametrize("answer", [None, "", " \n"])
def test_with_answer_leaves_an_extraction_without_an_answer(extraction: object, answer: str | None) -> None:
    assert with_answer(extraction, query="How long?", answer=answer) == extraction


@pytest.mark.parametrize("extraction", [7, [], {}, {"entries": 7}])
def test_with_answer_leaves_what_is_no_extraction(extraction: object) -> None:
    assert with_answer(extraction, query="How long?", answer="One hour.") == extraction


def test_with_answer_changes_nothing_that_was_passed_in() -> None:
    given = {"entries": [{"type": "answer", "evidence": FOUND}], "more": 1}

    made = with_answer(given, query="How long?", answer="One hour.")

    assert given == {"entries": [{"type": "answer", "evidence": FOUND}], "more": 1}
    assert isinstance(made, dict)
    assert made["more"] == 1


def test_check_combined_gives_the_answer_as_an_entry() -> None:
    combined = check_combined(retrieval(answer="One hour.", extraction={"evidence": FOUND}))

    assert isinstance(combined.session, CheckedRetrieval)
    assert combined.session.notes == ()
    assert combined.extraction is not None
    [entry] = combined.extraction.entries
    assert (entry.type, entry.body, len(entry.quotes)) == ("answer", "One hour.", 1)


def test_check_combined_leaves_out_an_answer_that_no_database_keeps() -> None:
    combined = check_combined(retrieval(answer=NUL))

    assert combined.extraction is not None
    assert combined.extraction.entries == ()
    assert Note(code="unstorable_entry", where="entries[0].body") in combined.extraction.notes


def test_check_combined_of_a_retrieval_without_answer_has_no_extraction() -> None:
    assert check_combined(retrieval()).extraction is None
    assert check_combined([{"page_content": "words", "metadata": {}}]).extraction is None
