"""Assign an entry to a person, so that their queue begins with it, or end the assignment."""

from django.contrib.auth.models import AbstractBaseUser, User
from django.db import transaction

from review.domain import events, policy
from review.domain.policy import Granted, Reason, Refused, Stage
from review.models import Entry
from review.selectors.access import may_review
from review.selectors.promotion.asked import asked_on, assignable_people
from review.services import _journal
from review.services._stages import lock_entry, save_changes


@transaction.atomic(durable=True)
def assign_entry(*, entry_id: int, person: User, seen_version: int, actor: AbstractBaseUser) -> policy.Decision:
    """Assign an undecided entry to a person who reviews its project, even if it is assigned to another person.

    It is a `conflict` when the entry has changed since it was seen, is that person's already, or they no longer review.
    """
    entry = lock_entry(entry_id)
    held = asked_on(entry).assignment
    is_possible = assignable_people(entry.session.project_id).filter(pk=person.pk).exists()
    is_new = held is None or held.person != person.get_username()
    payload = events.EntryAssigned(person=person.get_username())
    return _record(entry, payload, is_possible=is_possible and is_new, seen_version=seen_version, actor=actor)


@transaction.atomic(durable=True)
def end_assignment(*, entry_id: int, seen_version: int, actor: AbstractBaseUser) -> policy.Decision:
    """End the assignment of an entry: it is in everybody's queue again."""
    entry = lock_entry(entry_id)
    held = asked_on(entry).assignment
    payload = events.AssignmentEnded(person="" if held is None else held.person, cause="taken_back")
    return _record(entry, payload, is_possible=held is not None, seen_version=seen_version, actor=actor)


def _record(
    entry: Entry, payload: events.Payload, *, is_possible: bool, seen_version: int, actor: AbstractBaseUser
) -> policy.Decision:
    stage = Stage(entry.stage)
    if not may_review(actor, entry.session.project_id):
        return Refused(stage, (Reason.NOT_PERMITTED,))
    if entry.version == seen_version and entry.is_settled:
        return Refused(stage, (Reason.WRONG_STAGE,))
    if entry.version != seen_version or not is_possible:
        return Refused(stage, (Reason.CONFLICT,))
    _journal.append(payload, session=entry.session, actor=actor, entry=entry)
    save_changes(entry)  # after the event: the marks of the entry follow from it
    return Granted(stage)
