"""OpenAI's Responses: citations without a quote, whose index is a place in the answer."""

from typing import Any

import pytest

from tests.aligner_core.formats.files import EN, KO, case, noted, read_json, turns

ANSWER = "The cache lives for one hour. It is measured again on Monday. 1.5 km away."


def test_openai_responses_reads_the_answer_and_what_was_found() -> None:
    reading = case("openai_responses--file_search.json")

    assert turns(reading) == [[("assistant", ANSWER)], [("document", EN), ("document", KO)]]
    assert [part.upload["query"] for part in reading.parts if "query" in part.upload] == ["cache lifetime"]
    assert reading.parts[1].upload["answer"] == ANSWER


def test_openai_responses_makes_a_claim_of_each_cited_sentence() -> None:
    claims = case("openai_responses--file_search.json").claims

    assert [(claim.title, claim.body) for claim in claims] == [
        ("The cache lives for one hour.", "cache.md"),
        ("It is measured again on Monday.", "cache.md"),
    ]


def test_openai_responses_notes_places_that_the_answer_does_not_have() -> None:
    reading = case("openai_responses--wrong_places.json")

    assert [claim.title for claim in reading.claims] == [ANSWER]
    assert noted(reading) == [
        ("offsets_wrong", "output[1].content[0].annotations[0]", "cache.md"),
        ("left_out", "output[1].content[0].annotations[1]", ("url_citation", 1)),
    ]


def output(text: str, *annotations: object) -> dict[str, Any]:
    part = {"type": "output_text", "text": text, "annotations": list(annotations)}
    return {"type": "message", "role": "assistant", "content": [part]}


@pytest.mark.parametrize(
    ("text", "index", "claim"),
    [
        ("One. Two.", 9, "Two."),
        ("One. Two.", 4, "One."),
        ("It is 1.5 km. Then.", 13, "It is 1.5 km."),
        ("하나다。둘이다。", 8, "둘이다。"),
        ("- one\n- two", 11, "- two"),
        ("One.", None, "One."),
        ("One.", "2", "One."),
    ],
)
def test_openai_responses_takes_the_sentence_before_the_place(text: str, index: object, claim: str) -> None:
    citation = {"type": "file_citation", "filename": "a.md", "index": index}
    reading = read_json({"object": "response", "output": [output(text, citation)]})

    assert [one.title for one in reading.claims] == [claim]


def test_openai_responses_takes_a_citation_without_a_place() -> None:
    reading = read_json({"object": "response", "output": [output("One.", {"type": "file_citation"}, 3)]})

    assert [one.title for one in reading.claims] == ["One."]


@pytest.mark.parametrize(
    ("given", "messages"),
    [
        ("Why?", [("user", "Why?"), ("assistant", "So.")]),
        ([{"role": "user", "content": "Why?"}, {"type": "function_call"}, 3], [("user", "Why?"), ("assistant", "So.")]),
        (None, [("assistant", "So.")]),
    ],
)
def test_openai_responses_reads_what_was_asked(given: object, messages: list[tuple[str, str]]) -> None:
    reading = read_json({"id": "r", "input": given, "output": [output("So."), {"type": "reasoning"}]})

    assert turns(reading) == [messages]
    assert ("left_out", "output[1]", ("reasoning", 1)) in noted(reading)


def test_openai_responses_passes_over_results_that_are_none() -> None:
    search = {"type": "file_search_call", "queries": [3], "results": [3, {"file_id": "f", "text": None}]}
    reading = read_json({"object": "response", "output": [search, output("")]})

    assert turns(reading) == [[("assistant", "")], [("document", "")]]
    assert noted(reading) == [("no_words", "messages[0]", (None, 1))]
