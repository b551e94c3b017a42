"""The words of a text that tell what it is about."""

from aligner_core.hangul import is_hangul
from aligner_core.korean import parted
from aligner_core.normalization import fold
from aligner_core.tokens import TokenKind, tokens

_LITTLE_WORDS = (
    "the and for that this these those with from have has had was were are but not you your our their his her its they "
    "them will would should could can may about into over under then than there here when where what which who how why "
    "also just only some any all one two use used using make made get got new now we've it's don't "
    "그리고 그래서 그러나 하지만 우리 저희 이번 다음 경우 때문 대해 위해 정도 그것 이것 지금 오늘 모두 다시 그냥 이제 "
    "같은 있는 없는 하는 되는"
)
LITTLE_WORDS = frozenset(_LITTLE_WORDS.split())
SHORTEST = 2
"""A term of one letter tells nothing."""


def keywords(text: str) -> list[str]:
    """Give the words of a query without their particles, each once; no little word, none of one letter.

    >>> keywords("페트병은 어떻게 버려요? 페트병 뚜껑을!")
    ['페트병', '어떻게', '버려요', '뚜껑']
    """
    words = (_noun(token.text) for token in tokens(fold(text)) if token.kind is not TokenKind.SIGN)
    return [word for word in dict.fromkeys(words) if len(word) >= SHORTEST and word not in LITTLE_WORDS]


def _noun(word: str) -> str:
    """Give a word without its particle, unless too little would be left."""
    stem = parted(word)[0]
    return stem if is_hangul(word) and len(stem) >= SHORTEST else word
