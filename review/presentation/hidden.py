"""Letters in place of invisible characters, to make them visible to readers.

A zero-width space splits a word in two, and a bidi control makes a page show words in another order than stored.
Readers of a message as evidence have to see them.
"""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

import regex

from aligner_core import hidden_runs

MAX_NAMED_GROUPS = 6
"""How many groups of equal characters are named in one run, as a run may be as long as a message."""
ABBREVIATIONS = {
    **{chr(code): name for code, name in enumerate(
        ("NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "HT", "LF", "VT", "FF", "CR", "SO", "SI", "DLE",
         "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC", "FS", "GS", "RS", "US")
    )},
    **{chr(code): f"VS{number}" for number, code in enumerate([*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)], 1)},
    "\u007f": "DEL", "\u0085": "NEL", "\u00ad": "SHY", "\u034f": "CGJ", "\u061c": "ALM", "\u115f": "HCF",
    "\u1160": "HJF", "\u180e": "MVS", "\u200b": "ZWSP", "\u200c": "ZWNJ", "\u200d": "ZWJ", "\u200e": "LRM",
    "\u200f": "RLM", "\u2028": "LSEP", "\u2029": "PSEP", "\u202a": "LRE", "\u202b": "RLE", "\u202c": "PDF",
    "\u202d": "LRO", "\u202e": "RLO", "\u2060": "WJ", "\u2066": "LRI", "\u2067": "RLI", "\u2068": "FSI",
    "\u2069": "PDI", "\u3164": "HF", "\ufeff": "BOM", "\uffa0": "HWHF",
}  # fmt: skip
_SPACES = {" ": "·", "\t": "⇥", "\n": "⏎", "\r\n": "⏎", "\u00a0": "NBSP"}
_SPACE = regex.compile(r"(\r\n|\s)")


@dataclass(frozen=True, slots=True)
class Piece:
    """Visible text, or a run of hidden characters with the letters that are shown for it and their names."""

    text: str
    letters: str = ""
    names: str = ""


def pieces(text: str) -> Iterator[Piece]:
    """Split a text into visible and hidden pieces, which joined together are the text."""
    at = 0
    for start, end in hidden_runs(text):
        if start > at:
            yield Piece(text[at:start])
        yield _named(text[start:end])
        at = end
    if at < len(text):
        yield Piece(text[at:])


def pieces_with_spaces(text: str) -> Iterator[Piece]:
    """Split a text with every white space as a piece of its own, since two compared texts may differ only in that."""
    for piece in pieces(text):
        if piece.letters:
            yield piece
        else:
            yield from (_spaced(part) for part in _SPACE.split(piece.text) if part)


def spell_out(text: str) -> str:
    """Return a text with letters in place of hidden characters, for places that allow no markup."""
    return "".join(f"[{piece.letters}]" if piece.letters else piece.text for piece in pieces(text))


def _named(run: str) -> Piece:
    groups = [(character, sum(1 for _ in same)) for character, same in groupby(run)]
    shown = groups[:MAX_NAMED_GROUPS]
    letters = [_letters(character) + (f"×{count}" if count > 1 else "") for character, count in shown]
    rest = len(run) - sum(count for _, count in shown)
    more = [f"+{rest}"] if rest else []
    return Piece(run, " ".join(letters + more), ", ".join(_name(character) for character, _ in shown))


def _spaced(part: str) -> Piece:
    if not part.isspace():
        return Piece(part)
    return Piece(part, _SPACES.get(part) or _letters(part), ", ".join(map(_name, part)))


def _letters(character: str) -> str:
    return ABBREVIATIONS.get(character, f"U+{ord(character):04X}")


def _name(character: str) -> str:
    """Return the code point and the Unicode name of a character; control characters have no name."""
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".rstrip()
