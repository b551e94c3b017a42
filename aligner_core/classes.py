"""What each code point folds to where it stands alone, and whether what stands around it can change that.

PLAIN folds to one code point and WIDE to any number; neither ever joins with what stands before it. LEADING, VOWEL and
FINAL are the jamo of modern syllables. DROPPED folds to nothing and is part of no character. All that can join with
what stands before or after it is JOINING.

The table is filled as code points are met. An entry is one word and gets the same value from whoever fills it, so that
threads need no lock.
"""

import numpy as np
import regex
from numpy.typing import NDArray

from aligner_core.folding import fold_character

PLAIN, WIDE, LEADING, DROPPED, VOWEL, FINAL, JOINING, UNKNOWN = range(8)
SPACE = 0x20

Codes = NDArray[np.uint32] | NDArray[np.uint8]
Kinds = NDArray[np.uint8]

_SHIFT = 21
_CODE = (1 << _SHIFT) - 1
_UNKNOWN = UNKNOWN << _SHIFT
_BREAKS = r"\p{GCB=Other}\p{GCB=LV}\p{GCB=LVT}\p{GCB=Control}\p{GCB=CR}\p{GCB=LF}"
_APART = regex.compile(rf"[[{_BREAKS}]--[\p{{InCB=Linker}}\p{{InCB=Extend}}]]", regex.V1)
"""What is a cluster of its own between any two of its like; only ZWJ and linkers, which are not, can join them."""
_HEADS = regex.compile(rf"[[{_BREAKS}\p{{GCB=L}}]--\p{{M}}]", regex.V1)
"""What never joins, as folded character, with the one before it: no mark, and nothing that composes with a letter."""
_JAMO = ((0x1100, 0x1113, LEADING), (0x1161, 0x1176, VOWEL), (0x11A8, 0x11C3, FINAL))
_UNCHANGED = ((0x3131, 0x318F), (0x4E00, 0xA000), (0xAC00, 0xD7A4))
"""Compatibility jamo, ideographs and syllables: known to be plain, and too many to ask about one by one."""


def code_points(text: str) -> NDArray[np.uint32]:
    """Give the code points of a text that is not empty, lone surrogates among them."""
    return np.array([text], f"U{len(text)}").view(np.uint32)


def text_of(codes: Codes) -> str:
    """Give the text of code points."""
    if codes.dtype == np.uint8:
        return codes.tobytes().decode("ascii")
    if not len(codes):
        return ""
    return str(codes.view(f"U{len(codes)}")[0]).ljust(len(codes), "\0")  # numpy takes NUL at the end for padding


def look_up(text: str) -> tuple[Codes, Kinds | None]:
    """Give the (first) folded code point of each character, and its class: none when all are PLAIN."""
    if text.isascii():
        return np.frombuffer(text.encode().translate(_ASCII), np.uint8), None
    codes = code_points(text)
    entries = _TABLE.take(codes)
    highest = entries.max()
    if highest <= _CODE:
        return entries, None
    if highest >= _UNKNOWN:
        _learn(np.unique(codes[entries >= _UNKNOWN]).tolist())
        return look_up(text)
    return entries & np.uint32(_CODE), (entries >> np.uint32(_SHIFT)).astype(np.uint8)


def _learn(codes: list[int]) -> None:
    for code in codes:
        _TABLE[code] = _entry(chr(code))


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


def _table() -> NDArray[np.uint32]:
    table = np.full(0x110000, _UNKNOWN, np.uint32)
    for first, end in _UNCHANGED:
        table[first:end] = np.arange(first, end)
    table[:0x80] = [_entry(chr(code)) for code in range(0x80)]
    return table


_TABLE = _table()
_ASCII = bytes(_TABLE[:0x80].astype(np.uint8)) + bytes(0x80)
