"""Tables of JSON in lines: one row a line, read and written line by line."""

import json
import os
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path

from aligner_core._text.printing import printable_json
from aligner_core.bulk.models import Form, Result, Shard, TableRow
from aligner_core.formats.decoding import json_rows, numbered_lines
from aligner_core.formats.notes import Note

_BLOCK_BYTES = 1 << 20


def is_form(start: bytes) -> bool:
    """Whether a file begins with an object, or is blank so far: it may have no rows."""
    words = start.removeprefix(BOM_UTF8).strip()
    return not words or words.startswith(b"{")


def cut(source: Path, rows: int) -> Iterator[tuple[int, int, int]]:
    """Yield for each shard its first row, how many it has, and its first byte; blank lines are counted, too."""
    first_row, first_byte, at, left, ended = 0, 0, 0, rows, True
    with source.open("rb") as file:
        for block in iter(partial(file.read, _BLOCK_BYTES), b""):
            place = 0
            while (lines := block.count(b"\n", place)) >= left:
                for _ in range(left):
                    place = block.index(b"\n", place) + 1
                yield first_row, rows, first_byte
                first_row, first_byte, left = first_row + rows, at + place, rows
            left, at, ended = left - lines, at + len(block), block.endswith(b"\n")
    last = rows - left + (not ended)
    if last:
        yield first_row, last, first_byte


def read(shard: Shard) -> Iterator[TableRow]:
    """Yield the rows of a shard; a line that cannot be read is one with the reason."""
    with shard.source.open("rb") as file:
        file.seek(shard.first_byte)
        for number, line in islice(numbered_lines(file), shard.rows):
            for row in json_rows([(shard.first_row + number, line)]):
                error = None if row.note is None else f"line {shard.first_row + number}: {_reason(row.note)}"
                yield TableRow(shard.first_row + number - 1, row.value, error)


def _reason(note: Note) -> str:
    """Return why a line cannot be read, of which the reader counts the only line as its first."""
    return str(note.params["value"]).removeprefix("line 1, ")


def write(target: Path, results: Iterable[Result]) -> None:
    """Write results to a file, and wait until the disk has them."""
    with target.open("x", encoding="utf-8", newline="\n") as file:
        for result in results:
            file.write(printable_json(json.dumps(result, ensure_ascii=False)) + "\n")
        file.flush()
        os.fsync(file.fileno())


def read_back(target: Path) -> Iterator[Result]:
    """Yield the results that were written."""
    with target.open(encoding="utf-8") as file:
        yield from map(json.loads, file)


JSONL = Form(".jsonl", is_form, cut, read, write, read_back)
