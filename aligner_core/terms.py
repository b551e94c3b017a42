"""The words and numbers of a text that tell what it is about, in whichever form they stand there."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from aligner_core.hangul import is_hangul
from aligner_core.korean import parted
from aligner_core.lexicon import FUNCTION_WORDS, NEGATIONS, SCOPE
from aligner_core.normalization import fold
from aligner_core.numerals import counted_apart, readings
from aligner_core.stems import SHORTEST, stems
from aligner_core.tokens import Token, tokens
from aligner_core.units import unit

_LITTLE_WORDS = (
    "the and for that this these those with from have has had was were are but not you your our their his her its they "
    "them will would should could can may about into over under then than there here when where what which who how why "
    "also just only some any all one two use used using make made get got new now we've it's don't "
    "그리고 그래서 그러나 하지만 우리 저희 이번 다음 경우 때문 대해 위해 정도 그것 이것 지금 오늘 모두 다시 그냥 이제 "
    "같은 있는 없는 하는 되는"
)
LITTLE_WORDS = frozenset(_LITTLE_WORDS.split())
_GENERAL_WORDS = (
    "need please yes very much such per via etc within own same other another well like want let know way thing "
    "something someone however therefore thus still even again ever soon able become becomes become takes take "
    "as further too upon toward whether "
    "있다 같다 많다 좋다 싶다 가능 필요 해당 관련 이내 또는 또한 함께 바로 따로 직접 매우 아주 가장 더욱 통해 따라 "
    "어떻게 무엇 언제 어디 누가 누구 얼마 그런 이런 이렇게 그렇게 여기 거기 것은 것이 것을 것이다 수가 수는 합니다 "
    "됩니다 하며 하고 하면 하여 해서 되고 되며 된다 한다 하기 하는 해야 하지 하세요 했다 됐다 등의 등을 등이 등은 때는 "
    "때에 아닙니다 아니다 아니요 입니다 기준 이용 사용 방법"
)
_GENERAL = LITTLE_WORDS | FUNCTION_WORDS | NEGATIONS | SCOPE | frozenset(_GENERAL_WORDS.split())
"""Words that stand in texts about anything."""
_RUNS = re.compile("[가-힣]+|[^가-힣]+")
_SHORTEST_COMPOUND = 3
_LONGEST_UNIT = len("마이크로미터")

Term = frozenset[str]
"""One word or number: everything it may be a form of."""


def keywords(text: str) -> list[str]:
    """Give the words of a query without their particles, each once; no little word, none of one letter.

    >>> keywords("페트병은 어떻게 버려요? 페트병 뚜껑을!")
    ['페트병', '어떻게', '버려요', '뚜껑']
    """
    words = (_noun(token.text) for token in tokens(fold(text)))
    return [word for word in dict.fromkeys(words) if len(word) >= SHORTEST and word not in LITTLE_WORDS]


class Terms:
    """The terms of one text."""

    def __init__(self, text: str) -> None:
        stretch = list(counted_apart(tokens(fold(text))))
        numbers = dict(_numbers(stretch))
        words = [word for at, token in enumerate(stretch) if at not in numbers for word in _words(token)]
        told = [stems(word) for word in words if not _is_general(word)]
        told += [frozenset({name}) for name in numbers.values() if name]
        self.each: list[Term] = list(dict.fromkeys(told))
        joined = (one + other for one, other in pairwise(map(_noun, words)))
        self._all = frozenset[str]().union(*self.each, joined)
        self._compounds = [stem for stem in self._all if _may_be_compound(stem)]

    def hold(self, term: Term) -> bool:
        """Say whether a term is among these, written apart or together, or as the head or the end of a longer word.

        >>> said = Terms("플라스틱 용기의 라벨은 7일 안에 떼세요")
        >>> [said.hold(term) for term in Terms("플라스틱용기, 라벨을 라면 떼어 7일간 7분").each]
        [True, True, False, True, True, False]
        """
        return not self._all.isdisjoint(term) or any(
            one.startswith(other) or other.startswith(one)
            for one in term
            if _may_be_compound(one)
            for other in self._compounds
        )


def _numbers(stretch: Sequence[Token]) -> Iterator[tuple[int, str]]:
    """Yield the places that numbers and their units take, each number by value and unit at the first of its places."""
    for value, places in readings(stretch):
        behind = stretch[places.stop].text if places.stop < len(stretch) else ""
        counted = _unit(behind)
        name = f"{value} {counted}".strip()
        yield from ((place, "") for place in places)
        if counted:
            yield places.stop, ""
        if len(name) >= SHORTEST:
            yield places.start, name


def _unit(text: str) -> str:
    if not is_hangul(text):
        return unit(text)
    return next((name for length in range(_LONGEST_UNIT, 0, -1) if (name := unit(text[:length]))), "")


def _words(token: Token) -> list[str]:
    """Part a word where its letters change, as those of DuckDB에서 do; a particle there is no word."""
    runs = _RUNS.findall(token.text)
    return runs if len(runs) == 1 else _RUNS.findall(parted(token.text)[0])


def _noun(word: str) -> str:
    """Give a word without its particle, unless too little would be left."""
    stem = parted(word)[0]
    return stem if len(stem) >= SHORTEST else word


def _is_general(word: str) -> bool:
    return len(word) < SHORTEST or not _GENERAL.isdisjoint(stems(word))


def _may_be_compound(stem: str) -> bool:
    return is_hangul(stem) and len(stem) >= _SHORTEST_COMPOUND and not stem.endswith("다")
