"""What people say to each other about an entry, which changes nothing of it."""

from typing import ClassVar

from review.domain.events._payload import Payload


class CommentMade(Payload):
    """A comment was made, `reply_to` another one or not; `mentions` are the members that it names."""

    event_type: ClassVar[str] = "comment_made"
    comment: int
    reply_to: int | None
    text: str
    mentions: list[str]


class CommentResolved(Payload):
    """What a comment asked for is done, or not needed."""

    event_type: ClassVar[str] = "comment_resolved"
    comment: int


class CommentReopened(Payload):
    """A resolved comment asks again."""

    event_type: ClassVar[str] = "comment_reopened"
    comment: int


COMMENTS = (CommentMade.event_type, CommentResolved.event_type, CommentReopened.event_type)
"""The types of the events that are no decision on an entry and change nothing of it."""
