"""Chats that were exported from LINE: the clock, who writes and the words, with tabs between them."""

import re
from dataclasses import dataclass

from aligner_core.formats.chat_lines import Aside, Begun, Chat, chat_in, first_lines
from aligner_core.formats.reading import Counting, TextRead, TextReader, part_of
from aligner_core.formats.shapes import Misfit

_CLOCK = r"(?:(?:午前|午後|上午|下午|오전|오후) ?)?\d{1,2}:\d{2}(?: ?[AaPp][Mm])?"
_LINE = re.compile(rf"(?P<clock>{_CLOCK})\t(?P<name>[^\t\r\n]{{1,80}})\t")
_NOTICE = re.compile(rf"{_CLOCK}\t\t?[^\t\r\n]*")
_DAY = re.compile(r"\d{4}[/.]\d{1,2}[/.]\d{1,2} ?(?:\(\S{1,4}\)|[^\s\d]{1,12})|[A-Z][a-z]{2}, \d{1,2}/\d{1,2}/\d{4}")
_HEADING = re.compile(r"\ufeff?\[LINE\] .+|(?:Saved on|保存日時|保存日期|저장한 날짜|儲存日期|บันทึกวันที่) ?[:\uff1a].*")
_PLACEHOLDER = re.compile(r"\[[^\[\]\r\n]{1,20}\]")
_RULE = "lines of a clock, a name and words, with tabs"


@dataclass(slots=True)
class _Lines:
    """The day that the last line of a day named."""

    day: str = ""

    def begin(self, line: str) -> Begun | Aside | None:
        """Return what begins with a line."""
        found = _LINE.match(line)
        if found is not None:
            left = "attachment" if _PLACEHOLDER.fullmatch(line[found.end() :]) else ""
            return Begun(found["name"], f"{self.day} {found['clock']}".strip(), found.end(), left)
        if _DAY.fullmatch(line.strip()):
            self.day = line.strip()
            return Aside("date")
        if _HEADING.fullmatch(line):
            return Aside("heading")
        return Aside("notice") if _NOTICE.fullmatch(line) else None


def _read(text: str, name: str) -> TextRead | Misfit:
    head = first_lines(text, 5)
    if not any(map(_LINE.match, head)) or not any(_DAY.fullmatch(line.strip()) for line in head):
        is_named = bool(head) and _HEADING.fullmatch(head[0]) is not None
        return Misfit("line 1", "a day, then lines of a clock, a name and words", 2 * is_named)
    chat = _unquoted(chat_in(text, _Lines().begin))
    if not chat.messages:
        return Misfit("line 1", "a message with its writer", 2)
    upload = {"title": name, "messages": chat.messages}
    return TextRead(_RULE, part_of(upload, notes=chat.omissions.notes()), Counting.MESSAGES_WITH_WORDS)


def _unquoted(chat: Chat) -> Chat:
    """Return a chat without the marks that LINE sets around words of several lines."""
    for message in chat.messages:
        words = message["content"]
        if "\n" in words and len(words) > 1 and words[0] == words[-1] == '"':
            message["content"] = words[1:-1].replace('""', '"')
    return chat


LINE_CHAT = TextReader(
    name="line_chat",
    title="LINE chat",
    example="[LINE] Chat history with Ken\nSaved on: 2026/03/02 18:00\n\n"
    "2026/03/02(Mon)\n15:15\tMina\tHow long?\n15:16\tKen\tOne hour.",
    rules=(_RULE,),
    read=_read,
)
