"""What the gate decides on: an entry's facts, with every proof re-checked against the stored message."""

from aligner_core import AlignedEvidence, Difference, ProofError, verify
from review.models import Acknowledgement, Alignment, Entry, Message, Quote
from review.policy import EntryFacts, QuoteFacts, Stage
from review.selectors.access import Person
from review.selectors.sources import HAS_NEWER


def entry_facts(entry: Entry, *, actor: Person | None = None) -> EntryFacts:
    """Read what the gate needs to know about an entry; few queries, and every proof is checked anew.

    A critical difference is open until *actor* acknowledged it: what another person accepted does not count here.
    """
    quotes = list(entry.quotes.select_related("current__message").order_by("position"))
    drifted = drifted_messages(quotes)
    differing = differing_quotes(quotes, actor=actor)
    return EntryFacts(
        stage=Stage(entry.stage),
        rejected=entry.rejected_at is not None,
        quotes=tuple(_quote_facts(quote, drifted=drifted, differing=differing) for quote in quotes),
    )


def drifted_messages(quotes: list[Quote]) -> set[int]:
    """Name the messages among those quoted that have a newer version."""
    named = [quote.current.message_id for quote in quotes if quote.current and quote.current.message_id]
    return set(Message.objects.filter(HAS_NEWER, pk__in=named).values_list("pk", flat=True))


def differing_quotes(quotes: list[Quote], *, actor: Person | None) -> set[int]:
    """Name the quotes whose current attempt differs critically from the source, and *actor* has not said so be it."""
    critical = {quote.current.pk: quote.pk for quote in quotes if quote.current and critical_differences(quote.current)}
    if not critical:
        return set()
    accepted = Acknowledgement.objects.filter(alignment__in=critical, actor=actor.pk if actor else None)
    return set(critical.values()) - {critical[pk] for pk in accepted.values_list("alignment", flat=True)}


def critical_differences(alignment: Alignment) -> tuple[Difference, ...]:
    """Give the differences of an attempt that change what is said."""
    evidence = _readable(alignment) if alignment.aligned else None
    return () if evidence is None else tuple(one for one in evidence.differences if one.critical)


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


def _quote_facts(quote: Quote, *, drifted: set[int], differing: set[int]) -> QuoteFacts:
    current = quote.current
    if current is None or not current.aligned:
        return QuoteFacts(quote.position, counts=quote.counts, aligned=False, proven=False)
    return QuoteFacts(
        position=quote.position,
        counts=quote.counts,
        ambiguous=current.ambiguous,
        drifted=current.message_id in drifted,
        open_differences=quote.pk in differing,
        proven=is_proven(current),
    )
