"""Entries: the filtered list, and one entry with its evidence, its checklist and its history."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.db.models.expressions import Combinable

from review import policy
from review.models import ABOVE_CANDIDATE, Entry, Event, Quote
from review.policy import Requirement, Stage
from review.selectors.access import Person, visible_entries
from review.selectors.cards import QuoteCard, entry_cards
from review.selectors.gate import entry_facts
from review.selectors.quotes import UNSURE

FILTERS = ("stage", "method", "reason", "session", "project", "rejected")
MOST_EVENTS = 100


@dataclass(frozen=True, slots=True)
class ChecklistLine:
    """One requirement of the gate with the quotes that miss it."""

    requirement: Requirement
    culprits: tuple[QuoteCard, ...]


@dataclass(frozen=True, slots=True)
class EntryPage:
    """Everything the entry page shows."""

    entry: Entry
    cards: tuple[QuoteCard, ...]
    checklist: tuple[ChecklistLine, ...]
    next_stages: tuple[Stage, ...]
    events: tuple[Event, ...]

    @property
    def open_lines(self) -> tuple[ChecklistLine, ...]:
        """Give what still keeps the entry from being verified."""
        return tuple(line for line in self.checklist if not line.requirement.met)

    @property
    def withdrawn(self) -> int:
        """Count the quotes that were withdrawn."""
        return sum(not card.row.quote.counts for card in self.cards)

    @property
    def is_blocked(self) -> bool:
        """Say whether the gate would refuse to verify the entry."""
        return self.entry.stage == Stage.CANDIDATE and bool(self.open_lines)

    @property
    def is_settled(self) -> bool:
        """Say whether the evidence is out of reach: verified, certified or rejected."""
        return self.entry.stage in ABOVE_CANDIDATE or self.entry.rejected_at is not None

    @property
    def first_culprit(self) -> QuoteCard | None:
        """Give the quote to look at next."""
        return next((card for line in self.open_lines for card in line.culprits), None)


def entry_list(user: Person, filters: Mapping[str, str]) -> QuerySet[Entry]:
    """Give the entries a person sees, narrowed by the filters that are set; their quotes come along in one query."""
    entries = visible_entries(user).select_related("session__project")
    for name in FILTERS:
        if filters.get(name):
            entries = entries.filter(_condition(name, filters[name]))
    if not filters.get("rejected"):
        entries = entries.filter(rejected_at__isnull=True)
    quotes = Quote.objects.select_related("current").defer("current__evidence_json").order_by("position")
    return entries.prefetch_related(Prefetch("quotes", quotes)).order_by("-session__created_at", "-session", "pk")


def _condition(name: str, value: str) -> Combinable | Q | Exists:
    quotes = Quote.objects.filter(entry=OuterRef("pk"))
    counting = quotes.filter(withdrawn_at__isnull=True)
    match name, value:
        case "method", "withdrawn":
            return Exists(quotes.filter(withdrawn_at__isnull=False))
        case "method", "ambiguous":
            return Exists(counting.filter(current__ambiguous=True))
        case "method", "ready":
            return Q(evidence_aligned=True) & ~Exists(counting.filter(UNSURE))
        case "method", _:
            return Exists(counting.filter(current__method="none" if value == "failed" else value))
        case "reason", _:
            return Exists(counting.filter(current__reason=value))
        case "session", _:
            return Q(session=value)
        case "project", _:
            return Q(session__project__slug=value)
        case "rejected", _:
            return Q(rejected_at__isnull=False)
        case _:
            return Q(stage=value)


def entry_page(entry: Entry, *, actor: Person) -> EntryPage:
    """Read an entry with all that its page shows to *actor*; every proof is checked anew."""
    cards = entry_cards(entry)
    by_position = {card.row.quote.position: card for card in cards}
    lines = policy.requirements(entry_facts(entry, actor=actor))
    return EntryPage(
        entry=entry,
        cards=cards,
        checklist=tuple(_line(requirement, by_position) for requirement in lines),
        next_stages=next_stages(entry),
        events=tuple(entry.events.select_related("session").order_by("-seq")[:MOST_EVENTS]),
    )


def _line(requirement: Requirement, cards: Mapping[int, QuoteCard]) -> ChecklistLine:
    return ChecklistLine(requirement, tuple(cards[position] for position in requirement.culprits))


def next_stages(entry: Entry) -> tuple[Stage, ...]:
    """List where an entry may be asked to go from its stage, the usual step first."""
    if entry.rejected_at is not None:
        return ()
    match Stage(entry.stage):
        case Stage.RAW:
            return (Stage.CANDIDATE, Stage.WORKING)
        case Stage.WORKING:
            return (Stage.CANDIDATE,)
        case Stage.CANDIDATE:
            return (Stage.VERIFIED,)
        case _:
            return ()
