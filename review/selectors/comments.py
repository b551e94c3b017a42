"""The comments on an entry, each with its replies: the open ones, and those that are resolved."""

from dataclasses import dataclass

from review.domain.limits import MAX_COMMENTS
from review.models import Comment, Entry


@dataclass(frozen=True, slots=True)
class Thread:
    """A comment with its replies, in the order they were made."""

    head: Comment
    replies: tuple[Comment, ...]


@dataclass(frozen=True, slots=True)
class Comments:
    """The comments on an entry; `is_cut` is whether there are older ones."""

    open: tuple[Thread, ...]
    resolved: tuple[Thread, ...]
    is_cut: bool


def comments_on(entry: Entry) -> Comments:
    """Return the newest comments on an entry; one query where there are none, and a few however many there are."""
    named = ("actor", "resolved_by", "reply_to__actor", "reply_to__resolved_by")
    newest = list(entry.comments.prefetch_related(*named).order_by("-number")[: MAX_COMMENTS + 1])
    heads, replies = dict[int, Comment](), dict[int, list[Comment]]()
    for comment in reversed(newest[:MAX_COMMENTS]):
        head = comment.reply_to or comment
        heads.setdefault(head.pk, head)
        if comment is not head:
            replies.setdefault(head.pk, []).append(comment)
    threads = [Thread(head, tuple(replies.get(pk, ()))) for pk, head in sorted(heads.items())]
    return Comments(
        open=tuple(one for one in threads if one.head.resolved_at is None),
        resolved=tuple(one for one in threads if one.head.resolved_at is not None),
        is_cut=len(newest) > MAX_COMMENTS,
    )
