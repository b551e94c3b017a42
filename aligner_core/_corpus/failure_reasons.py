"""Why a quote was not found: the first reason that applies (specification 3.7), and where else it is."""

from dataclasses import replace

from aligner_core._corpus.anywhere import align_in_any, literally_in_any
from aligner_core._corpus.corpus import Corpus
from aligner_core._corpus.search import CorpusSearch
from aligner_core._matching.cascade import Settings
from aligner_core.evidence.models import AlignedEvidence, FailedEvidence, FailureReason
from aligner_core.formats.quotes import UNPLACED, ExtractedQuote


def align_or_explain(quote: ExtractedQuote, corpus: Corpus, settings: Settings) -> AlignedEvidence | FailedEvidence:
    """Return the evidence of a quote in the message it claims, or why there is none.

    `found_in` of a failed or fuzzy quote lists the other messages that hold it (specification 3.7). A quote that names
    no message may stand in any.
    """
    search = CorpusSearch(corpus, settings)
    if quote.names_no_message:
        return literally_in_any(quote, search) or align_in_any(quote, search)
    here = align_where_claimed(quote, search)
    return here if isinstance(here, AlignedEvidence) else explain(quote, here, search)


def align_where_claimed(quote: ExtractedQuote, search: CorpusSearch) -> AlignedEvidence | FailureReason:
    """Return the evidence of a quote in the message it claims, or the first reason why there is none.

    `found_in` of a fuzzy quote lists the other messages that hold it word for word. One that names no message is not
    found here.
    """
    index, corpus = quote.message_index, search.corpus
    if quote.refusal is not None:
        return quote.refusal
    if index is None:
        return FailureReason.NOT_FOUND
    if index >= len(corpus.sources):
        return FailureReason.INDEX_OUT_OF_RANGE
    here = search.align_in_message(quote.text, index)
    if isinstance(here, FailureReason) or here.match_method != "fuzzy":
        return here
    literal = CorpusSearch(corpus, replace(search.settings, enable_fuzzy=False))
    return here.model_copy(update={"found_in": literal.other_places(quote.text, index)[0]})


def explain(quote: ExtractedQuote, reason: FailureReason, search: CorpusSearch) -> FailedEvidence:
    """Return why a quote is not in the message it claims: another message has it, or this one only similar words."""
    index = quote.message_index
    failed = FailedEvidence(message_index=index, quote=quote.text, failure_reason=reason)
    if quote.refusal is not None and quote.refusal not in UNPLACED:
        return failed
    found_in, complete = search.other_places(failed.quote, index)
    if index is None or reason is FailureReason.INDEX_OUT_OF_RANGE:
        reason = reason if found_in or complete else FailureReason.BUDGET_EXCEEDED
        return failed.model_copy(update={"failure_reason": reason, "found_in": found_in})
    if found_in:
        return failed.model_copy(update={"failure_reason": FailureReason.WRONG_MESSAGE, "found_in": found_in})
    closest = search.closest_place(failed.quote, index) if reason is FailureReason.NOT_FOUND else None
    if reason is FailureReason.NOT_FOUND and not complete:
        reason = FailureReason.BUDGET_EXCEEDED
    elif closest is not None:
        reason = FailureReason.BELOW_THRESHOLD
    return search.with_closest(failed.model_copy(update={"failure_reason": reason}), closest)
