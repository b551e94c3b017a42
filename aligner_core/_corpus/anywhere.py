"""Finds a quote that claims no message: the best match among all messages."""

from dataclasses import replace

from aligner_core._corpus.candidates import candidates
from aligner_core._corpus.search import MAX_CLOSEST_RATIO, CorpusSearch
from aligner_core.evidence.models import (
    MAX_ALTERNATIVES,
    AlignedEvidence,
    FailedEvidence,
    FailureReason,
    Place,
    Verdict,
)
from aligner_core.formats.quotes import ExtractedQuote

MAX_JUDGED = 20
"""How many messages that have a quote are judged before the best of them is taken."""
_WORST_FIRST = tuple(Verdict)
_LITERAL = frozenset({Verdict.VERBATIM, Verdict.EQUAL})


def align_in_any(quote: ExtractedQuote, search: CorpusSearch) -> AlignedEvidence | FailedEvidence:
    """Return the outcome of a quote that names no message: in the message with the best match, the first of equal ones.

    It is ambiguous where other messages have it just as well; these are its `found_in`, the first 100 (specification
    3.13). A failure is that of a quote which no message has: `below_threshold` where the closest words are worth
    showing.
    """
    if quote.refusal not in {None, FailureReason.INVALID_INDEX}:
        return FailedEvidence(quote=quote.text, failure_reason=quote.refusal)
    places, complete = search.other_places(quote.text, None)
    judged = [
        (place, found)
        for place in places[:MAX_JUDGED]
        if isinstance(found := search.align_in_message(quote.text, place.message_index), AlignedEvidence)
    ]
    if not judged:
        return _failed(quote.text, search, complete=complete)
    best, outcome = max(judged, key=lambda one: _WORST_FIRST.index(one[1].verdict))
    also_in = tuple(place for place in places if place != best and _is_as_good(place, best))[:MAX_ALTERNATIVES]
    return outcome.model_copy(update={"ambiguous": True, "found_in": also_in}) if also_in else outcome


def literally_in_any(quote: ExtractedQuote, search: CorpusSearch) -> AlignedEvidence | None:
    """Return the outcome without the fuzzy step; None if that step could find something better."""
    literal = replace(search, settings=replace(search.settings, enable_fuzzy=False))
    outcome = align_in_any(quote, literal)
    return outcome if isinstance(outcome, AlignedEvidence) and outcome.verdict in _LITERAL else None


def closest_anywhere(quote: str, search: CorpusSearch) -> Place | None:
    """Return the words of all messages that are closest to a quote; None when less similar than 0.6."""
    for place in candidates(quote, search, limit=1):
        if 0 < 1 - place.similarity <= MAX_CLOSEST_RATIO:
            return place
        return search.closest_place(quote, place.message_index)
    return None


def _is_as_good(place: Place, best: Place) -> bool:
    return (place.match_method, place.similarity) == (best.match_method, best.similarity)


def _failed(quote: str, search: CorpusSearch, *, complete: bool) -> FailedEvidence:
    closest = closest_anywhere(quote, search)
    if search.settings.enable_fuzzy and len(quote.strip()) > search.settings.max_quote_length:
        reason = FailureReason.QUOTE_TOO_LONG
    elif not complete:
        reason = FailureReason.BUDGET_EXCEEDED
    else:
        reason = FailureReason.NOT_FOUND if closest is None else FailureReason.BELOW_THRESHOLD
    return search.with_closest(FailedEvidence(quote=quote, failure_reason=reason), closest)
