"""What is handed out: an event without a session, in the chain of the store, since it changes none."""

from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict

from review.events._payload import Payload


class ProjectShare(BaseModel):
    """How many entries of a project are in a bundle; auditors find the event by the project's slug."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    project: str
    entries: int


class BundleSealed(Payload):
    """An audit bundle was made: its digest, what was asked for, what it holds and what was withheld."""

    event_type: ClassVar[str] = "bundle_sealed"
    digest: str
    key_id: str
    moment: str
    scope: dict[str, Any]
    withheld: list[str]
    counts: dict[str, int]
    projects: list[ProjectShare]
