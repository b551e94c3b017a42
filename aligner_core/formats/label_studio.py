"""Tasks of Label Studio: a text or a dialogue, and what people or models marked in it."""

from collections.abc import Iterator, Mapping
from typing import Any

from aligner_core.formats.notes import Note, holds_words
from aligner_core.formats.offsets import Offsets, Span
from aligner_core.formats.reading import Omissions, Parts, Reader, Variant, part_of
from aligner_core.formats.shapes import LIST, OBJECT, Having, at
from aligner_core.formats.words import items_in, mapping_of, text_in

_RESULTS = ("annotations", "completions", "predictions")
_Messages = list[dict[str, str]]


def _task(value: Mapping[str, Any], where: str) -> Parts:
    omissions, notes = Omissions(), list[Note]()
    messages, entries = _messages(value["data"]), list[dict[str, Any]]()
    for place, region, by in _regions(value, where, omissions):
        entry, found = _entry(region, place, messages)
        notes += found
        if entry is None:
            omissions.add(text_in(region, "type"), place)
        else:
            entries.append({**entry, "body": by})
    if not messages:
        omissions.add("task without a text", where)
    name = value.get("id")
    extraction = {"entries": entries}
    named = str(name) if isinstance(name, int | str) and not isinstance(name, bool) else None
    upload = {"sessionId": named, "messages": messages, "extraction": extraction}
    yield part_of(upload if messages else extraction, where=where, notes=(*omissions.notes(), *notes))


def _messages(data: Mapping[str, Any]) -> _Messages:
    """Return the turns of a dialogue, or the texts of a task; one that is alone needs no name."""
    for held in data.values():
        turns = [turn for turn in held if isinstance(turn, Mapping)] if isinstance(held, list) else []
        if turns and all(isinstance(turn.get("text"), str) for turn in turns):
            return [{"name": text_in(turn, "author", "speaker"), "content": turn["text"]} for turn in turns]
    texts = {key: text for key, text in data.items() if isinstance(text, str) and holds_words(text)}
    return [{"name": key if len(texts) > 1 else "", "content": text} for key, text in texts.items()]


def _regions(
    value: Mapping[str, Any], where: str, omissions: Omissions
) -> Iterator[tuple[str, Mapping[str, Any], str]]:
    """Yield what was marked, with its place and who marked it; what was cancelled is counted."""
    for kind in _RESULTS:
        for number, held in enumerate(items_in(value, kind)):
            there = at(at(where, kind), number)
            given = held if isinstance(held, Mapping) else {}
            if given.get("was_cancelled") is True:
                omissions.add("cancelled annotation", there)
                continue
            by = text_in(given, "model_version") or _person(given.get("completed_by"))
            for place, region in enumerate(items_in(given, "result")):
                if isinstance(region, Mapping):
                    yield at(at(there, "result"), place), region, by


def _person(person: object) -> str:
    return text_in(person, "email") if isinstance(person, Mapping) else ""


def _entry(
    region: Mapping[str, Any], where: str, messages: _Messages
) -> tuple[dict[str, Any] | None, tuple[Note, ...]]:
    """Return a region as an entry, with notes; None for one that marks no words."""
    value, kind = region.get("value"), text_in(region, "type")
    given = mapping_of(value)
    if not messages or not {"start", "end"} <= given.keys():
        return None, ()
    index, span = _span(given, messages)
    offsets, place = Offsets.of(messages[index]["content"], [span]), at(where, "value")
    quote, wrong = offsets.quote(span, place)
    labels = ", ".join(label for label in items_in(given, kind) if isinstance(label, str))
    evidence = [offsets.evidence(index, quote, span)]
    return {"type": labels or kind, "title": quote, "evidence": evidence}, (*wrong, *offsets.notes(place))


def _span(given: Mapping[str, Any], messages: _Messages) -> tuple[int, Span]:
    """Return the message and the span of a region: of a dialogue `start` is the turn, of a text the offset."""
    text = text_in(given, "text")
    turn = str(given.get("start"))
    if "startOffset" in given and turn.isdecimal() and int(turn) < len(messages):
        return int(turn), (given.get("startOffset"), given.get("endOffset"), text)
    index = next((number for number, one in enumerate(messages) if text and text in one["content"]), 0)
    return index, (given.get("start"), given.get("end"), text)


LABEL_STUDIO = Reader(
    name="label_studio",
    title="Label Studio tasks",
    example='[{"id": 5, "data": {"text": "It lives for one hour."}, "annotations": [{"result": [{"type": "labels", '
    '"value": {"start": 13, "end": 21, "text": "one hour", "labels": ["TIME"]}}]}]}]',
    variants=(
        Variant(
            "`data` with `annotations` or `predictions`",
            Having({"data": OBJECT, "|".join(_RESULTS): LIST}),
            _task,
        ),
    ),
)
