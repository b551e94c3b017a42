"""The questions, answers and battles of MT-bench and Chatbot Arena."""

from collections.abc import Mapping
from typing import Any

from aligner_core.formats.moments import iso_moment
from aligner_core.formats.reading import Omissions, Parts, Reader, Variant, conversation_of
from aligner_core.formats.shapes import ANYTHING, TEXT, Having, Some, at
from aligner_core.formats.words import items_in, text_in

_TURN = Having({"role": TEXT, "content": TEXT})


def _question(value: Mapping[str, Any], where: str) -> Parts:
    omissions = Omissions()
    for number, _ in enumerate(items_in(value, "reference")):
        omissions.add("reference", at(at(where, "reference"), number))
    messages = [{"role": "user", "content": turn} for turn in value["turns"] if isinstance(turn, str)]
    yield conversation_of(
        {"title": text_in(value, "category"), "messages": messages}, where=where, notes=omissions.notes()
    )


def _answer(value: Mapping[str, Any], where: str) -> Parts:
    """Yield each choice of an answer as a session: they are alternatives of one another."""
    name, moment = text_in(value, "model_id"), iso_moment(value.get("tstamp"))
    for place, choice in enumerate(value["choices"]):
        said = [turn for turn in items_in(choice, "turns") if isinstance(turn, str)]
        messages = [{"role": "assistant", "name": name, "content": turn, "timestamp": moment} for turn in said]
        yield conversation_of({"messages": messages}, where=at(at(where, "choices"), place))


def _battle(value: Mapping[str, Any], where: str) -> Parts:
    for side in ("a", "b"):
        key = f"conversation_{side}"
        messages = [_message(turn, text_in(value, f"model_{side}")) for turn in items_in(value, key)]
        yield conversation_of({"messages": messages}, where=at(where, key))


def _message(turn: object, model: str) -> dict[str, str]:
    given = turn if isinstance(turn, Mapping) else {}
    role = text_in(given, "role")
    return {"role": role, "name": model if role == "assistant" else "", "content": text_in(given, "content")}


MT_BENCH = Reader(
    name="mt_bench",
    title="MT-bench",
    example='{"question_id": 81, "model_id": "m", "choices": [{"index": 0, "turns": ["One hour."]}]}',
    variants=(
        Variant("`choices` of `turns`", Having({"choices": Some(Having({"turns": Some(TEXT)}))}), _answer),
        Variant("`turns` of a question", Having({"question_id": ANYTHING, "turns": Some(TEXT)}), _question),
        Variant(
            "`conversation_a` and `conversation_b`",
            Having({"conversation_a": Some(_TURN), "conversation_b": Some(_TURN)}),
            _battle,
        ),
    ),
)
