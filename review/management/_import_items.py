"""A file of any known format, item by item: each becomes a session with its extraction."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path

from tqdm import tqdm

from aligner_core import ExtractionError, Note
from aligner_core.formats import FieldMapping, Part, read_stream
from review.domain.errors import Problem, UploadRefusedError
from review.payloads import read_json
from review.payloads.checks import problem_of
from review.payloads.files import reader_notes

OUR_OWN = frozenset({"session", "extraction", "retrieval"})
"""Formats that are read line by line, as each line may be in a different one of them."""
UNREAD = frozenset({"unreadable_line", "unreadable_item", "unreadable_rest"})


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a file: an upload with the notes of its reader, or the problems that prevented it.

    The notes *of_file* are stored with each of its extractions, but told once.
    """

    where: str
    payload: object = None
    notes: tuple[Note, ...] = ()
    problems: tuple[Problem, ...] = ()
    of_file: tuple[Note, ...] = ()

    @property
    def stored_notes(self) -> tuple[Note, ...]:
        """The notes that are stored with its extraction, besides its own."""
        return (*self.notes, *self.of_file)


def items_of(path: Path, mapping: FieldMapping | None = None) -> Iterator[Item]:
    """Yield the items of a file of any size, read by a mapping if there is one; show progress on a terminal.

    Raises:
        OSError: it cannot be read.

    """
    with path.open("rb") as file, tqdm(total=path.stat().st_size, unit="B", unit_scale=True, disable=None) as bar:
        is_ours = mapping is None and _is_ours_in_lines(file, path.name)
        for item in _lines(file) if is_ours else _parts(file, path.name, mapping):
            bar.update(file.tell() - bar.n)
            yield item
        bar.update(bar.total - bar.n)


def _is_ours_in_lines(file: BufferedReader, name: str) -> bool:
    first = next((line for line in iter(file.readline, b"") if line.strip()), b"")
    file.seek(0)
    try:
        is_ours = not first or read_stream(file, name=name).format in OUR_OWN
    except ExtractionError:
        is_ours = True
    file.seek(0)
    return is_ours and (not first or _is_json(first))


def _is_json(line: bytes) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _lines(file: BufferedReader) -> Iterator[Item]:
    for number, line in enumerate(iter(file.readline, b""), start=1):
        if not line.strip():
            continue
        try:
            yield Item(f"line {number}", payload=read_json(line))
        except UploadRefusedError as error:
            yield Item(f"line {number}", problems=error.problems)


def _parts(file: BufferedReader, name: str, mapping: FieldMapping | None) -> Iterator[Item]:
    """Yield the parts that a reader finds in a file; only the upload page offers other branches of a conversation."""
    try:
        stream = read_stream(file, name=name, mapping=mapping)
        of_file = reader_notes(stream.notes)
        yield from (_item(part, of_file) for part in stream.parts if not part.is_alternate)
    except ExtractionError as error:
        yield Item("", problems=(problem_of(error),))


def _item(part: Part, of_file: tuple[Note, ...]) -> Item:
    if part.upload:
        return Item(part.where, payload=part.upload, notes=reader_notes(part.notes), of_file=of_file)
    unread = tuple(Problem(note.code, note.where, note.params) for note in part.notes if note.code in UNREAD)
    return Item("", notes=() if unread else part.notes, problems=unread)
