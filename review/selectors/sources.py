"""Read the words themselves: the current messages of a session, and which evidence they have left behind."""

from django.db.models import Exists, OuterRef, Q, QuerySet

from review.models import Message, ReviewSession

HAS_NEWER = Exists(
    Message.objects.filter(session=OuterRef("session"), index=OuterRef("index"), version__gt=OuterRef("version"))
)
DRIFTED = ~Q(current__method="none") & Q(
    Exists(
        Message.objects.filter(
            session=OuterRef("current__message__session"),
            index=OuterRef("current__message__index"),
            version__gt=OuterRef("current__message__version"),
        )
    )
)
"""Matches the quotes whose evidence rests on an old version of its message."""


def current_messages(session: ReviewSession, *, index: int | None = None) -> QuerySet[Message]:
    """Give the newest version of every message of a session, or of the one at *index*, in reading order."""
    messages = Message.objects.filter(~HAS_NEWER, session=session).order_by("index")
    return messages if index is None else messages.filter(index=index)
