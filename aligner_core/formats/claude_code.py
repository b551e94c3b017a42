"""The log of Claude Code: one block a line, in the order in which they were written, however the rows hang together.

A log only grows. Which branch is current, what is compacted and which parents are missing changes nothing in the order
of what was said, so that what is read on one day is the beginning of what is read on the next.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from aligner_core.formats.agent_rows import TOOL, queued_turns, turns_of
from aligner_core.formats.notes import Note
from aligner_core.formats.reading import (
    Counting,
    Omissions,
    Part,
    Parts,
    Reader,
    Row,
    RowVariant,
    conversation_of,
)
from aligner_core.formats.said_once import SaidOnce
from aligner_core.formats.shapes import OBJECT, TEXT, Having, one_of
from aligner_core.formats.words import items_in, text_in

_SESSION = ("sessionId", "session_id")
_ROW = Having({"type": one_of("user", "assistant"), "|".join(_SESSION): TEXT, "message": OBJECT})
_NOT_SAID = {"isSidechain": "sub-agent", "isMeta": "isMeta", "isCompactSummary": "isCompactSummary"}


@dataclass(slots=True)
class _Log:
    """The rows of one session: what they say, and what is left out."""

    said: SaidOnce = field(default_factory=SaidOnce)
    uuids: set[str] = field(default_factory=set)
    tools: dict[str, str] = field(default_factory=dict)
    queued: Counter[str] = field(default_factory=Counter)
    omissions: Omissions = field(default_factory=Omissions)


def _gather(rows: Iterator[Row]) -> Parts:
    logs: defaultdict[str, _Log] = defaultdict(_Log)
    titles: dict[str, str] = {}
    others = Omissions()
    for name, row in _with_sessions(rows):
        given = row.value if isinstance(row.value, Mapping) else {}
        if given.get("type") == "summary":
            titles[text_in(given, "leafUuid")] = text_in(given, "summary")
        elif name and (text_in(given, "uuid") or _is_said(given) or _is_queued(given)):
            _take(given, row.where, logs[name])
        else:
            others.add(given.get("type"), row.where)
    sessions = {uuid: name for name, log in logs.items() for uuid in log.uuids}
    named = {sessions[leaf]: title for leaf, title in titles.items() if leaf in sessions}
    for number, (name, log) in enumerate(logs.items()):
        yield _session(name, named.get(name, ""), log, others if number == 0 else Omissions())


def _with_sessions(rows: Iterator[Row]) -> Iterator[tuple[str, Row]]:
    """Yield rows with their sessions; one that names none is of that of its parent, or else of the row before it."""
    sessions: dict[str, str] = {}
    waiting, before = list[Row](), ""
    for row in rows:
        given = row.value if isinstance(row.value, Mapping) else {}
        name = text_in(given, *_SESSION) or sessions.get(text_in(given, "parentUuid"), before)
        if not name:
            waiting.append(row)
            continue
        yield from ((name, one) for one in waiting)
        waiting.clear()
        sessions[text_in(given, "uuid")] = before = name
        yield name, row
    yield from (("", one) for one in waiting)


def _is_said(row: Mapping[str, Any]) -> bool:
    return row.get("type") in ("user", "assistant") and isinstance(row.get("message"), Mapping)


def _is_queued(row: Mapping[str, Any]) -> bool:
    return row.get("type") in ("attachment", "queue-operation") and any(queued_turns(row, "", "", Omissions()))


def _take(row: Mapping[str, Any], where: str, log: _Log) -> None:
    """Add a row to the log of its session."""
    uuid = text_in(row, "uuid") or where
    if uuid in log.uuids:
        log.said.repeats.add("row", where)
        return
    log.uuids.add(uuid)
    unsaid = next((kind for key, kind in _NOT_SAID.items() if row.get(key) is True), None)
    if unsaid is None and text_in(row, "parent_tool_use_id"):
        unsaid = _NOT_SAID["isSidechain"]
    if _is_queued(row) and unsaid is None:
        _take_queued(row, uuid, where, log)
    elif unsaid is not None or not _is_said(row):
        log.omissions.add(unsaid or row.get("type"), where)
    else:
        calls = (block for block in items_in(row["message"], "content") if isinstance(block, Mapping))
        log.tools.update(
            (text_in(call, "id"), text_in(call, "name")) for call in calls if call.get("type") == "tool_use"
        )
        for turn in turns_of(row, uuid, where, log.omissions):
            log.said.add(turn)


def _take_queued(row: Mapping[str, Any], uuid: str, where: str, log: _Log) -> None:
    """Add what was said while a tool ran, of which the log may have two records of different kinds."""
    kind = 1 if row.get("type") == "attachment" else -1
    for turn in queued_turns(row, uuid, where, log.omissions):
        if log.queued[turn.words] * kind < 0:
            log.said.repeats.add("row", where)
        else:
            log.said.add(turn)
        log.queued[turn.words] += kind


def _session(name: str, title: str, log: _Log, others: Omissions) -> Part:
    """Return the session of a log; of one in which nobody says anything only the notes."""
    branches = log.said.branches(log.uuids)
    went_back = [Note(code="went_back", where=where, params={"count": len(branches)}) for where in branches[:1]]
    notes = (*went_back, *log.said.repeats.notes(code="kept_once"), *log.omissions.notes(), *others.notes())
    messages = [
        {
            "role": kept.first.role,
            "name": log.tools.get(kept.first.call, "") if kept.first.role == TOOL else "",
            "content": kept.content,
            "timestamp": kept.first.timestamp,
        }
        for kept in log.said.messages
    ]
    return conversation_of({"sessionId": name, "title": title, "messages": messages}, notes=notes)


CLAUDE_CODE = Reader(
    name="claude_code",
    title="Claude Code log",
    example='{"type": "user", "uuid": "u1", "parentUuid": null, "sessionId": "s1", "message": {"role": "user", '
    '"content": "How long does the cache live?"}}',
    variants=(RowVariant("rows with `sessionId` and `message`", _ROW, _gather, Counting.MESSAGES_OF_A_LOG),),
)
