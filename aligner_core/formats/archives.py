"""Reads the files of archives: all at once within a limit, or one after another without one."""

import io
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, NamedTuple

from aligner_core.formats.decoding import MAX_FILE_BYTES, looked_into, refuse_file
from aligner_core.formats.sights import sight_of_archive

MAX_MEMBERS = 100_000
ZIP = b"PK\x03\x04"
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Only these unpack within a limit."""
_CONVERSATIONS = re.compile(r"(?:.*/)?conversations(?:-\d+)?\.json")
_READABLE = re.compile(r"(?!.*(?:^|/)(?:\.|_(?!chat\.txt$))).*\.(?:jsonl?|ndjson|csv|tsv|txt|md)", re.IGNORECASE)


class Member(NamedTuple):
    """A file of an archive, to be read from its beginning."""

    name: str
    file: io.BufferedReader


class Members(NamedTuple):
    """The names of the files of an archive that are read, these files one after another, and how many are left."""

    names: list[str]
    files: Iterator[Member]
    left: int


def unpacked(archive: IO[bytes]) -> tuple[dict[str, bytes], int]:
    """Return the files of an archive that can be read, by name, and the number of those that were left.

    These are the conversations of an export, or else the only file of a kind that can be read. Nothing is written, and
    no more is unpacked than the limit.

    Raises:
        FormatError: the archive is broken or locked, has nothing to read, or unpacks to too much.

    """
    members = opened(archive)
    held, room = dict[str, bytes](), MAX_FILE_BYTES
    for name, file in members.files:
        held[name] = file.read(room + 1)
        room -= len(held[name])
        if room < 0:
            refuse_file("file_too_large", name, {"limit": MAX_FILE_BYTES})
    return held, members.left


def opened(
    archive: IO[bytes], wanted: Callable[[list[zipfile.ZipInfo]], list[zipfile.ZipInfo]] | None = None
) -> Members:
    """Return the same files, or those that are *wanted* of all, each unpacked as it is read.

    Raises:
        FormatError: the archive is broken or has nothing to read; while reading, also where a file of it is.

    """
    with _refusing():
        zipped = zipfile.ZipFile(archive)
        members = [member for member in zipped.infolist()[:MAX_MEMBERS] if not member.is_dir()]
    chosen = (wanted or _wanted)(members)
    files = (_opened(zipped, member) for member in chosen)
    return Members([member.filename for member in chosen], files, len(members) - len(chosen))


def names_in(archive: IO[bytes]) -> list[str]:
    """Return the names of the files of an archive, as far as they are looked at; none of one that is broken."""
    try:
        return zipfile.ZipFile(archive).namelist()[:MAX_MEMBERS]
    except (zipfile.BadZipFile, OSError, ValueError, RuntimeError, LookupError):
        return []


def _opened(zipped: zipfile.ZipFile, member: zipfile.ZipInfo) -> Member:
    if member.compress_type not in _METHODS:
        refuse_file("archive_unreadable", member.filename, {"value": f"compression {member.compress_type}"})
    with _refusing():
        file = zipped.open(member)

    def read(size: int) -> bytes:
        with _refusing():
            return file.read(size)

    return Member(member.filename, looked_into(read))


@contextmanager
def _refusing() -> Iterator[None]:
    """Refuse an archive that the code inside cannot read."""
    try:
        yield
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, RuntimeError, ValueError, LookupError) as error:
        refuse_file("archive_unreadable", params={"value": str(error) or type(error).__name__})


def _wanted(members: list[zipfile.ZipInfo]) -> list[zipfile.ZipInfo]:
    exported = [member for member in members if _CONVERSATIONS.fullmatch(member.filename)]
    seen = None if exported else sight_of_archive(member.filename for member in members)
    if seen is not None:
        refuse_file(seen.code, params={"kind": seen.kind})
    readable = [member for member in members if _READABLE.fullmatch(member.filename)]
    wanted = sorted(exported, key=lambda member: member.filename) or (readable if len(readable) == 1 else [])
    if not wanted:
        refuse_file("nothing_in_archive", params={"value": ", ".join(member.filename for member in members[:5])})
    return wanted
