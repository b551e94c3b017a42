"""Word lists as sorted 32-bit hashes: whether a word is one that people write.

A look-up is a binary search in an array. A hash can collide: about 2 of 100,000 words that are in no list seem to be in
one of 65,000. The lists are made by `docs/make_word_lists.py`; their licences stand beside them.
"""

import hashlib
import struct
from array import array
from bisect import bisect_left
from functools import cache
from importlib.resources import files

HASH_BYTES = 4


class WordList:
    """The words of one list."""

    def __init__(self, hashes: "array[int]") -> None:
        self._hashes = hashes

    def __contains__(self, word: str) -> bool:
        wanted = hash_of_word(word)
        at = bisect_left(self._hashes, wanted)
        return at < len(self._hashes) and self._hashes[at] == wanted

    def __len__(self) -> int:
        return len(self._hashes)


def hash_of_word(word: str) -> int:
    """Return the 32-bit hash of a word, the same on every machine."""
    digest = hashlib.blake2b(word.encode("utf-8", "surrogatepass"), digest_size=HASH_BYTES).digest()
    return int.from_bytes(digest, "little")


@cache
def word_list(name: str) -> WordList:
    """Return the list of that name: `en`, `en-frequent`, `en-rare`, `ko` or `ko-rare`.

    >>> "trainer" in word_list("en-frequent"), "trainre" in word_list("en"), "의사" in word_list("ko")
    (True, False, True)
    """
    stored = (files("aligner_core._language") / "data" / f"{name}.words").read_bytes()
    return WordList(array("I", struct.unpack(f"<{len(stored) // HASH_BYTES}I", stored)))
