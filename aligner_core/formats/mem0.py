"""Memories of mem0: claims without quotes and without a source."""

from collections.abc import Iterator, Mapping
from typing import Any

from aligner_core.formats.reading import Counting, Omissions, Parts, Reader, Row, RowVariant, Variant, part_of
from aligner_core.formats.shapes import TEXT, Having, Some, at
from aligner_core.formats.words import items_in, text_in

_MEMORY = Having({"id": TEXT, "memory": TEXT}, lacking=("messages",))
_DETAILS = ("created_at", "updated_at", "user_id", "agent_id", "run_id", "role", "actor_id", "attributed_to")


def _results(value: Mapping[str, Any], where: str) -> Parts:
    place = at(where, "results")
    rows = (Row(at(place, number), memory) for number, memory in enumerate(value["results"]))
    omissions = Omissions()
    for index, _ in enumerate(items_in(value, "relations")):
        omissions.add("relations", at(at(where, "relations"), index))
    yield from _memories(rows, where, omissions)


def _gather(rows: Iterator[Row]) -> Parts:
    yield from _memories(rows, "", Omissions())


def _memories(rows: Iterator[Row], where: str, omissions: Omissions) -> Parts:
    entries = []
    for row in rows:
        if isinstance(row.value, Mapping) and text_in(row.value, "memory"):
            entries.append(_entry(row.value))
        else:
            omissions.add("memory without words", row.where)
    yield part_of({"extractor": "mem0", "entries": entries}, where=where, notes=omissions.notes())


def _entry(memory: Mapping[str, Any]) -> dict[str, Any]:
    details = {name: text_in(memory, name) for name in _DETAILS}
    return {
        "entryId": text_in(memory, "id") or None,
        "type": "memory",
        "title": text_in(memory, "memory"),
        "body": "\n".join(f"{name}: {text}" for name, text in details.items() if text),
        "evidence": [],
    }


MEM0 = Reader(
    name="mem0",
    title="mem0 memories",
    example='{"results": [{"id": "m1", "memory": "The cache lives for one hour", "user_id": "dana"}]}',
    variants=(
        Variant("`results` of `memory`", Having({"results": Some(_MEMORY)}), _results, Counting.NO_NUMBERS),
        RowVariant("rows with `id` and `memory`", _MEMORY, _gather, Counting.NO_NUMBERS),
    ),
)
