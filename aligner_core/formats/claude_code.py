"""The log of Claude Code: one block a line, rows that hang on one another, of which the last is the current end."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from aligner_core.formats.reading import Counting, Omissions, Part, Parts, Reader, Row, RowVariant, part_of
from aligner_core.formats.shapes import OBJECT, TEXT, Having, at, one_of
from aligner_core.formats.words import text_in, words_of

_ROW = Having({"type": one_of("user", "assistant"), "uuid": TEXT, "sessionId": TEXT, "message": OBJECT})
_NOT_SAID = {"isSidechain": "sub-agent", "isMeta": "isMeta", "isCompactSummary": "isCompactSummary"}


@dataclass(slots=True)
class _Turn:
    """One block of a message, or what a tool gave back."""

    uuid: str
    message: str
    role: str
    words: str
    timestamp: str
    tools: tuple[str, ...] = ()
    answers: str = ""


@dataclass(slots=True)
class _Log:
    """The rows of one session: its turns, what hangs on what, and what is left out."""

    turns: list[_Turn] = field(default_factory=list)
    parents: dict[str, str] = field(default_factory=dict)
    tools: dict[str, str] = field(default_factory=dict)
    omissions: Omissions = field(default_factory=Omissions)


def _gather(rows: Iterator[Row]) -> Parts:
    logs: defaultdict[str, _Log] = defaultdict(_Log)
    titles: dict[str, str] = {}
    others = Omissions()
    for row in rows:
        given = row.value if isinstance(row.value, Mapping) else {}
        name, uuid = text_in(given, "sessionId"), text_in(given, "uuid")
        if given.get("type") == "summary":
            titles[text_in(given, "leafUuid")] = text_in(given, "summary")
        elif not name or not uuid:
            others.add(given.get("type"), row.where)
        else:
            _take(given, uuid, row.where, logs[name])
    sessions = {uuid: name for name, log in logs.items() for uuid in log.parents}
    named = {sessions[leaf]: title for leaf, title in titles.items() if leaf in sessions}
    for number, (name, log) in enumerate(logs.items()):
        yield _session(name, named.get(name, ""), log, others if number == 0 else Omissions())


def _take(row: Mapping[str, Any], uuid: str, where: str, log: _Log) -> None:
    """Add a row to the log of its session."""
    if uuid in log.parents:
        log.omissions.add("repeated row", where)
        return
    log.parents[uuid] = text_in(row, "parentUuid", "logicalParentUuid")
    message = row.get("message")
    if row.get("type") not in ("user", "assistant") or not isinstance(message, Mapping):
        log.omissions.add(row.get("type"), where)
        return
    unsaid = next((kind for key, kind in _NOT_SAID.items() if row.get(key) is True), None)
    if unsaid is not None:
        log.omissions.add(unsaid, where)
        return
    log.turns.extend(_turns(row, message, uuid, where, log))


def _turns(row: Mapping[str, Any], message: Mapping[str, Any], uuid: str, where: str, log: _Log) -> Iterator[_Turn]:
    """Yield the results of tools, which come in rows of the user, and then the message itself."""
    place, moment = at(at(where, "message"), "content"), text_in(row, "timestamp")
    content = message.get("content")
    blocks: list[Any] = []
    for index, block in enumerate(content if isinstance(content, list) else [content]):
        given = block if isinstance(block, Mapping) else {}
        if given.get("type") == "tool_result":
            words = words_of(given.get("content"), at(at(place, index), "content"), log.omissions)
            yield _Turn(uuid, "", "tool", words, moment, answers=text_in(given, "tool_use_id"))
        else:
            blocks.append(block)
    calls = [block for block in blocks if isinstance(block, Mapping) and block.get("type") == "tool_use"]
    log.tools.update((text_in(call, "id"), text_in(call, "name")) for call in calls)
    if blocks:
        role = text_in(message, "role") or text_in(row, "type")
        tools = tuple(text_in(call, "id") for call in calls)
        yield _Turn(uuid, text_in(message, "id"), role, words_of(blocks, place, log.omissions), moment, tools=tools)


def _session(name: str, title: str, log: _Log, others: Omissions) -> Part:
    kept = _current(log)
    abandoned = len(log.turns) - len(kept)
    for _ in range(abandoned):
        log.omissions.add("abandoned branch", "")
    messages: dict[str, dict[str, str]] = {}
    words: defaultdict[str, list[str]] = defaultdict(list)
    for number, turn in enumerate(kept):
        if not turn.words:
            continue
        key = turn.message or f"{number}"
        words[key].append(turn.words)
        tool = log.tools.get(turn.answers, "") if turn.answers else ""
        messages.setdefault(key, {"role": turn.role, "name": tool, "timestamp": turn.timestamp})
    merged = [{**message, "content": "\n".join(words[key])} for key, message in messages.items()]
    upload = {"sessionId": name, "title": title, "messages": merged}
    return part_of(upload, notes=(*log.omissions.notes(), *others.notes()))


def _current(log: _Log) -> list[_Turn]:
    """Return the turns from the root to the last one, with the other blocks of their messages and their tools' results.

    Blocks that ran side by side hang on one another in no order: what belongs to a message of the branch is part of it.
    """
    path: set[str] = set()
    uuid = log.turns[-1].uuid if log.turns else ""
    while uuid and uuid not in path:
        path.add(uuid)
        uuid = log.parents.get(uuid, "")
    messages = {turn.message for turn in log.turns if turn.uuid in path and turn.message}
    tools = {tool for turn in log.turns if turn.uuid in path or turn.message in messages for tool in turn.tools}
    return [turn for turn in log.turns if turn.uuid in path or turn.message in messages or (turn.answers in tools)]


CLAUDE_CODE = Reader(
    name="claude_code",
    title="Claude Code log",
    example='{"type": "user", "uuid": "u1", "parentUuid": null, "sessionId": "s1", "message": {"role": "user", '
    '"content": "How long does the cache live?"}}',
    variants=(RowVariant("rows with `uuid`, `sessionId` and `message`", _ROW, _gather, Counting.MESSAGES_WITH_WORDS),),
)
