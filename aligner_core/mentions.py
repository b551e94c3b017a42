"""Where a conversation comes back to a claim later on: a correction there is read before the claim is approved."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from aligner_core.hangul import is_hangul
from aligner_core.korean import parted
from aligner_core.normalization import fold
from aligner_core.terms import LITTLE_WORDS
from aligner_core.tokens import TokenKind, tokens

RARE_SHARE, RARE_COUNT = 0.1, 4
"""A term is rare when at most this share of the messages, or this few of them, hold it."""
SHORTEST_HANGUL, SHORTEST_LATIN = 2, 3
_PREDICATE = re.compile("(?<=..)(?:하|했|한|할|합|해|되|됐|된|될|됩|돼).*")
"""What makes a verb of a Korean noun: 제거하기로 comes back as 제거했다."""
_SUFFIX = re.compile("(?<=...)(?:ies|es|s|ed|ing)$")
_SENTENCE = re.compile(r"[^.!?。…\n]*[.!?。…\n]*")
_KOREAN_CUES = (
    "아니다|아니요|아니고|아닙니다|아니라|아니야|말고|취소|철회|번복|변경|바꾸|바꿔|바꿨|바뀌|유지하기로|않기로"
    "|안 하기로|그만두|보류|되돌리|되돌려|없던 일|잘못|정정|대신"
)
_ENGLISH_CUES = (
    "actually|instead|no longer|not any ?more|scrap (?:that|it|this)|scratch that|never ?mind|on second thoughts?"
    "|changed? (?:my|our) minds?|cancel(?:s|l?ed)?|revert(?:s|ed)?|roll(?:ed)? back|undo|correction|wrong|mistaken"
    "|rather than|(?:forget|drop) (?:that|it|about)|take (?:that|it) back|hold off|postponed?|withdrawn?|reversed?"
)
_CUE = re.compile(rf"{_KOREAN_CUES}|\b(?:{_ENGLISH_CUES})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Mention:
    """A later message that comes back to a claim: the sentence [start, end) that does, and what in it tells so."""

    index: int
    start: int
    end: int
    terms: tuple[str, ...]
    cue: str = ""


def mentions(claim: Sequence[str], messages: Sequence[str], *, after: int, but: Collection[int] = ()) -> list[Mention]:
    """List the messages behind *after* that hold a claim's rare terms, corrections first; *but* are left out.

    Beside a cue of correction every term of the claim tells, a rare one or not.

    >>> said = ["JSONB를 제거하자.", "좋아.", "JSONB 색인은 느리다.", "아니다, JSONB 유지하기로 했다."]
    >>> [(one.index, one.cue) for one in mentions(["JSONB 제거"], said, after=0)]
    [(3, '아니다'), (2, '')]
    """
    terms = _terms(claim)
    folded = [message.casefold() for message in messages]
    held = {term: sum(term in text for text in folded) for term in terms}
    rare = frozenset(term for term in terms if held[term] <= max(RARE_COUNT, int(len(messages) * RARE_SHARE)))
    patterns = {term: _pattern(term) for term in terms}
    found = [
        mention
        for index in range(after + 1, len(messages))
        if index not in but and any(term in folded[index] for term in terms)
        if (mention := _mention(index, messages[index], patterns, rare)) is not None
    ]
    return sorted(found, key=lambda one: (not one.cue, -_weight(one, held), one.index))


def _weight(mention: Mention, held: Mapping[str, int]) -> float:
    """Weigh a mention by its terms: the fewer messages hold one, the more it tells."""
    return sum(1 / (1 + held[term]) for term in mention.terms)


def _terms(claim: Sequence[str]) -> list[str]:
    """Give the stems of the words and numbers that a claim is about."""
    stems = (_stem(token.text, token.kind) for text in claim for token in tokens(fold(text)))
    return [stem for stem in dict.fromkeys(stems) if stem]


def _stem(word: str, kind: TokenKind) -> str:
    """Give what other forms of a word begin with too; nothing for a word that tells little."""
    if kind is TokenKind.SIGN or word in LITTLE_WORDS:
        return ""
    if kind is TokenKind.NUMBER:
        return word if len(word) >= SHORTEST_LATIN else ""
    stem = _PREDICATE.sub("", parted(word)[0]) if is_hangul(word) else _SUFFIX.sub("", word)
    shortest = SHORTEST_HANGUL if is_hangul(stem) else SHORTEST_LATIN
    return stem if len(stem) >= shortest and stem not in LITTLE_WORDS else ""


def _mention(index: int, message: str, patterns: Mapping[str, re.Pattern[str]], rare: frozenset[str]) -> Mention | None:
    """Give the sentence that corrects, or else the first with a rare term; a cue may stand a sentence before."""
    first: Mention | None = None
    before = ""
    for start, end in _sentences(message):
        sentence = message[start:end]
        terms = tuple(term for term, pattern in patterns.items() if pattern.search(sentence))
        cue = _CUE.search(sentence) or _CUE.search(before)
        if terms and cue:
            return Mention(index, start, end, terms, cue.group())
        if first is None and not rare.isdisjoint(terms):
            first = Mention(index, start, end, terms)
        before = sentence
    return first


def _pattern(term: str) -> re.Pattern[str]:
    """Make a pattern of a term: one of an alphabet begins where a word begins."""
    return re.compile(rf"(?<![a-z0-9]){re.escape(term)}" if term.isascii() else re.escape(term), re.IGNORECASE)


def _sentences(message: str) -> Iterator[tuple[int, int]]:
    for found in _SENTENCE.finditer(message):
        words = found.group().strip()
        if words:
            start = found.start() + found.group().index(words)
            yield start, start + len(words)
