"""Chats that were exported from WhatsApp, in the forms of iPhones and of Android, with the dates of any country."""

import re

from aligner_core.formats.chat_lines import Aside, Begun, chat_in, first_lines
from aligner_core.formats.reading import Counting, TextRead, TextReader, part_of
from aligner_core.formats.shapes import Misfit

_DIRECTION = "\u200e\u200f\u202a\u202c"
"""Signs of the direction of writing, which WhatsApp sets before what it writes itself, and within dates."""
_DATE = rf"\d{{1,4}}[{_DIRECTION}]*[./-] ?\d{{1,2}}[{_DIRECTION}]*[./-] ?\d{{1,4}}\.?"
_HALF = r"(?:오전|오후|上午|下午|午前|午後|凌晨|早上|中午|晚上)"
_AFTER = r"(?:[AaPp]\.?[ \u00a0\u202f]?[Mm]\b\.?|ص|م)"
_TIME = rf"(?:{_HALF} ?)?\d{{1,2}}[:.]\d{{2}}(?:[:.]\d{{2}})?(?:[ \u00a0\u202f]?{_AFTER})?"
_MOMENT = rf"(?P<moment>{_DATE}[,،]?[ \u00a0\u202f](?:klo |kl\.? |um |à |a las |às |alle )?{_TIME})"
_START = re.compile(rf"[{_DIRECTION}\ufeff]*(?:\[{_MOMENT}\] |{_MOMENT.replace('moment', 'other')} [-–] )")
_NAME = re.compile(rf"[{_DIRECTION}]*(?P<name>[^:\r\n]{{1,80}}): ?")
_ATTACHED = re.compile(
    rf"[{_DIRECTION}]*(?:<[^<>\r\n]{{3,60}}>|[^\r\n()]{{1,80}}\.\w{{2,5}} \([^()\r\n]{{3,40}}\))[ \t]*"
)
_EDITED = re.compile(r"[ ]?\u200e<[^<>\r\n]{3,80}>$")
_WRITTEN = "written by WhatsApp"
_RULE = "lines that begin with a date and a time"


def _begin(line: str) -> Begun | Aside | None:
    start = _START.match(line)
    if start is None:
        return None
    named = _NAME.match(line, start.end())
    if named is None:
        return Aside(_WRITTEN)
    moment = (start["moment"] or start["other"]).translate(dict.fromkeys(map(ord, _DIRECTION)))
    begun = Begun(named["name"].strip(), moment, named.end())
    rest = line[named.end() :]
    if start["moment"] is not None and rest.startswith("\u200e"):
        return Aside(_WRITTEN)
    return Begun(begun.name, moment, named.end(), "attachment") if _ATTACHED.fullmatch(rest) else begun


def _read(text: str, name: str) -> TextRead | Misfit:
    head = first_lines(text, 1)
    if not head or _START.match(head[0]) is None:
        return Misfit("line 1", "a date and a time, then who writes")
    chat = chat_in(text, _begin)
    if not chat.messages:
        return Misfit("line 1", "a message with its writer", 2)
    for message in chat.messages:
        words = _EDITED.sub("", message["content"])
        if words != message["content"]:
            chat.omissions.add("mark of an edit", "")
            message["content"] = words
    upload = {"title": name, "messages": chat.messages}
    return TextRead(_RULE, part_of(upload, notes=chat.omissions.notes()), Counting.MESSAGES_WITH_WORDS)


WHATSAPP = TextReader(
    name="whatsapp",
    title="WhatsApp chat",
    example="[14.08.2025, 21:01:00] Ines: We view the flat on Friday\n[14.08.2025, 21:02:00] Omar: Fine",
    rules=(_RULE,),
    read=_read,
)
