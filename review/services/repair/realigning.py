"""Realign a project, entry after entry: within a request where it is small, by a job where it is not."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from aligner_core import AlignerConfig
from review.aligner import config_of
from review.domain import events
from review.domain.jobs import OPEN_STATES
from review.domain.limits import MAX_REALIGNED_AT_ONCE, REALIGNED_PART
from review.models import Entry, Event, Job, Project, Quote
from review.services._jobs import Work, enqueue
from review.services._units import Unit, durable
from review.services.repair.realign import (
    append_found,
    found_now,
    low_quotes,
    mark_entry,
    outdated_diagnoses,
    realign_quote,
    repeat_diagnoses,
    rule_changes,
    search_again,
    stale_marks,
)

REALIGN = "realign"
"""The kind of the job."""


@dataclass(frozen=True, slots=True)
class Part:
    """What was done with some entries.

    How many of their quotes got an attempt, and how many of verified entries are judged otherwise and were kept.
    """

    entries: int
    realigned: int
    kept: int
    has_changed: bool


@dataclass(frozen=True, slots=True)
class Realigned:
    """What was done with all entries of a project, by which settings."""

    config: AlignerConfig
    realigned: int
    kept: int


def realign_subject(project_id: int) -> str:
    """Return the name by which jobs are about the quotes of a project."""
    return f"project-{project_id}"


@transaction.atomic(durable=True)
def start_if_large(project: Project, *, actor: AbstractBaseUser) -> Job | None:
    """Start the job that realigns a project, if a request cannot; return it, or the one that is open already."""
    job = Job.objects.filter(kind=REALIGN, subject=realign_subject(project.pk), state__in=OPEN_STATES).first()
    quotes = Quote.objects.filter(entry__session__project=project).order_by()[: MAX_REALIGNED_AT_ONCE + 1]
    if job is None and quotes.count() > MAX_REALIGNED_AT_ONCE:
        newest = Event.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        work = Work(REALIGN, realign_subject(project.pk), "", project.pk, actor.pk, {"after": newest})
        return enqueue(work)
    return job


def realign_project(
    project_id: int,
    *,
    actor: AbstractBaseUser | None,
    unit: Unit = durable,
    begin: Callable[[int], object] = lambda _count: None,
    on_part: Callable[[Part], object] = lambda _part: None,
) -> Realigned:
    """Realign every entry of a project by its settings of today; where these change meanwhile, begin anew.

    Each change is a transaction of its own, by the *actor*, and nothing is changed twice. *begin* is called with the
    number of entries, *on_part* after some of them.
    """
    while True:
        config, keys, parts = _config(project_id), _entries_of(project_id), list[Part]()
        begin(len(keys))
        for start in range(0, len(keys), REALIGNED_PART):
            part = _realigned(keys[start : start + REALIGNED_PART], actor=actor, unit=unit)
            parts.append(part)
            on_part(part)
            if _config(project_id) != config:
                break
        else:
            return Realigned(config, sum(one.realigned for one in parts), sum(one.kept for one in parts))


def is_by_settings(project_id: int, done: Realigned) -> bool:
    """Return whether a project has the settings that it was realigned by, and keep them until the transaction ends."""
    return config_of(Project.objects.select_for_update(no_key=True).get(pk=project_id)) == done.config


def realigned_since(project_id: int, event: int) -> int:
    """Return how many quotes of a project were realigned after the event with a key."""
    name = events.QuoteRealigned.event_type
    return Event.objects.filter(session__project=project_id, event_type=name, pk__gt=event).count()


def _realigned(entries: Sequence[int], *, actor: AbstractBaseUser | None, unit: Unit) -> Part:
    changes, low = list(rule_changes(entries)), list(low_quotes(entries))
    kept = {change.quote.pk for change in changes if change.entry.is_settled}
    made = [realign_quote(change.quote.pk, actor=actor, unit=unit) for change in changes if not change.entry.is_settled]
    for quote in low:
        again = search_again(quote.pk, actor=actor, unit=unit)
        made.append(again)
        if again is None:
            kept.add(quote.pk)
    stale = list(stale_marks(entries))
    for entry in stale:
        mark_entry(entry.pk, unit=unit)
    outdated = list(outdated_diagnoses(entries))
    for pk in outdated:
        made += [append_found(quote, one, actor=actor, unit=unit) for quote, one in found_now(pk)]
        repeat_diagnoses(pk, unit=unit)
    realigned = sum(one is not None for one in made)
    return Part(len(entries), realigned, len(kept), bool(realigned or stale or outdated))


def _config(project_id: int) -> AlignerConfig:
    return config_of(Project.objects.get(pk=project_id))


def _entries_of(project_id: int) -> list[int]:
    return list(Entry.objects.filter(session__project=project_id).order_by("pk").values_list("pk", flat=True))
