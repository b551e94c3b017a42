"""What is handed out: an event without a session, in the chain of the store, since it changes none."""

from typing import Any, ClassVar

from review.events._payload import Payload


class BundleSealed(Payload):
    """An audit bundle was made: its digest, what was asked for, what it holds and what was withheld."""

    event_type: ClassVar[str] = "bundle_sealed"
    digest: str
    key_id: str
    moment: str
    scope: dict[str, Any]
    withheld: list[str]
    counts: dict[str, int]
