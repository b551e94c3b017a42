"""Request a change of an entry instead of deciding on it, and resolve the request."""

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from review.domain import events, policy
from review.domain.changes import ChangeReason
from review.domain.notices import NoticeKind
from review.domain.policy import Granted, Reason, Refused, Stage
from review.models import Entry
from review.selectors.access import may_review
from review.selectors.promotion.asked import asked_on
from review.services import _journal
from review.services._notices import notify, people_behind
from review.services._stages import lock_entry, save_changes


@transaction.atomic(durable=True)
def request_change(
    *, entry_id: int, reason: ChangeReason, comment: str, seen_version: int, actor: AbstractBaseUser
) -> policy.Decision:
    """Request a change of an undecided entry: until the request is resolved, the queue leaves it out.

    The people who uploaded the entry or decided on it before are notified. It is a `conflict` when the entry has
    changed since it was seen, or when a change was requested already.
    """
    entry = lock_entry(entry_id)
    payload = events.ChangeRequested(reason=reason, comment=comment)
    return _record(entry, payload, is_wanted=False, seen_version=seen_version, actor=actor)


@transaction.atomic(durable=True)
def resolve_change(*, entry_id: int, seen_version: int, actor: AbstractBaseUser) -> policy.Decision:
    """Resolve the requested change, as made or not needed: the queue offers the entry again."""
    entry = lock_entry(entry_id)
    return _record(entry, events.ChangeResolved(), is_wanted=True, seen_version=seen_version, actor=actor)


def _record(
    entry: Entry, payload: events.Payload, *, is_wanted: bool, seen_version: int, actor: AbstractBaseUser
) -> policy.Decision:
    stage = Stage(entry.stage)
    refusal = _refusal(entry, is_wanted=is_wanted, seen_version=seen_version, actor=actor)
    if refusal is not None:
        return Refused(stage, (refusal,))
    link = _journal.append(payload, session=entry.session, actor=actor, entry=entry)
    if not is_wanted:
        recipients = {link.event_id: people_behind(entry)}
        notify(NoticeKind.CHANGE, recipients, project_id=entry.session.project_id, actor=actor)
    save_changes(entry)  # after the event: the mark of the entry follows from it
    return Granted(stage)


def _refusal(entry: Entry, *, is_wanted: bool, seen_version: int, actor: AbstractBaseUser) -> Reason | None:
    if not may_review(actor, entry.session.project_id):
        return Reason.NOT_PERMITTED
    if entry.is_settled:
        return Reason.WRONG_STAGE
    is_other = entry.version != seen_version or (asked_on(entry).change is not None) is not is_wanted
    return Reason.CONFLICT if is_other else None
