"""What the application exports, read back: its records in lines. Decisions of people are left out."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from aligner_core.formats.reading import (
    MAX_ITEMS,
    Omissions,
    Part,
    Parts,
    Reader,
    Row,
    RowVariant,
    note_on_empty,
    part_of,
)
from aligner_core.formats.shapes import TEXT, Having, one_of
from aligner_core.formats.words import context_of, items_in, mapping_of, text_in

_STAGES = ("raw", "working", "candidate")
_KINDS = ("export", "session", "message", "retrieval", "extraction", "entry")
_COUNTS = "counts"
"""The standing of a quote that was not withdrawn or split."""


@dataclass(slots=True)
class Talk:
    """One session while its records are read: its newest messages by their numbers, and its entries with quotes."""

    name: str
    title: str = ""
    query: str = ""
    messages: dict[int, Mapping[str, Any]] = field(default_factory=dict)
    entries: dict[object, dict[str, Any]] = field(default_factory=dict)
    omissions: Omissions = field(default_factory=Omissions)

    def add_message(self, given: Mapping[str, Any], where: str) -> None:
        """Add a message, unless a newer version of it is there; one whose number no session can have is left out."""
        index = given.get("messageIndex", given.get("message_index"))
        if type(index) is not int or not 0 <= index < MAX_ITEMS:
            self.omissions.add("message without a number of a session", where)
        elif _version(given) >= _version(self.messages.get(index, {})):
            self.messages[index] = given

    def add_entry(self, key: object, given: Mapping[str, Any], where: str) -> dict[str, Any]:
        """Add an entry without its quotes; what people decided on it is not taken."""
        stage = given.get("stage")
        if stage not in _STAGES:
            self.omissions.add("decision of a person", where)
        self.entries[key] = {
            "entryId": text_in(given, "entryId", "entry_id") or None,
            "type": text_in(given, "type"),
            "title": text_in(given, "title"),
            "body": text_in(given, "body"),
            "stage": stage if stage in _STAGES else _STAGES[-1],
            "evidence": [],
        }
        return self.entries[key]

    def add_quote(self, entry: dict[str, Any], outcome: Mapping[str, Any], standing: object, where: str) -> None:
        """Add the words of a quote as they were last looked for, unless it was withdrawn or split."""
        if standing != _COUNTS:
            self.omissions.add("quote that was withdrawn or split", where)
            return
        entry["evidence"].append({"quote": text_in(outcome, "quote"), **self._place(outcome)})

    def _place(self, outcome: Mapping[str, Any]) -> dict[str, Any]:
        index = outcome.get("messageIndex")
        if not isinstance(index, int):
            return {}
        message = self.messages.get(index, {})
        chunk = text_in(mapping_of(message.get("chunk")), "chunkId")
        if chunk:
            return {"chunkId": chunk}
        words, text = text_in(outcome, "quote"), text_in(message, "content")
        return {"messageIndex": index, **context_of(words, text, outcome.get("spanStart"), outcome.get("spanEnd"))}

    def part(self, where: str) -> Part:
        """Return the session with its entries in our own form; messages that are not there keep their numbers."""
        last = max(self.messages, default=-1)
        messages = [_message(self.messages.get(index, {})) for index in range(last + 1)]
        chunks = [mapping_of(message.get("chunk")) for _, message in sorted(self.messages.items())]
        upload: dict[str, Any] = {"sessionId": self.name, "title": self.title, "messages": messages}
        if chunks and all(text_in(chunk, "chunkId") for chunk in chunks):
            pairs = zip(chunks, messages, strict=False)
            held = [{**chunk, "content": one["content"], "title": one["name"]} for chunk, one in pairs]
            upload = {"retrievalId": self.name, "query": self.query, "chunks": held}
        if self.entries:
            entries = list(self.entries.values())
            quotes = [quote for entry in entries for quote in entry["evidence"]]
            is_placed = all(quote.keys() & {"messageIndex", "chunkId"} for quote in quotes)
            upload["extraction"] = {"entries": entries, **({} if is_placed else {"index": "none"})}
        return part_of(upload, where=where, notes=(*self.omissions.notes(), *note_on_empty(messages, "messages")))


def _version(message: Mapping[str, Any]) -> int:
    version = message.get("version")
    return version if isinstance(version, int) else 0


def _message(given: Mapping[str, Any]) -> dict[str, str]:
    return {name: text_in(given, name) for name in ("role", "name", "timestamp", "content")}


def _sessions(rows: Iterator[Row]) -> Parts:
    """Yield a part for each session of an export; its records stand together."""
    for session, records in groupby(rows, key=lambda row: text_in(mapping_of(row.value), "session")):
        if session:
            yield _session(session, records)


def _session(name: str, rows: Iterable[Row]) -> Part:
    talk, first = Talk(name), ""
    for row in rows:
        given, first = mapping_of(row.value), first or row.where.removesuffix(": ")
        match given.get("record"):
            case "session":
                talk.title = text_in(given, "title")
            case "message":
                talk.add_message(given, row.where)
            case "retrieval":
                talk.query = text_in(given, "query")
            case "entry":
                entry = talk.add_entry(row.where, given, row.where)
                for quote in items_in(given, "evidence"):
                    talk.add_quote(entry, _current(mapping_of(quote)), mapping_of(quote).get("standing"), row.where)
    return talk.part(first)


def _current(quote: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the outcome of the attempt of a quote that counts; of none, its words."""
    attempts = [mapping_of(one) for one in items_in(quote, "attempts")]
    found = next((one for one in attempts if one.get("attempt") == quote.get("current")), {})
    return mapping_of(found.get("outcome")) or quote


OWN_EXPORT = Reader(
    name="own_export",
    title="Export of Evidence Review",
    example='{"record": "session", "project": "demo", "session": "talk", "title": "Cache"}\n'
    '{"record": "message", "project": "demo", "session": "talk", "messageIndex": 0, "version": 1, '
    '"content": "The cache lives for one hour."}',
    variants=(
        RowVariant(
            "records of sessions, messages and entries",
            Having({"record": one_of(*_KINDS), "project|format": TEXT}),
            _sessions,
            is_of_lines=True,
        ),
    ),
)
