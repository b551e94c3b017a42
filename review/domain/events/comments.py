"""The comments on an entry, which change nothing of it."""

from typing import ClassVar

from review.domain.events._payload import Payload


class CommentMade(Payload):
    """A comment was made, perhaps in reply to another one; `mentions` are the members that it names."""

    event_type: ClassVar[str] = "comment_made"
    comment: int
    reply_to: int | None
    text: str
    mentions: list[str]


class CommentResolved(Payload):
    """The request of a comment was met, or is no longer needed."""

    event_type: ClassVar[str] = "comment_resolved"
    comment: int


class CommentReopened(Payload):
    """A resolved comment was reopened."""

    event_type: ClassVar[str] = "comment_reopened"
    comment: int


COMMENTS = (CommentMade.event_type, CommentResolved.event_type, CommentReopened.event_type)
"""The types of the events that are no decision on an entry and change nothing of it."""
