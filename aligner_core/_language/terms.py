"""The words and numbers that say what a text is about, in whichever form it has them."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from aligner_core._language.korean_particles import split_particle
from aligner_core._language.numbers import read_numbers, split_counters
from aligner_core._language.stemming import MIN_STEM_CHARS, stems
from aligner_core._language.units import canonical_unit
from aligner_core._text.hangul import has_hangul
from aligner_core._text.normalized_text import fold
from aligner_core._text.tokens import Token, tokenize

_STOP_WORD_LINES = (
    "the and for that this these those with from have has had was were are but not you your our their his her its they "
    "them will would should could can may about into over under then than there here when where what which who how why "
    "also just only some any all one two use used using make made get got new now we've it's don't "
    "그리고 그래서 그러나 하지만 우리 저희 이번 다음 경우 때문 대해 위해 정도 그것 이것 지금 오늘 모두 다시 그냥 이제 "
    "같은 있는 없는 하는 되는"
)
STOP_WORDS = frozenset(_STOP_WORD_LINES.split())
_GENERAL_WORDS = (
    "need please yes very much such per via etc within own same other another well like want let know way thing "
    "something someone however therefore thus still even again ever soon able become becomes become takes take "
    "as further too upon toward whether "
    "있다 같다 많다 좋다 싶다 가능 필요 해당 관련 이내 또는 또한 함께 바로 따로 직접 매우 아주 가장 더욱 통해 따라 "
    "어떻게 무엇 언제 어디 누가 누구 얼마 그런 이런 이렇게 그렇게 여기 거기 것은 것이 것을 것이다 수가 수는 합니다 "
    "됩니다 하며 하고 하면 하여 해서 되고 되며 된다 한다 하기 하는 해야 하지 하세요 했다 됐다 등의 등을 등이 등은 때는 "
    "때에 아닙니다 아니다 아니요 입니다 기준 이용 사용 방법"
)
_FUNCTION_WORDS_LINES = (
    "i you he she it we they me him her us them my your his its our their mine yours hers ours theirs "
    "this that these those who whom whose which what where when why how a an the in on at by for from to "
    "of off out into onto over under up down with about above below between through during before after "
    "since till until against among within and or but so yet if unless because although though while can "
    "could may might must shall should will would do does did is am are was were be been being has have "
    "had "
)
_FUNCTION_WORDS = frozenset(_FUNCTION_WORDS_LINES.split())
_SCOPE_LINES = (
    "only all every each any some most many few several both either almost nearly always usually often "
    "sometimes rarely seldom about approximately exactly least more less first last except but unless "
    "before after until may might must can could should would shall half double twice once 만 모두 모든 전부 일부 "
    "각 매 항상 늘 가끔 자주 거의 약 대략 정확히 최소 최대 이상 이하 초과 미만 "
    "이전 이후 반 절반 전 후 제외 오직 반드시 먼저 아직 이미 더 덜 "
)
_SCOPE = frozenset(_SCOPE_LINES.split())
_NEGATIONS_LINES = (
    "not non no never none nobody nothing nowhere neither nor without cannot hardly barely scarcely 안 못 "
    "아니 아니요 아뇨 "
)
_NEGATIONS = frozenset(_NEGATIONS_LINES.split())
_GENERAL = STOP_WORDS | _FUNCTION_WORDS | _NEGATIONS | _SCOPE | frozenset(_GENERAL_WORDS.split())
"""Words that texts about anything have."""
_RUNS = re.compile("[가-힣]+|[^가-힣]+")
_MIN_COMPOUND_CHARS = 3
_MAX_UNIT_CHARS = len("마이크로미터")

Term = frozenset[str]
"""One word or number: every stem it may be a form of."""


def keywords(text: str) -> list[str]:
    """Return the words of a query without their particles, each once; no stop words and no single letters.

    >>> keywords("페트병은 어떻게 버려요? 페트병 뚜껑을!")
    ['페트병', '어떻게', '버려요', '뚜껑']
    """
    words = (_noun(token.text) for token in tokenize(fold(text)))
    return [word for word in dict.fromkeys(words) if len(word) >= MIN_STEM_CHARS and word not in STOP_WORDS]


class Terms:
    """The terms of one text: `distinct` is each of them once, in reading order, words before numbers."""

    def __init__(self, text: str) -> None:
        tokens = list(split_counters(tokenize(fold(text))))
        numbers = dict(_numbers(tokens))
        words = [word for at, token in enumerate(tokens) if at not in numbers for word in _words(token)]
        terms = [stems(word) for word in words if not is_general(word)]
        terms += [frozenset({name}) for name in numbers.values() if name]
        self.distinct: list[Term] = list(dict.fromkeys(terms))
        joined = (left + right for left, right in pairwise(map(_noun, words)))
        self._all = frozenset[str]().union(*self.distinct, joined)
        self._compounds = [stem for stem in self._all if _may_be_compound(stem)]

    def holds(self, term: Term) -> bool:
        """Return whether a term is among these: as one word or two, or as one that begins with the other.

        >>> terms = Terms("플라스틱 용기의 라벨은 7일 안에 떼세요")
        >>> [terms.holds(term) for term in Terms("플라스틱용기, 라벨을 라면 떼어 7일간 7분").distinct]
        [True, True, False, True, True, False]
        """
        return not self._all.isdisjoint(term) or any(
            stem.startswith(compound) or compound.startswith(stem)
            for stem in term
            if _may_be_compound(stem)
            for compound in self._compounds
        )


def _numbers(tokens: Sequence[Token]) -> Iterator[tuple[int, str]]:
    """Yield the index of every token that belongs to a number or its unit, with "" or, last, the number's name.

    The name is value and unit; it comes with the first index of the number.
    """
    for value, indices in read_numbers(tokens):
        following = tokens[indices.stop].text if indices.stop < len(tokens) else ""
        unit = _unit_at_start(following)
        name = f"{value} {unit}".strip()
        yield from ((index, "") for index in indices)
        if unit:
            yield indices.stop, ""
        if len(name) >= MIN_STEM_CHARS:
            yield indices.start, name


def _unit_at_start(text: str) -> str:
    if not has_hangul(text):
        return canonical_unit(text)
    return next((unit for length in range(_MAX_UNIT_CHARS, 0, -1) if (unit := canonical_unit(text[:length]))), "")


def _words(token: Token) -> list[str]:
    """Return a word split where its script changes, as in DuckDB에서; a particle there is not a word."""
    runs = _RUNS.findall(token.text)
    return runs if len(runs) == 1 else _RUNS.findall(split_particle(token.text)[0])


def _noun(word: str) -> str:
    """Return a word without its particle, unless too little would be left."""
    stem = split_particle(word)[0]
    return stem if len(stem) >= MIN_STEM_CHARS else word


def is_general(word: str) -> bool:
    """Return whether a folded word is one that texts about anything have, or too short to say anything."""
    return len(word) < MIN_STEM_CHARS or not _GENERAL.isdisjoint(stems(word))


def _may_be_compound(stem: str) -> bool:
    return has_hangul(stem) and len(stem) >= _MIN_COMPOUND_CHARS and not stem.endswith("다")
