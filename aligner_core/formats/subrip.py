"""Captions in SubRip (SRT)."""

import re

from aligner_core.formats.chat_lines import first_lines
from aligner_core.formats.cues import messages_of
from aligner_core.formats.reading import Counting, Omissions, TextRead, TextReader, part_of
from aligner_core.formats.shapes import Misfit
from aligner_core.formats.webvtt import cues_in

_TIMING = re.compile(r"\d+:\d\d:\d\d,\d{1,3} *--> *\d+:\d\d:\d\d,\d{1,3}.*")
_NUMBER = re.compile(r"\ufeff?\d+\s*")
_RULE = "a number, then a time with `-->`"


def _read(text: str, name: str) -> TextRead | Misfit:
    head = first_lines(text, 2)
    is_timed = len(head) > 1 and _NUMBER.fullmatch(head[0]) is not None and _TIMING.fullmatch(head[1]) is not None
    if not is_timed:
        return Misfit("line 1", "a number, then a time with `-->`")
    messages = messages_of(cues_in(text, Omissions()))
    if not messages:
        return Misfit("line 1", "cues with words", 2)
    return TextRead(_RULE, part_of({"title": name, "messages": messages}), Counting.MESSAGES_WITH_WORDS)


SUBRIP = TextReader(
    name="subrip",
    title="Captions (SubRip)",
    example="1\n00:00:00,500 --> 00:00:07,000\nInes: We ship on Friday\n\n"
    "2\n00:00:07,000 --> 00:00:09,000\nOmar: Fine.",
    rules=(_RULE,),
    read=_read,
)
