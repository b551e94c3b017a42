"""The entry page: one entry with its evidence, its checklist for one reader, and its history."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.contrib.auth.models import User
from django.db.models import QuerySet

from review.domain import policy
from review.domain.events import COMMENTS, ClaimAnswerRefused, PromotionRefused
from review.domain.lineage import Act, SecondPerson
from review.domain.policy import (
    EXPLAINABLE,
    UNVERIFIED,
    ActorFacts,
    EntryFacts,
    Granted,
    PolicyItem,
    Reason,
    Requirement,
    Stage,
)
from review.models import ABOVE_CANDIDATE, Approval, Entry, Event, Explanation, Override, Quote, Standing
from review.models.sessions import FIRST_HAND
from review.payloads import ANSWER
from review.selectors.access import Person, visible_entries
from review.selectors.comments import Comments, comments_on
from review.selectors.promotion.asked import (
    NOTHING_ASKED,
    Asked,
    Assignment,
    Presence,
    WantedChange,
    asked_among,
    assignable_people,
    presence_on,
)
from review.selectors.promotion.claims import ClaimPanel, claim_panel
from review.selectors.promotion.gate_facts import actor_facts, entry_facts
from review.selectors.promotion.second_persons import JudgedPerson, second_persons_on
from review.selectors.promotion.statements import statements_on
from review.selectors.promotion.undoable import Undoable, offer_to_undo
from review.selectors.quotes.failed_count import count_failed
from review.selectors.quotes.quote_rows import has_chosen_words
from review.selectors.repair.proposals import Proposal, proposals_for, select_words_address
from review.selectors.repair.quote_cards import QuoteCard, entry_cards
from review.selectors.retrievals.answers import Answer, answer_of


@dataclass(frozen=True, slots=True)
class ChecklistLine:
    """One requirement of the gate, the quotes that do not meet it, and people's reasons and approvals.

    `relatives` are the accounts whose acts it is about and that are of one lineage with the reader's.
    """

    requirement: Requirement
    culprits: tuple[QuoteCard, ...]
    explanations: tuple[Explanation, ...] = ()
    approvals: tuple[Approval, ...] = ()
    relatives: tuple[SecondPerson, ...] = ()

    @property
    def is_explainable(self) -> bool:
        """Whether a person may meet it by giving a reason."""
        return self.requirement.reason in EXPLAINABLE and not self.requirement.met


@dataclass(frozen=True, slots=True)
class Checklist:
    """The requirements for verifying an entry, as one reader sees them, and the steps open to that reader."""

    lines: tuple[ChecklistLine, ...]
    reader: ActorFacts
    may_approve: bool
    may_override: bool
    overrides: tuple[Override, ...]

    @property
    def open_lines(self) -> tuple[ChecklistLine, ...]:
        """The requirements that are not met yet."""
        return tuple(line for line in self.lines if not line.requirement.met)

    @property
    def needs_approval(self) -> bool:
        """Whether the approval of another person is missing."""
        return any(line.requirement.item is PolicyItem.TWO_REVIEWERS for line in self.open_lines)


def checklist_of(entry: Entry, cards: Mapping[int, QuoteCard], *, reader: Person) -> Checklist:
    """Return the checklist of an entry; that of a verified entry is shown as its verifier saw it."""
    actor = entry.verified_by or reader
    facts, asking = entry_facts(entry, actor=actor), actor_facts(reader, entry)
    explanations, approvals = statements_on([entry])[entry.pk] if facts.asks_people else ((), ())
    has_approved = any(one.actor_id == reader.pk for one in approvals)
    return Checklist(
        lines=_lines(facts, cards, approvals, explanations),
        reader=asking,
        may_approve=not has_approved and isinstance(policy.decide_approval(facts, actor=asking), Granted),
        may_override=isinstance(policy.decide_override(facts, actor=asking), Granted),
        overrides=tuple(entry.overrides.select_related("actor")),
    )


def _lines(
    facts: EntryFacts,
    cards: Mapping[int, QuoteCard],
    approvals: tuple[Approval, ...],
    explanations: tuple[Explanation, ...],
) -> tuple[ChecklistLine, ...]:
    return tuple(
        ChecklistLine(
            requirement,
            tuple(cards[position] for position in requirement.culprits),
            explanations=tuple(one for one in explanations if one.requirement == requirement.reason),
            approvals=approvals if requirement.item is PolicyItem.TWO_REVIEWERS else (),
            relatives=tuple(one for one in facts.second_persons if one.is_related and _asks(requirement, one.act)),
        )
        for requirement in policy.requirements(facts)
    )


def _asks(requirement: Requirement, act: Act) -> bool:
    """Return whether a requirement is about what accounts did in this way."""
    item = PolicyItem.TWO_REVIEWERS if act is Act.APPROVED else PolicyItem.SEPARATE_SPAN_AUTHOR
    return requirement.item is item


def next_stages(entry: Entry) -> tuple[Stage, ...]:
    """Return the stages that the page of an entry offers, the usual one first: a person need not see the lowest."""
    if entry.rejected_at is not None or entry.stage not in UNVERIFIED:
        return ()
    return (Stage.VERIFIED,) if entry.stage == Stage.CANDIDATE else (Stage.VERIFIED, Stage.CANDIDATE)


MAX_EVENTS = 100
REFUSED = frozenset(one.event_type for one in (PromotionRefused, ClaimAnswerRefused))
MAX_LISTED_RUNS = 20


@dataclass(frozen=True, slots=True)
class EntryPage:
    """Everything the entry page shows; `events` exclude comments, which are listed separately."""

    entry: Entry
    cards: tuple[QuoteCard, ...]
    checklist: Checklist
    next_stages: tuple[Stage, ...]
    events: tuple[Event, ...]
    claim: ClaimPanel
    comments: Comments
    answer: Answer | None = None
    other_runs: tuple[Entry, ...] = ()
    """The entries of the same name from other extractions of the session."""
    asked: Asked = NOTHING_ASKED
    """The open requests for changes and the assignment."""
    assignable: tuple[User, ...] = ()
    """The people to whom the reader can assign the entry."""
    presence: Presence | None = None
    """The other person who is looking at it now."""
    proposals: tuple[Proposal, ...] = ()
    """The places that the claim may have been made from, while no quote counts."""
    undoable: Undoable | None = None
    """The last decision, as long as the reader can undo it."""
    relatives: tuple[JudgedPerson, ...] = ()
    """The accounts of one lineage among those that verified and certified it, and those whose acts they judged."""

    @property
    def change(self) -> WantedChange | None:
        """The change that somebody requested, until it is resolved or somebody decides."""
        return self.asked.change

    @property
    def assignment(self) -> Assignment | None:
        """The person assigned to decide, and by whom."""
        return self.asked.assignment

    @property
    def select_words_address(self) -> str:
        """The address for selecting words of a new quote in the session, starting at the likeliest place."""
        return select_words_address(self.entry, self.proposals[0].message.index if self.proposals else 0)

    @property
    def lacks_quotes(self) -> bool:
        """Whether no quote counts."""
        return not any(card.row.quote.counts for card in self.cards)

    @property
    def withdrawn(self) -> int:
        """The number of withdrawn quotes."""
        return sum(card.row.quote.standing == Standing.WITHDRAWN for card in self.cards)

    @property
    def chosen_by_people(self) -> int:
        """The number of quotes that count with words that a person chose."""
        return sum(card.row.quote.counts and has_chosen_words(card.row.quote) for card in self.cards)

    @property
    def is_not_said_by_user(self) -> bool:
        """Whether there is evidence, but none of it comes from the user or from a retrieved document."""
        speakers = {card.row.speaker for card in self.cards if card.row.quote.counts} - {""}
        return bool(speakers) and FIRST_HAND.isdisjoint(speakers)

    @property
    def is_blocked(self) -> bool:
        """Whether the gate would refuse to verify the entry."""
        return self.entry.stage in UNVERIFIED and bool(self.checklist.open_lines)

    @property
    def is_settled(self) -> bool:
        """Whether the evidence can no longer be changed: the entry is verified, certified or rejected."""
        return self.entry.stage in ABOVE_CANDIDATE or self.entry.rejected_at is not None

    @property
    def is_under_older_rules(self) -> bool:
        """Whether the entry was verified under older rules and the current ones would refuse it."""
        outdated = any(card.is_outdated and card.row.quote.counts and not card.acknowledgements for card in self.cards)
        return self.entry.stage in ABOVE_CANDIDATE and (outdated or self.claim.is_open)

    @property
    def differing(self) -> frozenset[int]:
        """The keys of the quotes with a critical difference that the reader has not acknowledged."""
        reason = Reason.UNACKNOWLEDGED_DIFFERENCES
        lines = [line for line in self.checklist.lines if line.requirement.reason is reason]
        return frozenset(card.row.quote.pk for line in lines for card in line.culprits)

    @property
    def last_change(self) -> Event | None:
        """The event that last changed the entry; a refusal changes nothing."""
        return next((event for event in self.events if event.event_type not in REFUSED), None)

    @property
    def first_culprit(self) -> QuoteCard | None:
        """The first quote that does not meet a requirement; an open claim does not concern a single quote."""
        lines = (line for line in self.checklist.open_lines if line.requirement.reason != Reason.CLAIM_UNCONFIRMED)
        return next((card for line in lines for card in line.culprits), None)


def readable_entry(user: Person, entry_id: int) -> QuerySet[Entry]:
    """Return the entry, if it is in one of a person's projects, joined with everything its page names."""
    people = ("added_by", "verified_by", "certified_by", "rejected_by")
    return (
        visible_entries(user)
        .select_related("session__project", "extraction", "claim__actor", *people)
        .defer("extraction__canonical", "extraction__notes")
        .filter(pk=entry_id)
    )


def entry_page(entry: Entry, *, actor: Person) -> EntryPage:
    """Return an entry with everything its page shows to *actor*; every proof is checked again."""
    cards = entry_cards(entry)
    by_position = {card.row.quote.position: card for card in cards}
    decided = entry.events.exclude(event_type__in=COMMENTS).select_related("session")
    events = tuple(decided.order_by("-seq")[:MAX_EVENTS])
    checklist = checklist_of(entry, by_position, reader=actor)
    page = EntryPage(
        entry=entry,
        cards=cards,
        checklist=checklist,
        next_stages=next_stages(entry),
        events=events,
        claim=claim_panel(entry, [card.row.quote for card in cards]),
        comments=comments_on(entry),
        answer=answer_of(entry) if entry.type == ANSWER else None,
        other_runs=_same_in_other_runs(entry),
        asked=asked_among(entry, events, is_whole=len(events) < MAX_EVENTS),
        presence=presence_on(entry, reader=actor),
        undoable=offer_to_undo(events[0], actor=actor) if events and checklist.reader.may_review else None,
        relatives=tuple(one for one in second_persons_on(entry) if one.person.is_related),
    )
    if page.is_settled:
        return page
    if checklist.reader.may_review:
        page = replace(page, assignable=tuple(assignable_people(entry.session.project_id)))
    return replace(page, proposals=proposals_for(entry)) if page.lacks_quotes else page


def _same_in_other_runs(entry: Entry) -> tuple[Entry, ...]:
    """Return the entries of the same name in the other extractions of the session, the newest first."""
    if not entry.entry_id:
        return ()
    same = Entry.objects.filter(session=entry.session_id, entry_id=entry.entry_id)
    others = same.exclude(extraction=entry.extraction_id).select_related("extraction", "claim")
    return tuple(others.defer("extraction__canonical", "extraction__notes").order_by("-pk")[:MAX_LISTED_RUNS])


@dataclass(frozen=True)
class CardUpdate:
    """The response to a change of a quote on the entry page: its card, and everything that depends on it."""

    entry: Entry
    page: EntryPage
    card: QuoteCard
    failed: str


def card_update(quote: Quote, *, user: Person) -> CardUpdate:
    """Return the card of one quote of an entry, with the page around it as it is now."""
    entry = readable_entry(user, quote.entry_id).get()
    page = entry_page(entry, actor=user)
    card = next(card for card in page.cards if card.row.quote.pk == quote.pk)
    return CardUpdate(entry, page, card, count_failed(user))
