"""Later mentions of a claim in a conversation, to be read before the claim is approved."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from aligner_core._language.korean_particles import split_particle
from aligner_core._language.lexicon import words_at
from aligner_core._language.terms import stop_words
from aligner_core._text.hangul import has_hangul
from aligner_core._text.normalized_text import fold
from aligner_core._text.tokens import TokenKind, tokenize
from aligner_core.errors import require_sequence

MAX_RARE_SHARE, MAX_RARE_COUNT = 0.1, 4
"""A term is rare when at most this share of the messages, or this many of them, have it."""
MIN_HANGUL_CHARS, MIN_LATIN_CHARS = 2, 3
_SENTENCE = re.compile(r"[^.!?。…\n]*[.!?。…\n]*")


@dataclass(frozen=True, slots=True)
class Mention:
    """A later message that returns to a claim: the sentence [start, end) that does, and its terms of the claim."""

    index: int
    start: int
    end: int
    terms: tuple[str, ...]


def find_mentions(
    claim: Sequence[str], messages: Sequence[str], *, after: int, excluding: Collection[int] = ()
) -> list[Mention]:
    """Return the mentions of a claim in the messages with an index above *after*, those with the rarest terms first.

    A message mentions the claim when it has a rare term of it. Messages with an index in *excluding* are left out.
    Whether a mention retracts the claim is for people to judge.

    Raises:
        InvalidTypeError: the claim or the messages are not a sequence of strings.

    >>> messages = ["JSONB를 제거하자.", "좋아.", "JSONB 색인은 느리다.", "아니다, JSONB 유지하기로 했다."]
    >>> [(mention.index, mention.terms) for mention in find_mentions(["JSONB 제거"], messages, after=0)]
    [(2, ('jsonb',)), (3, ('jsonb',))]

    """
    require_sequence(claim, str, "claim")
    require_sequence(messages, str, "messages")
    terms = _terms(claim)
    folded = [message.casefold() for message in messages]
    counts = {term: sum(term in text for text in folded) for term in terms}
    rare = frozenset(term for term in terms if counts[term] <= max(MAX_RARE_COUNT, int(len(messages) * MAX_RARE_SHARE)))
    patterns = {term: _pattern(term) for term in terms}
    found = [
        mention
        for index in range(after + 1, len(messages))
        if index not in excluding and any(term in folded[index] for term in rare)
        if (mention := _mention(index, messages[index], patterns, rare)) is not None
    ]
    return sorted(found, key=lambda mention: (-_weight(mention, counts), mention.index))


def _weight(mention: Mention, counts: Mapping[str, int]) -> float:
    """Return the weight of a mention by its terms: the fewer messages have a term, the greater its weight."""
    return sum(1 / (1 + counts[term]) for term in mention.terms)


def _terms(claim: Sequence[str]) -> list[str]:
    """Return the stems of the words and numbers that a claim is about, each once."""
    stems = (_stem(token.text, token.kind) for text in claim for token in tokenize(fold(text)))
    return [stem for stem in dict.fromkeys(stems) if stem]


def _stem(word: str, kind: TokenKind) -> str:
    """Return the common beginning of all forms of a word; "" for a word with little meaning."""
    if kind is TokenKind.SIGN or word in stop_words():
        return ""
    if kind is TokenKind.NUMBER:
        return word if len(word) >= MIN_LATIN_CHARS else ""
    stem = _predicates().sub("", split_particle(word)[0]) if has_hangul(word) else _endings().sub("", word)
    min_chars = MIN_HANGUL_CHARS if has_hangul(stem) else MIN_LATIN_CHARS
    return stem if len(stem) >= min_chars and stem not in stop_words() else ""


@cache
def _predicates() -> re.Pattern[str]:
    """Return the pattern of what makes a verb of a Korean noun: 제거하기로 and 제거했다 have the same noun."""
    return re.compile(f"(?<=..)(?:{'|'.join(words_at('stems.cut', 'ko'))}).*")


@cache
def _endings() -> re.Pattern[str]:
    return re.compile(f"(?<=...)(?:{'|'.join(words_at('stems.cut', 'en'))})$")


def _mention(index: int, message: str, patterns: Mapping[str, re.Pattern[str]], rare: frozenset[str]) -> Mention | None:
    """Return the first sentence with a rare term."""
    for start, end in _sentences(message):
        terms = tuple(term for term, pattern in patterns.items() if pattern.search(message[start:end]))
        if not rare.isdisjoint(terms):
            return Mention(index, start, end, terms)
    return None


def _pattern(term: str) -> re.Pattern[str]:
    """Return a pattern for a term; one in Latin letters must begin where a word begins."""
    return re.compile(rf"(?<![a-z0-9]){re.escape(term)}" if term.isascii() else re.escape(term), re.IGNORECASE)


def _sentences(message: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each sentence, without white space around it."""
    for found in _SENTENCE.finditer(message):
        words = found.group().strip()
        if words:
            start = found.start() + found.group().index(words)
            yield start, start + len(words)
