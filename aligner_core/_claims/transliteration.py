"""The sound of a word, to match Hangul with Latin letters: 슬랙 is *Slack*, 베를린 is *Berlin*.

Only consonants count, and those that one script does not distinguish are merged: vowels and voicing vary too much.
"""

import re
import unicodedata
from functools import lru_cache
from itertools import product

MAX_CACHED_WORDS = 4096
MAX_CHARS = 30
"""A longer word is ignored."""

_JAMO = {
    **dict.fromkeys("\u1100\u1101\u110f\u11a8\u11a9\u11bf", "K"),
    **dict.fromkeys("\u1103\u1104\u1110\u11ae\u11c0\u1109\u110a\u110c\u110d\u110e\u11ba\u11bb\u11bd\u11be", "T"),
    **dict.fromkeys("\u1107\u1108\u1111\u11b8\u11c1", "P"),
    **dict.fromkeys("\u1105\u11af", "L"),
    **dict.fromkeys("\u1106\u11b7", "M"),
    **dict.fromkeys("\u1102\u11ab\u11bc", "N"),
}
"""The consonants of Hangul, first and final."""
_LATIN = (
    (r"tch|sch|sh|ch|th|zh|ts|tz", ("T",)),
    (r"ph", ("P",)),
    (r"ck|cc(?![eiy])|qu?|kh", ("K",)),
    (r"gh", ("", "K")),
    (r"^kn|^ps", ("N",)),
    (r"ng(?=[aeiouylr])", ("NK", "N")),
    (r"ng", ("N",)),
    (r"x", ("KT", "T")),
    (r"c(?=[eiy])", ("T",)),
    (r"g(?=[eiy])", ("T", "K")),
    (r"[ckg]", ("K",)),
    (r"r(?![aeiouyrh])", ("", "L")),
    (r"[lr]", ("L",)),
    (r"[pbfv]", ("P",)),
    (r"s$", ("T", "")),
    (r"[tdszj]", ("T",)),
    (r"m", ("M",)),
    (r"n", ("N",)),
    (r"[a-z]", ("",)),
)
"""Latin letters, longest first, and what each may be heard as."""
_LATIN_SOUND = re.compile("|".join(f"({pattern})" for pattern, _ in _LATIN))
MAX_CHOICES = 4
"""How many letters of a word may be heard in two ways."""


@lru_cache(maxsize=MAX_CACHED_WORDS)
def sounds_of(word: str) -> frozenset[str]:
    """Return how a folded word may sound; nothing where a letter is neither Hangul nor Latin.

    >>> sounds_of("베를린") & sounds_of("berlin"), sounds_of("슬랙") & sounds_of("slack")
    (frozenset({'PLN'}), frozenset({'TLK'}))
    """
    letters = unicodedata.normalize("NFD", word[:MAX_CHARS])
    if "가" <= word[:1] <= "힣":
        return frozenset({_squeezed("".join(_JAMO.get(letter, "") for letter in letters))})
    plain = "".join(letter for letter in letters if "a" <= letter <= "z")
    heard = [_LATIN[(found.lastindex or 1) - 1][1] for found in _LATIN_SOUND.finditer(plain)]
    while sum(len(choices) > 1 for choices in heard) > MAX_CHOICES:
        last = max(place for place, choices in enumerate(heard) if len(choices) > 1)
        heard[last] = heard[last][:1]
    return frozenset(_squeezed("".join(choice)) for choice in product(*heard))


def _squeezed(sounds: str) -> str:
    """Return sounds without one that repeats the one before it."""
    return re.sub(r"(.)\1+", r"\1", sounds)
