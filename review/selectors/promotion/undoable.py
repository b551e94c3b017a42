"""Whether the last decision on an entry can still be undone, and by whom."""

from dataclasses import dataclass

from django.utils import timezone

from review.domain.events import (
    COMMENTS,
    STATEMENTS,
    ChangeRequested,
    ChangeResolved,
    EntryPromoted,
    EntryRejected,
    OccurrenceChosen,
    PlaceConfirmed,
    QuoteAnchored,
    QuoteRestored,
    QuoteRetried,
    QuoteSplit,
    QuoteWithdrawn,
)
from review.domain.limits import CLOCK_SKEW, UNDO_WINDOW
from review.domain.policy import UNVERIFIED, Stage
from review.models import Entry, Event
from review.selectors.access import Person, may_review

REVERTIBLE = STATEMENTS | {
    one.event_type
    for one in (EntryPromoted, EntryRejected, QuoteWithdrawn, QuoteRestored, ChangeRequested, ChangeResolved)
}
"""The decisions that can be undone; others have an inverse decision of their own, with a reason."""

ATTEMPTS_UNDONE = frozenset(one.event_type for one in (QuoteRetried, QuoteAnchored, OccurrenceChosen, PlaceConfirmed))
"""The provenances of attempts that can be undone, unless they were made in a batch or undo another attempt."""


@dataclass(frozen=True, slots=True)
class Undoable:
    """A decision that can be undone: its event, and the seconds left."""

    event: Event
    seconds: int


def last_decision(entry: Entry) -> Event | None:
    """Return the newest event of an entry that is not a comment: comments do not prevent undoing."""
    return Event.objects.filter(entry=entry.pk).exclude(event_type__in=COMMENTS).order_by("-seq").first()


def act_of(last: Event) -> list[Event]:
    """Return the events of the act that an event ended, the last first: a promotion has one for each of its steps."""
    act, goal = [last], last.body.get("goal")
    if last.event_type != EntryPromoted.event_type:
        return act
    before = Event.objects.filter(entry=last.entry_id, event_type=last.event_type, seq__lt=last.seq).order_by("-seq")
    for event in before[: len(UNVERIFIED)]:
        is_step = event.body["goal"] == goal != event.body["to_stage"]
        if not is_step or event.seq != act[-1].seq - 1:
            break
        act.append(event)
    return act


def is_over(event: Event) -> bool:
    """Return whether the time to undo the decision of an event has passed, or its date is still to come."""
    return not -CLOCK_SKEW <= timezone.now() - event.created_at < UNDO_WINDOW


def is_undoable(event: Event, *, actor: Person) -> bool:
    """Return whether a person may undo the decision of an event, the newest of its entry that is not a comment."""
    if event.actor != actor.get_username() or is_over(event):
        return False
    if event.event_type == QuoteSplit.event_type:
        return "batch" not in event.body
    if event.event_type in ATTEMPTS_UNDONE:
        return "reverts" not in event.body
    return event.event_type in REVERTIBLE and event.body.get("to_stage") != Stage.CERTIFIED


def undoable(entry: Entry, *, actor: Person) -> Undoable | None:
    """Return the decision on an entry that a person can undo now; None if there is none."""
    event = last_decision(entry)
    if event is None or not may_review(actor, entry.session.project_id):
        return None
    return offer_to_undo(event, actor=actor)


def offer_to_undo(newest: Event, *, actor: Person) -> Undoable | None:
    """Return the decision recorded by the newest event of an entry, if a reviewer can undo it now."""
    if not is_undoable(newest, actor=actor):
        return None
    left = min(UNDO_WINDOW, UNDO_WINDOW - (timezone.now() - newest.created_at))
    return Undoable(newest, max(1, round(left.total_seconds())))
