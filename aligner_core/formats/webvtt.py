"""Captions in WebVTT, such as Teams, Zoom and Meet keep of their calls."""

import re
from collections.abc import Iterator

from aligner_core.formats.cues import Cue, messages_of
from aligner_core.formats.reading import Counting, Omissions, TextRead, TextReader, part_of
from aligner_core.formats.shapes import Misfit

_TIMING = re.compile(r"(?P<start>(?:\d+:)?\d\d:\d\d[.,]\d{3})[ \t]+-->[ \t]+(?:\d+:)?\d\d:\d\d[.,]\d{3}[^\n]*")
_BLANK = re.compile(r"\n[ \t]*\n\s*")
_ASIDES = ("NOTE", "STYLE", "REGION")
_RULE = "`WEBVTT` in the first line"


def _read(text: str, name: str) -> TextRead | Misfit:
    if re.match(r"WEBVTT(?:[ \t\r\n]|$)", text) is None:
        return Misfit("line 1", "`WEBVTT`")
    omissions = Omissions()
    messages = messages_of(cues_in(text, omissions))
    if not messages:
        return Misfit("line 1", "cues with words", 2)
    part = part_of({"title": name, "messages": messages}, notes=omissions.notes())
    return TextRead(_RULE, part, Counting.MESSAGES_WITH_WORDS)


def cues_in(text: str, omissions: Omissions) -> Iterator[Cue]:
    """Yield the cues of captions; notes and styles are counted."""
    for block in _BLANK.split(re.sub(r"\r\n?", "\n", text)):
        timing = _TIMING.search(block)
        if timing is not None:
            yield Cue(timing["start"], block[timing.end() :].strip("\n"))
        elif block.startswith(_ASIDES):
            omissions.add(block.split(maxsplit=1)[0], "")


WEBVTT = TextReader(
    name="webvtt",
    title="Captions (WebVTT)",
    example="WEBVTT\n\n00:00:03.000 --> 00:00:06.000\n<v Ines Roth>We ship on Friday</v>",
    rules=(_RULE,),
    read=_read,
)
