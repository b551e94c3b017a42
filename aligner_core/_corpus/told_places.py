"""The place that an input tells of a quote: it chooses among places that are equal, and is believed in nothing else."""

from aligner_core._corpus.corpus import Corpus
from aligner_core._matching.reclassification import resolve_ambiguity
from aligner_core.evidence.models import AlignedEvidence, FailedEvidence
from aligner_core.formats.quotes import ExtractedQuote
from aligner_core.spans import Span

Outcome = AlignedEvidence | FailedEvidence


def at_told_place(outcome: Outcome, quote: ExtractedQuote, corpus: Corpus) -> Outcome:
    """Return evidence at the one of its places before and behind which the told words stand; else the outcome."""
    is_told = bool(quote.prefix or quote.suffix)
    if not is_told or not isinstance(outcome, AlignedEvidence) or not outcome.ambiguous or outcome.found_in:
        return outcome
    source = corpus.sources[outcome.message_index]
    places = [outcome.span, *(one.span for one in outcome.alternatives)]
    fitting = [place for place in places if _stands_between(source.text, place, quote)]
    if len(fitting) != 1 or outcome.match_method == "fuzzy":
        return outcome
    return resolve_ambiguity(outcome, fitting[0], source)


def _stands_between(text: str, place: Span, quote: ExtractedQuote) -> bool:
    return text[: place.start].endswith(quote.prefix) and text[place.end :].startswith(quote.suffix)
