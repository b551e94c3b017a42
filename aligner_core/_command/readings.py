"""Reading files of any known format for the commands, and the messages about them on standard error."""

import argparse
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import IO

from aligner_core._command.files import STDIN, InputError, name_of, print_to_stderr, read_data, read_json
from aligner_core.errors import FormatError, InvalidTypeError, InvalidValueError
from aligner_core.formats.archives import ZIP
from aligner_core.formats.decoding import MAX_FILE_BYTES
from aligner_core.formats.mapping import PURPOSES, FieldMapping, mapping_from
from aligner_core.formats.notes import Note, sentence
from aligner_core.formats.reading import Counting, Reading
from aligner_core.formats.streams import read, read_stream

OUR_OWN = frozenset({"session", "extraction", "retrieval"})
"""The formats that are not announced."""


def add_map_argument(parser: argparse.ArgumentParser, file: str) -> None:
    """Add the option of a mapping, by which *file* is read."""
    parser.add_argument(
        "--map",
        metavar="NAME=KEY,…|FILE",
        help=f"read {file} by a mapping: what its keys or columns are for ({', '.join(PURPOSES)}; rows), or as=text, "
        "as=lines; or a file of these as JSON",
    )


def mapping_of(given: str | None) -> FieldMapping | None:
    """Return the mapping of the option: pairs, or a file of JSON.

    Raises:
        InputError: it is no mapping.

    """
    if given is None:
        return None
    try:
        return mapping_from(given) if "=" in given else FieldMapping.from_wire(read_json(Path(given)))
    except (InvalidValueError, InvalidTypeError) as error:
        message = f"--map {given}: {error}"
        raise InputError(message) from error


def read_file(path: Path, mapping: FieldMapping | None = None) -> Reading:
    """Return what a file, or standard input, holds, read by a mapping if there is one.

    Raises:
        InputError: it cannot be read, or no reader knows it; the sentence lists the known formats.

    """
    return read_bytes(read_data(path), path, mapping)


def read_bytes(data: bytes, path: Path, mapping: FieldMapping | None = None) -> Reading:
    """Return what the bytes of a file hold; arrays, lines and archives may hold more than is read at once.

    Raises:
        InputError: no reader knows them.

    """
    name = None if path == STDIN else path.name
    with errors_naming(path):
        if len(data) <= MAX_FILE_BYTES and not data.startswith(ZIP):
            return read(data, name=name, mapping=mapping)
        stream = read_stream(BytesIO(data), name=name, mapping=mapping)
        parts = tuple(stream.parts)
    return Reading(format=stream.format, rule=stream.rule, counting=stream.counting, parts=parts)


@contextmanager
def opened(path: Path) -> Iterator[IO[bytes]]:
    """Open a file, or standard input, for reading bytes.

    Raises:
        InputError: it cannot be read.

    """
    try:
        if path == STDIN:
            yield sys.stdin.buffer
            return
        with path.open("rb") as file:
            yield file
    except OSError as error:
        message = f"{path} cannot be read: {error.strerror}."
        raise InputError(message) from error


@contextmanager
def errors_naming(path: Path) -> Iterator[None]:
    """Raise errors of reading as input errors that name the file."""
    try:
        yield
    except FormatError as error:
        example = error.known.get(str(error.params.get("title")))
        message = f"{name_of(path)}: {error}" + (f" An example: {example}" if example else "")
        raise InputError(message) from error


def print_rule(path: Path, rule: str, counting: Counting) -> None:
    """Print the rule by which the format was recognized, and how it counts messages."""
    print_to_stderr(f"{name_of(path)}: {rule}. {counting.sentence}")


def print_notes(notes: Iterable[Note]) -> bool:
    """Print each note; return whether something was left out."""
    left_out = False
    for note in notes:
        print_to_stderr(sentence(note.code, note.where, note.params))
        left_out = left_out or note.is_left_out
    return left_out


def print_reading(path: Path, reading: Reading) -> None:
    """Print which format a file has unless it is ours, and of any file what was left out or is odd."""
    if reading.format not in OUR_OWN:
        print_rule(path, reading.rule, reading.counting)
    print_notes(reading.notes)
