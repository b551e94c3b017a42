"""A JSON array item by item: no more of its file is held than the item that is read."""

import codecs
import json
import re
from collections.abc import Iterator
from typing import IO

from aligner_core.formats.decoding import DECODER, MAX_DEPTH, MAX_FILE_BYTES, is_deeper, parsed, refuse_file
from aligner_core.formats.encodings import marked
from aligner_core.formats.reading import Row
from aligner_core.formats.shapes import at

CHUNK_BYTES = 1 << 16
_WORDS = re.compile(r"[^ \t\r\n]")
_ENDS = re.compile(r"[ \t\r\n,\]]")
"""What stands behind an item that is whole: a number that is cut off is one, too."""


class JsonArray:
    """The items of an array, as rows; `bytes_read` is how much of the file they needed so far.

    Iterating raises `FormatError` where the file is no array from there on.
    """

    def __init__(self, file: IO[bytes], where: str = "") -> None:
        self._file = file
        self._where = where
        self._decoder: codecs.IncrementalDecoder | None = None
        self._text, self._at, self._is_ended = "", 0, False
        self.bytes_read = 0

    def __iter__(self) -> Iterator[Row]:
        self._take("[", self._where)
        place, number = at(self._where, 0), 0
        if self._next() != "]":
            yield Row(place, self._value(place))
            while self._next() == ",":
                self._at += 1
                number += 1
                place = at(self._where, number)
                yield Row(place, self._value(place))
        self._take("]", place)
        self._take("", place)

    def _take(self, mark: str, where: str) -> None:
        """Pass over a mark, which is "" for the end of the file."""
        if self._next() != mark:
            refuse_file("not_json", where)
        self._at += len(mark)

    def _next(self) -> str:
        """Return the next character that is no white space, and stay there; "" at the end."""
        while True:
            found = _WORDS.search(self._text, self._at)
            if found is not None:
                self._at = found.start()
                return found[0]
            self._at = len(self._text)
            if not self._grow():
                return ""

    def _value(self, where: str) -> object:
        """Return the value that begins here or after white space; what is not whole yet is read on."""
        self._next()
        found = self._decoded(where)
        while found is None or not _ENDS.match(self._text, found[1]):
            if self._is_ended:
                refuse_file("not_json", where)
            self._check_size(len(self._text), where)
            self._grow()
            found = self._decoded(where)
        value, end = found
        self._check_size(end, where)
        if is_deeper(value, MAX_DEPTH - 1):
            refuse_file("json_too_deep", where, {"limit": MAX_DEPTH})
        self._at = end
        return value

    def _decoded(self, where: str) -> tuple[object, int] | None:
        """Return the value that begins here and where it ends, as far as the text is known; None for no value."""
        try:
            found: tuple[object, int] = parsed(DECODER.raw_decode, self._text, self._at, where=where, limit=MAX_DEPTH)
        except json.JSONDecodeError:
            return None
        return found

    def _check_size(self, end: int, where: str) -> None:
        if end - self._at > MAX_FILE_BYTES:
            refuse_file("file_too_large", where, {"limit": MAX_FILE_BYTES})

    def _grow(self) -> bool:
        """Forget what was read, and read at least as much again as is held; return whether there was more."""
        self._text, self._at = self._text[self._at :], 0
        chunk = self._file.read(max(CHUNK_BYTES, len(self._text)))
        if self._decoder is None:
            self._decoder = codecs.getincrementaldecoder(marked(chunk) or "utf-8-sig")()
        waiting = len(self._decoder.getstate()[0])
        try:
            self._text += self._decoder.decode(chunk, final=not chunk)
        except UnicodeDecodeError as error:
            refuse_file("not_utf8", params={"position": self.bytes_read - waiting + error.start})
        self.bytes_read += len(chunk)
        self._is_ended = not chunk
        return bool(chunk)
