"""Detects the language of a message: by its script, then by the function words of each language.

The answer may be *not known*: then any changed word may change a fact.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

import regex

from aligner_core._language.lexicon import known_languages, lexicon, other_languages
from aligner_core._language.word_list import word_list

MAX_CHARS_READ = 2_000
"""How much of a message is read."""
MIN_SHARE_OF_SCRIPT = 0.15
"""The share of its letters by which a message is in the language of a script of its own, though others stand in it."""
MIN_VOTES = 2
"""How many function words it takes where several languages share a script."""
VOTES_OF_LETTERS = 2
"""How many words it counts that a text has letters which no known language of its script has."""
MIN_KNOWN_SHARE = 0.6
"""The share of listed words by which a text of few function words is English."""

_SCRIPTS = {
    "Hangul": r"\p{Hangul}",
    "Kana": r"[\p{Hiragana}\p{Katakana}]",
    "Han": r"\p{Han}",
    "Thai": r"\p{Thai}",
    "Hebrew": r"\p{Hebrew}",
    "Devanagari": r"\p{Devanagari}",
    "Greek": r"\p{Greek}",
    "Bengali": r"\p{Bengali}",
    "Tamil": r"\p{Tamil}",
    "Arabic": r"\p{Arabic}",
    "Cyrillic": r"\p{Cyrillic}",
    "Latin": r"\p{Latin}",
}
_LETTERS = {script: regex.compile(pattern) for script, pattern in _SCRIPTS.items()}
_OF_ONE_LANGUAGE = {"Hangul": "ko", "Kana": "ja", "Thai": "th", "Hebrew": "he", "Devanagari": "hi"}
_OF_ONE_OTHER = {"Greek": "el", "Bengali": "bn", "Tamil": "ta"}
"""The same for languages of which only the negations are known."""
_WORD = regex.compile(r"[\p{L}\p{M}]+(?:'[\p{L}]+)*")
_BEYOND_ASCII, _ASCII_LETTERS = re.compile(r"[^\x00-\x7f]+"), re.compile("[A-Za-z]+")


class Languages(NamedTuple):
    """The languages of a text: that by which words are judged, and that by which the text beside a hit is read."""

    judging: str | None
    beside: str | None


def language_of(text: str) -> str | None:
    """Return the ISO 639-1 code of the language of a folded text; None when it is not known.

    >>> language_of("we ship the importer on friday"), language_of("금요일에 배포합니다"), language_of("oui")
    ('en', 'ko', None)
    """
    return languages_of(text).judging


def language_beside(text: str) -> str | None:
    """Return the code of the language by which the text beside a hit is read: one of more languages.

    Of these nothing is known but what negates. Where one has no more votes than a language that is known, that one is.
    A short text may be recognized by its numbers, months and days of the week too.

    >>> language_beside("nie zgadzamy się na to"), language_beside("we ship the importer on friday")
    ('pl', 'en')
    """
    return languages_of(text).beside


def languages_of(text: str) -> Languages:
    """Return both languages of a folded text; see `language_of` and `language_beside`."""
    sample = text[:MAX_CHARS_READ]
    script, code = ("Latin", None) if sample.isascii() else _script_of(sample)
    if code or not script:
        return Languages(code, code)
    words = _WORD.findall(sample)
    votes = _votes(words, _function_words(script))
    of_others = Counter({code: votes.pop(code) for code in votes.keys() & _others()})
    known = _winner(words, votes, script)
    other = _OF_ONE_OTHER.get(script)
    other = other or _likeliest_other(of_others, sample, script, most=max(votes.values(), default=0))
    return Languages(known, other or known or _by_all_words(words, script))


def _script_of(sample: str) -> tuple[str, str | None]:
    """Return the script of most letters of a text, "" without any; and the known language, if the script has one."""
    beyond = "".join(_BEYOND_ASCII.findall(sample))
    if len(_LETTERS["Hangul"].findall(beyond)) >= MIN_SHARE_OF_SCRIPT * len(sample):
        return "Hangul", "ko"
    counts = {script: len(letters.findall(beyond)) for script, letters in _LETTERS.items()}
    counts["Latin"] += sum(map(len, _ASCII_LETTERS.findall(sample)))
    total = sum(counts.values())
    for script, code in _OF_ONE_LANGUAGE.items():
        if counts[script] and counts[script] >= MIN_SHARE_OF_SCRIPT * total:
            return script, code
    script = max(counts, key=lambda name: counts[name])
    return (script, "zh" if script == "Han" else None) if counts[script] else ("", None)


def _votes(words: Iterable[str], voters: Mapping[str, tuple[str, ...]]) -> "Counter[str]":
    return Counter(code for word in words if word in voters for code in voters[word])


def _winner(words: list[str], votes: "Counter[str]", script: str) -> str | None:
    """Return the language with the most function words in a text; None without a winner."""
    ranked = votes.most_common(2)
    if ranked and ranked[0][1] >= MIN_VOTES and (len(ranked) == 1 or ranked[0][1] > ranked[1][1]):
        return ranked[0][0]
    return "en" if script == "Latin" and _is_mostly_english(words, votes) else None


def _likeliest_other(votes: "Counter[str]", text: str, script: str, *, most: int) -> str | None:
    """Return the language of the table of negators with the most votes in a text, if these are more than *most*.

    Letters vote too. Of several the first: languages that share so many words negate alike.
    """
    if not text.isascii():
        votes.update({code: VOTES_OF_LETTERS for code, letters in _letters_of_others(script) if letters.search(text)})
    likeliest = max(sorted(votes), key=lambda code: votes[code], default="")
    return likeliest if votes[likeliest] >= MIN_VOTES and votes[likeliest] > most else None


def _by_all_words(words: list[str], script: str) -> str | None:
    """Return the known language with the most words of its file among some; None without a winner."""
    ranked = _votes({*words}, _listed_words(script)).most_common(2)
    is_clear = ranked and ranked[0][1] >= MIN_VOTES and (len(ranked) == 1 or ranked[0][1] > ranked[1][1])
    return ranked[0][0] if is_clear else None


def _is_mostly_english(words: list[str], votes: "Counter[str]") -> bool:
    """Return whether most words are English words, and no other language has more votes."""
    listed = word_list("en")
    longer = [word for word in words if len(word) > 1]
    known = sum(word.split("'")[0] in listed for word in longer)
    return bool(longer) and known >= MIN_KNOWN_SHARE * len(longer) and votes["en"] >= max(votes.values(), default=0)


@cache
def _function_words(script: str) -> dict[str, tuple[str, ...]]:
    """Return the languages of a script that each function word votes for, with those of the table of negators."""
    votes: dict[str, list[str]] = {}
    for code in (*known_languages(), *other_languages()):
        if script in lexicon(code).scripts:
            for word in lexicon(code).function_words:
                votes.setdefault(word, []).append(code)
    return {word: tuple(codes) for word, codes in votes.items()}


@cache
def _others() -> frozenset[str]:
    return frozenset(other_languages())


@cache
def _listed_words(script: str) -> dict[str, tuple[str, ...]]:
    """Return the known languages of a script that have each word as a function word, a number, a month or a day."""
    votes: dict[str, list[str]] = {}
    for code in known_languages():
        known = lexicon(code)
        if script in known.scripts:
            dated = {*known.months, *known.weekdays, *known.cardinals}
            for word in known.function_words | known.negations.words | known.conjunctions | dated:
                votes.setdefault(word, []).append(code)
    return {word: tuple(codes) for word, codes in votes.items()}


@cache
def _letters_of_others(script: str) -> tuple[tuple[str, "regex.Pattern[str]"], ...]:
    """Return the languages of a script in the table of negators by letters that no known language has."""
    found = [(code, lexicon(code)) for code in other_languages()]
    return tuple(
        (code, regex.compile(f"[{known.at('letters')}]"))
        for code, known in found
        if script in known.scripts and known.at("letters")
    )
