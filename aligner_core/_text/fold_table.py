"""A table of what each code point folds to by itself, and its *kind*: whether its neighbors can change that.

PLAIN folds to one code point and WIDE to any number; neither ever joins with the character before it. LEADING, VOWEL
and FINAL are the jamo of modern syllables. DROPPED folds to nothing and belongs to no character. Everything that can
join with a character before or after it is JOINING.

The table is filled as code points are met. An entry is one machine word and always gets the same value, whichever
thread fills it, so threads need no lock.
"""

from functools import cache
from typing import TYPE_CHECKING, TypeAlias

import regex

from aligner_core._lazy import lazy_module
from aligner_core._text.folding import fold_character

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    np = lazy_module("numpy")

PLAIN, WIDE, LEADING, DROPPED, VOWEL, FINAL, JOINING, UNKNOWN = range(8)
SPACE = 0x20

Codes: TypeAlias = "NDArray[np.uint32] | NDArray[np.uint8]"
Kinds: TypeAlias = "NDArray[np.uint8]"

_SHIFT = 21
_CODE = (1 << _SHIFT) - 1
_UNKNOWN = UNKNOWN << _SHIFT
_BREAKS = r"\p{GCB=Other}\p{GCB=LV}\p{GCB=LVT}\p{GCB=Control}\p{GCB=CR}\p{GCB=LF}"
_APART = regex.compile(rf"[[{_BREAKS}]--[\p{{InCB=Linker}}\p{{InCB=Extend}}]]", regex.V1)
"""Always a cluster of its own next to others of this set; only ZWJ and linkers, which are not in it, can join them."""
_HEADS = regex.compile(rf"[[{_BREAKS}\p{{GCB=L}}]--\p{{M}}]", regex.V1)
"""Never joins, as a folded character, with the one before it: not a mark, and does not compose with a letter."""
_JAMO = ((0x1100, 0x1113, LEADING), (0x1161, 0x1176, VOWEL), (0x11A8, 0x11C3, FINAL))
_UNCHANGED = ((0x3131, 0x318F), (0x4E00, 0xA000), (0xAC00, 0xD7A4))
"""Compatibility jamo, ideographs and syllables: known to be plain, and too many to look up one by one."""


def text_from_codes(codes: Codes) -> str:
    """Return the text of code points `(n,)`, uint8 when all are ASCII or else uint32."""
    if codes.dtype == np.uint8:
        return codes.tobytes().decode("ascii")
    if not len(codes):
        return ""
    return str(codes.view(f"U{len(codes)}")[0]).ljust(len(codes), "\0")  # numpy takes NUL at the end for padding


def folded_codes(text: str) -> "tuple[Codes, Kinds | None]":
    """Return, for a text of *n* > 0 characters, the (first) folded code point of each and its kind.

    The codes are `(n,)`, uint8 when the text is ASCII or else uint32; the kinds `(n,) uint8`, or None when all are
    PLAIN. The text may hold lone surrogates.
    """
    if text.isascii():
        return np.frombuffer(text.encode().translate(_ascii()), np.uint8), None
    codes = _code_points(text)
    entries = _table().take(codes)
    highest = entries.max()
    if highest <= _CODE:
        return entries, None
    if highest >= _UNKNOWN:
        _learn(np.unique(codes[entries >= _UNKNOWN]).tolist())
        return folded_codes(text)
    return entries & np.uint32(_CODE), (entries >> np.uint32(_SHIFT)).astype(np.uint8)


def _code_points(text: str) -> "NDArray[np.uint32]":
    """Return the code points of a text that is not empty, `(n,) uint32`."""
    return np.array([text], f"U{len(text)}").view(np.uint32)


def _learn(codes: list[int]) -> None:
    table = _table()
    for code in codes:
        table[code] = _entry(chr(code))


def _entry(char: str) -> int:
    folded = fold_character(char)
    return _kind(char, folded) << _SHIFT | ord(folded[:1] or "\0")


def _kind(char: str, folded: str) -> int:
    for first, end, kind in _JAMO:
        if first <= ord(char) < end:
            return kind
    if not _APART.match(char):
        return JOINING
    if not folded:
        return DROPPED
    if not _HEADS.match(folded):
        return JOINING
    return PLAIN if len(folded) == 1 else WIDE


@cache
def _table() -> "NDArray[np.uint32]":
    table = np.full(0x110000, _UNKNOWN, np.uint32)
    for first, end in _UNCHANGED:
        table[first:end] = np.arange(first, end)
    table[:0x80] = [_entry(chr(code)) for code in range(0x80)]
    return table


@cache
def _ascii() -> bytes:
    """Return what each ASCII character folds to, as `bytes.translate` takes it."""
    return bytes(_table()[:0x80].astype(np.uint8)) + bytes(0x80)
