"""What a quote that was not found is near to, and in which other messages it stands."""

from dataclasses import replace

from aligner_core.alignments import AlignedEvidence, FailedEvidence, FailureReason
from aligner_core.claims import ExtractedQuote
from aligner_core.corpus import Corpus
from aligner_core.matching import Settings
from aligner_core.search import Search


def diagnose(quote: ExtractedQuote, corpus: Corpus, settings: Settings) -> AlignedEvidence | FailedEvidence:
    """Look for a quote in the message it claims; say of a failed or fuzzy one where else it stands (contract 3.7)."""
    index, search = quote.message_index, Search(corpus, settings)
    failed = FailedEvidence(
        message_index=index, quote=quote.text, failure_reason=quote.refusal or FailureReason.INDEX_OUT_OF_RANGE
    )
    if quote.refusal not in {None, FailureReason.INVALID_INDEX}:
        return failed
    if index is None or index >= len(corpus.sources):
        return failed.model_copy(update={"found_in": search.elsewhere(quote.text, index)[0]})
    here = search.at(quote.text, index)
    if isinstance(here, FailureReason):
        return _refined(failed, here, index, search)
    if here.match_method == "fuzzy":
        literal = Search(corpus, replace(settings, fuzzy=False))
        return here.model_copy(update={"found_in": literal.elsewhere(quote.text, index)[0]})
    return here


def _refined(failed: FailedEvidence, reason: FailureReason, index: int, search: Search) -> FailedEvidence:
    """Say why a quote is not in the message it claims: it is in another one, or only something like it is here."""
    found_in, complete = search.elsewhere(failed.quote, index)
    if found_in:
        return failed.model_copy(update={"failure_reason": FailureReason.WRONG_MESSAGE, "found_in": found_in})
    closest = search.closest(failed.quote, index) if reason is FailureReason.NOT_FOUND else None
    if reason is FailureReason.NOT_FOUND and not complete:
        reason = FailureReason.BUDGET_EXCEEDED
    elif closest is not None:
        reason = FailureReason.BELOW_THRESHOLD
    return failed.model_copy(update={"failure_reason": reason, "closest": closest})
