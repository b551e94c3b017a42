"""Aligns a batch of quotes within one work budget, in an order in which no quote uses up the budget of another.

First every quote is looked for word for word where it claims to be, or everywhere where it names no message, then by
similarity where it claims to be, and only then in all the other messages. Quotes that the budget does not suffice for
fail as `budget_exceeded` (specification 3.7).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from aligner_core._corpus.anywhere import align_in_any, literally_in_any
from aligner_core._corpus.corpus import Corpus
from aligner_core._corpus.failure_reasons import align_or_explain, align_where_claimed, explain
from aligner_core._corpus.search import CorpusSearch
from aligner_core._corpus.told_places import at_told_place
from aligner_core._matching.cascade import Settings
from aligner_core._matching.work_budget import FOLDING_COST, JUDGEMENT_COST, PREPARING_COST, WorkBudget
from aligner_core.evidence.models import AlignedEvidence, FailedEvidence, FailureReason
from aligner_core.formats.quotes import ExtractedQuote

Found = TypeVar("Found")


def align_batch(
    quotes: Sequence[ExtractedQuote],
    corpus: Corpus,
    settings: Settings,
    *,
    budget: WorkBudget | None,
    on_quote: Callable[[], object] | None = None,
) -> Iterator[AlignedEvidence | FailedEvidence]:
    """Yield the outcome of each quote, in order; call *on_quote* when a quote has its outcome."""
    tell = on_quote or _nothing
    if budget is not None:
        outcomes = _bounded(quotes, CorpusSearch(corpus, settings, batch=budget), budget, tell)
        yield from (at_told_place(one, quote, corpus) for quote, one in zip(quotes, outcomes, strict=True))
        return
    for quote in quotes:
        outcome = at_told_place(align_or_explain(quote, corpus, settings), quote, corpus)
        tell()
        yield outcome


def _bounded(
    quotes: Sequence[ExtractedQuote], search: CorpusSearch, budget: WorkBudget, tell: Callable[[], object]
) -> Iterator[AlignedEvidence | FailedEvidence]:
    """Yield the outcome of each quote, and note in *budget* the places of those it did not suffice for.

    Each quote is told in the pass that finds it, else in the last one.
    """
    corpus = search.corpus
    literal = CorpusSearch(corpus, replace(search.settings, enable_fuzzy=False))
    claimed = [_told(align_where_claimed(quote, literal), tell) for quote in quotes]
    if not corpus.is_folded and any(isinstance(one, FailureReason) for one in claimed):
        budget.take(FOLDING_COST * len(corpus.raw.text) + PREPARING_COST * len(corpus.sources))
    literally = [
        (_told(literally_in_any(quote, search), tell) or one) if quote.names_no_message else one
        for quote, one in zip(quotes, claimed, strict=True)
    ]
    similar = [
        _told(_similar_where_claimed(quote, search, budget), tell) if one is FailureReason.NOT_FOUND else one
        for quote, one in zip(quotes, literally, strict=True)
    ]
    budget.unfinished.clear()
    for place, (quote, one) in enumerate(zip(quotes, similar, strict=True)):
        if isinstance(one, AlignedEvidence):
            yield one
            continue
        outcome = _explained(quote, one, search, budget)
        if outcome is None:
            budget.unfinished.append(place)
        tell()
        yield _unfinished(quote) if outcome is None else outcome


def _told(outcome: Found, tell: Callable[[], object]) -> Found:
    """Return an outcome, and tell that a quote was found if it is evidence."""
    if isinstance(outcome, AlignedEvidence):
        tell()
    return outcome


def _nothing() -> None:
    """Do nothing: nobody asked to be told."""


def _similar_where_claimed(
    quote: ExtractedQuote, search: CorpusSearch, budget: WorkBudget
) -> AlignedEvidence | FailureReason | None:
    """Return the outcome of the fuzzy step in the message a quote claims; None when the budget ended it."""
    refusals = budget.refusals
    found = align_where_claimed(quote, search)
    if isinstance(found, AlignedEvidence):
        budget.take(JUDGEMENT_COST + search.corpus.literal_cost)
    return found if budget.refusals == refusals else None


def _explained(
    quote: ExtractedQuote, reason: FailureReason | None, search: CorpusSearch, budget: WorkBudget
) -> AlignedEvidence | FailedEvidence | None:
    """Return why a quote failed, or where one that names no message stands.

    None when the budget ended this search of all messages or the one before.
    """
    if reason is None:
        return None
    refusals = budget.refusals
    outcome = align_in_any(quote, search) if quote.names_no_message else explain(quote, reason, search)
    if isinstance(outcome, AlignedEvidence):
        budget.take(JUDGEMENT_COST)
    return outcome if budget.refusals == refusals else None


def _unfinished(quote: ExtractedQuote) -> FailedEvidence:
    reason = FailureReason.BUDGET_EXCEEDED
    return FailedEvidence(message_index=quote.message_index, quote=quote.text, failure_reason=reason)
