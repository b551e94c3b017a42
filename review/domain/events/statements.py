"""The statements that people make on an entry for the gate, and on its claim."""

from typing import ClassVar

from review.domain.events._payload import Payload


class StatementMade(Payload):
    """A person made a statement on an entry; `fingerprint` identifies the evidence it is about."""

    fingerprint: str


class RequirementExplained(StatementMade):
    """Why an entry may be verified despite a missed requirement of its project."""

    event_type: ClassVar[str] = "requirement_explained"
    requirement: str
    reason: str


class EntryApproved(StatementMade):
    """A person would verify the entry, so that another one may.

    `brought_by` are the accounts that invited, made or confirmed theirs in a role; `confirmed_by` is who of the staff
    confirmed that it is another person.
    """

    event_type: ClassVar[str] = "entry_approved"
    brought_by: list[str]
    confirmed_by: str | None


class PolicyOverridden(StatementMade):
    """A person verified an entry despite the policy of its project: `items` are the requirements missed."""

    event_type: ClassVar[str] = "policy_overridden"
    items: list[str]
    reason: str


class ClaimConfirmed(StatementMade):
    """A person confirmed that the claim holds although the words that count are not the extractor's."""

    event_type: ClassVar[str] = "claim_confirmed"
    claim_version: int


class ClaimCorrected(StatementMade):
    """A person corrected the claim: `claim_version` is its number; the extractor's text is version 1."""

    event_type: ClassVar[str] = "claim_corrected"
    claim_version: int
    title: str
    body: str


class ClaimAnswerRefused(Payload):
    """A person was not allowed to confirm or correct a claim."""

    event_type: ClassVar[str] = "claim_answer_refused"
    answer: str
    reasons: list[str]


class ChangeRequested(Payload):
    """A person requested a change of an entry before anybody decides on it; `reason` is one of a closed list."""

    event_type: ClassVar[str] = "change_requested"
    reason: str
    comment: str


class EntryAssigned(Payload):
    """An entry was assigned to a person: their queue begins with it, and other queues leave it out."""

    event_type: ClassVar[str] = "entry_assigned"
    person: str


class AssignmentEnded(Payload):
    """The assignment of an entry ended; `cause` is `taken_back`, or `left` when the person no longer reviews."""

    event_type: ClassVar[str] = "assignment_ended"
    person: str
    cause: str


class ChangeResolved(Payload):
    """A person resolved the requested change, as made or not needed: the entry is in the queue again."""

    event_type: ClassVar[str] = "change_resolved"
