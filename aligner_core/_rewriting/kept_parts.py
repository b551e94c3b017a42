"""What no rewriting changes of the words of a quote, and the windows of a text that have all of it in order.

Most quotes that are not in a text fail here, without a token: one of their words is not there.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import islice
from typing import NamedTuple, Self

import regex

from aligner_core._language.dates import halves, month_mark, parts_of_hour
from aligner_core._language.english import spelled_in_two_ways
from aligner_core._language.korean_particles import split_particle
from aligner_core._language.korean_predicates import contracted, forms_of, spell_out_quotes
from aligner_core._language.lexicon import Lexicon, lexicon, table_at, words_at
from aligner_core._language.numbers import is_number_word
from aligner_core._language.units import canonical_unit, unit_names
from aligner_core._language.values import may_be_in_value
from aligner_core._rewriting.accents import may_lose_accents
from aligner_core._rewriting.units import codes_of
from aligner_core._text.hangul import has_hangul
from aligner_core._text.shared_ends import common_prefix

MAX_CACHED_CHUNKS = 16384
MIN_PART_CHARS, MIN_LATIN_CHARS, MAX_KOREAN_CHARS = 2, 3, 2
"""Shorter parts tell little; of a Korean word two syllables are kept, so that another spacing does not hide it."""
ENDING_CHARS = 5
"""As many letters of an English word with two spellings are not kept."""
MAX_PLACES = 60
"""A part that stands in more places tells nothing of where a quote is."""
FEW_PLACES = 8
"""A part that stands in fewer is taken for where the others must be found, whatever stands in fewer still."""
MAX_COMMON_PLACES = 400
"""The same for all messages of a session."""
MARGIN = 60
"""How many more characters, besides the same again, may stand between two parts."""

_EDGE_SIGNS = "\"'()[]{}<>.,;:!?*_~`-…·•#|。、"
_PLAIN = regex.compile(r"[\p{L}\p{M}]+")
_RUNS = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}ー]+|[\p{Thai}]+")
_CLIPPED = re.compile(r"([^\W\d_]+)'(?:s|d|ve|re|ll|m)")
_UNSPACED = frozenset({"ja", "zh", "th"})
"""Languages that put no spaces between words: runs of letters are kept."""

Part = tuple[str, int]
"""What is kept of a word, and where it begins in the quote."""


class Window(NamedTuple):
    """Where in a text the first part of a quote begins, and where the last one does."""

    first: int
    last: int


def kept_parts(folded_quote: str, language: str | None, *, behind: int = 0) -> list[Part]:
    """Return what every rewriting of a folded quote keeps of its words, in order; before *behind* stand decorations.

    >>> kept_parts("i really moved to utrecht", "en"), kept_parts("회의록은 제가 정리했습니다", "ko")
    ([('moved', 9), ('utrecht', 18)], [('회의', 0), ('정리', 8)])
    """
    parts, at = list[Part](), 0
    for chunk in folded_quote.split(" "):
        if at >= behind:
            parts += [(kept, at + start) for kept, start in _kept(chunk, language)]
        at += len(chunk) + 1
    return parts


class KeptParts(NamedTuple):
    """What is kept of the words of a quote: in order, and the longest first, which is looked for first."""

    parts: tuple[Part, ...]
    ranked: tuple[Part, ...]

    @classmethod
    def of(cls, parts: Sequence[Part]) -> Self:
        """Return parts of a quote that are in order."""
        return cls(tuple(parts), tuple(sorted(parts, key=lambda part: -len(part[0]))))


def windows(kept: KeptParts, text: str) -> list[Window]:
    """Return where a text has some parts of a quote in order; nothing if one is missing, or all stand in many places.

    >>> [windows(KeptParts.of([("moved", 9), (city, 18)]), "so i moved to utrecht") for city in ("utrecht", "leeds")]
    [[Window(first=5, last=14)], []]
    """
    anchor, places = _rarest(kept, text)
    if not places:
        return []
    at = kept.parts.index(anchor)
    before, behind = kept.parts[:at][::-1], kept.parts[at + 1 :]
    found = dict[Window, None]()
    for place in places:
        first = _reach(before, anchor[1], place, text, step=-1)
        last = None if first is None else _reach(behind, anchor[1], place, text, step=1)
        if first is not None and last is not None:
            found[Window(first, last)] = None
    return list(found)


def places_of_rarest(kept: KeptParts, text: str) -> list[int]:
    """Return where the rarest of some parts stands in a text; nothing where one of them is missing, or all are common.

    >>> places_of_rarest(KeptParts.of([("moved", 9), ("utrecht", 18)]), "we moved, then moved to utrecht")
    [24]
    """
    counted = list[tuple[int, int, str]]()
    for words, _ in kept.ranked:
        count = text.count(words)
        if not count:
            return []
        counted.append((count, -len(words), words))
    if not counted or min(counted)[0] > MAX_COMMON_PLACES:
        return []
    return list(_places_of(min(counted)[2], text))


def _rarest(kept: KeptParts, text: str) -> tuple[Part, Sequence[int]]:
    """Return the first part that stands in few places, else the one in fewest, and where; no place if it is nowhere."""
    for part in kept.ranked:
        places = list(islice(_places_of(part[0], text), FEW_PLACES))
        if len(places) < FEW_PLACES:
            return part, places
    count, _, rarest = min((text.count(part[0]), -len(part[0]), part) for part in kept.ranked)
    return rarest, [] if count > MAX_PLACES else list(_places_of(rarest[0], text))


def _places_of(words: str, text: str) -> Iterator[int]:
    place = text.find(words)
    while place != -1:
        yield place
        place = text.find(words, place + 1)


def _reach(parts: Sequence[Part], at: int, place: int, text: str, *, step: int) -> int | None:
    """Return where the farthest of some parts stands in a text, each within reach of the one before; None if not."""
    for kept, own in parts:
        reach = 2 * abs(own - at) + MARGIN
        if step < 0:
            place = text.rfind(kept, max(0, place - reach), place)
        else:
            place = text.find(kept, place + 1, place + reach + len(kept))
        if place == -1:
            return None
        at = own
    return place


@lru_cache(maxsize=MAX_CACHED_CHUNKS)
def _kept(chunk: str, language: str | None) -> tuple[Part, ...]:
    """Return what is kept of the words between two spaces, each with its place there."""
    if language in _UNSPACED:
        return tuple(_runs(chunk, str(language)))
    start = len(chunk) - len(chunk.lstrip(_EDGE_SIGNS))
    word = chunk.strip(_EDGE_SIGNS)
    if clipped := _CLIPPED.fullmatch(word):
        word = clipped[1]
    if not _PLAIN.fullmatch(word) or may_lose_accents(word, language):
        return ()
    if word in _changed_words(language) or canonical_unit(word) or is_number_word(word):
        return ()
    if has_hangul(word):
        kept = _korean_beginning(word)
    elif word.isascii():
        kept = word[:-ENDING_CHARS] if language in {"en", "ko"} and spelled_in_two_ways(word) else word
        kept = kept if len(kept) >= MIN_LATIN_CHARS else ""
    else:
        kept = word if len(word) >= MIN_LATIN_CHARS else ""
    return ((kept, start),) if kept else ()


def _runs(chunk: str, language: str) -> Iterator[Part]:
    """Yield runs of letters between words that may be written otherwise."""
    for run in _RUNS.finditer(chunk):
        at = run.start()
        for changed in (*_changed_phrases(language).finditer(chunk, *run.span()), None):
            end = changed.start() if changed else run.end()
            if end - at >= MIN_PART_CHARS:
                yield chunk[at:end], at
            at = changed.end() if changed else end


@cache
def _changed_words(language: str | None) -> frozenset[str]:
    """Return the words that a table of a language may change, or leave out."""
    found = {*unit_names(), *words_at("markup.speakers")}
    for known in map(lexicon, codes_of(language)):
        found |= {word for phrase in (*known.variants, *known.optional) for word in phrase}
        found |= {word for table in (known.cardinals, known.scales, known.months) for word in table}
        found |= {*known.contractions.values(), *halves(), *parts_of_hour()}
        found |= {word for path in ("dates.past", "dates.to", "units.joined_by") for word in known.at(path) or ()}
        given = known.at("rewriting") or {}
        listed = (given.get(key, ()) for key in ("fillers", "emphasis", "before_verbs", "humble"))
        found |= {word for texts in listed for text in texts for word in text.split()}
        for short, long in (given.get("contracted") or {}).items():
            found |= {short, *(word for text in long for word in text.split())}
        found |= {word for words in (given.get("clipped") or {}).values() for word in words}
        found |= _auxiliaries(known)
    return frozenset(found)


def _auxiliaries(known: Lexicon) -> frozenset[str]:
    """Return the words that are contracted with their negation, and their short forms."""
    if known.code != "en":
        return frozenset()
    short = words_at("auxiliaries.negated", "en")
    negated = {f"{word}n{mark}t" for word in short for mark in ("", "'")}
    return frozenset({"not", *negated, *table_at("auxiliaries.full", "en").values()})


@cache
def _changed_phrases(language: str) -> re.Pattern[str]:
    """Return the pattern of what a table of a language may change, or add to a number, without spaces."""
    known = lexicon(language)
    phrases = {"".join(phrase) for phrase in (*known.variants, *known.optional)}
    marks = {mark for part in ("year", "month", "day", "hour", "minute") for mark in words_at(f"dates.{part}")}
    changed = {word for word in _changed_words(language) | phrases | marks if _RUNS.fullmatch(word)}
    return re.compile("|".join(map(re.escape, sorted(changed, key=len, reverse=True))) or r"(?!)")


def _korean_beginning(word: str) -> str:
    """Return the first syllables of a Korean word that all its forms share; "" where these are too few."""
    if may_be_in_value(word, lexicon("ko")) or month_mark() in word:
        return ""
    spelled = spell_out_quotes(word)[0]
    stems = (form.stem[:-1] for one in {word, spelled} for form in forms_of(one))
    humble = {pronoun for pair in words_at("rewriting.humble", "ko") for pronoun in pair.split()}
    stem = split_particle(word)[0]
    others = (stem, spelled, contracted(word), *stems)
    kept = min((word[: common_prefix(word, other)] for other in others), key=len)[:MAX_KOREAN_CHARS]
    return kept if len(kept) >= MIN_PART_CHARS and stem not in humble else ""
