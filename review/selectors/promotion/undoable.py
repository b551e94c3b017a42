"""Whether the last decision on an entry can still be undone, and by whom."""

from dataclasses import dataclass

from django.utils import timezone

from review.domain.events import BY_TYPE, COMMENTS, EntryPromoted, Undo
from review.domain.limits import CLOCK_SKEW, UNDO_WINDOW
from review.domain.policy import UNVERIFIED
from review.models import Entry, Event
from review.selectors.access import Person, reviewed_projects


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


def undo_of(event: Event) -> Undo:
    """Return how the decision of an event is undone within the time for it."""
    declared = BY_TYPE.get(event.event_type)
    return Undo.NONE if declared is None else declared.undo_of(event.body)


def is_undoable(event: Event, *, actor: Person) -> bool:
    """Return whether a person may undo the decision of an event, the newest of its entry that is not a comment."""
    return event.actor == actor.get_username() and not is_over(event) and undo_of(event) is not Undo.NONE


def undoable(entry: Entry, *, actor: Person) -> Undoable | None:
    """Return the decision on an entry that a person can undo now; None if there is none."""
    event = last_decision(entry) if entry.session.project_id in reviewed_projects(actor) else None
    return None if event is None else offer_to_undo(event, actor=actor)


def offer_to_undo(newest: Event, *, actor: Person) -> Undoable | None:
    """Return the decision recorded by the newest event of an entry, if a reviewer can undo it now."""
    if not is_undoable(newest, actor=actor):
        return None
    left = min(UNDO_WINDOW, UNDO_WINDOW - (timezone.now() - newest.created_at))
    return Undoable(newest, max(1, round(left.total_seconds())))
