"""Entries: the filtered list, and one entry with its evidence, its checklist and its history."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.db.models.functions import Lower, Trim

from review.models import ABOVE_CANDIDATE, Entry, Event, Quote, Standing
from review.policy import Reason, Stage
from review.selectors.access import Person, visible_entries
from review.selectors.answers import Answer, answer_of
from review.selectors.cards import QuoteCard, entry_cards
from review.selectors.checklist import Checklist, checklist_of, next_stages
from review.selectors.differing import CRITICAL, accepted_by, open_differences, unsure
from review.selectors.quotes import with_current
from review.selectors.retrievals import entries_with
from review.selectors.sources import DRIFTED
from review.selectors.statements import IS_MANUAL
from review.speakers import FIRST_HAND, KNOWN, SPELLINGS, USER

FILTERS = ("stage", "method", "reason", "session", "project", "speaker", "sources", "rejected")
MOST_EVENTS = 100


@dataclass(frozen=True, slots=True)
class EntryPage:
    """Everything the entry page shows."""

    entry: Entry
    cards: tuple[QuoteCard, ...]
    checklist: Checklist
    next_stages: tuple[Stage, ...]
    events: tuple[Event, ...]
    answer: Answer | None = None

    @property
    def withdrawn(self) -> int:
        """Count the quotes that were withdrawn."""
        return sum(card.row.quote.standing == Standing.WITHDRAWN for card in self.cards)

    @property
    def is_not_said_by_user(self) -> bool:
        """Say whether there is evidence, and none of it is the user's own words or those of a retrieved document."""
        speakers = {card.row.speaker for card in self.cards if card.row.quote.counts} - {""}
        return bool(speakers) and FIRST_HAND.isdisjoint(speakers)

    @property
    def is_blocked(self) -> bool:
        """Say whether the gate would refuse to verify the entry."""
        return self.entry.stage == Stage.CANDIDATE and bool(self.checklist.open_lines)

    @property
    def is_settled(self) -> bool:
        """Say whether the evidence is out of reach: verified, certified or rejected."""
        return self.entry.stage in ABOVE_CANDIDATE or self.entry.rejected_at is not None

    @property
    def differing(self) -> frozenset[int]:
        """Name the quotes with a critical difference that is open to who reads the page."""
        reason = Reason.UNACKNOWLEDGED_DIFFERENCES
        lines = [line for line in self.checklist.lines if line.requirement.reason is reason]
        return frozenset(card.row.quote.pk for line in lines for card in line.culprits)

    @property
    def first_culprit(self) -> QuoteCard | None:
        """Give the quote to look at next."""
        return next((card for line in self.checklist.open_lines for card in line.culprits), None)


def entry_list(user: Person, filters: Mapping[str, str]) -> QuerySet[Entry]:
    """Give the entries a person sees, narrowed by the filters that are set; their quotes come along in one query."""
    entries = visible_entries(user).select_related("session__project")
    for name in FILTERS:
        if filters.get(name):
            entries = entries.filter(_condition(name, filters[name], user=user))
    if not filters.get("rejected"):
        entries = entries.filter(rejected_at__isnull=True)
    quotes = with_current(Quote.objects.order_by("position")).defer("current__evidence_json")
    return (
        _with_differences(entries, user)
        .prefetch_related(Prefetch("quotes", quotes))
        .order_by("-session__created_at", "-session", "pk")
    )


def _with_differences(entries: QuerySet[Entry], user: Person) -> QuerySet[Entry]:
    counting = Quote.objects.filter(entry=OuterRef("pk"), standing=Standing.COUNTS)
    return entries.annotate(
        is_differing=Exists(counting.filter(open_differences(user))),
        is_acknowledged=Exists(counting.filter(CRITICAL & accepted_by(user))),
        is_manual=IS_MANUAL,
    )


def _condition(name: str, value: str, *, user: Person) -> Q:
    counting = Quote.objects.filter(entry=OuterRef("pk"), standing=Standing.COUNTS)
    match name:
        case "method":
            return _with_quotes(value, user=user)
        case "reason":
            return Q(Exists(counting.filter(current__reason=value)))
        case "session":
            return Q(session=value)
        case "project":
            return Q(session__project__slug=value)
        case "speaker":
            return _said_by(value, counting)
        case "sources":
            return entries_with(value)
        case "rejected":
            return Q(rejected_at__isnull=False)
        case _:
            return Q(stage=value)


def _said_by(speaker: str, counting: QuerySet[Quote]) -> Q:
    """Match the entries with words of a speaker, or those whose evidence is nobody's but the user's."""
    spoken = counting.filter(current__span_start__isnull=False).annotate(role=Lower(Trim("current__message__role")))
    by_user = Exists(spoken.filter(role__in=SPELLINGS[USER]))
    match speaker:
        case "not_user":
            return Q(Exists(spoken)) & ~Q(by_user)
        case "other":
            return Q(Exists(spoken.exclude(role__in=KNOWN)))
        case _:
            return Q(Exists(spoken.filter(role__in=SPELLINGS[speaker])))


def _with_quotes(state: str, *, user: Person) -> Q:
    """Match the entries with a quote in a state; those that are ready have none that waits."""
    quotes = Quote.objects.filter(entry=OuterRef("pk"))
    counting = quotes.filter(standing=Standing.COUNTS)
    match state:
        case "withdrawn":
            return Q(Exists(quotes.filter(standing=Standing.WITHDRAWN)))
        case "ambiguous":
            return Q(Exists(counting.filter(current__ambiguous=True)))
        case "differences":
            return Q(Exists(counting.filter(open_differences(user))))
        case "drifted":
            return Q(Exists(counting.filter(DRIFTED)))
        case "ready":
            return Q(evidence_aligned=True) & ~Q(Exists(counting.filter(unsure(user))))
        case _:
            return Q(Exists(counting.filter(current__method="none" if state == "failed" else state)))


def entry_page(entry: Entry, *, actor: Person) -> EntryPage:
    """Read an entry with all that its page shows to *actor*; every proof is checked anew."""
    cards = entry_cards(entry)
    by_position = {card.row.quote.position: card for card in cards}
    return EntryPage(
        entry=entry,
        cards=cards,
        checklist=checklist_of(entry, by_position, reader=actor),
        next_stages=next_stages(entry),
        events=tuple(entry.events.select_related("session").order_by("-seq")[:MOST_EVENTS]),
        answer=answer_of(entry),
    )
