"""The statements that people make on an entry for the gate, on its claim, and on the sources of an answer."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from review.domain.entry_state import ClaimRow, EntryState
from review.domain.events._payload import EntryEvent, PersonText, Recorded, Undo, UploadText, Words


class StatementMade(EntryEvent):
    """A person made a statement on an entry; `fingerprint` identifies the evidence it is about."""

    fingerprint: str


class RequirementExplained(StatementMade):
    """Why an entry may be verified despite a missed requirement of its project."""

    event_type = "requirement_explained"
    event_title = gettext_lazy("Reason given")
    particulars = ("{reason}",)
    undo = Undo.VOID
    requirement: str
    reason: PersonText

    @staticmethod
    def apply(entry: EntryState, event: Recorded) -> None:
        _state(entry, event, event["requirement"], event["reason"])


class EntryApproved(StatementMade):
    """A person would verify the entry, so that another one may.

    `brought_by` are the accounts that invited, made or confirmed theirs in a role; `confirmed_by` is who of the staff
    confirmed that it is another person.
    """

    event_type = "entry_approved"
    event_title = gettext_lazy("Approved")
    particulars = ()
    undo = Undo.VOID
    ends_turn_as = "approved"
    is_decided = True
    brought_by: list[str]
    confirmed_by: str | None

    @staticmethod
    def apply(entry: EntryState, event: Recorded) -> None:
        _state(entry, event)


class PolicyOverridden(StatementMade):
    """A person verified an entry despite the policy of its project: `items` are the requirements missed."""

    event_type = "policy_overridden"
    event_title = gettext_lazy("Verified past the policy")
    undo = Undo.NONE
    items: list[str]
    reason: PersonText

    @staticmethod
    def apply(entry: EntryState, event: Recorded) -> None:
        _state(entry, event, ",".join(event["items"]), event["reason"])

    @staticmethod
    def details(event: Recorded, words: Words) -> Iterator[str]:
        missed = ", ".join(map(words.requirement, event["items"]))
        yield _("missed: %(items)s · %(reason)s") % {"items": missed, "reason": event["reason"]}


class ClaimConfirmed(StatementMade):
    """A person confirmed that the claim holds although the words that count are not the extractor's."""

    event_type = "claim_confirmed"
    event_title = gettext_lazy("Claim confirmed")
    particulars = ()
    undo = Undo.VOID
    is_on_home = True
    claim_version: int

    @staticmethod
    def apply(entry: EntryState, event: Recorded) -> None:
        _state(entry, event, str(event["claim_version"]))


class ClaimCorrected(StatementMade):
    """A person corrected the claim: `claim_version` is its number; the extractor's text is version 1."""

    event_type = "claim_corrected"
    event_title = gettext_lazy("Claim corrected")
    undo = Undo.VOID
    is_on_home = True
    moves_memory = True
    claim_version: int
    title: PersonText
    body: PersonText

    @staticmethod
    def apply(entry: EntryState, event: Recorded) -> None:
        number = event["claim_version"]
        row = ClaimRow(number, event["title"], event["body"], event.actor, event["fingerprint"])
        entry.decide(entry.claims, row, event.at)
        entry.claim_version = max(number, entry.claim_version or number)

    @staticmethod
    def details(event: Recorded, words: Words) -> Iterator[str]:
        yield event["title"] or event["body"]


class ClaimAnswerRefused(EntryEvent):
    """A person was not allowed to confirm or correct a claim."""

    event_type = "claim_answer_refused"
    event_title = gettext_lazy("Answer about the claim refused")
    particulars = ("{reasons:refusal}",)
    undo = Undo.NONE
    answer: str
    reasons: list[str]


class SourceCorrected(EntryEvent):
    """A person corrected an invented source by the label of a chunk; an empty replacement strikes it."""

    event_type = "source_corrected"
    event_title = gettext_lazy("Source corrected")
    undo = Undo.NONE
    is_on_home = True
    source: int
    number: int
    label: UploadText
    replacement: UploadText
    reason: PersonText

    @staticmethod
    def apply(entry: EntryState, event: Recorded) -> None:
        source = (event["source"], event["number"], event["label"], event["replacement"])
        entry.decide(entry.corrections, (*source, event.actor, event["reason"]), event.at)

    @staticmethod
    def details(event: Recorded, words: Words) -> Iterator[str]:
        yield f"{event['label']} → {event['replacement'] or '∅'}"
        yield event["reason"]


def _state(entry: EntryState, event: Recorded, *stated: str) -> None:
    """Add a statement: its type, who made it, on which evidence, and what it states."""
    row = (event.event_type, event.actor, event["fingerprint"], *stated)
    entry.decide(entry.statements, row, event.at)
