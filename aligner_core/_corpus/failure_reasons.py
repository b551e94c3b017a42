"""Why a quote was not found: the first reason that applies (specification 3.7), and where else it is."""

from dataclasses import replace

from aligner_core._corpus.corpus import Corpus
from aligner_core._corpus.search import CorpusSearch
from aligner_core._matching.cascade import Settings
from aligner_core.evidence.models import AlignedEvidence, FailedEvidence, FailureReason
from aligner_core.formats.quotes import ExtractedQuote


def align_or_explain(quote: ExtractedQuote, corpus: Corpus, settings: Settings) -> AlignedEvidence | FailedEvidence:
    """Return the evidence of a quote in the message it claims, or why there is none.

    `found_in` of a failed or fuzzy quote lists the other messages that hold it (specification 3.7).
    """
    index, search = quote.message_index, CorpusSearch(corpus, settings)
    failed = FailedEvidence(
        message_index=index, quote=quote.text, failure_reason=quote.refusal or FailureReason.INDEX_OUT_OF_RANGE
    )
    if quote.refusal not in {None, FailureReason.INVALID_INDEX}:
        return failed
    if index is None or index >= len(corpus.sources):
        return failed.model_copy(update={"found_in": search.other_places(quote.text, index)[0]})
    here = search.align_in_message(quote.text, index)
    if isinstance(here, FailureReason):
        return _explained(failed, here, index, search)
    if here.match_method == "fuzzy":
        literal = CorpusSearch(corpus, replace(settings, enable_fuzzy=False))
        return here.model_copy(update={"found_in": literal.other_places(quote.text, index)[0]})
    return here


def _explained(failed: FailedEvidence, reason: FailureReason, index: int, search: CorpusSearch) -> FailedEvidence:
    """Return why a quote is not in the message it claims: another message has it, or this one only similar words."""
    found_in, complete = search.other_places(failed.quote, index)
    if found_in:
        return failed.model_copy(update={"failure_reason": FailureReason.WRONG_MESSAGE, "found_in": found_in})
    closest = search.closest_place(failed.quote, index) if reason is FailureReason.NOT_FOUND else None
    if reason is FailureReason.NOT_FOUND and not complete:
        reason = FailureReason.BUDGET_EXCEEDED
    elif closest is not None:
        reason = FailureReason.BELOW_THRESHOLD
    return failed.model_copy(update={"failure_reason": reason, "closest": closest})
