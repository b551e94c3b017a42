"""What another store exported, as a file: JSONL, compressed or not, or the audit bundle of a session."""

import gzip
import hashlib
import io
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from review.domain.errors import Problem, UploadRefusedError
from review.domain.limits import MAX_STREAM_BYTES
from review.payloads.records import Source, StoredSession, sessions_of_bundle, sessions_of_lines, store_of_lines
from review.verifier import verify

ZIP, GZIP = b"PK", b"\x1f\x8b"
MAX_LINE_CHARS = 64 * 1024 * 1024
STORE_CHARS = 8
CHUNK_BYTES = 1024 * 1024
UNREADABLE = (gzip.BadGzipFile, EOFError, zlib.error, UnicodeDecodeError)
"""What a file that is cut, or is not what its first bytes say, raises as it is read."""


def open_export(
    path: Path, *, wanted_key: str = "", most: int | None = MAX_STREAM_BYTES
) -> tuple[Source, Iterator[StoredSession]]:
    """Return what a file is, and its sessions, which are read as they are taken: *most* characters of them in all.

    Raises:
        UploadRefusedError: it is no export and no bundle, or a bundle that does not agree with itself.
        OSError, EOFError, zlib.error, UnicodeDecodeError: it cannot be read.

    """
    with path.open("rb") as file:
        start = file.read(2)
    if start == ZIP:
        return _bundle(path, wanted_key=wanted_key)
    lines = _lines(path, is_packed=start == GZIP, most=most)
    return Source("jsonl", _digest(path), store_of_lines(lines)), sessions_of_lines(lines)


def unpacks_beyond(path: Path, size: int) -> bool:
    """Return whether a file holds more than some bytes, unpacked; one that cannot be unpacked does not."""
    try:
        with path.open("rb") as file:
            start = file.read(2)
        if start == ZIP:
            with zipfile.ZipFile(path) as archive:
                return sum(one.file_size for one in archive.infolist()) > size
        with gzip.open(path) if start == GZIP else path.open("rb") as unpacked:
            while size >= 0 and (piece := unpacked.read(CHUNK_BYTES)):
                size -= len(piece)
    except (*UNREADABLE, zipfile.BadZipFile):
        return False
    return size < 0


def _bundle(path: Path, *, wanted_key: str) -> tuple[Source, Iterator[StoredSession]]:
    """Return the sessions of a bundle that agrees with itself; its key is named, and whether to trust it is asked."""
    try:
        files, more, _ = verify.read(path, path.stat().st_size * 2)
    except (ValueError, LookupError) as error:
        raise UploadRefusedError(Problem("not_a_bundle")) from error
    issues = [one for one in (*verify.check(files, wanted_key=wanted_key), *more) if one.kind == "wrong"]
    if issues:
        raise UploadRefusedError(Problem("bundle_differs", issues[0].where, {"value": issues[0].what}))
    manifest = verify.parse_json(files[verify.MANIFEST])
    key_id = str(manifest["key_id"]) if isinstance(manifest, dict) else ""
    return Source("bundle", _digest(path), key_id[:STORE_CHARS], key_id), sessions_of_bundle(files)


def _lines(path: Path, *, is_packed: bool, most: int | None) -> Iterator[str]:
    """Yield the lines of a file, at most so long that none fills the memory."""
    with gzip.open(path) if is_packed else path.open("rb") as raw, io.TextIOWrapper(raw, "utf-8") as text:
        left = most
        while line := text.readline(MAX_LINE_CHARS):
            if left is not None:
                left -= len(line)
                if left < 0:
                    raise UploadRefusedError(Problem("stream_too_large", "", {"limit": most}))
            yield line


def _digest(path: Path) -> str:
    total = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(CHUNK_BYTES):
            total.update(chunk)
    return total.hexdigest()
