"""Whether units of a quote and of its message say the same: one for one, or several words for several."""

from collections.abc import Sequence
from functools import cache, lru_cache

from aligner_core._differences.severity import FORM_OF_WORD, JUDGED, Context, judge_pair
from aligner_core._language.korean_particles import changed_role, split_particle
from aligner_core._language.korean_predicates import forms_of, is_of_one_stem
from aligner_core._language.lexicon import lexicon, table_at, word_set_at, words_at
from aligner_core._rewriting.accents import without_accents
from aligner_core._rewriting.units import Unit, codes_of
from aligner_core._text.hangul import has_hangul

MAX_CACHED_WORDS = 16384
_ONE_SIGN: dict[object, object] = {"。": ".", "।": ".", "、": ",", "،": ",", "؛": ";"}
"""Signs of other scripts that are one with those of the Latin."""
SHAPES = ((1, 2), (2, 1), (2, 2), (1, 3), (3, 1), (2, 3), (3, 2))
"""How many units of a quote may say together what so many of its message say."""


def are_same(unit: Unit, other: Unit, language: str | None) -> bool:
    """Return whether one unit says what another one says."""
    if unit.kind != other.kind:
        return False
    if unit.key == other.key:
        return True
    if unit.kind == "sign":
        return _ONE_SIGN.get(unit.key, unit.key) == _ONE_SIGN.get(other.key, other.key)
    return unit.kind == "word" and are_forms(str(unit.key), str(other.key), language)


@lru_cache(maxsize=MAX_CACHED_WORDS)
def are_forms(word: str, other: str, language: str | None) -> bool:
    """Return whether two words are forms or spellings of one, and neither negates, asks or tells another time.

    >>> [are_forms("썼어요", "썼습니다", "ko"), are_forms("썼어요", "쓸게요", "ko"), are_forms("나를", "저를", "ko")]
    [True, False, True]
    """
    if without_accents(word, language) == without_accents(other, language):
        return True
    if language not in JUDGED or _count_negations(word) != _count_negations(other):
        return False
    if has_hangul(word) and has_hangul(other):
        return _are_korean_forms(word, other)
    return judge_pair(word, other, _ANYWHERE[language]) == FORM_OF_WORD


def may_join(unit: Unit, other: Unit) -> bool:
    """Return whether words that begin with two units may say the same: most are passed over at once."""
    if unit.kind != "word" or other.kind != "word":
        return False
    left, right = str(unit.key), str(other.key)
    return left[:1] == right[:1] or left in _negators() or right in _negators()


def join(units: Sequence[Unit], others: Sequence[Unit], language: str | None) -> bool:
    """Return whether some words say together what others say: in another spacing, contracted, or negated otherwise."""
    if any(unit.kind != "word" for unit in (*units, *others)):
        return False
    words, other_words = ([word for unit in some for word in unit.words] for some in (units, others))
    return _are_joined(tuple(words), tuple(other_words), language)


@lru_cache(maxsize=MAX_CACHED_WORDS)
def _are_joined(words: tuple[str, ...], others: tuple[str, ...], language: str | None) -> bool:
    if language is None:
        return "".join(words) == "".join(others)
    pairs = ((words, others), (others, words))
    if any(_is_contracted(*pair, language) for pair in pairs) or "".join(words) == "".join(others):
        return True
    if language not in JUDGED or not (has_hangul(words[0]) and has_hangul(others[0])):
        return False
    return any(_are_one_negation(*pair) or _are_one_request(*pair) for pair in pairs) or _are_spaced(words, others)


def _is_contracted(words: Sequence[str], full: Sequence[str], language: str) -> bool:
    """Return whether one word is the short form of others, as *I'd* is of *I would* and *hab's* of *habe es*."""
    if len(words) != 1:
        return False
    [word] = words
    for code in codes_of(language):
        known = lexicon(code)
        if " ".join(full) in (known.at("rewriting.contracted") or {}).get(word, ()):
            return True
        clipped = known.at("rewriting.clipped") or {}
        for ending, meant in clipped.items():
            first = word.removesuffix(ending)
            hosts = known.at("rewriting.clipped_after") or ()
            if first != word and len(full) == 2 and full[0] == first and full[1] in meant and first in hosts:  # noqa: PLR2004
                return True
    return False


def _never(_word: str) -> bool:
    return False


_ANYWHERE = {code: Context(code, _never, _never) for code in JUDGED}
"""Contexts without names: whether two words are forms of one does not depend on them."""


@lru_cache(maxsize=MAX_CACHED_WORDS)
def _count_negations(word: str) -> int:
    return sum(lexicon(code).negations.count([word]) for code in JUDGED)


@cache
def _negators() -> frozenset[str]:
    return frozenset(table_at("rewriting.negated_behind", "ko"))


def _are_korean_forms(word: str, other: str) -> bool:
    (stem, particle), (other_stem, other_particle) = map(split_particle, (word, other))
    if {word, other} in _humble() or (stem != other_stem and {stem, other_stem} in _humble()):
        return not changed_role(particle, other_particle)
    is_form = judge_pair(word, other, _ANYWHERE["ko"]) == FORM_OF_WORD
    shared = forms_of(word) & forms_of(other)
    return is_form and (not shared or is_of_one_stem(word, other, shared))


@cache
def _humble() -> tuple[frozenset[str], ...]:
    """Return the pairs of pronouns of which one is more polite than the other."""
    return tuple(frozenset(pair.split()) for pair in words_at("rewriting.humble", "ko"))


def _are_one_negation(words: Sequence[str], others: Sequence[str]) -> bool:
    """Return whether 안 before a predicate is 지 않다 behind its stem, in one tense and mood."""
    negated = table_at("rewriting.negated_behind", "ko")
    if len(words) == 3 and words[1] in negated:  # noqa: PLR2004 - 연락 안 해요 is 안 연락해요
        words = words[1], words[0] + words[2]
    if len(words) != 2 or len(others) != 2 or words[0] not in negated:  # noqa: PLR2004 - a word and its negation
        return False
    stem, particle = others[0], "지"
    if not stem.endswith(particle):
        return False
    stem = stem.removesuffix(particle)
    behind = {(form.tense, form.mood) for form in forms_of(others[1]) if form.stem == negated[words[0]]}
    return any(form.stem == stem and (form.tense, form.mood) in behind for form in forms_of(words[1]))


def _are_one_request(words: Sequence[str], others: Sequence[str]) -> bool:
    """Return whether 하시기 바랍니다 asks what 하세요 asks."""
    if len(words) != 2 or len(others) != 1 or words[1] not in word_set_at("rewriting.wishes", "ko"):  # noqa: PLR2004
        return False
    stem = words[0].removesuffix("시기")
    stems = {stem, stem.removesuffix("으")}
    return stem != words[0] and any(form.mood == "request" and form.stem in stems for form in forms_of(others[0]))


def _are_spaced(words: Sequence[str], others: Sequence[str]) -> bool:
    """Return whether Korean words are the same but for spaces, the form of the last one, and the object of 하다."""
    left, right = (_without_object(some) for some in (words, others))
    return left == right or (len(left) > 2 and are_forms(left, right, "ko"))  # noqa: PLR2004 - more than one predicate


def _without_object(words: Sequence[str]) -> str:
    """Return words run together, and 출퇴근을 합니다 as 출퇴근합니다."""
    first, *rest = words
    noun, particle = split_particle(first)
    if rest and particle in words_at("particles.object", "ko") and rest[0][:1] in word_set_at("rewriting.light", "ko"):
        first = noun
    return "".join((first, *rest))
