"""Whether one word for another, in letters of an alphabet, is a slip of the keyboard or another fact."""

from rapidfuzz.distance import OSA

from aligner_core.alignments import DifferenceKind
from aligner_core.lexicon import INFLECTIONS, PREFIXES, Counts, both_told, opposed, other_member, same_member, shared

SHORTEST_STEM = 4


def change(said: str, stands: str, counts: Counts) -> DifferenceKind | None:
    """Say what one word changes that stands for another; nothing for inflections and a typo or two."""
    if same_member(said, stands):
        return None
    head, tail = shared(said, stands)
    if other_member(said, stands) or _opposed(said, stands, tail):
        return "word"
    if head >= SHORTEST_STEM - 1 and {_inflection(said, head), _inflection(stands, head)} <= INFLECTIONS:
        return None
    for length in range(tail, SHORTEST_STEM - 1, -1):
        prefixes = {said[: len(said) - length], stands[: len(stands) - length]}
        if prefixes <= PREFIXES and not _is_one_letter(*prefixes):
            return "negation" if "" in prefixes else "word"
    if len(said) >= SHORTEST_STEM and both_told(said, stands, counts):
        return "word"
    return None if _is_mistyped(said, stands) else "word"


def _is_one_letter(one: str, other: str) -> bool:
    """Say whether one prefix alone parts two words, and a keystroke writes it: mount and amount."""
    return {len(one), len(other)} == {0, 1}


def _opposed(said: str, stands: str, tail: int) -> bool:
    """Say whether two words are opposites, or become so less an ending they share, as northern and southern do."""
    return any(opposed(said[: len(said) - end], stands[: len(stands) - end]) for end in range(tail + 1))


def _inflection(word: str, head: int) -> str:
    """Give what a word has behind its stem, less a doubled consonant."""
    return word[head + 1 :] if word[head - 1 : head] == word[head : head + 1] else word[head:]


def _is_mistyped(said: str, stands: str) -> bool:
    longest = max(len(said), len(stands))
    allowed = 1 + (longest > 5) + (longest > 9)  # noqa: PLR2004 - about one typo in five letters
    return OSA.distance(said, stands) <= allowed
