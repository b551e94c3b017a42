"""What is said about an upload beside its outcomes: a stable code, the place, the values a sentence needs."""

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from aligner_core.spans import Value

ENGLISH = {
    "not_an_extraction": 'An extraction is an object with "entries" or "evidence". This is none.',
    "not_a_session": 'A session is an object with "messages", a list. This is none.',
    "not_a_message": 'A message is a text, or an object with "content".',
    "no_content": 'The message has no "content" that is a text.',
    "not_text": "This has to be a text, not {value}.",
    "not_a_list": "This should be a list.",
    "not_an_object": "Left out: an entry is an object.",
    "stage_not_allowed": "Left out: only people verify. Stages in an upload are raw, working, candidate.",
    "stage_unknown": "Left out: {value} is no stage. Stages in an upload are raw, working, candidate.",
    "no_evidence": "The entry has no evidence, so it cannot be verified.",
    "repeated_entry_id": "More than one entry is called {value}; all are kept.",
    "not_a_retrieval": 'A retrieval is an object with "chunks", a list. This is none.',
    "not_a_chunk": 'A chunk is an object with "chunkId" and "content", two texts.',
    "number_expected": "Ignored: {value} is no number.",
    "relevance_unknown": "Ignored: {value} is no relevance. There are high, medium and low.",
    "repeated_chunk_id": "More than one chunk is called {value}; all are kept.",
    "unknown_field": "Not known and ignored.",
}


class Note(Value):
    """Something that was left out or not understood: a stable code, the place, the values a sentence needs."""

    code: str
    where: str
    params: dict[str, Any] = Field(default_factory=dict)


def sentence(code: str, where: str, params: Mapping[str, object]) -> str:
    """Say a note or an error in English, with its place.

    >>> sentence("unknown_field", "entries[3].score", {})
    'entries[3].score: Not known and ignored.'
    """
    said = ENGLISH[code].format_map(params)
    return f"{where}: {said}" if where else said
