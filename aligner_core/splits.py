"""A quote that was put together, taken apart again: every part is looked for by itself."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from aligner_core.advice import SHORT_QUOTE
from aligner_core.alignments import AlignedEvidence
from aligner_core.fixes import Fix
from aligner_core.lexicon import negations, spelled_out
from aligner_core.matching import SHORTEST_FUZZY
from aligner_core.normalization import fold
from aligner_core.parts import SENTENCE_END, elided, longest_stretches, sentences
from aligner_core.search import Search
from aligner_core.sides import FARTHEST
from aligner_core.spans import Span
from aligner_core.standing import Case, Grade, grade, standing
from aligner_core.tokens import TokenKind, tokens

MOST_PARTS = 5
"""What needs more parts than that is no quote any more."""
MOST_SENTENCES = 25
"""What stands behind these is not looked for, and so no split leaves it out."""


def split_at_marks(case: Case) -> Fix | None:
    """Split a quote where it says that words are left out; None unless every part is found.

    The longest part tells the message where the others are looked for first.
    """
    parts = elided(case.quote)
    if not 1 < len(parts) <= MOST_PARTS:
        return None
    longest = _found(case, max(parts, key=len))
    beside = replace(case, claimed=longest.message_index) if longest else case
    return _split(case, [_found(beside, part) for part in parts])


def split_between_sentences(case: Case) -> Fix | None:
    """Split a quote into whole sentences that all stand word for word; None where it says that words are left out."""
    literal = replace(case.search, settings=replace(case.search.settings, fuzzy=False))
    return _split(case, _by_sentence(replace(case, search=literal))) if len(elided(case.quote)) == 1 else None


def split_where_glued(case: Case) -> Fix | None:
    """Split a quote into few stretches that are found: between sentences or, in its own message, between words."""
    return _split(case, _by_sentence(case)) or _split(case, _by_word(case))


def cut(case: Case) -> Fix | None:
    """Keep the longest stretch of a quote that is found: of whole sentences, else of words; none too short to tell."""
    found = [one for one in _by_sentence(case) if one] or [one for one in _by_word(case) if one]
    longest = max(found, key=lambda one: len(one.quote), default=None)
    return Fix(kind="rewrite", evidence=(longest,)) if longest and len(longest.quote) >= SHORT_QUOTE else None


def _split(case: Case, parts: Sequence[AlignedEvidence | None]) -> Fix | None:
    found = tuple(dict.fromkeys(part for part in parts if part))
    if len(found) < len(parts) or not 1 < len(found) <= MOST_PARTS:
        return None
    turned = any(_loses_negation(one, after, case.search) for one, after in pairwise(found))
    return None if turned else Fix(kind="split", evidence=found)


def _loses_negation(one: AlignedEvidence, after: AlignedEvidence, search: Search) -> bool:
    """Say whether a "not" stands in the few words left out between two parts of one sentence."""
    source = search.corpus.sources[one.message_index].text
    between = source[one.span_end : after.span_start]
    if one.message_index != after.message_index or SENTENCE_END.search(source[one.span_end - 1 : after.span_start]):
        return False
    words = [token.text for token in tokens(fold(between)) if token.kind is TokenKind.WORD]
    return len(words) <= FARTHEST and negations(spelled_out(words)) > 0


def _by_sentence(case: Case) -> list[AlignedEvidence | None]:
    """Find the sentences of a quote, as many at once as stand together; None stands for what is not found."""
    found: list[AlignedEvidence | None] = []
    every = sentences(case.quote)
    rest = every[:MOST_SENTENCES]
    while rest:
        count, one = _together(case, rest)
        found.append(one)
        rest = rest[count:]
    return found if len(every) <= MOST_SENTENCES else [*found, None]


def _together(case: Case, rest: Sequence[Span]) -> tuple[int, AlignedEvidence | None]:
    """Find as many of the next sentences as stand together, at least one; a short one may need the next to be found."""
    best, used = None, 1
    for count in range(1, len(rest) + 1):
        found = _found(case, case.quote[rest[0].start : rest[count - 1].end].strip())
        if found:
            best, used = found, count
        elif best or count > 1:
            break
    return used, best


def _by_word(case: Case) -> list[AlignedEvidence | None]:
    """Find the longest stretches of a quote that stand in its message; in others some stand by chance."""
    if case.claimed is None:
        return []
    text = case.search.corpus.sources[case.claimed].folded.text
    spans = longest_stretches(case.quote, text, most=MOST_PARTS + 1)
    parts = (case.quote[span.start : span.end] for span in spans)
    return [_found(case, part) if len(part) >= SHORTEST_FUZZY else None for part in parts]


def _found(case: Case, part: str) -> AlignedEvidence | None:
    """Find one part of a quote, unless it differs in a fact; a short one stands in other messages by chance."""
    found = [one for one in standing(replace(case, quote=part)) if grade(one) < Grade.CRITICAL]
    here = [one for one in found if one.message_index == case.claimed]
    return next(iter(here or (found if len(part) >= SHORTEST_FUZZY else ())), None)
