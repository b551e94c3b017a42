"""The facts the gate decides on, with every proof re-checked against the stored message."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import QuerySet

from aligner_core import AlignedEvidence, Judgement
from review.databases.statements import Statement
from review.domain.policy import (
    ActorFacts,
    AnswerFacts,
    EntryFacts,
    PolicyItem,
    QuoteFacts,
    Stage,
    evidence_requirements,
    unmet,
)
from review.domain.roles import Capability
from review.domain.tokens import token_in_use
from review.models import Acknowledgement, Alignment, Entry, Message, Project, Quote
from review.models.sessions import FIRST_HAND, has_newer_version, introduce, speaker_of
from review.payloads import ANSWER
from review.selectors.access import Person, capabilities_of, shown_capabilities
from review.selectors.promotion.claims import ClaimQuestions, required_facts
from review.selectors.promotion.second_persons import verifier_beside, with_people
from review.selectors.promotion.statements import Statements, statements_on
from review.selectors.quotes.quote_rows import has_drifted, is_read_with_drift
from review.selectors.retrievals.answers import Answer, answer_of
from review.selectors.retrievals.digest import is_retrieved_as_received


def entry_facts(
    entry: Entry,
    *,
    actor: Person | None = None,
    quotes: Sequence[Quote] | None = None,
    rows: "GateRows | None" = None,
) -> EntryFacts:
    """Return the facts that the gate needs about one entry; see `facts_of`."""
    [facts] = facts_of([entry], actor=actor, quotes=quotes, rows=rows).values()
    return facts


def quotes_of(entries: Iterable[Entry]) -> list[Quote]:
    """Return the quotes of entries as the gate reads them; one query, and one more if a quote names who speaks."""
    quotes = list(
        Quote.objects.filter(entry__in=entries).select_related("current__message").order_by("entry_id", "position")
    )
    attempts = [quote.current for quote in quotes if quote.current is not None]
    introduce((one.text, one.message) for one in attempts if one.message is not None)
    return quotes


class GateRows:
    """What the gate reads of some entries beside their own rows: each part is read once, whoever needs it.

    *quotes* are those of the entries in order, as `quotes_of` reads them.
    """

    def __init__(self, entries: Sequence[Entry], quotes: Sequence[Quote]) -> None:
        self._entries = entries
        self.quotes = quotes
        self.questions = ClaimQuestions(quotes)

    @cached_property
    def answers(self) -> Mapping[int, Answer]:
        """The answers to retrievals among the entries, by their keys."""
        answers = (answer_of(one, self._quotes_of(one)) for one in self._entries if one.type == ANSWER)
        return {answer.entry.pk: answer for answer in answers if answer is not None}

    @cached_property
    def statements(self) -> Mapping[int, Statements]:
        """The reasons and approvals of people, by the keys of the entries."""
        return statements_on(self._entries, self.quotes)

    def _quotes_of(self, entry: Entry) -> list[Quote]:
        return [quote for quote in self.quotes if quote.entry_id == entry.pk]


def facts_of(
    entries: Sequence[Entry],
    *,
    actor: Person | None,
    quotes: Sequence[Quote] | None = None,
    rows: GateRows | None = None,
) -> dict[int, EntryFacts]:
    """Return the facts that the gate needs about entries, by their keys; the number of queries is constant.

    Every proof is checked again; *quotes* are those of the entries, and *rows* all that the gate reads of them, if they
    were read already. A critical difference is
    open until *actor* has acknowledged it; acknowledgements by others do not count. Reasons and approvals are read only
    if the policy of the project requires them, and the answers for claims only where one is needed.
    """
    rows = rows or GateRows(entries, quotes_of(entries) if quotes is None else quotes)
    quotes, questions, answers = rows.quotes, rows.questions, rows.answers
    findings = _Findings(
        drifted=drifted_messages(quotes),
        differing=_differing_quotes(quotes, entries, actor),
        asking=questions.asking,
        altered=_altered_messages(quotes),
        unsourced={pk for pk, one in answers.items() if not is_retrieved_as_received(one.entry.session, one.chunks)},
        bars={entry.pk: entry.session.project.fuzzy_threshold for entry in entries},
        answers=answers,
    )
    by_entry: dict[int, list[Quote]] = {entry.pk: [] for entry in entries}
    for quote in quotes:
        by_entry[quote.entry_id].append(quote)
    judged = {entry.pk: required_facts(entry, by_entry[entry.pk], questions.stretches) for entry in entries}
    lacking = {pk for pk, judgement in judged.items() if judgement is not None and not judgement}
    asking = [one for one in entries if one.pk in lacking or any(q.pk in findings.asking for q in by_entry[one.pk])]
    answered = {pk for pk, answer in questions.answers(asking).items() if answer is not None} if asking else set()
    facts = {
        entry.pk: _entry_facts(
            entry,
            by_entry[entry.pk],
            findings,
            claim_facts=judged[entry.pk],
            claim_answered=entry.pk in answered,
        )
        for entry in entries
    }
    asking_people = [entry for entry in entries if facts[entry.pk].asks_people]
    if not asking_people:
        return facts
    return facts | with_people(facts, asking_people, by_entry, rows.statements, actor)


def missing_codes(entries: Sequence[Entry], quotes: Sequence[Quote]) -> dict[int, str]:
    """Return what the evidence of entries lacks for everybody, as stored: recomputed by the gate from the sources.

    *quotes* are those of the entries, as `quotes_of` reads them.
    """
    facts = facts_of(entries, actor=None, quotes=quotes)
    return {pk: " ".join(unmet(evidence_requirements(one))) for pk, one in facts.items()}


def _entry_facts(
    entry: Entry,
    quotes: Sequence[Quote],
    findings: "_Findings",
    *,
    claim_facts: Judgement | None,
    claim_answered: bool,
) -> EntryFacts:
    return EntryFacts(
        stage=Stage(entry.stage),
        rejected=entry.rejected_at is not None,
        quotes=tuple(_quote_facts(quote, findings) for quote in quotes),
        claim_answered=claim_answered,
        claim_facts=claim_facts,
        asked=policy_items_of(entry.session.project),
        answer=_answer_facts(findings.answers.get(entry.pk)),
    )


def _answer_facts(answer: Answer | None) -> AnswerFacts | None:
    """Return the facts that the gate needs about an answer, whose source line was checked again."""
    if answer is None:
        return None
    return AnswerFacts(
        invented=len(answer.unsettled) + answer.is_too_long,
        rests_on_stale=bool(answer.stale) and not answer.admits_age,
        stale=answer.stale_quotes,
    )


def policy_items_of(project: Project) -> frozenset[PolicyItem]:
    """Return the requirements of the policy of a project beyond the evidence."""
    return frozenset(item for item in PolicyItem if getattr(project, item))


def actor_facts(actor: Person, entry: Entry) -> ActorFacts:
    """Return the facts that the gate needs about the person who decides; the verifier only for who may certify."""
    return _actor_facts(actor, entry, capabilities_of(actor, entry.session.project_id))


def reader_facts(reader: Person, entry: Entry) -> ActorFacts:
    """Return the same facts about the person whom a page shows what they may do."""
    return _actor_facts(reader, entry, shown_capabilities(reader, entry.session.project_id))


def _actor_facts(actor: Person, entry: Entry, capabilities: frozenset[Capability]) -> ActorFacts:
    verifier = verifier_beside(entry, actor) if Capability.CERTIFY in capabilities else None
    is_same = actor.pk is not None and actor.pk == entry.verified_by_id
    return ActorFacts(
        may_review=Capability.REVIEW in capabilities,
        may_certify=Capability.CERTIFY in capabilities,
        may_override=Capability.OVERRIDE in capabilities,
        is_verifier=is_same or (verifier is not None and verifier.counts_as_one),
        verifier=verifier,
        is_program=needs_person(entry.session.project),
    )


def needs_person(project: Project) -> bool:
    """Return whether a program is acting with a token in a project where only people verify and make statements."""
    return token_in_use() is not None and not project.tokens_verify


def drifted_messages(quotes: Iterable[Quote]) -> set[int]:
    """Return the keys of the quoted messages that have a newer version; no query if the quotes were read with it."""
    quoted = {quote: quote.current.message_id for quote in quotes if quote.current and quote.current.message_id}
    if all(is_read_with_drift(quote) for quote in quoted):
        return {message for quote, message in quoted.items() if has_drifted(quote)}
    return {message for (message,) in _drifted.rows(messages={*quoted.values()})}


@Statement
def _drifted(messages: Sequence[int]) -> QuerySet[Message, tuple[int]]:
    return Message.objects.filter(has_newer_version(), pk__in=messages).order_by().values_list("pk")


def _altered_messages(quotes: Iterable[Quote]) -> set[int]:
    """Return the keys of the quoted messages with another role, name or time than received; each is hashed once."""
    messages = {one.current.message_id: one.current.message for one in quotes if one.current and one.current.aligned}
    return {message.pk for message in messages.values() if message is not None and not message.is_as_received}


def _differing_quotes(quotes: Iterable[Quote], entries: Iterable[Entry], actor: Person | None) -> set[int]:
    """Return the keys of the quotes with critical differences that *actor* has not acknowledged for the claim."""
    critical = {quote.current.pk: quote for quote in quotes if quote.current and quote.current.critical_differences}
    if actor is None or not critical:
        return {quote.pk for quote in critical.values()}
    claims = {entry.pk: entry.claim_version for entry in entries}
    accepted = Acknowledgement.objects.filter(alignment__in=critical, actor=actor.pk)
    settled = {
        critical[alignment].pk
        for alignment, version in accepted.values_list("alignment", "claim_version")
        if version == claims[critical[alignment].entry_id]
    }
    return {quote.pk for quote in critical.values()} - settled


def is_proven(alignment: Alignment) -> bool:
    """Return whether the stored message really contains the words of an alignment; nothing else is trusted."""
    judged, message = alignment.judged, alignment.message
    if judged is None or message is None or not judged.is_proven:
        return False
    return message.index == judged.stored.message_index and _columns_agree(alignment, judged.stored)


def _columns_agree(alignment: Alignment, evidence: AlignedEvidence) -> bool:
    """Return whether the columns used by filters agree with the evidence they were copied from."""
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


@dataclass(frozen=True, slots=True)
class _Findings:
    """The findings of batched queries on all quotes: keys of messages, and keys of quotes.

    `altered` are those of messages with another speaker or time than received, `unsourced` of entries with source data
    that differ from those received; `bars` are the similarities that fuzzy quotes of entries need now, and `answers`
    those to retrievals.
    """

    drifted: set[int]
    differing: set[int]
    asking: set[int]
    altered: set[int]
    unsourced: set[int]
    bars: Mapping[int, float]
    answers: Mapping[int, Answer]


def _is_sourced(quote: Quote, current: Alignment, findings: _Findings) -> bool:
    return quote.entry_id not in findings.unsourced and current.message_id not in findings.altered


def _quote_facts(quote: Quote, findings: _Findings) -> QuoteFacts:
    current, asks = quote.current, quote.pk in findings.asking
    if current is None or not current.aligned:
        return QuoteFacts(quote.position, counts=quote.counts, aligned=False, asks_claim=asks, proven=False)
    return QuoteFacts(
        position=quote.position,
        counts=quote.counts,
        ambiguous=current.ambiguous,
        drifted=current.message_id in findings.drifted,
        open_differences=quote.pk in findings.differing,
        below_bar=current.is_below(findings.bars[quote.entry_id]),
        asks_claim=asks,
        proven=_is_sourced(quote, current, findings) and is_proven(current),
        from_user=current.message is None or speaker_of(current.message.role) in FIRST_HAND,
    )
