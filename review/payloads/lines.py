"""Lines of a stream, also of a packed one: no line and no stream takes more than its limit, whatever it unpacks to."""

import gzip
import zlib
from collections.abc import Callable, Iterator
from typing import NamedTuple, Protocol, cast

from django.conf import settings
from django.http import UnreadablePostError

from review.domain.errors import Problem, UploadRefusedError
from review.domain.limits import MAX_STREAM_BYTES


class Source(Protocol):
    """What a stream is read from."""

    def read(self, size: int, /) -> bytes:
        """Return up to some bytes; none at the end."""

    def readline(self, size: int, /) -> bytes:
        """Return up to some bytes of a line; none at the end."""


class Line(NamedTuple):
    """A line by its number, counted from 1; without its bytes where it is longer than a line may be."""

    number: int
    data: bytes | None


class _Bounded:
    """A source that counts what is read of it, and refuses to go on beyond the limit."""

    def __init__(self, source: Source) -> None:
        self._source, self._left = source, MAX_STREAM_BYTES

    def read(self, size: int, /) -> bytes:
        return self._counted(self._source.read(size))

    def readline(self, size: int, /) -> bytes:
        return self._counted(self._source.readline(size))

    def _counted(self, data: bytes) -> bytes:
        self._left -= len(data)
        if self._left < 0:
            raise UploadRefusedError(Problem("stream_too_large", "", {"limit": MAX_STREAM_BYTES}))
        return data


def lines_of(source: Source, *, is_packed: bool) -> Iterator[Line]:
    """Yield the lines of a stream that are not blank; *is_packed* is whether it was compressed with gzip.

    Raises:
        UploadRefusedError: the stream holds too much, or cannot be unpacked.
        UnreadablePostError: who sends it has gone.

    """
    read = _unpacked(source).readline if is_packed else _Bounded(source).readline
    number, limit = 0, settings.REVIEW_MAX_FILE_BYTES
    while data := _line(read, limit + 1):
        number += 1
        if len(data) > limit and not data.endswith(b"\n"):
            _pass_by(read)
            yield Line(number, None)
        elif data.strip():
            yield Line(number, data)


def _unpacked(source: Source) -> _Bounded:
    # What GzipFile asks of a file are these methods alone.
    return _Bounded(gzip.GzipFile(fileobj=cast("gzip.GzipFile", _Bounded(source))))


def _line(read: Callable[[int], bytes], size: int) -> bytes:
    try:
        return read(size)
    except UnreadablePostError:
        raise
    except (OSError, EOFError, zlib.error) as error:
        raise UploadRefusedError(Problem("stream_unreadable")) from error


def _pass_by(read: Callable[[int], bytes]) -> None:
    """Read the rest of a line, in pieces that are not kept."""
    while (piece := _line(read, 1 << 16)) and not piece.endswith(b"\n"):
        pass
