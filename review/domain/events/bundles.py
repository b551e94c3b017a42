"""What is exported: an event without a session, in the chain of the store, since it changes no session."""

from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict

from review.domain.events._payload import Payload


class ProjectShare(BaseModel):
    """How many entries of a project are in a bundle; auditors find the event by the project's slug."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    project: str
    entries: int


class BundleSealed(Payload):
    """An audit bundle was sealed: its digest, what was requested, what it holds and what was withheld."""

    event_type: ClassVar[str] = "bundle_sealed"
    digest: str
    key_id: str
    moment: str
    scope: dict[str, Any]
    withheld: list[str]
    counts: dict[str, int]
    projects: list[ProjectShare]
