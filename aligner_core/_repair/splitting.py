"""Splitting a quote that was put together of parts: every part is searched for by itself."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from aligner_core._corpus.search import CorpusSearch
from aligner_core._differences.compared_tokens import MAX_TOKENS_AWAY
from aligner_core._differences.items import spell_out
from aligner_core._language.lexicon import lexicon
from aligner_core._language.markup import ellipsis
from aligner_core._matching.warnings import MIN_TELLING_CHARS
from aligner_core._repair.fixes import Fix, fix_with_words_at
from aligner_core._repair.joints import HINTED, Passage
from aligner_core._repair.relocation import Grade, RepairCase, grade, relocate
from aligner_core._text.normalized_text import NormalizedText, fold
from aligner_core._text.short_quotes import MIN_FUZZY_CHARS
from aligner_core._text.tokens import TokenKind, tokenize
from aligner_core.evidence.models import AlignedEvidence
from aligner_core.spans import Span

SENTENCE_END = re.compile("(?<![.!?。])[.!?。]+[\"')\\]\u201d\u2019]*\\s+|\n\\s*")
"""The end of a sentence, after which another may begin."""


def parts_between_ellipses(quote: str) -> list[str]:
    """Return the parts of a quote between its marks of omitted words.

    >>> parts_between_ellipses("We keep it … for a year [...] not longer...")
    ['We keep it', 'for a year', 'not longer']
    """
    return [part.strip() for part in ellipsis().split(quote) if part.strip()]


def sentence_spans(quote: str) -> list[Span]:
    """Return the sentences of a quote, each with the white space after it.

    >>> [(span.start, span.end) for span in sentence_spans("It is v1.2. Ship it!")]
    [(0, 12), (12, 20)]
    """
    ends = [0, *(found.end() for found in SENTENCE_END.finditer(quote)), len(quote)]
    return [Span(start=start, end=end) for start, end in pairwise(ends) if end > start]


def longest_literal_spans(quote: str, folded_text: str, *, limit: int) -> list[Span]:
    """Return a quote cut between words so that each part is the longest that a folded text has; at most *limit*.

    Signs between two parts belong to neither. A word that the text does not have is a part too.
    """
    folded = NormalizedText(quote)
    words = [token for token in tokenize(folded.text) if token.kind is not TokenKind.SIGN]
    spans: list[Span] = []
    at = 0
    while at < len(words) and len(spans) < limit:
        low, high = at + 1, len(words)
        while low < high:
            middle = (low + high + 1) // 2
            is_literal = folded.text[words[at].start : words[middle - 1].end] in folded_text
            low, high = (middle, high) if is_literal else (low, middle - 1)
        spans.append(folded.span(words[at].start, words[low - 1].end))
        at = low
    return spans


MAX_PARTS = 5
"""A text that would need more parts is no quote any more."""
MAX_SENTENCES = 25
"""Further sentences are not searched for; a quote that has them is not split, so that none is lost."""


def split_at_ellipses(case: RepairCase) -> Fix | None:
    """Return a split of a quote at its marks of omitted words; None unless every part is found.

    The other parts are searched for in the message of the longest part first.
    """
    parts = parts_between_ellipses(case.quote)
    if not 1 < len(parts) <= MAX_PARTS:
        return None
    longest = _find_part(case, max(parts, key=len))
    same_message = replace(case, claimed_index=longest.message_index) if longest is not None else case
    return _split(case, [_find_part(same_message, part) for part in parts])


def split_between_sentences(case: RepairCase) -> Fix | None:
    """Return a split of a quote into whole sentences that are all found word for word.

    None when some are not, and when the quote has marks of omitted words.
    """
    if len(parts_between_ellipses(case.quote)) != 1:
        return None
    literal = replace(case.search, settings=replace(case.search.settings, enable_fuzzy=False))
    return _split(case, _find_sentences(replace(case, search=literal)))


def split_into_passages(case: RepairCase, passages: Sequence[Passage]) -> Fix | None:
    """Return a split of a quote without full stops into passages that are whole sentences of messages, or None."""
    if len(parts_between_ellipses(case.quote)) != 1 or not all(passage.is_sentence for passage in passages):
        return None
    return _split(case, [passage.evidence for passage in passages])


def join_passages(case: RepairCase, passages: Sequence[Passage]) -> Fix | None:
    """Return a fix with the words from the first passage to the last, where these are of one sentence; else None.

    They are when only a few words are left out between any two of them, and no sign or Korean ending divides these.
    """
    if not passages or not all(_are_hardly_apart(left, right, case.search) for left, right in pairwise(passages)):
        return None
    first, last = passages[0].evidence, passages[-1].evidence
    return fix_with_words_at(first.model_copy(update={"span_end": last.span_end}), case.quote, case.search)


def split_where_joined(case: RepairCase, passages: Sequence[Passage]) -> Fix | None:
    """Return a split of a quote into few parts that are found: between sentences or, in any message, words."""
    return _split(case, _find_sentences(case)) or _split(case, [passage.evidence for passage in passages])


def shorten(case: RepairCase) -> Fix | None:
    """Return a fix that keeps the longest part of a quote that is found: whole sentences, or else words.

    None when that part is too short to have a meaning.
    """
    sentences = [part for part in _find_sentences(case) if part is not None]
    parts = sentences or [part for part in _find_literal_parts(case) if part is not None]
    longest = max(parts, key=lambda part: len(part.quote), default=None)
    if longest is None or len(longest.quote) < MIN_TELLING_CHARS:
        return None
    return Fix(kind="rewrite", evidence=(longest,))


def _split(case: RepairCase, parts: Sequence[AlignedEvidence | None]) -> Fix | None:
    found = tuple(part for part in parts if part is not None)
    if len(found) < len(parts) or not 1 < len(found) <= MAX_PARTS or _overlap(found):
        return None
    loses_fact = any(_loses_fact(part, after, case.search) for part, after in pairwise(found))
    return None if loses_fact else Fix(kind="split", evidence=found)


def _overlap(parts: Sequence[AlignedEvidence]) -> bool:
    places = sorted((part.message_index, part.span_start, part.span_end) for part in parts)
    return any(left[0] == right[0] and right[1] < left[2] for left, right in pairwise(places))


def _are_hardly_apart(left: Passage, right: Passage, search: CorpusSearch) -> bool:
    """Return whether a few words of a message are between two passages, and only a capital shows that these end."""
    if left.evidence.message_index != right.evidence.message_index or min(left.ends, right.begins) > HINTED:
        return False
    text = search.corpus.sources[left.evidence.message_index].text
    between = text[left.evidence.span_end : right.evidence.span_start]
    return 0 < len(tokenize(fold(between))) <= MAX_TOKENS_AWAY


def _loses_fact(part: AlignedEvidence, after: AlignedEvidence, search: CorpusSearch) -> bool:
    """Return whether the few words omitted from the end of one sentence, or the beginning of the next, change a fact.

    They do when they negate, or hold a number.
    """
    source = search.corpus.sources[part.message_index].text
    starts = [after.span_start, *(place.span_start for place in after.alternatives)]
    behind = [start for start in starts if start >= part.span_end]
    if part.message_index != after.message_index or not behind:
        return False
    omitted = SENTENCE_END.split(source[part.span_end - 1 : min(behind)])
    return any(map(_changes_fact, {omitted[0][1:], omitted[-1] if len(omitted) > 1 else ""}))


def _changes_fact(omitted: str) -> bool:
    tokens = tokenize(fold(omitted))
    words = [token.text for token in tokens if token.kind is TokenKind.WORD]
    return len(words) <= MAX_TOKENS_AWAY and (
        any(token.kind is TokenKind.NUMBER for token in tokens)
        or any(
            lexicon(code).negations.count([full for word in words for full in spell_out(word, ("en",))])
            for code in ("en", "ko")
        )
    )


def _find_sentences(case: RepairCase) -> list[AlignedEvidence | None]:
    """Return the evidence of the sentences of a quote, of as many at once as are found together; None if not found."""
    found: list[AlignedEvidence | None] = []
    spans = sentence_spans(case.quote)
    rest = spans[:MAX_SENTENCES]
    while rest:
        count, evidence = _find_together(case, rest)
        found.append(evidence)
        rest = rest[count:]
    return found if len(spans) <= MAX_SENTENCES else [*found, None]


def _find_together(case: RepairCase, rest: Sequence[Span]) -> tuple[int, AlignedEvidence | None]:
    """Return how many of the next sentences are found together, at least one, and their evidence.

    A short sentence may be found only together with the next.
    """
    best, best_count = None, 1
    for count in range(1, len(rest) + 1):
        found = _find_part(case, case.quote[rest[0].start : rest[count - 1].end].strip())
        if found is not None:
            best, best_count = found, count
        elif best is not None or count > 1:
            break
    return best_count, best


def _find_literal_parts(case: RepairCase) -> list[AlignedEvidence | None]:
    """Return the evidence of the longest parts of a quote that its message has; in others some are by chance."""
    if case.claimed_index is None:
        return []
    text = case.search.corpus.sources[case.claimed_index].folded.text
    spans = longest_literal_spans(case.quote, text, limit=MAX_PARTS + 1)
    parts = (case.quote[span.start : span.end] for span in spans)
    return [_find_part(case, part) if len(part) >= MIN_FUZZY_CHARS else None for part in parts]


def _find_part(case: RepairCase, part: str) -> AlignedEvidence | None:
    """Return the evidence of one part of a quote; None when it is not found, or differs in a fact.

    A short part is found only in the claimed message: other messages have it by chance.
    """
    found = [evidence for evidence in relocate(replace(case, quote=part)) if grade(evidence) < Grade.CRITICAL]
    here = [evidence for evidence in found if evidence.message_index == case.claimed_index]
    return next(iter(here or (found if len(part) >= MIN_FUZZY_CHARS else ())), None)
