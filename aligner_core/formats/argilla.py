"""Records of Argilla: fields, and the spans that people or models marked in them."""

from collections.abc import Iterator, Mapping
from typing import Any

from aligner_core.formats.notes import Note
from aligner_core.formats.offsets import Offsets, Span
from aligner_core.formats.reading import Omissions, Parts, Reader, Variant, part_of
from aligner_core.formats.shapes import ANYTHING, OBJECT, Having, at
from aligner_core.formats.words import items_in, mapping_of, text_in

_SHAPE = Having({"fields": OBJECT, "responses|suggestions": ANYTHING}, lacking=("data", "messages"))


def _record(value: Mapping[str, Any], where: str) -> Parts:
    omissions, notes = Omissions(), list[Note]()
    messages = list(_messages(value["fields"]))
    marked = [
        (at(place, n), _span(one)) for place, spans in _answers(value, where, omissions) for n, one in enumerate(spans)
    ]
    index, offsets = _marked_text(messages, [span for _, (span, _) in marked])
    entries = list[dict[str, Any]]()
    for there, (span, label) in marked:
        quote, wrong = offsets.quote(span, there)
        notes += wrong
        entries.append({"type": label, "title": quote, "evidence": [offsets.evidence(index, quote, span)]})
    notes += offsets.notes(at(where, "responses"))
    upload: dict[str, Any] = {"messages": messages, "extraction": {"entries": entries}}
    if not messages:
        omissions.add("record without a text", where)
        upload = {"entries": entries}
    yield part_of(upload, where=where, notes=(*omissions.notes(), *notes))


def _span(value: object) -> tuple[Span, str]:
    given = mapping_of(value)
    return (given.get("start"), given.get("end"), text_in(given, "text")), text_in(given, "label")


def _marked_text(messages: list[dict[str, str]], spans: list[Span]) -> tuple[int, Offsets]:
    """Return the place of the text in which the spans fit best, and its offsets: a record does not say which it is."""
    texts = [Offsets.of(message["content"], spans) for message in messages] or [Offsets("")]
    index = max(range(len(texts)), key=lambda number: sum(map(texts[number].fit, spans)))
    return index, texts[index]


def _messages(fields: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    for name, held in sorted(fields.items()):
        if isinstance(held, str):
            yield {"name": name, "content": held}
        for turn in held if isinstance(held, list) else []:
            if isinstance(turn, Mapping) and isinstance(turn.get("content"), str):
                yield {"role": text_in(turn, "role"), "content": turn["content"]}


def _answers(value: Mapping[str, Any], where: str, omissions: Omissions) -> Iterator[tuple[str, list[Any]]]:
    """Yield the spans of the responses, then of the suggestions, with their places; other answers are counted."""
    for kind in ("responses", "suggestions"):
        held = value.get(kind)
        for question, answers in sorted(held.items()) if isinstance(held, Mapping) else ():
            place = at(at(where, kind), question)
            for answer in answers if isinstance(answers, list) else [answers]:
                spans = items_in(answer, "value")
                if spans and all(isinstance(span, Mapping) and "start" in span for span in spans):
                    yield place, spans
                else:
                    omissions.add(question, place)


ARGILLA = Reader(
    name="argilla",
    title="Argilla records",
    example='[{"fields": {"text": "It lives for one hour."}, "responses": {"span": [{"value": '
    '[{"start": 13, "end": 21, "label": "TIME"}]}]}, "suggestions": {}}]',
    variants=(Variant("`fields` with `responses` or `suggestions`", _SHAPE, _record),),
)
