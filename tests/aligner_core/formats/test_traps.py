"""What all readers must do: texts stay to the last character, numbers hold, places counted otherwise are noted."""

import json
from typing import Any

import pytest

from aligner_core import EvidenceAligner
from aligner_core.formats import Reading, read
from tests.aligner_core.formats.files import CASES, EN, case, noted, read_json, turns

ODD = " \ufeffLe\u0301t's\r\nkeep\u200b \t🙂 \u1112\u1161\u11ab  "
"""Characters that a careless reader loses: a mark, CRLF, decomposed letters, invisible ones, an emoji, spaces."""
OF_MESSAGES = [
    path.name
    for path in sorted(CASES.iterdir())
    if path.suffix in (".json", ".jsonl") and any(EN in words for one in turns(case(path.name)) for _, words in one)
]


def replaced(value: Any) -> Any:  # noqa: ANN401 - JSON
    if isinstance(value, dict):
        return {key: replaced(item) for key, item in value.items()}
    if isinstance(value, list):
        return [replaced(item) for item in value]
    return value.replace(EN, ODD) if isinstance(value, str) else value


def contents(reading: Reading) -> list[str]:
    return [message.content for session in (*reading.sessions, *reading.alternates) for message in session.messages]


@pytest.mark.parametrize("name", OF_MESSAGES)
def test_readers_never_change_the_text_of_a_message(name: str) -> None:
    """Nor what stands before and after it: the odd words are where the plain ones were."""
    texts = (CASES / name).read_text(encoding="utf-8")
    pieces = texts.splitlines() if name.endswith(".jsonl") else [texts]
    odd = read("\n".join(json.dumps(replaced(json.loads(piece)), ensure_ascii=False) for piece in pieces))

    assert contents(odd) == [text.replace(EN, ODD) for text in contents(case(name))]


def test_every_format_of_messages_is_asked() -> None:
    asked = {name.split("--")[0] for name in OF_MESSAGES}

    assert asked >= {
        *("anthropic", "chatgpt", "claude", "claude_code", "documents", "graphiti", "langextract", "openai_chat"),
        *("openai_responses", "retrieval", "session"),
    }


@pytest.mark.parametrize("shift", [pytest.param(0, id="code points"), pytest.param(1, id="UTF-16")])
def test_langextract_notes_intervals_that_count_otherwise(shift: int) -> None:
    """Behind an emoji a place counted in UTF-16 is one too far; it is noted, and the words are looked for."""
    extraction = {
        "extraction_class": "a",
        "extraction_text": "one hour",
        "char_interval": {"start_pos": 2 + shift, "end_pos": 10 + shift},
    }

    reading = read_json({"document_id": "d", "text": "🙂 one hour", "extractions": [extraction]})

    assert [code for code, _, _ in noted(reading)] == ["offsets_wrong"] * shift


@pytest.mark.parametrize("shift", [pytest.param(0, id="code points"), pytest.param(1, id="UTF-16")])
def test_anthropic_notes_places_that_count_otherwise(shift: int) -> None:
    document = {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "🙂 one hour"}}
    citation = {"type": "char_location", "cited_text": "one hour", "document_index": 0}
    places = {"start_char_index": 2 + shift, "end_char_index": 10 + shift}
    block = {"type": "text", "text": "One.", "citations": [{**citation, **places}]}

    reading = read_json([{"role": "user", "content": [document]}, {"role": "assistant", "content": [block]}])

    assert [code for code, _, _ in noted(reading)].count("offsets_wrong") == shift


def test_chatgpt_passes_over_the_empty_system_message_at_the_root() -> None:
    """The export has one in every conversation; nobody counts it."""
    root = {"author": {"role": "system"}, "content": {"content_type": "text", "parts": [""]}}
    message = {"author": {"role": "user"}, "content": {"content_type": "text", "parts": ["One."]}}
    mapping = {
        "root": {"message": None, "parent": None, "children": ["system"]},
        "system": {"message": root, "parent": "root", "children": ["n1"]},
        "n1": {"message": message, "parent": "system", "children": []},
    }

    reading = read_json([{"title": "t", "mapping": mapping, "current_node": "n1"}])

    assert (turns(reading), reading.notes) == ([[("user", "One.")]], ())


def test_a_message_without_words_keeps_its_number_in_lists_and_has_none_in_trees() -> None:
    """Who counts a list counts every item; who reads a log sees only what was said."""
    call = {"role": "assistant", "content": None, "tool_calls": [{"id": "c", "type": "function"}]}
    listed = read_json([{"role": "user", "content": "a"}, call, {"role": "assistant", "content": "b"}])
    row = {"type": "assistant", "sessionId": "s"}
    use = {"role": "assistant", "id": "m1", "content": [{"type": "tool_use", "id": "t", "name": "n", "input": {}}]}
    log = [
        {**row, "uuid": "1", "parentUuid": None, "message": use},
        {**row, "uuid": "2", "parentUuid": "1", "message": {"role": "assistant", "id": "m2", "content": "b"}},
    ]

    logged = read("\n".join(map(json.dumps, log)))

    assert (turns(listed), listed.counting) == ([[("user", "a"), ("assistant", ""), ("assistant", "b")]], "messages")
    assert (turns(logged), logged.counting) == ([[("assistant", "b")]], "messages_of_a_log")


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(
            {
                "document_id": "d",
                "text": "🙂 mg, then mg.",
                "extractions": [
                    {
                        "extraction_class": "a",
                        "extraction_text": "mg",
                        "char_interval": {"start_pos": 11, "end_pos": 13},
                    }
                ],
            },
            id="code points",
        ),
        pytest.param({"text": "🙂 mg, then mg.", "label": [[12, 14, "a"]]}, id="UTF-16"),
        pytest.param({"text": "🙂 mg, then mg.", "label": [[14, 16, "a"]]}, id="bytes"),
    ],
)
def test_right_offsets_choose_among_equal_places(value: object) -> None:
    reading = read_json(value)

    [found] = EvidenceAligner().align(reading.sessions[0].messages, reading.extractions[0]).aligned_evidence

    assert (found.span_start, found.ambiguous) == (11, False)
