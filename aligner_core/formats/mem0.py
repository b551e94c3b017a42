"""Memories of mem0: claims without quotes, and the messages that they were made from where these are there."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from aligner_core.formats.reading import Counting, Omissions, Parts, Reader, Row, RowVariant, Variant, part_of
from aligner_core.formats.shapes import TEXT, Having, Some, at
from aligner_core.formats.words import items_in, text_in, words_of

_MEMORY = Having({"id|user_id|agent_id|run_id": TEXT, "memory": TEXT}, lacking=("quote",))
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
    """Yield the memories of each conversation with its messages, and those that bring none along."""
    talks: dict[str, list[dict[str, str]]] = {}
    entries: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        if not isinstance(row.value, Mapping) or not text_in(row.value, "memory"):
            omissions.add("memory without words", row.where)
            continue
        messages = _messages(row.value, row.where, omissions)
        talk = json.dumps(messages) if messages else ""
        talks.setdefault(talk, messages)
        entries[talk].append(_entry(row.value))
    notes = omissions.notes()
    for talk, messages in talks.items() or [("", [])]:
        extraction = {"extractor": "mem0", "entries": entries[talk]}
        yield part_of(
            {"messages": messages, "extraction": extraction} if messages else extraction, where=where, notes=notes
        )
        notes = ()


def _messages(memory: Mapping[str, Any], where: str, omissions: Omissions) -> list[dict[str, str]]:
    """Return the messages of a memory; none that says nothing."""
    given = [(at(at(where, "messages"), n), one) for n, one in enumerate(items_in(memory, "messages"))]
    held = [(there, one if isinstance(one, Mapping) else {"content": one}) for there, one in given]
    read = [
        {
            "role": text_in(one, "role"),
            "name": text_in(one, "name"),
            "content": words_of(one.get("content"), at(there, "content"), omissions),
            "timestamp": text_in(one, "created_at", "timestamp"),
        }
        for there, one in held
    ]
    return read if any(one["content"] for one in read) else []


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
        RowVariant("rows with `memory` and an id", _MEMORY, _gather, Counting.NO_NUMBERS),
    ),
)
