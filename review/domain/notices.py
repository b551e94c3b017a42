"""Why a person is notified of an event."""

from enum import StrEnum


class NoticeKind(StrEnum):
    """Somebody mentioned them, replied in their thread, requested a change of their entry, or demoted it."""

    MENTION = "mention"
    REPLY = "reply"
    CHANGE = "change"
    DEMOTION = "demotion"
