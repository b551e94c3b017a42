"""Splits a quote that was joined from separate passages without any sign of it: people chat without full stops.

Its words are cut into as few parts as possible that each stand word for word in some message. Where a part may end at
several words, it ends where a sentence does.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise

from aligner_core._corpus.search import CorpusSearch, message_distance
from aligner_core._language.lexicon import words_at
from aligner_core._matching.edit_distance import Budget
from aligner_core._matching.warnings import MIN_TELLING_CHARS
from aligner_core._repair.relocation import Grade, RepairCase, grade
from aligner_core._text.ellipses import without_end_ellipses
from aligner_core._text.hangul import has_hangul
from aligner_core._text.normalized_text import NormalizedText, fold
from aligner_core._text.short_quotes import MIN_FUZZY_CHARS
from aligner_core._text.tokens import Token, TokenKind, tokenize
from aligner_core.evidence.models import AlignedEvidence
from aligner_core.spans import Span

CHARS_PER_UNIT = 64
"""Characters in which words are looked for as they are, for one work unit."""
MIN_WORDS_PER_PART = 2
"""A quote that falls into single words was not put together of passages; one part may be a single word."""
MAX_CHOICES = 6
"""How many ends of a part are tried, the longest part first."""
MAX_MESSAGES_TRIED = 10
"""How many messages that have a part are tried, the nearest first."""
MAX_CHARS_READ = 40
"""How far beside a passage the end of a sentence is looked for."""

SURE, LIKELY, HINTED, WITHIN = 3, 2, 1, 0
"""Whether a sentence begins or ends with a passage: by a sign or line end, a Korean ending, a capital, or not."""
MIN_SENTENCE_WEIGHT = 6
"""A shorter sentence, as *ok* and 네, is in many messages by chance; a Korean syllable weighs as two letters."""

_ENDERS = ".!?…。！？~\\nㄱ-ㅎㅏ-ㅣ"  # noqa: RUF001 - full-width signs end sentences too
_END = re.compile(rf"[{_ENDERS}]")
_LAST_BEFORE = re.compile(rf"([\w{_ENDERS}])[^\w{_ENDERS}]*$")
_FIRST_AFTER = re.compile(rf"[^\w{_ENDERS}]*([\w{_ENDERS}])")


_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Passage:
    """A part of a quote and its place, and whether that begins and ends with a sentence."""

    evidence: AlignedEvidence
    begins: int
    ends: int

    @property
    def is_sentence(self) -> bool:
        """Whether it is whole sentences; a short one only if a sign or a line end shows it."""
        edges = (self.begins, self.ends)
        return min(edges) > WITHIN and (len(self.evidence.quote) >= MIN_FUZZY_CHARS or max(edges) == SURE)


@cache
def _final_ending() -> re.Pattern[str]:
    """Return the pattern of the syllables by which a Korean sentence is seen to end without a sign."""
    syllables, words = ("".join(words_at(f"clauses.{key}", "ko")) for key in ("last_syllables", "last_words"))
    return re.compile(rf"(?:[가-힣][{syllables}]|\s[{words}])$")


def has_other_end(evidence: AlignedEvidence) -> bool:
    """Return whether a quote begins or ends with words that its message lacks, perhaps of another passage."""
    folded = fold(without_end_ellipses(evidence.quote))
    texts = (one.quote_text for one in evidence.differences if one.critical)
    edges = [text for text in texts if _weight(text) >= MIN_SENTENCE_WEIGHT]
    return any(folded.startswith(text) or folded.rstrip(".!?").endswith(text.rstrip(".!?")) for text in edges)


def find_passages(case: RepairCase, *, limit: int) -> list[Passage]:
    """Return the passages that a quote was put together of, at most *limit*; none when it was not, or some is missing.

    The message it claims is looked through by itself first.
    """
    for text in _texts(case):
        passages = _Joints(case, text, limit).passages()
        if 1 < len(passages) <= limit and _are_no_chance(passages, case.claimed_index):
            return passages
    return []


def _texts(case: RepairCase) -> Iterator[str]:
    corpus = case.search.corpus
    if case.claimed_index is not None:
        yield corpus.sources[case.claimed_index].folded.text
    yield corpus.folded.text


def _are_no_chance(passages: Sequence[Passage], claimed_index: int | None) -> bool:
    """Return whether passages are significant enough to be what was meant: some words occur in many messages by chance.

    Whole sentences do, words of the claimed message, long ones, and those that meet where sentences end and begin.
    """
    meet = all(left.ends and right.begins for left, right in pairwise(passages))
    for passage in passages:
        words, is_here = passage.evidence.quote, passage.evidence.message_index == claimed_index
        is_complete = passage.is_sentence and (is_here or _weight(words) >= MIN_SENTENCE_WEIGHT)
        is_long = _weight(words) >= MIN_TELLING_CHARS or (len(words) >= MIN_FUZZY_CHARS and (meet or is_here))
        if not (is_complete or is_long):
            return False
    return True


def _weight(words: str) -> int:
    """Return the weight of words: a Korean syllable counts as two letters."""
    return len(words) * (2 if has_hangul(words) else 1)


@dataclass(slots=True)
class _Joints:
    """The words of a quote, and where it can be cut so that each part stands in a folded text."""

    case: RepairCase
    text: str
    limit: int
    search: CorpusSearch = field(init=False)
    budget: Budget = field(init=False)
    folded: NormalizedText = field(init=False)
    words: list[Token] = field(init=False)
    placed: dict[tuple[int, int], Passage | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        search = self.case.search
        self.search = replace(search, settings=replace(search.settings, enable_fuzzy=False))
        self.budget = search.budget or Budget()
        self.folded = NormalizedText(self.case.quote)
        self.words = [token for token in tokenize(self.folded.text) if token.kind is not TokenKind.SIGN]

    def passages(self) -> list[Passage]:
        """Return the passages of the fewest parts; none when these are more than the limit, or one has no place."""
        last = self._longest_first()
        if len(self.words) < MIN_WORDS_PER_PART * len(last) - 1:
            return []
        first = self._longest_last(len(last))
        if not first:
            return []
        found: list[Passage] = []
        at = 0
        for low, high, beyond in zip(first[1:], last, [*last[1:], 0], strict=True):
            end = self._best_end(at, low, min(high, self._reach(at)), beyond) if beyond else high
            passage = self._place(at, end)
            if passage is None:
                return []
            found.append(passage)
            at = end
        return found

    def _longest_first(self) -> list[int]:
        """Return the ends of the parts, each as long as possible; none when they do not suffice."""
        ends = [0]
        while ends[-1] < len(self.words) and len(ends) <= self.limit:
            ends.append(self._reach(ends[-1]))
            if ends[-1] == ends[-2]:
                return []
        return ends[1:] if ends[-1] == len(self.words) else []

    def _longest_last(self, count: int) -> list[int]:
        """Return the beginnings of *count* parts and the end, each part as long as it can be, from the last one on."""
        starts = [len(self.words)]
        for _ in range(count):
            starts.append(self._reach_back(starts[-1]))
        return [*reversed(starts)] if count and starts[-1] == 0 else []

    def _reach(self, first: int) -> int:
        """Return the end of the longest part that begins at a word; that word when not even it stands in the text."""
        low, high = first, len(self.words)
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self._is_literal(first, middle) else (low, middle - 1)
        return low

    def _reach_back(self, last: int) -> int:
        """Return the beginning of the longest part that ends before a word."""
        low, high = 0, last
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if self._is_literal(middle, last) else (middle + 1, high)
        return low

    def _is_literal(self, first: int, last: int) -> bool:
        if not self.budget.spend(1 + len(self.text) // CHARS_PER_UNIT):
            return False
        return self.folded.text[self.words[first].start : self.words[last - 1].end] in self.text

    def _best_end(self, at: int, low: int, high: int, beyond: int) -> int:
        """Return where a part ends best: with a sentence, and so that another begins; else the longest part."""
        choices = range(high, max(low, high - MAX_CHOICES) - 1, -1)
        if len(choices) == 1:
            return high
        return max(choices, key=lambda end: self._fit(at, end, beyond))

    def _fit(self, at: int, end: int, beyond: int) -> int:
        """Return how well two parts meet at a word."""
        left, right = self._place(at, end), self._place(end, min(beyond, self._reach(end)))
        between = self.folded.text[self.words[end - 1].end : self.words[end].start]
        sign = 2 * SURE if _END.search(between) else WITHIN
        return sign + (left.ends if left else WITHIN) + (right.begins if right else WITHIN)

    def _place(self, first: int, last: int) -> Passage | None:
        """Return where a part stands, with the signs around it if these stand there too."""
        if (first, last) not in self.placed:
            span = self.folded.span(self.words[first].start, self.words[last - 1].end)
            with_signs = self._with_signs(first, last)
            passage = None if with_signs == span else self._passage(with_signs)
            self.placed[first, last] = passage or self._passage(span)
        return self.placed[first, last]

    def _with_signs(self, first: int, last: int) -> Span:
        """Return the span of a part with the signs around it: of those between two parts, up to a space to the left."""
        start = self._joint(first) if first else 0
        end = self._joint(last) if last < len(self.words) else len(self.case.quote)
        words = self.case.quote[start:end]
        return Span(start=start + len(words) - len(words.lstrip()), end=start + len(words.rstrip()))

    def _joint(self, word: int) -> int:
        """Return where the quote is cut before a word: at the first space behind the word before it, or right there."""
        before = self.folded.span(self.words[word - 1].start, self.words[word - 1].end).end
        start = self.folded.span(self.words[word].start, self.words[word].end).start
        space = _SPACE.search(self.case.quote, before, start)
        return space.end() if space else start

    def _passage(self, span: Span) -> Passage | None:
        """Return the best place of a part: whole sentences first, then in the claimed message, then the nearest one."""
        part = self.case.quote[span.start : span.end]
        best: Passage | None = None
        for index in self._messages_holding(part)[:MAX_MESSAGES_TRIED]:
            evidence = self.search.align_in_message(part, index)
            if not isinstance(evidence, AlignedEvidence) or grade(evidence) is Grade.CRITICAL:
                continue
            passage = _passage_of(evidence, self.search.corpus.sources[index].text)
            if passage.is_sentence:
                return passage
            best = best or passage
        return best

    def _messages_holding(self, part: str) -> list[int]:
        """Return the messages that have a part, the claimed one first, then the nearest."""
        corpus, claimed = self.search.corpus, self.case.claimed_index
        found = corpus.raw.texts_holding(part) | corpus.folded.texts_holding(fold(part))
        return sorted(found, key=lambda index: (message_distance(index, claimed), index))


def _passage_of(evidence: AlignedEvidence, text: str) -> Passage:
    return Passage(evidence, _beginning(text, evidence.span_start), _ending(text, evidence.span_end))


def _beginning(text: str, start: int) -> int:
    """Return whether a sentence begins at a place of a message."""
    found = _LAST_BEFORE.search(text, max(0, start - MAX_CHARS_READ), start)
    if found is None or _END.match(found[1]):
        return SURE
    return _confidence_by_words(text, found.end(1), start) if found.end(1) < start else WITHIN


def _ending(text: str, end: int) -> int:
    """Return whether a sentence ends at a place of a message."""
    found = _FIRST_AFTER.match(text, end, end + MAX_CHARS_READ)
    if found is None or _END.match(found[1]) or _END.match(text[end - 1]):
        return SURE
    return _confidence_by_words(text, end, found.start(1)) if found.start(1) > end else WITHIN


def _confidence_by_words(text: str, end: int, start: int) -> int:
    """Return whether a sentence ends at one place of a message and the next begins at the other, by the words there."""
    if _final_ending().search(text, max(0, end - 2), end):
        return LIKELY
    return HINTED if text[start].isupper() else WITHIN
