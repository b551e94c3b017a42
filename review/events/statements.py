"""What people say of an entry for the gate."""

from typing import ClassVar

from review.events._payload import Payload


class Statement(Payload):
    """A person said something of an entry; `fingerprint` names the evidence it is about."""

    fingerprint: str


class RequirementExplained(Statement):
    """Why an entry may be verified though something that its project asks is missed."""

    event_type: ClassVar[str] = "requirement_explained"
    requirement: str
    reason: str


class EntryApproved(Statement):
    """A person would verify the entry, so another one may."""

    event_type: ClassVar[str] = "entry_approved"


class PolicyOverridden(Statement):
    """A person verified an entry past what its project asks: `items` is what was missed."""

    event_type: ClassVar[str] = "policy_overridden"
    items: list[str]
    reason: str
