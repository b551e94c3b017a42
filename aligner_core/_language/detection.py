"""Detects the language of a message: by its script, then by the function words of each language.

The answer may be *not known*: then any changed word may change a fact.
"""

from collections import Counter
from functools import cache

import regex

from aligner_core._language.lexicon import known_languages, lexicon
from aligner_core._language.word_list import word_list

MAX_CHARS_READ = 2_000
"""How much of a message is read."""
MIN_SHARE_OF_SCRIPT = 0.15
"""The share of its letters by which a message is in the language of a script of its own, though others stand in it."""
MIN_VOTES = 2
"""How many function words it takes where several languages share a script."""
MIN_KNOWN_SHARE = 0.6
"""The share of listed words by which a text of few function words is English."""

_SCRIPTS = {
    "Hangul": r"\p{Hangul}",
    "Kana": r"[\p{Hiragana}\p{Katakana}]",
    "Han": r"\p{Han}",
    "Thai": r"\p{Thai}",
    "Hebrew": r"\p{Hebrew}",
    "Devanagari": r"\p{Devanagari}",
    "Arabic": r"\p{Arabic}",
    "Cyrillic": r"\p{Cyrillic}",
    "Latin": r"\p{Latin}",
}
_LETTERS = {script: regex.compile(pattern) for script, pattern in _SCRIPTS.items()}
_OF_ONE_LANGUAGE = {"Hangul": "ko", "Kana": "ja", "Thai": "th", "Hebrew": "he", "Devanagari": "hi"}
_WORD = regex.compile(r"[\p{L}\p{M}]+(?:'[\p{L}]+)*")


def language_of(text: str) -> str | None:
    """Return the ISO 639-1 code of the language of a folded text; None when it is not known.

    >>> language_of("we ship the importer on friday"), language_of("금요일에 배포합니다"), language_of("oui")
    ('en', 'ko', None)
    """
    sample = text[:MAX_CHARS_READ]
    if sample.isascii():
        return _by_words(sample, "Latin")
    counts = {script: len(letters.findall(sample)) for script, letters in _LETTERS.items()}
    total = sum(counts.values())
    for script, code in _OF_ONE_LANGUAGE.items():
        if counts[script] and counts[script] >= MIN_SHARE_OF_SCRIPT * total:
            return code
    script = max(counts, key=lambda name: counts[name])
    if not counts[script]:
        return None
    return "zh" if script == "Han" else _by_words(sample, script)


def _by_words(text: str, script: str) -> str | None:
    """Return the language with the most function words in a text; None without a winner."""
    words = _WORD.findall(text)
    voters = _function_words(script)
    votes = Counter(code for word in words for code in voters.get(word, ()))
    ranked = votes.most_common(2)
    if ranked and ranked[0][1] >= MIN_VOTES and (len(ranked) == 1 or ranked[0][1] > ranked[1][1]):
        return ranked[0][0]
    return "en" if script == "Latin" and _is_mostly_english(words, votes) else None


def _is_mostly_english(words: list[str], votes: "Counter[str]") -> bool:
    """Return whether most words are English words, and no other language has more votes."""
    listed = word_list("en")
    longer = [word for word in words if len(word) > 1]
    known = sum(word.split("'")[0] in listed for word in longer)
    return bool(longer) and known >= MIN_KNOWN_SHARE * len(longer) and votes["en"] >= max(votes.values(), default=0)


@cache
def _function_words(script: str) -> dict[str, tuple[str, ...]]:
    """Return the languages of a script that each function word votes for."""
    votes: dict[str, list[str]] = {}
    for code in known_languages():
        if script in lexicon(code).scripts:
            for word in lexicon(code).function_words:
                votes.setdefault(word, []).append(code)
    return {word: tuple(codes) for word, codes in votes.items()}
