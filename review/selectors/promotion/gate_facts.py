"""What the gate decides on: an entry's facts, with every proof re-checked against the stored message."""

from dataclasses import replace

from aligner_core import AlignedEvidence, Difference, ProofError, verify
from review.models import Acknowledgement, Alignment, Entry, Message, Project, Provenance, Quote
from review.policy import ActorFacts, AnswerFacts, EntryFacts, PolicyItem, QuoteFacts, Stage
from review.roles import Capability
from review.selectors.access import Person, capabilities_of
from review.selectors.answers import answer_of
from review.selectors.sources import HAS_NEWER
from review.selectors.statements import (
    approvals_of,
    approved_by_another,
    explained_by,
    explanations_of,
    fingerprint_of,
)
from review.speakers import FIRST_HAND, speaker_of


def entry_facts(entry: Entry, *, actor: Person | None = None) -> EntryFacts:
    """Read what the gate needs to know about an entry; few queries, and every proof is checked anew.

    A critical difference is open until *actor* acknowledged it: what another person accepted does not count here. What
    people said for the policy of the project is asked for only where the project asks something.
    """
    quotes = list(entry.quotes.select_related("current__message").order_by("position"))
    drifted = drifted_messages(quotes)
    differing = differing_quotes(quotes, actor=actor)
    facts = EntryFacts(
        stage=Stage(entry.stage),
        rejected=entry.rejected_at is not None,
        quotes=tuple(_quote_facts(quote, drifted=drifted, differing=differing, actor=actor) for quote in quotes),
        asked=asked_by(entry.session.project),
        answer=answer_facts(entry),
    )
    return _with_statements(facts, entry, actor=actor) if facts.asks_people else facts


def answer_facts(entry: Entry) -> AnswerFacts | None:
    """Read what the gate needs to know about an answer, its source line checked anew; nothing of other entries."""
    answer = answer_of(entry)
    if answer is None:
        return None
    return AnswerFacts(
        invented=len(answer.unsettled) + answer.is_too_long,
        rests_on_stale=bool(answer.stale) and not answer.admits_age,
        stale=answer.stale_quotes,
    )


def asked_by(project: Project) -> frozenset[PolicyItem]:
    """Name what a project asks of a promotion beyond the evidence."""
    return frozenset(item for item in PolicyItem if getattr(project, item))


def actor_facts(actor: Person, entry: Entry) -> ActorFacts:
    """Read what the gate needs to know about who asks."""
    capabilities = capabilities_of(actor, entry.session.project_id)
    return ActorFacts(
        may_review=Capability.REVIEW in capabilities,
        may_certify=Capability.CERTIFY in capabilities,
        may_override=Capability.OVERRIDE in capabilities,
        is_verifier=actor.pk is not None and actor.pk == entry.verified_by_id,
    )


def _with_statements(facts: EntryFacts, entry: Entry, *, actor: Person | None) -> EntryFacts:
    fingerprint = fingerprint_of(entry)
    return replace(
        facts,
        explained=explained_by(explanations_of(entry, fingerprint), actor),
        approved=approved_by_another(approvals_of(entry, fingerprint), actor),
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


def _quote_facts(quote: Quote, *, drifted: set[int], differing: set[int], actor: Person | None) -> QuoteFacts:
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
        said_by_user=current.message is None or speaker_of(current.message.role) in FIRST_HAND,
        selected_by_actor=_selected_by(current, actor),
    )


def _selected_by(alignment: Alignment, actor: Person | None) -> bool:
    by_hand = alignment.provenance == Provenance.SELECTED_BY_HAND
    return by_hand and actor is not None and alignment.actor_id == actor.pk
