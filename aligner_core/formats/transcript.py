"""Transcripts as text or Markdown: speakers are guessed from the beginnings of lines, and reported as a guess."""

import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from aligner_core.formats.notes import Note
from aligner_core.formats.reading import MAX_ITEMS, Counting, Omissions, TextRead, TextReader, part_of
from aligner_core.formats.shapes import Misfit

_TIME = r"(?:(?:오전|오후) ?)?\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?(?: ?[AaPp]\.?[Mm]\b\.?)?"
_NAME = r"[^\W\d_][\w.'’-]*(?: [\w.'’&()-]+){0,2}"
_SPEAKER = re.compile(
    rf"(?:[-*] )?(?:[\[(]?(?P<before>{_TIME})[\])]? *[-–]? *)?(?P<bold>\*\*|__)?(?P<name>{_NAME}?)(?:\*\*|__)?"
    rf"(?: *[\[(](?P<after>{_TIME})[\])])? ?(?:\uff1a(?:\*\*|__)?[ \t]*|:(?:\*\*|__)?(?:[ \t]+|$))"
)
_CHAT = re.compile(rf"\[(?P<name>[^\[\]]{{1,40}})\] \[(?P<before>{_TIME})\] ")
"""How KakaoTalk exports a line."""
_HEADING = re.compile(
    rf"(?P<level>#{{1,6}}) +(?:\*\*)?(?P<name>{_NAME})(?:\*\*)?(?: *[\[(](?P<after>{_TIME})[\])])?:?[ \t]*"
)
_TITLE = re.compile(r"#{1,6} +(.+)")
_ROLES = {
    **dict.fromkeys(("user", "human", "you", "사용자"), "user"),
    **dict.fromkeys(("assistant", "ai", "chatgpt", "claude", "gemini", "어시스턴트"), "assistant"),
    "system": "system",
    **dict.fromkeys(("q", "a", "나", "질문", "답변"), ""),
}
"""What people call models and their users, and the role that it is; who asks and who answers is not known."""
_SAID = " said"
_LABELS = frozenset(
    {
        *("note", "notes", "warning", "tip", "hint", "important", "caution", "example", "summary", "date", "time"),
        *("status", "author", "authors", "version", "name", "title", "type", "description", "default", "usage", "goal"),
        *("input", "output", "decision", "action", "actions", "owner", "deadline", "problem", "solution", "result"),
        *("context", "background", "location", "participants", "attendees", "agenda", "topic", "priority", "pros"),
        *("cons", "step", "purpose", "scope", "license", "requirements", "참고", "주의", "요약", "날짜", "제목"),
    }
)
"""What bold words before a colon often are that are no names."""
_LINES = "lines `Speaker: words`"
_HEADINGS = "headings of speakers"
MIN_TURNS = 2
MAX_LINES_BEFORE = 20
MAX_SHOWN = 10
MAX_LINE_CHARS = 500
"""How much of a line is looked at for its speaker."""


@dataclass(frozen=True, slots=True)
class _Turn:
    """The start of a turn, the start of its words, and the speaker."""

    start: int
    words: int
    name: str
    timestamp: str
    level: str = ""
    is_bold: bool = False


def _read(text: str, name: str) -> TextRead | Misfit:
    """Return the session that a text seems to be; the words of a turn go on to the next."""
    spoken = _turns(text, (_CHAT, _SPEAKER))
    headed = [] if _are_turns(spoken) else _headed(text)
    turns = headed if _are_turns(headed) else spoken
    before = text[: turns[0].start].count("\n") if turns else 0
    if not _are_turns(turns) or before > MAX_LINES_BEFORE:
        line = text[: turns[0].start].count("\n") + 1 if turns else 1
        return Misfit(f"line {line}", "`Speaker: words`, with a speaker who speaks twice", 2 * bool(turns))
    ends = [*(turn.start for turn in turns[1:]), len(text)]
    messages = [_message(turn, text[turn.words : end]) for turn, end in zip(turns, ends, strict=True)]
    rule = _HEADINGS if turns is headed else _LINES
    head = text[: turns[0].start]
    title = _TITLE.search(head)
    omissions = Omissions()
    for _ in filter(str.strip, _TITLE.sub("", head, count=1).splitlines()):
        omissions.add("line before the first speaker", "line 1")
    upload = {"title": title.group(1).strip() if title else name, "messages": messages}
    part = part_of(upload, notes=(_guess(turns), *omissions.notes()))
    return TextRead(f"{rule} (a guess)", part, Counting.MESSAGES)


def _turns(text: str, patterns: tuple[re.Pattern[str], ...]) -> list[_Turn]:
    """Return the turns that begin with a speaker in one of these forms, at the beginning of a line.

    Where most have a time, a line without one belongs to the turn before it.
    """
    turns, start = list[_Turn](), 0
    for line in text.splitlines(keepends=True):
        found = next((hit for one in patterns if (hit := one.match(line.rstrip("\r\n")[:MAX_LINE_CHARS]))), None)
        if found is not None:
            groups = found.groupdict()
            moment = groups.get("before") or groups.get("after") or ""
            level, is_bold = groups.get("level", ""), groups.get("bold") is not None
            turns.append(_Turn(start, start + found.end(), groups["name"].strip(), moment, level, is_bold))
        start += len(line)
        if len(turns) > MAX_ITEMS:
            break
    timed = [turn for turn in turns if turn.timestamp]
    return _without_said(timed if len(timed) > len(turns) / 2 else turns)


def _without_said(turns: list[_Turn]) -> list[_Turn]:
    """Return turns by their speakers' names alone, where each is headed `NAME said`."""
    if not all(turn.name.endswith(_SAID) for turn in turns):
        return turns
    return [replace(turn, name=turn.name.removesuffix(_SAID)) for turn in turns]


def _headed(text: str) -> list[_Turn]:
    """Return the turns that begin with a heading, of the highest level on which there are turns."""
    turns = _turns(text, (_HEADING,))
    levels = [[turn for turn in turns if turn.level == level] for level in sorted({turn.level for turn in turns})]
    return next((level for level in levels if _are_turns(level)), [])


def _are_turns(turns: list[_Turn]) -> bool:
    """Whether people speak here: one twice, one who is called as models and users are, or all with bold names."""
    names = [turn.name.casefold() for turn in turns]
    are_bold = all(turn.is_bold for turn in turns) and _LABELS.isdisjoint(names)
    is_said = len(set(names)) < len(names) or not _ROLES.keys().isdisjoint(names) or are_bold
    return len(turns) >= MIN_TURNS and is_said


def _message(turn: _Turn, words: str) -> dict[str, Any]:
    """Return a turn as a message; only the line breaks that part it from its neighbours are not its words."""
    role = _ROLES.get(turn.name.casefold(), "")
    return {"role": role, "name": turn.name, "content": words.strip("\r\n"), "timestamp": turn.timestamp}


def _guess(turns: list[_Turn]) -> Note:
    counts = Counter(turn.name for turn in turns)
    shown = ", ".join(f"{name} ({count})" for name, count in counts.most_common(MAX_SHOWN))
    more = ", …" if len(counts) > MAX_SHOWN else ""
    return Note(code="speakers_guessed", where="line 1", params={"value": shown + more})


TRANSCRIPT = TextReader(
    name="transcript",
    title="Transcript (text or Markdown)",
    example="Dana: How long does the cache live?\nKim: One hour.\nDana: Good.",
    rules=(f"{_LINES} (a guess)", f"{_HEADINGS} (a guess)"),
    read=_read,
)
