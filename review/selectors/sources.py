"""Read the words themselves: the current messages of a session."""

from django.db.models import Exists, OuterRef, QuerySet

from review.models import Message, ReviewSession

HAS_NEWER = Exists(
    Message.objects.filter(session=OuterRef("session"), index=OuterRef("index"), version__gt=OuterRef("version"))
)


def current_messages(session: ReviewSession, *, index: int | None = None) -> QuerySet[Message]:
    """Give the newest version of every message of a session, or of the one at *index*, in reading order."""
    messages = Message.objects.filter(~HAS_NEWER, session=session).order_by("index")
    return messages if index is None else messages.filter(index=index)
