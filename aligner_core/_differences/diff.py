"""The edits that turn a quote into the words of its source, cut for people to read.

They are shown, never judged: whether a fact is changed follows from the folded words (`classify`).
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Literal

import regex
from rapidfuzz.distance import Levenshtein, Opcode

from aligner_core.errors import require_type
from aligner_core.spans import Value

MAX_CHANGED_SHARE = 0.4
"""The share of changed characters above which whole words are compared: letters kept by chance only confuse."""
MIN_KEPT_PIECES = 2
"""Fewer characters, or words and spaces, than this between two changes are shown as part of one change."""

_CHARACTER = regex.compile(r"\X")
_WORD = regex.compile(r"\s+|\S+")

EditKind = Literal["same", "insert", "delete", "replace"]
Change = tuple[list[str], list[str]]
"""A part of the quote, and the part of the source in its place, in characters or in words; equal where kept."""


class Edit(Value):
    """One part of a quote and what the source has in its place, read from the quote to the source.

    `insert` is text that only the source has, `delete` text that only the quote has.
    """

    kind: EditKind
    quote_text: str
    source_text: str


def edits(quote: str, source: str) -> tuple[Edit, ...]:
    """Return what turns *quote* into *source*, and what stays; each side, joined, is exactly the text given.

    Nothing that a reader sees as one character is cut. Where much differs, whole words are compared.

    Raises:
        InvalidTypeError: an argument is not a string.

    >>> [(edit.kind, edit.quote_text, edit.source_text) for edit in edits("ships in 12 days", "ships in 21 days.")]
    [('same', 'ships in ', 'ships in '), ('replace', '12', '21'), ('same', ' days', ' days'), ('insert', '', '.')]

    """
    require_type(quote, str, "quote")
    require_type(source, str, "source")
    quote_pieces, source_pieces = _CHARACTER.findall(quote), _CHARACTER.findall(source)
    opcodes = _opcodes(quote_pieces, source_pieces)
    if _changed_count(opcodes) > MAX_CHANGED_SHARE * max(len(quote_pieces), len(source_pieces)):
        quote_pieces, source_pieces = _WORD.findall(quote), _WORD.findall(source)
        opcodes = _opcodes(quote_pieces, source_pieces)
    changes = _from_word_starts(_changes(opcodes, quote_pieces, source_pieces))
    return tuple(_edit("".join(quoted), "".join(original)) for quoted, original in _merged(changes))


def _opcodes(quote_pieces: Sequence[str], source_pieces: Sequence[str]) -> list[Opcode]:
    """Return the fewest edits between two texts; each piece is a number, since rapidfuzz compares strings by hash."""
    numbers = {piece: number for number, piece in enumerate(dict.fromkeys([*quote_pieces, *source_pieces]))}
    return list(
        Levenshtein.opcodes([numbers[piece] for piece in quote_pieces], [numbers[piece] for piece in source_pieces])
    )


def _changed_count(opcodes: Sequence[Opcode]) -> int:
    changed = (code for code in opcodes if code.tag != "equal")
    return sum(max(code.src_end - code.src_start, code.dest_end - code.dest_start) for code in changed)


def _changes(opcodes: Sequence[Opcode], quote_pieces: list[str], source_pieces: list[str]) -> Iterator[Change]:
    """Yield the parts of both texts in reading order; what stays and what changes alternate."""
    for _, group in groupby(opcodes, key=lambda code: code.tag == "equal"):
        run = list(group)
        quoted = quote_pieces[run[0].src_start : run[-1].src_end]
        yield quoted, source_pieces[run[0].dest_start : run[-1].dest_end]


def _from_word_starts(parts: Iterable[Change]) -> list[Change]:
    """Return the parts with changes moved to begin where a word begins, if one side alone has them: "the ", not "he t".

    It costs as few edits.
    """
    changes = list(parts)
    for at in range(1, len(changes) - 1):
        (kept, _), (quoted, original), (after, _) = changes[at - 1 : at + 2]
        word_start, only = _last_word_start(kept, first=at == 1), quoted or original
        if word_start and not (quoted and original) and only[-len(word_start) :] == word_start:
            kept, only = kept[: -len(word_start)], word_start + only[: -len(word_start)]
            after = word_start + after
            changes[at - 1 : at + 2] = [(kept, kept), (only, []) if quoted else ([], only), (after, after)]
    return [change for change in changes if any(change)]


def _last_word_start(kept: Sequence[str], *, first: bool) -> list[str]:
    """Return the beginning of a word that a kept part ends in; empty when the word begins before it."""
    spaces = [at for at, piece in enumerate(kept) if piece.isspace()]
    return list(kept[spaces[-1] + 1 :] if spaces else kept if first else ())


def _merged(changes: Iterable[Change]) -> list[Change]:
    """Return the parts with changes joined that are less than MIN_KEPT_PIECES apart."""
    merged: list[Change] = []
    for quoted, original in changes:
        if quoted != original and len(merged) > 1 and len(merged[-1][0]) < MIN_KEPT_PIECES:
            (quoted_before, original_before), (kept, _) = merged[-2:]
            merged[-2:] = [(quoted_before + kept + quoted, original_before + kept + original)]
        else:
            merged.append((quoted, original))
    return merged


def _edit(quoted: str, original: str) -> Edit:
    kind: EditKind
    if quoted == original:
        kind = "same"
    elif quoted and original:
        kind = "replace"
    else:
        kind = "delete" if quoted else "insert"
    return Edit(kind=kind, quote_text=quoted, source_text=original)
