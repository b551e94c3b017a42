"""Chats that were exported from KakaoTalk, on a computer or a phone, in Korean or English."""

import re
from dataclasses import dataclass

from aligner_core.formats.chat_lines import Aside, Begun, chat_in, first_lines
from aligner_core.formats.reading import Counting, TextRead, TextReader, part_of
from aligner_core.formats.shapes import Misfit

_CLOCK = r"(?:(?:오전|오후) ?)?\d{1,2}:\d{2}(?: ?[AP]M)?"
_DAY = r"\d{4}(?:년 \d{1,2}월 \d{1,2}일|\. \d{1,2}\. \d{1,2}\.)|[A-Z][a-z]+ \d{1,2}, \d{4},?"
_PC = re.compile(rf"\[(?P<name>[^\[\]\r\n]{{1,60}})\] \[(?P<clock>{_CLOCK})\] ?")
_PHONE = re.compile(rf"(?P<moment>(?:{_DAY}) {_CLOCK}), (?P<name>[^:\r\n]{{1,60}}?) : ?")
_RULER = re.compile(r"-{5,} ?(?P<day>[^-\r\n]+?) ?-{5,}\s*")
_DATE = re.compile(rf"(?:{_DAY})(?: \S요일| {_CLOCK})?\s*")
_HEADING = re.compile(
    r"\ufeff?.{0,80}카카오톡 대화\s*|KakaoTalk Chats? with .{1,80}|"
    r"(?:저장한 날짜|Date Saved) ?:.*"
)
_NOTICE = re.compile(
    r".{1,60}(?:님이 (?:들어왔습니다|나갔습니다|초대했습니다)|님을 (?:초대했습니다|내보냈습니다)|"
    r"메시지가 삭제되었습니다|joined this chatroom|left this chatroom|invited .{1,60})\.?.{0,30}"
)
_SHORT = frozenset({"사진", "동영상", "이모티콘", "Photo", "Video", "Emoticon", "삭제된 메시지입니다.", "음성메시지"})
_COUNTED = re.compile(r"(?:사진|Photos?) \d+(?:장)?|(?:파일|File): .{1,120}")
_RULE = "lines as KakaoTalk exports them"
_ATTACHMENT = "attachment"


@dataclass(slots=True)
class _Lines:
    """The day that the last ruler named, for lines that have only a clock."""

    day: str = ""

    def begin(self, line: str) -> Begun | Aside | None:
        """Return what begins with a line."""
        phone, pc = _PHONE.match(line), _PC.match(line)
        if phone is not None:
            return _begun(phone["name"], phone["moment"], line, phone.end())
        if pc is not None:
            return _begun(pc["name"], f"{self.day} {pc['clock']}".strip(), line, pc.end())
        ruler = _RULER.fullmatch(line)
        if ruler is not None:
            self.day = re.sub(r" \S요일$", "", ruler["day"])
            return Aside("date")
        if _DATE.fullmatch(line):
            return Aside("date", ends=False)
        if _HEADING.fullmatch(line):
            return Aside("heading")
        moment = re.match(rf"(?:{_DAY}) {_CLOCK}, ", line)
        return Aside("notice", ends=False) if _NOTICE.fullmatch(line[moment.end() if moment else 0 :]) else None


def _begun(name: str, moment: str, line: str, words: int) -> Begun:
    rest = line[words:].strip()
    return Begun(name, moment, words, _ATTACHMENT if rest in _SHORT or _COUNTED.fullmatch(rest) else "")


def _read(text: str, name: str) -> TextRead | Misfit:
    head = first_lines(text, 8)
    is_headed = any(_HEADING.fullmatch(line) for line in head[:2]) or any(map(_RULER.fullmatch, head))
    if not is_headed and not (head and _PHONE.match(head[0])):
        return Misfit("line 1", "a heading or a line as KakaoTalk exports it")
    chat = chat_in(text, _Lines().begin)
    if not chat.messages:
        return Misfit("line 1", "a message with its writer", 2 * any(_HEADING.fullmatch(line) for line in head[:2]))
    upload = {"title": name, "messages": chat.messages}
    return TextRead(_RULE, part_of(upload, notes=chat.omissions.notes()), Counting.MESSAGES_WITH_WORDS)


KAKAOTALK = TextReader(
    name="kakaotalk",
    title="KakaoTalk chat",
    example="방재팀 님과 카카오톡 대화\n저장한 날짜 : 2026년 1월 4일 오후 7:10\n\n"
    "2026년 1월 4일 오후 7:03, 김민수 : 금요일에 만나요",
    rules=(_RULE,),
    read=_read,
)
