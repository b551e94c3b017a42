"""The files below cases/, and short views of what is read from files."""

import io
import json
from pathlib import Path
from typing import Any

from aligner_core.formats import Reading, read

CASES = Path(__file__).parent / "cases"
EN = "Let's keep the cache for one hour and measure again on Monday."
KO = "캐시는 한 시간 동안 유지하고 월요일에 다시 측정하기로 해요. 🙂"
"""The words that most cases hold."""


def case(name: str) -> Reading:
    """Return what is read from a case."""
    return read((CASES / name).read_bytes(), name=name)


def read_json(value: object) -> Reading:
    """Return what is read from a value, written as JSON."""
    return read(json.dumps(value, ensure_ascii=False))


def read_lines(*values: object) -> Reading:
    """Return what is read from values, written as JSON in lines."""
    return read("\n".join(json.dumps(value, ensure_ascii=False) for value in values))


def turns(reading: Reading) -> list[list[tuple[str, str]]]:
    """Return role or name, and words of each message of each session."""
    return [[(one.role or one.name, one.content) for one in session.messages] for session in reading.sessions]


def quoted(reading: Reading) -> list[tuple[Any, str]]:
    """Return index and words of each quote."""
    entries = [entry for extraction in reading.extractions for entry in extraction.entries]
    return [(quote.raw_index, quote.text) for entry in entries for quote in entry.quotes]


def noted(reading: Reading) -> list[tuple[str, str, Any]]:
    """Return code, place, and the kind and number or the value of each note."""
    return [
        (note.code, note.where, note.params.get("value") or (note.params.get("kind"), note.params.get("count")))
        for note in reading.notes
    ]


class Pipe(io.BytesIO):
    """A file that cannot be read from another place, and gives at most some bytes at a time."""

    def __init__(self, data: bytes, at_once: int = 1 << 16) -> None:
        super().__init__(data)
        self._at_once = at_once
        self.bytes_read = 0

    def seekable(self) -> bool:
        return False

    def seek(self, *_: int) -> int:
        raise io.UnsupportedOperation

    tell = seek

    def read(self, size: int | None = -1, /) -> bytes:
        data = super().read(self._at_once if size is None or size < 0 else min(size, self._at_once))
        self.bytes_read += len(data)
        return data
