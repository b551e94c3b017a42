"""Two claims side by side: the words that only one of them has, and which of these state another fact."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import groupby

import regex

from aligner_core import check_claim

MAX_COMPARED = 500
"""How many comparisons are kept in memory."""
_WORDS = regex.compile(r"\S+")
_ENDS = ".,;:!?"

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Piece:
    """Some words of a claim, in a row: both claims have them, or only this one; these may state another fact."""

    text: str
    is_same: bool = True
    is_fact: bool = False


@dataclass(frozen=True, slots=True)
class ComparedClaims:
    """Two claims in pieces, and whether one states a fact otherwise than the other."""

    first: tuple[Piece, ...]
    second: tuple[Piece, ...]
    states_another_fact: bool


@lru_cache(maxsize=MAX_COMPARED)
def compare_claims(first: str, second: str) -> ComparedClaims:
    """Return two claims compared word by word; what states another fact is what the claim check finds.

    A fact that one claim has and the other does not mention is no other fact.
    """
    in_first, in_second = (list(_WORDS.finditer(claim)) for claim in (first, second))
    keys = [[one[0].rstrip(_ENDS).casefold() for one in words] for words in (in_first, in_second)]
    same = SequenceMatcher(None, keys[0], keys[1], autojunk=False).get_matching_blocks()
    both = (
        {at for start, _, size in same for at in range(start, start + size)},
        {at for _, start, size in same for at in range(start, start + size)},
    )
    facts = _facts(first, second), _facts(second, first)
    return ComparedClaims(
        tuple(_pieces(first, [one.span() for one in in_first], both[0], facts[0])),
        tuple(_pieces(second, [one.span() for one in in_second], both[1], facts[1])),
        states_another_fact=any(facts),
    )


def _facts(claim: str, other: str) -> list[Range]:
    """Return where a claim states what another claim has otherwise, or denies."""
    missing = check_claim(claim, [other]).missing
    return [(fact.start, fact.end) for fact in missing if fact.instead or fact.kind == "negation"]


def _pieces(claim: str, words: Sequence[Range], both: set[int], facts: Sequence[Range]) -> Iterator[Piece]:
    """Yield the pieces of a claim, with the spaces between different ones as pieces of their own."""
    kinds = [
        (at in both, at not in both and any(start < last and first < end for first, last in facts))
        for at, (start, end) in enumerate(words)
    ]
    end = 0
    for (is_same, is_fact), places in groupby(range(len(words)), key=kinds.__getitem__):
        run = list(places)
        start = words[run[0]][0]
        if start > end:
            yield Piece(claim[end:start])
        end = words[run[-1]][1]
        yield Piece(claim[start:end], is_same, is_fact)
