"""The questions of LongMemEval, each with the sessions in which its answer is hidden."""

from collections.abc import Mapping
from typing import Any

from aligner_core.formats.reading import Omissions, Parts, Reader, Variant, conversation_of
from aligner_core.formats.shapes import TEXT, Having, Some, at
from aligner_core.formats.words import items_in, text_in

_TURN = Having({"role": TEXT, "content": TEXT})


def _question(value: Mapping[str, Any], where: str) -> Parts:
    """Yield every session of the haystack; the question itself is noted."""
    names, moments = items_in(value, "haystack_session_ids"), items_in(value, "haystack_dates")
    omissions = Omissions()
    omissions.add("question", at(where, "question"))
    notes = omissions.notes()
    for number, turns in enumerate(value["haystack_sessions"]):
        there = at(at(where, "haystack_sessions"), number)
        moment = _text(moments, number)
        messages = [
            {"role": text_in(turn, "role"), "content": text_in(turn, "content"), "timestamp": moment}
            for turn in (turns if isinstance(turns, list) else [])
            if isinstance(turn, Mapping)
        ]
        name = _text(names, number)
        named = f"{text_in(value, 'question_id')}/{name}" if name else None
        yield conversation_of({"sessionId": named, "messages": messages}, where=there, notes=notes)
        notes = ()


def _text(values: list[Any], place: int) -> str:
    value = values[place] if place < len(values) else ""
    return value if isinstance(value, str) else ""


LONGMEMEVAL = Reader(
    name="longmemeval",
    title="LongMemEval questions",
    example='[{"question_id": "q1", "question": "How long?", "answer": "one hour", "haystack_dates": ["2026/03/01"], '
    '"haystack_sessions": [[{"role": "user", "content": "Keep it one hour."}]]}]',
    variants=(Variant("`haystack_sessions` of messages", Having({"haystack_sessions": Some(Some(_TURN))}), _question),),
)
