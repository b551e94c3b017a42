"""The switches of a project that were on when an entry was verified, and those that are on now but were off."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q

from review.domain.policy import PolicyItem
from review.models import ABOVE_CANDIDATE, Entry, Project

IS_VERIFIED = Q(stage__in=ABOVE_CANDIDATE)
WAS_OFF = IS_VERIFIED & Q(
    *(Q(**{f"session__project__{item}": True}) & ~Q(verified_under__contains=item) for item in PolicyItem),
    _connector=Q.OR,
)
"""Match the entries that were verified while a switch that is on now was off; no name contains another."""


@dataclass(frozen=True, slots=True)
class SwitchesThen:
    """The switches that were on when an entry was verified, and those on now that were off."""

    on: tuple[PolicyItem, ...] = ()
    off: tuple[PolicyItem, ...] = ()


def switches_then(entry: Entry) -> SwitchesThen | None:
    """Return the switches of the project at the verification of an entry; None if it is not verified."""
    if entry.stage not in ABOVE_CANDIDATE:
        return None
    on = tuple(map(PolicyItem, entry.verified_under.split()))
    return SwitchesThen(on=on, off=tuple(item for item in switches_on(entry.session.project) if item not in on))


def switches_on(project: Project) -> tuple[PolicyItem, ...]:
    """Return the switches of a project that are on, in their order."""
    return tuple(item for item in PolicyItem if getattr(project, item))


def as_stored(items: Iterable[str]) -> str:
    """Return switches in the form stored with an entry."""
    return " ".join(items)
