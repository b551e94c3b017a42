"""The upload of a retrieval (specification 5)."""

from typing import Any

import pytest

from aligner_core.errors import ExtractionError
from aligner_core.formats.notes import Note
from aligner_core.retrieval import ChunkMetadata, ChunkUpload, RetrievalUpload, parse_retrieval

WHOLE: dict[str, Any] = {
    "retrievalId": "q-17",
    "query": "페트병은 어떻게 버려요?",
    "chunks": [
        {
            "chunkId": "플라스틱류",
            "title": "플라스틱류 배출",
            "content": "라벨을 제거하고 내용물을 비운 후 배출한다.",
            "fileName": "plastic.md",
            "source": "guide",
            "score": 0.83,
            "relevance": "high",
            "matchedTags": ["라벨_부착"],
            "metadata": {"lastUpdated": 1_714_521_600_000},
        }
    ],
    "events": ["contextual_search_started", "contextual_search_success"],
    "answer": "라벨을 떼고 버리세요.",
}


def one(**fields: object) -> dict[str, Any]:
    return {"chunks": [{"chunkId": "a", "content": "x", **fields}]}


def test_parse_retrieval_reads_the_whole_form_and_writes_it_again() -> None:
    upload = parse_retrieval(WHOLE)

    assert upload.notes == ()
    assert upload.model_dump(by_alias=True, exclude={"notes"}) == WHOLE
    assert parse_retrieval(upload.model_dump(by_alias=True, exclude={"notes"})) == upload


def test_parse_retrieval_asks_for_little() -> None:
    assert parse_retrieval(one()) == RetrievalUpload(
        query="", chunks=(ChunkUpload(chunk_id="a", content="x", metadata=ChunkMetadata()),)
    )
    assert parse_retrieval({"chunks": []}).chunks == ()


def test_parse_retrieval_reads_models() -> None:
    upload = parse_retrieval(WHOLE)

    assert parse_retrieval(RetrievalUpload(query="x", chunks=upload.chunks)).chunks == upload.chunks
    assert parse_retrieval({"chunks": upload.chunks}).chunks == upload.chunks


def test_parse_retrieval_reads_documents_of_others() -> None:
    upload = parse_retrieval({"question": "x", "documents": [{"page_content": "y", "metadata": {"source": "a.md"}}]})

    assert (upload.query, upload.chunks[0].title, upload.chunks[0].content) == ("x", "a.md", "y")
    assert upload.notes == ()


@pytest.mark.parametrize(
    ("payload", "code", "where"),
    [
        pytest.param(None, "not_a_retrieval", "chunks", id="null"),
        pytest.param({"query": "x"}, "not_a_retrieval", "chunks", id="no chunks"),
        pytest.param({"chunks": {}}, "not_a_retrieval", "chunks", id="chunks by name"),
        pytest.param({"chunks": "x"}, "not_a_retrieval", "chunks", id="a text as chunks"),
        pytest.param({"chunks": ["x"]}, "not_a_chunk", "chunks[0]", id="a text as chunk"),
        pytest.param({"chunks": [{"content": "x"}]}, "not_a_chunk", "chunks[0].chunkId", id="no name"),
        pytest.param({"chunks": [{"chunkId": "a"}]}, "not_a_chunk", "chunks[0].content", id="no content"),
        pytest.param(one(content=None), "not_a_chunk", "chunks[0].content", id="null as content"),
        pytest.param(one(chunkId=3), "not_a_chunk", "chunks[0].chunkId", id="a number as name"),
        pytest.param(one(title=3), "not_text", "chunks[0].title", id="a number as title"),
        pytest.param(one(fileName=[]), "not_text", "chunks[0].fileName", id="a list as file name"),
        pytest.param({**one(), "query": 3}, "not_text", "query", id="a number as query"),
        pytest.param({**one(), "answer": {}}, "not_text", "answer", id="an object as answer"),
        pytest.param({**one(), "retrievalId": 3}, "not_text", "retrievalId", id="a number as id"),
    ],
)
def test_parse_retrieval_refuses_and_says_where(payload: object, code: str, where: str) -> None:
    with pytest.raises(ExtractionError) as refused:
        parse_retrieval(payload)

    assert (refused.value.code, refused.value.where) == (code, where)
    assert str(refused.value).startswith(f"{where}: ")


@pytest.mark.parametrize(
    ("fields", "note"),
    [
        pytest.param(
            {"score": "0.8"}, Note(code="number_expected", where="score", params={"value": "0.8"}), id="score"
        ),
        pytest.param({"score": True}, Note(code="number_expected", where="score", params={"value": "true"}), id="bool"),
        pytest.param(
            {"score": float("nan")}, Note(code="number_expected", where="score", params={"value": "NaN"}), id="NaN"
        ),
        pytest.param(
            {"score": 10**400},
            Note(code="number_expected", where="score", params={"value": "1" + "0" * 79}),
            id="a number past all numbers",
        ),
        pytest.param(
            {"relevance": "sure"},
            Note(code="relevance_unknown", where="relevance", params={"value": "sure"}),
            id="relevance",
        ),
        pytest.param(
            {"relevance": 3}, Note(code="relevance_unknown", where="relevance", params={"value": "3"}), id="a number"
        ),
        pytest.param({"matchedTags": "a"}, Note(code="not_a_list", where="matchedTags"), id="a text as tags"),
        pytest.param({"matchedTags": 3}, Note(code="not_a_list", where="matchedTags"), id="a number as tags"),
        pytest.param(
            {"matchedTags": [3]}, Note(code="not_text", where="matchedTags[0]", params={"value": "3"}), id="a number"
        ),
        pytest.param(
            {"metadata": {"lastUpdated": "2024-05-01"}},
            Note(code="number_expected", where="metadata.lastUpdated", params={"value": "2024-05-01"}),
            id="a day as text",
        ),
        pytest.param({"page": 3}, Note(code="unknown_field", where="page"), id="an unknown field"),
    ],
)
def test_parse_retrieval_leaves_out_and_notes(fields: dict[str, object], note: Note) -> None:
    upload = parse_retrieval(one(**fields))

    assert upload.notes == (note.model_copy(update={"where": f"chunks[0].{note.where}"}),)
    assert upload.chunks == parse_retrieval(one()).chunks


def test_parse_retrieval_keeps_what_is_a_text_of_a_list() -> None:
    upload = parse_retrieval({**one(matchedTags=["a", 3, "b"]), "events": [None, "x"]})

    assert (upload.chunks[0].matched_tags, upload.events) == (("a", "b"), ("x",))
    assert [note.where for note in upload.notes] == ["chunks[0].matchedTags[1]", "events[0]"]


def test_parse_retrieval_says_where_names_are_repeated() -> None:
    (again,) = one()["chunks"]

    notes = parse_retrieval({"chunks": [again, {**again, "chunkId": "b"}, again], "page": 3}).notes

    assert notes == (
        Note(code="unknown_field", where="page"),
        Note(code="repeated_chunk_id", where="chunks[0].chunkId", params={"value": "a"}),
        Note(code="repeated_chunk_id", where="chunks[2].chunkId", params={"value": "a"}),
    )


@pytest.mark.parametrize("text", ["", "\x00", "\ud800", "a\r\nb ", "\u1112\u1161\u11ab"])
def test_parse_retrieval_changes_no_text(text: str) -> None:
    """NUL, lone surrogates, CRLF, NFD Hangul are ordinary input (specification 3.11)."""
    assert parse_retrieval(one(content=text, title=text)).chunks[0].content == text


def test_parse_retrieval_passes_over_metadata_that_is_none() -> None:
    assert parse_retrieval(one(metadata=None)).chunks[0].metadata == ChunkMetadata()
    assert parse_retrieval(one(metadata="x", score=None, relevance=None)).notes == ()


def test_parse_retrieval_distinguishes_an_empty_answer_from_none() -> None:
    assert parse_retrieval({**one(), "answer": ""}).answer == ""
    assert parse_retrieval({**one(), "answer": None}).answer is None
