"""The comments on an entry, which change nothing of it."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from review.domain.entry_state import CommentRow, EntryState
from review.domain.events._payload import EntryEvent, PersonText, Recorded, Words


class OnComment(EntryEvent):
    """Something was done to a comment: no decision on its entry, so that it prevents no undoing of one."""

    comment: int

    @staticmethod
    def details(event: Recorded, words: Words) -> Iterator[str]:
        yield _("comment %(number)s") % {"number": event.body["comment"]}


class CommentMade(OnComment):
    """A comment was made, perhaps in reply to another one; `mentions` are the members that it names."""

    event_type = "comment_made"
    event_title = gettext_lazy("Comment")
    reply_to: int | None
    text: PersonText
    mentions: list[str]

    @staticmethod
    def apply(entry: EntryState, event: Recorded) -> None:
        body = event.body
        replied, mentions = body["reply_to"] or 0, " ".join(body["mentions"])
        row = CommentRow(body["comment"], replied, event.actor, body["text"], mentions)
        entry.decide(entry.comments, row, event.at)

    @staticmethod
    def details(event: Recorded, words: Words) -> Iterator[str]:
        yield event.body["text"]


class CommentResolved(OnComment):
    """The request of a comment was met, or is no longer needed."""

    event_type = "comment_resolved"
    event_title = gettext_lazy("Comment resolved")

    @staticmethod
    def apply(entry: EntryState, event: Recorded) -> None:
        entry.resolved[event.body["comment"]] = (event.actor, event.at)


class CommentReopened(OnComment):
    """A resolved comment was reopened."""

    event_type = "comment_reopened"
    event_title = gettext_lazy("Comment reopened")

    @staticmethod
    def apply(entry: EntryState, event: Recorded) -> None:
        entry.resolved.pop(event.body["comment"], None)
