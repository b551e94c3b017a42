"""Which switches of a project were on when an entry was verified, and which of those on now were off."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Q

from review.domain.events.people import PolicyChanged
from review.domain.policy import PolicyItem
from review.models import ABOVE_CANDIDATE, Entry, Event, Project

IS_VERIFIED = Q(stage__in=ABOVE_CANDIDATE)
WAS_OFF = IS_VERIFIED & Q(
    *(Q(**{f"session__project__{item}": True}) & ~Q(verified_under__contains=item) for item in PolicyItem),
    _connector=Q.OR,
)
"""Matches the entries that were verified while a switch that is on now was off; no name is a part of another.

Those of which nothing is recorded are among them: nobody can say that it was on.
"""


@dataclass(frozen=True, slots=True)
class SwitchesThen:
    """The switches that were on when an entry was verified, and those of today that were off.

    Where it is not recorded, none were on as far as is known, and those on today are `unknown`.
    """

    on: tuple[PolicyItem, ...] = ()
    off: tuple[PolicyItem, ...] = ()
    unknown: tuple[PolicyItem, ...] = ()


def switches_then(entry: Entry) -> SwitchesThen | None:
    """Return the switches of the project as they were when an entry was verified; None for one that is not."""
    if entry.stage not in ABOVE_CANDIDATE:
        return None
    today = switches_on(entry.session.project)
    if entry.verified_under is None:
        return SwitchesThen(unknown=today)
    on = tuple(map(PolicyItem, entry.verified_under.split()))
    return SwitchesThen(on=on, off=tuple(item for item in today if item not in on))


def switches_on(project: Project) -> tuple[PolicyItem, ...]:
    """Return the switches of a project that are on, in their order."""
    return tuple(item for item in PolicyItem if getattr(project, item))


def as_stored(items: Iterable[str]) -> str:
    """Return switches in the form in which an entry keeps them."""
    return " ".join(items)


@dataclass(frozen=True, slots=True)
class SwitchHistory:
    """When the switches of projects were turned, as the journal tells: moment and state, in order."""

    turns: dict[tuple[str, str], list[tuple[datetime, bool]]] = field(default_factory=dict)

    def on_at(self, moment: datetime, project: Project) -> Iterator[PolicyItem]:
        """Yield the switches of a project that were on at a moment.

        A switch that was never turned is as it is; before it was first turned, it was the other way.
        """
        for item in PolicyItem:
            turns = self.turns.get((project.slug, item), [])
            before = [on for when, on in turns if when <= moment]
            if before[-1] if before else not turns[0][1] if turns else getattr(project, item):
                yield item


def switch_history() -> SwitchHistory:
    """Return when switches were turned, from the events that can be read; of others the audit tells elsewhere."""
    history = SwitchHistory()
    for event in Event.objects.filter(event_type=PolicyChanged.event_type).order_by("chain", "seq").iterator():
        try:
            key, on = (event.body["project"], event.body["policy"]), bool(event.body["on"])
        except (ValueError, LookupError, TypeError):
            continue
        history.turns.setdefault(key, []).append((event.created_at, on))
    return history
