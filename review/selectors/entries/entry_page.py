"""The entry page: one entry with its evidence, its checklist for one reader, and its history."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

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
from review.models import ABOVE_CANDIDATE, Approval, Entry, Event, Explanation, Override, Standing
from review.models.sessions import FIRST_HAND
from review.selectors.access import Person, visible_entries
from review.selectors.comments import Comments, comments_on
from review.selectors.promotion.asked import (
    Asked,
    Assignment,
    Presence,
    WantedChange,
    asked_among,
    assignable_people,
    presence_on,
)
from review.selectors.promotion.claims import ClaimPanel, claim_panel
from review.selectors.promotion.gate_facts import GateRows, entry_facts, reader_facts
from review.selectors.promotion.second_persons import JudgedPerson, second_persons_on
from review.selectors.promotion.undoable import Undoable, offer_to_undo
from review.selectors.quotes.faces import FaceState
from review.selectors.quotes.quote_rows import QuoteRow, has_chosen_words
from review.selectors.repair.diagnoses import CurrentSession
from review.selectors.repair.proposals import Proposal, proposals_for
from review.selectors.repair.quote_cards import QuoteCard, cards_of, diagnosed, entry_rows
from review.selectors.retrievals.answers import Answer


@dataclass(frozen=True, slots=True)
class ChecklistLine:
    """One requirement of the gate, the rows of the quotes that do not meet it, and people's reasons and approvals.

    `relatives` are the accounts whose acts it is about and that are of one lineage with the reader's.
    """

    requirement: Requirement
    culprits: tuple[QuoteRow, ...]
    explanations: tuple[Explanation, ...] = ()
    approvals: tuple[Approval, ...] = ()
    relatives: tuple[SecondPerson, ...] = ()

    @property
    def is_explainable(self) -> bool:
        """Whether a person may meet it by giving a reason."""
        return self.requirement.reason in EXPLAINABLE and not self.requirement.met

    @property
    def has_statements(self) -> bool:
        """Whether people stated anything about it, or are of one lineage with the reader."""
        return bool(self.explanations or self.approvals or self.relatives)


@dataclass(frozen=True, slots=True)
class Checklist:
    """The requirements for verifying an entry, as one reader sees them, and the steps open to that reader."""

    lines: tuple[ChecklistLine, ...]
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


def checklist_of(page: "EntryPage") -> Checklist:
    """Return the checklist of an entry; that of a verified entry is shown as its verifier saw it."""
    entry, reader, asking = page.entry, page.actor, page.reader
    facts = entry_facts(entry, actor=entry.verified_by or reader, rows=page.gate_rows)
    is_any_named = any(requirement.culprits for requirement in policy.requirements(facts))
    rows = {row.quote.position: row for row in page.rows} if is_any_named else {}
    explanations, approvals = page.gate_rows.statements[entry.pk] if facts.asks_people else ((), ())
    has_approved = any(one.actor_id == reader.pk for one in approvals)
    return Checklist(
        lines=_lines(facts, rows, approvals, explanations),
        may_approve=not has_approved and isinstance(policy.decide_approval(facts, actor=asking), Granted),
        may_override=isinstance(policy.decide_override(facts, actor=asking), Granted),
        overrides=tuple(entry.overrides.prefetch_related("actor").order_by("pk")),
    )


def _lines(
    facts: EntryFacts,
    rows: Mapping[int, QuoteRow],
    approvals: tuple[Approval, ...],
    explanations: tuple[Explanation, ...],
) -> tuple[ChecklistLine, ...]:
    return tuple(
        ChecklistLine(
            requirement,
            tuple(rows[position] for position in requirement.culprits),
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
NAMED_BY = ("extractor", "model", "prompt_version", "digest")
"""What names a run."""


@dataclass(frozen=True)
class EntryPage:
    """What the page of an entry shows to *actor*; `events` exclude comments, which are listed separately.

    Each part is read when a template first shows it: an answer with some parts of the page reads no others.
    """

    entry: Entry
    actor: Person

    @cached_property
    def reader(self) -> ActorFacts:
        """What the reader may do with the entry."""
        return reader_facts(self.actor, self.entry)

    @cached_property
    def session(self) -> CurrentSession:
        """Its session as it is now."""
        return CurrentSession(self.entry.session)

    @cached_property
    def quotes(self) -> tuple[QuoteRow, ...]:
        """The rows of all quotes, without what is wrong with those that failed."""
        return entry_rows(self.entry)

    @cached_property
    def rows(self) -> tuple[QuoteRow, ...]:
        """The rows of all quotes."""
        return diagnosed(self.quotes, self.session)

    @cached_property
    def cards(self) -> tuple[QuoteCard, ...]:
        """The cards of all quotes."""
        cards = cards_of(self.entry, self.rows, among=self.rows, current=self.session)
        return tuple(map(self._as_accepted, cards))

    def card_at(self, position: int) -> QuoteCard:
        """Return the card of one quote."""
        rows = [row for row in self.rows if row.quote.position == position]
        [card] = cards_of(self.entry, rows, among=self.rows, current=self.session)
        return self._as_accepted(card)

    def _as_accepted(self, card: QuoteCard) -> QuoteCard:
        """Return a card that says so if its difference does not keep the reader from verifying the entry."""
        is_accepted = card.face.state is FaceState.FACT and card.row.quote.pk not in self.differing
        return replace(card, face=replace(card.face, state=FaceState.ACCEPTED)) if is_accepted else card

    @cached_property
    def checklist(self) -> Checklist:
        """The requirements of the gate; every proof is checked again."""
        return checklist_of(self)

    @cached_property
    def next_stages(self) -> tuple[Stage, ...]:
        """The stages that the page offers."""
        return next_stages(self.entry)

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """The newest events."""
        decided = self.entry.events.exclude(event_type__in=COMMENTS)
        return tuple(decided.order_by("-seq")[:MAX_EVENTS])

    @cached_property
    def claim(self) -> ClaimPanel:
        """The question about the claim, its answer, its versions and its facts."""
        return claim_panel(self.entry, self.gate_rows.quotes, self.gate_rows.questions)

    @cached_property
    def gate_rows(self) -> GateRows:
        """What the gate reads of it, which is shown too."""
        return GateRows([self.entry], [row.quote for row in self.quotes])

    @cached_property
    def comments(self) -> Comments:
        """The comments."""
        return comments_on(self.entry)

    @cached_property
    def answer(self) -> Answer | None:
        """The answer to a retrieval, if the entry is one."""
        return self.gate_rows.answers.get(self.entry.pk)

    @cached_property
    def other_runs(self) -> tuple[Entry, ...]:
        """The entries of the same name from other extractions of the session."""
        return _same_in_other_runs(self.entry)

    @cached_property
    def asked(self) -> Asked:
        """The open requests for changes and the assignment."""
        return asked_among(self.entry, self.events, is_whole=len(self.events) < MAX_EVENTS)

    @cached_property
    def assignable(self) -> tuple[User, ...]:
        """The people to whom the reader can assign the entry."""
        is_offered = self.reader.may_review and not self.is_settled
        return tuple(assignable_people(self.entry.session.project_id)) if is_offered else ()

    @cached_property
    def presence(self) -> Presence | None:
        """The other person who is looking at it now."""
        return presence_on(self.entry, reader=self.actor)

    @cached_property
    def proposals(self) -> tuple[Proposal, ...]:
        """The places that the claim may have been made from, while no quote counts."""
        return proposals_for(self.entry) if self.lacks_quotes and not self.is_settled else ()

    @cached_property
    def undoable(self) -> Undoable | None:
        """The last decision, as long as the reader can undo it."""
        is_asked = bool(self.events) and self.reader.may_review
        return offer_to_undo(self.events[0], actor=self.actor) if is_asked else None

    @cached_property
    def relatives(self) -> tuple[JudgedPerson, ...]:
        """The accounts of one lineage among those that verified and certified it, and those whose acts they judged."""
        if self.entry.verified_by_id is None:
            return ()
        return tuple(one for one in second_persons_on(self.entry) if one.person.is_related)

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
        return self.entry.address_to_select(self.proposals[0].message.index if self.proposals else 0)

    @property
    def lacks_quotes(self) -> bool:
        """Whether no quote counts."""
        return not any(row.quote.counts for row in self.quotes)

    @property
    def withdrawn(self) -> int:
        """The number of withdrawn quotes."""
        return sum(row.quote.standing == Standing.WITHDRAWN for row in self.quotes)

    @property
    def chosen_by_people(self) -> int:
        """The number of quotes that count with words that a person chose."""
        return sum(row.quote.counts and has_chosen_words(row.quote) for row in self.quotes)

    @property
    def is_not_said_by_user(self) -> bool:
        """Whether there is evidence, but none of it comes from the user or from a retrieved document."""
        speakers = {row.speaker for row in self.quotes if row.quote.counts} - {""}
        return bool(speakers) and FIRST_HAND.isdisjoint(speakers)

    @property
    def is_blocked(self) -> bool:
        """Whether the gate would refuse to verify the entry."""
        return self.entry.stage in UNVERIFIED and bool(self.checklist.open_lines)

    @property
    def is_settled(self) -> bool:
        """Whether the evidence can no longer be changed: the entry is verified, certified or rejected."""
        return self.entry.is_settled

    @property
    def is_under_older_rules(self) -> bool:
        """Whether the entry was verified under older rules and the current ones would refuse it."""
        if self.entry.stage not in ABOVE_CANDIDATE:
            return False
        outdated = any(card.is_outdated and card.row.quote.counts and not card.acknowledgements for card in self.cards)
        return outdated or self.claim.is_open

    @property
    def differing(self) -> frozenset[int]:
        """The keys of the quotes with a critical difference that the reader has not acknowledged."""
        reason = Reason.UNACKNOWLEDGED_DIFFERENCES
        lines = [line for line in self.checklist.lines if line.requirement.reason is reason]
        return frozenset(row.quote.pk for line in lines for row in line.culprits)

    @property
    def last_change(self) -> Event | None:
        """The event that last changed the entry; a refusal changes nothing."""
        return next((event for event in self.events if event.event_type not in REFUSED), None)

    @property
    def first_culprit(self) -> QuoteRow | None:
        """The first quote that does not meet a requirement; an open claim does not concern a single quote."""
        lines = (line for line in self.checklist.open_lines if line.requirement.reason != Reason.CLAIM_UNCONFIRMED)
        return next((row for line in lines for row in line.culprits), None)


def readable_entry(user: Person, entry_id: int) -> QuerySet[Entry]:
    """Return the entry, if it is in one of a person's projects, joined with everything its page names but people.

    An entry that waits for a decision names nobody, or the one who added it.
    """
    return (
        visible_entries(user)
        .select_related("session__project", "extraction", "claim__actor")
        .defer("extraction__canonical", "extraction__notes")
        .filter(pk=entry_id)
    )


def entry_page(entry: Entry, *, actor: Person) -> EntryPage:
    """Return what the page of an entry shows to *actor*."""
    return EntryPage(entry, actor)


def _same_in_other_runs(entry: Entry) -> tuple[Entry, ...]:
    """Return the entries of the same name in the other extractions of the session, the newest first."""
    if not entry.entry_id:
        return ()
    same = Entry.objects.filter(session=entry.session_id, entry_id=entry.entry_id)
    others = same.exclude(extraction=entry.extraction_id).select_related("extraction").order_by("-pk")
    return tuple(others.only(*(f"extraction__{name}" for name in NAMED_BY))[:MAX_LISTED_RUNS])
