"""The edits that turn a quote into the words of its source, cut for people to read.

They are shown, never judged: what changes a fact is told from the folded words, by `differences`.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Literal

import regex
from rapidfuzz.distance import Levenshtein, Opcode

from aligner_core.spans import Value

MOST_CHANGED = 0.4
"""The share of changed characters above which whole words are compared: letters kept by chance only confuse."""
SHORTEST_KEPT = 2
"""Fewer characters, or words and spaces, than this between two changes are shown as part of one change."""

_CHARACTER = regex.compile(r"\X")
_WORD = regex.compile(r"\s+|\S+")

EditKind = Literal["same", "insert", "delete", "replace"]
Sides = tuple[list[str], list[str]]
"""What stands in the quote, and what stands in the source in its place, in characters or in words."""


class Edit(Value):
    """One stretch of a quote and what the source has in its place, read from the quote to the source.

    `insert` is text that only the source has, `delete` text that only the quote has.
    """

    kind: EditKind
    quote_text: str
    source_text: str


def edits(quote: str, source: str) -> tuple[Edit, ...]:
    """List what turns *quote* into *source*, and what stays; either side joined is the text given, to the letter.

    Nothing that a reader sees as one character is cut. Where much differs, whole words are compared.

    >>> [(one.kind, one.quote_text, one.source_text) for one in edits("ships in 12 days", "ships in 21 days.")]
    [('same', 'ships in ', 'ships in '), ('replace', '12', '21'), ('same', ' days', ' days'), ('insert', '', '.')]
    """
    said, stands = _CHARACTER.findall(quote), _CHARACTER.findall(source)
    codes = _codes(said, stands)
    if _changed(codes) > MOST_CHANGED * max(len(said), len(stands)):
        said, stands = _WORD.findall(quote), _WORD.findall(source)
        codes = _codes(said, stands)
    stretches = _sides(codes, said, stands)
    return tuple(_edit("".join(one), "".join(other)) for one, other in _merged(_from_word_starts(list(stretches))))


def _codes(said: Sequence[str], stands: Sequence[str]) -> list[Opcode]:
    """Align two texts with the fewest edits; each piece is a number, since rapidfuzz knows strings by their hash."""
    numbers = {piece: number for number, piece in enumerate(dict.fromkeys([*said, *stands]))}
    return list(Levenshtein.opcodes([numbers[piece] for piece in said], [numbers[piece] for piece in stands]))


def _changed(codes: Sequence[Opcode]) -> int:
    return sum(max(one.src_end - one.src_start, one.dest_end - one.dest_start) for one in codes if one.tag != "equal")


def _sides(codes: Sequence[Opcode], said: list[str], stands: list[str]) -> Iterator[Sides]:
    """Give both sides of every stretch; what stays and what changes take turns."""
    for _, group in groupby(codes, key=lambda code: code.tag == "equal"):
        run = list(group)
        yield said[run[0].src_start : run[-1].src_end], stands[run[0].dest_start : run[-1].dest_end]


def _from_word_starts(stretches: list[Sides]) -> list[Sides]:
    """Let what only one side has begin where its word begins: "the " and not "he t", which costs as few edits."""
    for at in range(1, len(stretches) - 1):
        (kept, _), (said, stands), (after, _) = stretches[at - 1 : at + 2]
        begun, only = _begun(kept, first=at == 1), said or stands
        if begun and not (said and stands) and only[-len(begun) :] == begun:
            kept, only, after = kept[: -len(begun)], begun + only[: -len(begun)], begun + after
            stretches[at - 1 : at + 2] = [(kept, kept), (only, []) if said else ([], only), (after, after)]
    return [sides for sides in stretches if any(sides)]


def _begun(kept: Sequence[str], *, first: bool) -> list[str]:
    """Give the beginning of a word that a stretch ends in; nothing when it is not seen where the word begins."""
    spaces = [at for at, piece in enumerate(kept) if piece.isspace()]
    return list(kept[spaces[-1] + 1 :] if spaces else kept if first else ())


def _merged(stretches: Iterable[Sides]) -> list[Sides]:
    merged: list[Sides] = []
    for said, stands in stretches:
        if said != stands and len(merged) > 1 and len(merged[-1][0]) < SHORTEST_KEPT:
            (said_before, stands_before), (kept, _) = merged[-2:]
            merged[-2:] = [(said_before + kept + said, stands_before + kept + stands)]
        else:
            merged.append((said, stands))
    return merged


def _edit(said: str, stands: str) -> Edit:
    kind: EditKind = "same" if said == stands else "replace" if said and stands else "delete" if said else "insert"
    return Edit(kind=kind, quote_text=said, source_text=stands)
