"""What extractors are asked for."""

import json
import re
from typing import Any

import pytest
from pydantic import ValidationError

from aligner_core import ExtractorOutput, extractor_prompt, extractor_schema, parse_extraction
from aligner_core.formats.prompts import Language


def objects(schema: object) -> list[dict[str, Any]]:
    """Return every object a schema describes."""
    if isinstance(schema, list):
        return [found for item in schema for found in objects(item)]
    if not isinstance(schema, dict):
        return []
    here = [schema] if schema.get("type") == "object" else []
    return here + [found for item in schema.values() for found in objects(item)]


@pytest.mark.parametrize(
    ("language", "wanted"),
    [
        ("en", ["messageIndex", "counted from 0", "30 to 200 characters", "Do not paraphrase", "Never", "spanStart"]),
        ("ko", ["messageIndex", "0부터", "30~200자", "바꿔 말하거나", "절대", "spanStart"]),
    ],
)
def test_extractor_prompt_asks_for_quotes_and_forbids_offsets(language: Language, wanted: list[str]) -> None:
    prompt = extractor_prompt(language)

    assert [words for words in wanted if words not in prompt] == []


@pytest.mark.parametrize("language", ["en", "ko"])
def test_extractor_prompt_shows_an_answer_that_is_right(language: Language) -> None:
    found = re.search(r"^\{.*\}$", extractor_prompt(language), re.MULTILINE)
    assert found is not None
    answer = json.loads(found.group())

    assert ExtractorOutput.model_validate(answer).model_dump(exclude_unset=True) == answer
    assert parse_extraction(answer).notes == ()
    assert 30 <= len(answer["entries"][0]["evidence"][0]["quote"]) <= 200


def test_extractor_prompt_is_english_unless_asked() -> None:
    assert extractor_prompt() == extractor_prompt("en") != extractor_prompt("ko")


def test_extractor_schema_leaves_no_room_for_offsets() -> None:
    """Quote-only: an LLM gives the message and the words, never offsets (specification 2)."""
    found = objects(extractor_schema())

    assert [sorted(one["properties"]) for one in found if "quote" in one["properties"]] == [["messageIndex", "quote"]]
    assert [one["additionalProperties"] for one in found] == [False] * 3
    assert re.search("span|offset|start|end(?!s)", json.dumps([sorted(one["properties"]) for one in found])) is None


@pytest.mark.parametrize(
    "evidence",
    [
        {"messageIndex": 0, "quote": "words", "spanStart": 1},
        {"messageIndex": 0, "quote": ""},
        {"messageIndex": -1, "quote": "words"},
        {"quote": "words"},
        {"messageIndex": 0},
    ],
    ids=["offsets", "an empty quote", "a negative index", "no index", "no quote"],
)
def test_extractor_output_refuses_what_the_schema_refuses(evidence: dict[str, Any]) -> None:
    entry = {"entryId": "e", "type": "fact", "title": "T", "evidence": [evidence]}

    with pytest.raises(ValidationError):
        ExtractorOutput.model_validate({"entries": [entry]})
