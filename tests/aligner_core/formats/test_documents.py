"""Documents of LangChain and LlamaIndex, as a list, below a key, one a line."""

import pytest

from tests.aligner_core.formats.files import EN, KO, case, noted, read_json, read_lines, turns


@pytest.mark.parametrize(
    "name", ["langchain.json", "langchain.jsonl", "langchain_dumped.json", "llamaindex.json", "answer.json"]
)
def test_documents_are_the_chunks_of_a_retrieval(name: str) -> None:
    reading = case(f"documents--{name}")

    assert turns(reading) == [[("document", EN), ("document", KO)]]
    assert [message.name for message in reading.sessions[0].messages] == ["cache.md", "캐시.md"]
    assert [chunk["content"] for chunk in reading.parts[0].upload["chunks"]] == [EN, KO]


def test_documents_keep_question_and_answer() -> None:
    reading = case("documents--answer.json")

    assert (reading.sessions[0].title, reading.parts[0].upload["answer"]) == ("How long?", "One hour.")


def test_documents_count_rows_that_are_none() -> None:
    reading = read_lines({"page_content": "One."}, {"page_content": 3})

    assert turns(reading) == [[("document", "One.")]]
    assert noted(reading) == [("left_out", "line 2", ("what is no document", 1))]


def test_documents_read_pairs_of_document_and_score() -> None:
    assert turns(read_json([[{"page_content": "One."}, 0.5]])) == [[("document", "One.")]]
