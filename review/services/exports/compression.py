"""Compress a stream a piece at a time, so that none of it waits for the rest."""

import zlib
from collections.abc import Iterable, Iterator
from typing import Final

GZIP: Final = 31
"""The window of zlib with the header and the checksum of gzip."""
LEVEL: Final = 6
PIECES_PER_FLUSH: Final = 200


def gzipped(pieces: Iterable[str]) -> Iterator[bytes]:
    """Yield pieces of text as one gzip file; what was read so far can be unpacked after every so many pieces.

    >>> import gzip
    >>> gzip.decompress(b"".join(gzipped(["one", "two"])))
    b'onetwo'
    """
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, GZIP)
    for number, piece in enumerate(pieces, start=1):
        packed = packer.compress(piece.encode("utf-8", "surrogatepass"))
        if number % PIECES_PER_FLUSH == 0:
            packed += packer.flush(zlib.Z_SYNC_FLUSH)
        if packed:
            yield packed
    yield packer.flush()
