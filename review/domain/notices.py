"""Why a person is told of an event."""

from enum import StrEnum


class NoticeKind(StrEnum):
    """Somebody mentioned them or answered where they wrote; or their entry is to be changed, or was demoted."""

    MENTION = "mention"
    REPLY = "reply"
    CHANGE = "change"
    DEMOTION = "demotion"
