"""Annotations of brat: a line for each, with offsets into a text that is another file."""

import re
from typing import Any

from aligner_core.formats.chat_lines import first_lines
from aligner_core.formats.reading import Counting, Omissions, TextRead, TextReader, part_of
from aligner_core.formats.shapes import Misfit

_TEXT = re.compile(r"(?P<name>T\d+)\t(?P<type>\S+) \d+ \d+(?:;\d+ \d+)*\t(?P<words>.*)")
_REMARK = re.compile(r"#\d+\t\S+ (?P<name>T\d+)\t(?P<words>.*)")
_OTHER = re.compile(r"[REAMN*#]\d*\t.*")
_ASKED = 20
_RULE = "lines `T1`, a type, offsets and words, with tabs"


def _read(text: str, _: str) -> TextRead | Misfit:
    head = first_lines(text, _ASKED)
    if not any(map(_TEXT.fullmatch, head)) or not all(map(_is_annotation, head)):
        return Misfit("line 1", "`T1`, a type, offsets and words, with tabs")
    omissions, entries = Omissions(), dict[str, dict[str, Any]]()
    for number, line in enumerate(text.splitlines(), start=1):
        found, remark = _TEXT.fullmatch(line), _REMARK.fullmatch(line)
        if found is not None:
            evidence = [{"quote": found["words"]}]
            title = {"title": found["words"], "body": "", "evidence": evidence}
            entries[found["name"]] = {"entryId": found["name"], "type": found["type"], **title}
        elif remark is not None and remark["name"] in entries:
            entries[remark["name"]]["body"] = remark["words"]
        elif line.strip():
            omissions.add(line[0], f"line {number}")
    extraction = {"entries": list(entries.values()), "index": "none"}
    return TextRead(_RULE, part_of(extraction, notes=omissions.notes()), Counting.NO_NUMBERS)


def _is_annotation(line: str) -> bool:
    return any(pattern.fullmatch(line) is not None for pattern in (_TEXT, _REMARK, _OTHER))


BRAT = TextReader(
    name="brat",
    title="brat annotations",
    example="T1\tTIME 13 21\tone hour\n#1\tAnnotatorNotes T1\tfrom the plan",
    rules=(_RULE,),
    read=_read,
)
