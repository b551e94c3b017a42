"""What the files of each format say: who, in which role, when, which words; what is quoted; what is left out.

What is expected was written beside the file before the reader was, as somebody who only knows the program would.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from aligner_core.formats import Reading
from tests.aligner_core.formats.files import CASES, case
from tests.aligner_core.formats.mutations import format_of

SAID = CASES.parent / "said"


@pytest.mark.parametrize("path", sorted(SAID.iterdir()), ids=lambda path: path.stem)
def test_read_takes_what_is_said(path: Path) -> None:
    expected = json.loads(path.read_text(encoding="utf-8"))

    reading = case(path.stem)

    assert reading.format == format_of(path.stem)
    assert {"sessions": _sessions(reading), "quotes": _quotes(reading), "left": _left(reading)} == expected


def _sessions(reading: Reading) -> list[list[list[str]]]:
    return [
        [[one.role, one.name, one.timestamp, one.content] for one in session.messages] for session in reading.sessions
    ]


def _quotes(reading: Reading) -> list[list[Any]]:
    entries = (entry for extraction in reading.extractions for entry in extraction.entries)
    return [[quote.raw_index, quote.text] for entry in entries for quote in entry.quotes]


def _left(reading: Reading) -> dict[str, int]:
    counts = Counter[str]()
    for note in reading.notes:
        if note.code == "left_out":
            counts[note.params["kind"]] += note.params["count"]
    return dict(counts)
