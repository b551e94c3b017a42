"""What the gate decides on: an entry's facts, with every proof re-checked against the stored message."""

from aligner_core import AlignedEvidence, ProofError, verify
from review.models import Alignment, Entry, Message, Quote
from review.policy import EntryFacts, QuoteFacts, Stage
from review.selectors.sources import HAS_NEWER


def entry_facts(entry: Entry) -> EntryFacts:
    """Read what the gate needs to know about an entry; two queries, and every proof is checked anew."""
    quotes = list(entry.quotes.select_related("current__message").order_by("position"))
    drifted = drifted_messages(quotes)
    return EntryFacts(
        stage=Stage(entry.stage),
        rejected=entry.rejected_at is not None,
        quotes=tuple(_quote_facts(quote, drifted=drifted) for quote in quotes),
    )


def drifted_messages(quotes: list[Quote]) -> set[int]:
    """Name the messages among those quoted that have a newer version."""
    named = [quote.current.message_id for quote in quotes if quote.current and quote.current.message_id]
    return set(Message.objects.filter(HAS_NEWER, pk__in=named).values_list("pk", flat=True))


def is_proven(alignment: Alignment) -> bool:
    """Say whether an alignment's words are really there, by reading the stored message and nothing else."""
    evidence = _readable(alignment)
    if evidence is None or alignment.message is None:
        return False
    try:
        verify(evidence, alignment.message.content)
    except ProofError:
        return False
    return alignment.message.index == evidence.message_index and _agrees(alignment, evidence)


def _readable(alignment: Alignment) -> AlignedEvidence | None:
    try:
        evidence = alignment.evidence
    except ValueError:
        return None
    return evidence if isinstance(evidence, AlignedEvidence) else None


def _agrees(alignment: Alignment, evidence: AlignedEvidence) -> bool:
    """Compare the columns people filter by with the evidence they were taken from."""
    columns = (
        alignment.text,
        alignment.message_index,
        alignment.method,
        alignment.span_start,
        alignment.span_end,
        alignment.similarity,
        alignment.ambiguous,
    )
    return columns == (
        evidence.quote,
        evidence.message_index,
        evidence.match_method,
        evidence.span_start,
        evidence.span_end,
        evidence.similarity,
        evidence.ambiguous,
    )


def _quote_facts(quote: Quote, *, drifted: set[int]) -> QuoteFacts:
    current = quote.current
    if current is None or not current.aligned:
        return QuoteFacts(quote.position, counts=quote.counts, aligned=False, proven=False)
    evidence = _readable(current)
    return QuoteFacts(
        position=quote.position,
        counts=quote.counts,
        ambiguous=current.ambiguous,
        drifted=current.message_id in drifted,
        open_differences=evidence is not None and any(one.critical for one in evidence.differences),
        proven=is_proven(current),
    )
