"""Documents of LangChain and LlamaIndex, as their own serializers write them."""

from typing import Any

import pytest

from aligner_core.retrieval import upload_from_documents

MAY_FIRST = 1_714_521_600_000
LANGCHAIN: dict[str, Any] = {
    "id": "4c1f",
    "metadata": {"source": "/srv/docs/환불 규정.md", "title": "환불 규정", "lastUpdated": MAY_FIRST, "page": 3},
    "page_content": "환불은 7일 안에 신청합니다.",
    "type": "Document",
}
LLAMA_INDEX: dict[str, Any] = {
    "node": {
        "id_": "9b2e",
        "embedding": None,
        "metadata": {
            "file_path": "/srv/docs/refunds.md",
            "file_name": "refunds.md",
            "last_modified_date": "2024-05-01",
        },
        "excluded_embed_metadata_keys": [],
        "relationships": {},
        "text": "Refunds are asked for within seven days.",
        "mimetype": "text/plain",
        "start_char_idx": 0,
        "end_char_idx": 40,
        "class_name": "TextNode",
    },
    "score": 0.83,
    "class_name": "NodeWithScore",
}
KOREAN_CHUNK = {
    "chunkId": "4c1f",
    "title": "환불 규정",
    "content": "환불은 7일 안에 신청합니다.",
    "fileName": "환불 규정.md",
    "source": "/srv/docs/환불 규정.md",
    "score": None,
    "metadata": {"lastUpdated": MAY_FIRST},
}
ENGLISH_CHUNK = {
    "chunkId": "9b2e",
    "title": "refunds.md",
    "content": "Refunds are asked for within seven days.",
    "fileName": "refunds.md",
    "source": "/srv/docs/refunds.md",
    "score": 0.83,
    "metadata": {"lastUpdated": MAY_FIRST},
}


def chunk(document: dict[str, Any]) -> dict[str, Any]:
    upload = upload_from_documents([document])
    assert upload is not None
    (only,) = upload["chunks"]
    assert isinstance(only, dict)
    return only


def document(**metadata: object) -> dict[str, Any]:
    return {"page_content": "x", "metadata": metadata}


@pytest.mark.parametrize(
    ("payload", "query", "answer", "chunks"),
    [
        pytest.param([LANGCHAIN], "", None, [KOREAN_CHUNK], id="LangChain: the list"),
        pytest.param({"documents": [LANGCHAIN]}, "", None, [KOREAN_CHUNK], id="LangChain: the list in an object"),
        pytest.param(
            [[LANGCHAIN, 0.5]], "", None, [{**KOREAN_CHUNK, "score": 0.5}], id="LangChain: pairs with a score"
        ),
        pytest.param([(LANGCHAIN, 0.5)], "", None, [{**KOREAN_CHUNK, "score": 0.5}], id="LangChain: tuples"),
        pytest.param(
            [{"lc": 1, "type": "constructor", "id": ["langchain", "Document"], "kwargs": LANGCHAIN}],
            "",
            None,
            [KOREAN_CHUNK],
            id="LangChain: dumps",
        ),
        pytest.param(
            {"query": "환불?", "result": "7일 안에", "source_documents": [LANGCHAIN]},
            "환불?",
            "7일 안에",
            [KOREAN_CHUNK],
            id="LangChain: what RetrievalQA gives",
        ),
        pytest.param(
            {"input": "환불?", "context": [LANGCHAIN], "answer": "7일 안에"},
            "환불?",
            "7일 안에",
            [KOREAN_CHUNK],
            id="LangChain: what a retrieval chain gives",
        ),
        pytest.param([LLAMA_INDEX], "", None, [ENGLISH_CHUNK], id="LlamaIndex: the list"),
        pytest.param(
            {"response": "Seven days.", "source_nodes": [LLAMA_INDEX], "metadata": {}},
            "",
            "Seven days.",
            [ENGLISH_CHUNK],
            id="LlamaIndex: a response",
        ),
        pytest.param(
            {"nodes": [LLAMA_INDEX["node"]]}, "", None, [{**ENGLISH_CHUNK, "score": None}], id="LlamaIndex: bare nodes"
        ),
        pytest.param(
            [{"node": {**LLAMA_INDEX["node"], "text": None, "text_resource": {"text": "new"}}}],
            "",
            None,
            [{**ENGLISH_CHUNK, "content": "new", "score": None}],
            id="LlamaIndex: a node with resources",
        ),
    ],
)
def test_as_upload_reads(payload: object, query: str, answer: str | None, chunks: list[object]) -> None:
    assert upload_from_documents(payload) == {"query": query, "chunks": chunks, "answer": answer}


@pytest.mark.parametrize(
    "payload",
    [
        pytest.param(None, id="null"),
        pytest.param("text", id="a text"),
        pytest.param([], id="an empty list"),
        pytest.param({"documents": []}, id="no documents"),
        pytest.param({"documents": {"0": LANGCHAIN}}, id="documents by name"),
        pytest.param(["hello", "world"], id="messages that are texts"),
        pytest.param([{"role": "user", "content": "hello"}], id="messages"),
        pytest.param([{"text": "hello"}], id="a text without a name is no node"),
        pytest.param([LANGCHAIN, {"page_content": None}], id="one without text"),
        pytest.param([LANGCHAIN, 3], id="one that is no object"),
        pytest.param([[LANGCHAIN]], id="a pair of one"),
        pytest.param([{"lc": 1, "kwargs": None}], id="nothing constructed"),
        pytest.param([{"kwargs": {"page_content": "x"}}], id="arguments of something else"),
        pytest.param([{"node": {"id_": "a", "text_resource": {}}}], id="a node without text"),
        pytest.param({"messages": ["a"], "context": "b"}, id="a session"),
        pytest.param({"chunks": [], "documents": [LANGCHAIN]}, id="our own form"),
    ],
)
def test_as_upload_leaves_alone(payload: object) -> None:
    assert upload_from_documents(payload) is None


@pytest.mark.parametrize(
    ("metadata", "expected"),
    [
        pytest.param({"lastUpdated": MAY_FIRST + 0.5}, MAY_FIRST + 0.5, id="milliseconds"),
        pytest.param({"lastUpdated": "2024-05-01"}, MAY_FIRST, id="a day"),
        pytest.param({"last_modified": "2024-05-01T09:00:00+09:00"}, MAY_FIRST, id="a moment in Seoul"),
        pytest.param({"updated_at": "2024-05-01 00:00:00.250Z"}, MAY_FIRST + 250, id="a moment in UTC"),
        pytest.param({"lastModified": "1969-12-31T23:59:59.999Z"}, -1, id="before 1970"),
        pytest.param({"last_updated": "soon", "updatedAt": "2024-05-01"}, MAY_FIRST, id="the first that can be read"),
        pytest.param({"last_modified": "2024-05-01T09:00:00"}, None, id="a moment somewhere on earth"),
        pytest.param({"last_modified": "05/01/2024"}, None, id="May or January"),
        pytest.param({"last_modified": "20240501"}, None, id="a number of digits"),
        pytest.param({"last_modified": "2024-02-30"}, None, id="no day"),
        pytest.param({"last_modified": 1_714_521_600}, None, id="seconds or milliseconds"),
        pytest.param({"last_modified": "٢٠٢٤-٠٥-٠١"}, None, id="other digits"),
        pytest.param({"last_updated": "2024-05-01"}, MAY_FIRST, id="another key"),
        pytest.param({"creation_date": "2024-05-01"}, None, id="when it was made"),
        pytest.param({"lastUpdated": None}, None, id="null"),
    ],
)
def test_as_upload_reads_a_time_only_when_it_is_clear(metadata: dict[str, Any], expected: float | None) -> None:
    """ISO strings accepted by the importers only if unambiguous."""
    assert chunk(document(**metadata))["metadata"] == {"lastUpdated": expected}


@pytest.mark.parametrize(
    ("source", "file_name"),
    [
        pytest.param("docs/a.md", "a.md", id="a path"),
        pytest.param("C:\\docs\\a.pdf", "a.pdf", id="a path of Windows"),
        pytest.param("https://example.org/b/a.html?x=/c.d#e.f", "a.html", id="an address"),
        pytest.param("https://example.org", "", id="a host is no file"),
        pytest.param("https://example.org/about", "", id="nor is a page"),
        pytest.param("wiki", "", id="nor is a word"),
        pytest.param("docs/..", "", id="nor is a folder"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_as_upload_names_a_file_by_its_source(source: str, file_name: str) -> None:
    made = chunk(document(source=source))

    assert (made["fileName"], made["title"], made["source"]) == (file_name, file_name, source)


@pytest.mark.parametrize(
    ("metadata", "title", "file_name", "source"),
    [
        ({"document_title": "규정"}, "규정", "", ""),
        ({"section": "3장"}, "3장", "", ""),
        ({"title": "", "section": "3장", "fileName": "a.md"}, "3장", "a.md", ""),
        ({"fileName": "a.md", "source": "x/b.md"}, "a.md", "a.md", "x/b.md"),
        ({"file_name": "a", "source": 7}, "a", "a", ""),
        ({"filename": "a", "url": "https://x.example/b.md"}, "a", "a", "https://x.example/b.md"),
    ],
)
def test_as_upload_reads_names_under_many_keys(
    metadata: dict[str, Any], title: str, file_name: str, source: str
) -> None:
    made = chunk(document(**metadata))

    assert (made["title"], made["fileName"], made["source"]) == (title, file_name, source)


@pytest.mark.parametrize("question", ["query", "question", "input"])
@pytest.mark.parametrize("answer", ["answer", "result", "response", "output"])
def test_as_upload_reads_question_and_answer_under_many_keys(question: str, answer: str) -> None:
    upload = upload_from_documents({question: "왜?", answer: "그래서.", "documents": [document()]})

    assert upload is not None
    assert (upload["query"], upload["answer"]) == ("왜?", "그래서.")


def test_as_upload_takes_scores_that_stand_in_the_metadata() -> None:
    assert chunk(document(relevance_score=0.9))["score"] == 0.9
    assert chunk(document(score=0, relevance_score=0.9))["score"] == 0
    assert chunk({**LLAMA_INDEX, "score": 0.0})["score"] == 0.0


def test_as_upload_names_a_document_by_what_names_it_or_by_its_words() -> None:
    bare = document(source="a.md")

    assert [chunk(document(**{key: "c7"}))["chunkId"] for key in ("id", "chunk_id", "doc_id")] == ["c7"] * 3
    assert chunk({"node_id": "n", "text": "x"})["chunkId"] == "n"
    assert chunk(bare)["chunkId"] == chunk(dict(bare))["chunkId"]
    assert len(chunk(bare)["chunkId"]) == 12
    assert chunk(bare)["chunkId"] != chunk(document(source="b.md"))["chunkId"]
    assert chunk(bare)["chunkId"] != chunk({**bare, "page_content": "y"})["chunkId"]


def test_as_upload_takes_metadata_that_is_none_for_none() -> None:
    assert chunk({"page_content": "x", "metadata": None})["title"] == ""
