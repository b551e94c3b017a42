"""What a claim adds to a list: *walnuts and peanuts* where only walnuts were spoken of."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from aligner_core._claims.denials import all_stems
from aligner_core._claims.people import People
from aligner_core._claims.reading import Reading, Word
from aligner_core._language.lexicon import words_at


def additions_in(claim: Reading, people: People, messages: Sequence[Reading]) -> Iterator[Word]:
    """Yield the words of a claim that stand in a list behind one of the messages, and are in none of them."""
    names = {mention.start for mention in people.mentions_in(claim)}
    said = frozenset().union(*map(all_stems, messages))
    for clause in claim.clauses:
        for one, other in pairwise(word for word in clause.words if word.start not in names):
            is_added = not one.stems.isdisjoint(said) and other.stems.isdisjoint(said)
            if is_added and _is_listed(claim.text[one.end : other.start], one) and _are_alike(one.text, other.text):
                yield other


def _is_listed(between: str, word: Word) -> bool:
    """Return whether two words are items of a list, by what stands between them or ends the first."""
    return between.strip() in words_at("claims.additions.between") or (
        between == " " and word.text.endswith(words_at("claims.additions.endings"))
    )


def _are_alike(one: str, other: str) -> bool:
    """Return whether two English words may be of one kind, by their ending: both plural, or none."""
    endings = words_at("claims.additions.verb_endings")
    return not (one.endswith(endings) or other.endswith(endings)) and one.endswith("s") == other.endswith("s")
