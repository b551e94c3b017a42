"""The comments on an entry, which change nothing of it."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from review.domain.entry_state import CommentRow, EntryState
from review.domain.events._payload import EntryEvent, PersonText, Recorded, Undo, Words


class OnComment(EntryEvent):
    """Something was done to a comment: no decision on its entry, so that it prevents no undoing of one."""

    undo = Undo.NONE
    comment: int

    @staticmethod
    def details(event: Recorded, words: Words) -> Iterator[str]:
        yield _("comment %(number)s") % {"number": event["comment"]}


class CommentMade(OnComment):
    """A comment was made, perhaps in reply to another one; `mentions` are the members that it names."""

    event_type = "comment_made"
    event_title = gettext_lazy("Comment")
    reply_to: int | None
    text: PersonText
    mentions: list[str]

    @staticmethod
    def apply(entry: EntryState, event: Recorded) -> None:
        replied, mentions = event["reply_to"] or 0, " ".join(event["mentions"])
        row = CommentRow(event["comment"], replied, event.actor, event["text"], mentions)
        entry.decide(entry.comments, row, event.at)

    @staticmethod
    def details(event: Recorded, words: Words) -> Iterator[str]:
        yield event["text"]


class CommentResolved(OnComment):
    """The request of a comment was met, or is no longer needed."""

    event_type = "comment_resolved"
    event_title = gettext_lazy("Comment resolved")

    @staticmethod
    def apply(entry: EntryState, event: Recorded) -> None:
        entry.resolved[event["comment"]] = (event.actor, event.at)


class CommentReopened(OnComment):
    """A resolved comment was reopened."""

    event_type = "comment_reopened"
    event_title = gettext_lazy("Comment reopened")

    @staticmethod
    def apply(entry: EntryState, event: Recorded) -> None:
        entry.resolved.pop(event["comment"], None)
