"""Proposes places in a session that a claim without a quote may come from, for a person to choose from."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple, Self

import regex
from pydantic import StrictInt, model_validator

from aligner_core._corpus.corpus import Corpus
from aligner_core._matching.cascade import PreparedSource
from aligner_core._repair.claim_terms import GENERAL_WEIGHT, ClaimTerms, Occurrence, Term
from aligner_core._repair.splitting import sentence_spans
from aligner_core._text.ngrams import GRAM_SIZE
from aligner_core._text.normalized_text import fold
from aligner_core.errors import require_type
from aligner_core.evidence.differences import Offset
from aligner_core.evidence.models import Similarity
from aligner_core.spans import Span, Value

MAX_READ_CHARS = 100_000
"""How much of a session is read word by word; of a longer one, what shares most 3-grams with the claim."""
MAX_READ_PARTS = 500
MAX_CHARS_AROUND = 500
"""How much is read on either side of what is similar, where a message is too long to be read as a whole."""
MAX_PLACE_CHARS = 300
"""The longest place: what a person can judge at a glance."""
MAX_PIECE_CHARS = 150
"""The longest piece of a sentence; longer ones, such as tables or lines of code, are cut."""
MAX_SENTENCES = 3
"""The most sentences of a place."""
SENTENCE_COST = 0.1
"""The least share of the claim that another sentence has to add."""
LITERAL_SHARE = 0.25
"""How much of the score is for the same letters; the rest is for terms of the claim in whatever form."""
MIN_SCORE = 0.1
"""The lowest score of a place; below, it shares too little with the claim to be worth reading."""
MAX_COMPARED = 60
"""How many of the windows with most terms are compared letter by letter."""

_PIECE = regex.compile(rf"\X{{1,{MAX_PIECE_CHARS}}}(?:(?<=\s)|(?=\s)|\Z)|\X{{{MAX_PIECE_CHARS}}}")


class ProposedPlace(Value):
    """Words of a message that a claim may come from, and those among them that led there.

    `score` is from 0 to 1: the share of the claim that stands there, its rare words and its values counting most.
    """

    message_index: Offset
    span_start: Offset
    span_end: StrictInt
    text: str
    score: Similarity
    words: tuple[Span, ...]

    @property
    def span(self) -> Span:
        """The span as one value."""
        return Span(start=self.span_start, end=self.span_end)

    @model_validator(mode="after")
    def _covers_text(self) -> Self:
        Span(start=self.span_start, end=self.span_end)
        return self


class _Part(NamedTuple):
    """A message, or the part of a long one from *start* on, that is read word by word."""

    message: int
    start: int
    text: str


class _Sentence(NamedTuple):
    """A sentence [start, end) of a part, and where it has terms of the claim."""

    start: int
    end: int
    found: tuple[Occurrence, ...]


class _Window(NamedTuple):
    """Sentences of a part that stand together, and how much of the claim they have."""

    part: _Part
    start: int
    end: int
    found: tuple[Occurrence, ...]
    score: float

    @property
    def text(self) -> str:
        return self.part.text[self.start : self.end]

    @property
    def order(self) -> tuple[float, int, int, int]:
        """The sort key of windows: the best first, then the earliest, then the shortest."""
        return -self.score, self.part.message, self.part.start + self.start, self.end

    def overlaps(self, other: "_Window") -> bool:
        """Return whether two windows have words in common."""
        if self.part.message != other.part.message:
            return False
        ahead = self.part.start - other.part.start
        return self.start + ahead < other.end and other.start < self.end + ahead


def propose_places(
    claim: str, messages: Sequence[str | PreparedSource] | Corpus, *, limit: int = 3
) -> tuple[ProposedPlace, ...]:
    """Return the places that a claim may come from, at most *limit*, the likeliest first; none overlap.

    A place is a sentence of a message, or up to three that stand together. It is found by the words and values of the
    claim, in any form and in Korean and English alike; the fewer sentences have one, the greater its weight. Whether
    the claim was made of these words, and whether it holds, is for people to judge.

    Raises:
        InvalidTypeError: the claim is not a string, or the messages are not a sequence of texts.

    >>> messages = ["금요일에 볼까요?", "좋아요. 저는 5월에 부산으로 이사했어요. KTX로 오세요.", "Is Busan far?"]
    >>> [(place.message_index, place.text) for place in propose_places("User moved to Busan in May", messages)]
    [(1, '저는 5월에 부산으로 이사했어요.'), (2, 'Is Busan far?')]

    """
    require_type(claim, str, "claim")
    require_type(limit, int, "limit")
    corpus = messages if isinstance(messages, Corpus) else Corpus(messages)
    terms = ClaimTerms(claim)
    read = [(part, list(_sentences(part.text, terms))) for part in _parts(terms.text, corpus)]
    weights = _weights(terms.terms, [sentence for _, sentences in read for sentence in sentences])
    windows = [window for part, sentences in read for window in _windows(part, sentences, weights)]
    likeliest = sorted(windows, key=lambda window: window.order)[:MAX_COMPARED]
    grams = _grams(terms.text)
    ranked = sorted((_compared(window, grams) for window in likeliest), key=lambda window: window.order)
    return tuple(_place(window, terms.terms) for window in _apart(ranked, limit))


def _parts(claim: str, corpus: Corpus) -> Iterator[_Part]:
    """Yield the parts of a session to read: all of it, or those most similar to the claim, within the limit."""
    texts = [source.text for source in corpus.sources]
    if sum(map(len, texts)) <= MAX_READ_CHARS:
        yield from (_Part(index, 0, text) for index, text in enumerate(texts))
        return
    left = MAX_READ_CHARS
    for index, first, last in corpus.similarity_index.most_similar(claim, MAX_READ_PARTS):
        source = corpus.sources[index]
        start, end = source.folded.source_range(first, last)
        start, end = max(0, start - MAX_CHARS_AROUND), min(len(source.text), end + MAX_CHARS_AROUND)
        yield _Part(index, start, source.text[start:end])
        left -= end - start
        if left <= 0:
            return


def _sentences(text: str, terms: ClaimTerms) -> Iterator[_Sentence]:
    """Yield the sentences of a text without the white space around them, a long one cut into pieces."""
    found = sorted(terms.occurrences(text), key=lambda one: (one.start, one.end, one.term))
    at = 0
    for start, end in _pieces(text):
        while at < len(found) and found[at].start < start:
            at += 1
        inside = takewhile(lambda one: one.start < end, found[at:])  # noqa: B023 - used before the next sentence
        yield _Sentence(start, end, tuple(one for one in inside if one.end <= end))


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    for span in sentence_spans(text):
        is_long = span.end - span.start > MAX_PLACE_CHARS
        ranges = (
            (one.span() for one in _PIECE.finditer(text, span.start, span.end)) if is_long else [(span.start, span.end)]
        )
        for start, end in ranges:
            words = text[start:end].strip()
            if words:
                first = start + text[start:end].index(words)
                yield first, first + len(words)


def _weights(terms: Sequence[Term], sentences: Sequence[_Sentence]) -> list[float]:
    """Return the weight of each term: greater the fewer sentences have it; all weights sum to 1."""
    having = Counter(term for sentence in sentences for term in {one.term for one in sentence.found})
    weights = [term.weight * math.log(1 + len(sentences) / max(1, having[number])) for number, term in enumerate(terms)]
    total = sum(weights) or 1
    return [weight / total for weight in weights]


def _windows(part: _Part, sentences: Sequence[_Sentence], weights: Sequence[float]) -> Iterator[_Window]:
    """Yield each sentence that has a term, alone and with those behind it."""
    for first, sentence in enumerate(sentences):
        for count, last in enumerate(sentences[first : first + MAX_SENTENCES]):
            if count and last.end - sentence.start > MAX_PLACE_CHARS:
                break
            found = tuple(one for each in sentences[first : first + count + 1] for one in each.found)
            score = sum(weights[number] for number in {one.term for one in found}) - count * SENTENCE_COST
            if sentence.found and last.found and score > 0:
                yield _Window(part, sentence.start, last.end, found, score)


def _compared(window: _Window, grams: frozenset[str]) -> _Window:
    """Return a window with the score that takes in how much of the claim stands there letter by letter."""
    literal = len(grams & _grams(fold(window.text))) / max(1, len(grams))
    return window._replace(score=min(1.0, (1 - LITERAL_SHARE) * window.score + LITERAL_SHARE * literal))


def _grams(folded: str) -> frozenset[str]:
    return frozenset(folded[at : at + GRAM_SIZE] for at in range(len(folded) - GRAM_SIZE + 1))


def _apart(ranked: Sequence[_Window], limit: int) -> list[_Window]:
    """Return the best windows that have no words in common."""
    chosen: list[_Window] = []
    for window in ranked:
        is_new = not any(window.overlaps(other) for other in chosen)
        if len(chosen) < limit and window.score >= MIN_SCORE and is_new:
            chosen.append(window)
    return chosen


def _place(window: _Window, terms: Sequence[Term]) -> ProposedPlace:
    """Return a window as it is proposed, with the words that led there: general ones only where there are no others."""
    telling = [one for one in window.found if terms[one.term].weight > GENERAL_WEIGHT]
    ahead = window.part.start
    return ProposedPlace(
        message_index=window.part.message,
        span_start=ahead + window.start,
        span_end=ahead + window.end,
        text=window.text,
        score=round(window.score, 4),
        words=tuple(Span(start=ahead + start, end=ahead + end) for start, end in _merged(telling or window.found)),
    )


def _merged(found: Sequence[Occurrence]) -> list[tuple[int, int]]:
    """Return the ranges of the words that were found, in reading order, those that overlap as one."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted((one.start, one.end) for one in found):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
