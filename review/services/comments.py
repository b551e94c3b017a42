"""Comment on an entry, and resolve comments; neither changes the entry or its approvals."""

from collections.abc import Collection

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone

from review.domain import events
from review.domain.mentions import mentioned, possible_names
from review.domain.notices import NoticeKind
from review.domain.policy import Reason, Refused, Stage
from review.models import Comment, Entry, Membership
from review.selectors.access import may_review
from review.services import _journal
from review.services._notices import notify
from review.services._stages import lock_entry
from review.services.derived.marks import store_marks


@transaction.atomic(durable=True)
def make_comment(*, entry_id: int, text: str, reply_to: int | None, actor: AbstractBaseUser) -> Comment | Refused:
    """Comment on an entry, or reply to a comment by its number; notify those mentioned and those in the thread.

    It is a `conflict` when there is no such comment, or it is a reply itself.
    """
    entry = lock_entry(entry_id)
    if not may_review(actor, entry.session.project_id):
        return Refused(Stage(entry.stage), (Reason.NOT_PERMITTED,))
    head = None if reply_to is None else entry.comments.filter(number=reply_to, reply_to=None).first()
    if reply_to is not None and head is None:
        return Refused(Stage(entry.stage), (Reason.CONFLICT,))
    members = _members(entry, text)
    names = mentioned(text, members)
    last: int = entry.comments.aggregate(last=Max("number"))["last"] or 0
    comment = Comment.objects.create(
        entry=entry, number=last + 1, reply_to=head, actor_id=actor.pk, text=text, mentions=" ".join(names)
    )
    payload = events.CommentMade(comment=comment.number, reply_to=reply_to, text=text, mentions=[*names])
    link = _journal.append(payload, session=entry.session, actor=actor, entry=entry)
    store_marks(entry.pk)
    _notify_people(link.event_id, entry, head, mentions=[members[name] for name in names], actor=actor)
    return comment


@transaction.atomic(durable=True)
def resolve_comment(*, comment_id: int, actor: AbstractBaseUser) -> Comment | Refused:
    """Resolve a comment: its request is met, or no longer needed."""
    return _resolve(comment_id, is_resolved=True, actor=actor)


@transaction.atomic(durable=True)
def reopen_comment(*, comment_id: int, actor: AbstractBaseUser) -> Comment | Refused:
    """Reopen a resolved comment: its request is not met."""
    return _resolve(comment_id, is_resolved=False, actor=actor)


def _resolve(comment_id: int, *, is_resolved: bool, actor: AbstractBaseUser) -> Comment | Refused:
    entry = lock_entry(Comment.objects.values_list("entry_id", flat=True).get(pk=comment_id))
    comment = entry.comments.get(pk=comment_id)
    if not may_review(actor, entry.session.project_id):
        return Refused(Stage(entry.stage), (Reason.NOT_PERMITTED,))
    if comment.reply_to_id is not None or (comment.resolved_at is not None) is is_resolved:
        return Refused(Stage(entry.stage), (Reason.CONFLICT,))
    comment.resolved_at, comment.resolved_by_id = (timezone.now(), actor.pk) if is_resolved else (None, None)
    comment.save(update_fields=["resolved_at", "resolved_by"])
    payload = events.CommentResolved if is_resolved else events.CommentReopened
    _journal.append(payload(comment=comment.number), session=entry.session, actor=actor, entry=entry)
    store_marks(entry.pk)
    return comment


def _members(entry: Entry, text: str) -> dict[str, int]:
    """Return the members of the project that a text may mention: their names with their keys."""
    names = possible_names(text)
    if not names:
        return {}
    members = Membership.objects.filter(
        project=entry.session.project_id, user__is_active=True, user__username__in=names
    )
    return dict(members.values_list("user__username", "user"))


def _notify_people(
    event_id: str, entry: Entry, head: Comment | None, *, mentions: Collection[int], actor: AbstractBaseUser
) -> None:
    """Notify those who are mentioned, and those who wrote in the thread."""
    project = entry.session.project_id
    notify(NoticeKind.MENTION, {event_id: mentions}, project_id=project, actor=actor)
    if head is not None:
        wrote = entry.comments.filter(Q(pk=head.pk) | Q(reply_to=head)).values_list("actor", flat=True)
        others = {*wrote} - {*mentions}
        notify(NoticeKind.REPLY, {event_id: others}, project_id=project, actor=actor)
