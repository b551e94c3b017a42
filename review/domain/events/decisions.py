"""The decisions on an entry: added, moved, refused, rejected, taken back; by itself or as one of a batch."""

from collections.abc import Iterator

from django.utils.translation import gettext_lazy

from review.domain.entry_state import EntryState, OriginRow
from review.domain.events._payload import Body, Code, EntryEvent, Outcome, PersonText, Recorded, Undo, Words
from review.domain.lineage import SecondPerson, recorded_person
from review.domain.policy import Stage


class EntryAdded(EntryEvent):
    """A person added an entry: `position` is its place among those that people added to the session.

    Its quote, and the confirmation of the claim by its author, are separate events after this one.
    """

    event_type = "entry_added"
    event_title = gettext_lazy("Entry added")
    undo = Undo.NONE
    is_on_home = True
    position: int
    type: Code
    title: PersonText
    body: PersonText
    stage: str

    @staticmethod
    def apply(entry: EntryState, event: Recorded) -> None:
        stated = (event["position"], event["type"], event["title"], event["body"])
        entry.origin = OriginRow(event.session, *stated, event.actor)
        entry.stage, entry.added_at = event["stage"], event.at

    @staticmethod
    def details(event: Recorded, words: Words) -> Iterator[str]:
        yield event["title"] or event["body"]


class StageMoved(EntryEvent):
    """The stage of an entry before and after."""

    from_stage: str
    to_stage: str

    @staticmethod
    def details(event: Recorded, words: Words) -> Iterator[str]:
        yield f"{words.stage(event['from_stage'])} → {words.stage(event['to_stage'])}"
        if reason := event.body.get("reason"):
            yield words.refusal(reason) if event.body.get("drifted") else reason
        yield from _relatives(event, words)


class EntryPromoted(StageMoved):
    """An entry moved up by one stage; `proofs` are the digests of its evidence. Certifying requires the password again.

    `goal` is the stage that the person chose: on the way to it there is an event for each step, all of one act.
    `claim_version` is the claim that was promoted. `switches` are those of the project that were on when it was
    verified; None for a move to another stage. `second_persons` are the other accounts whose acts the step asked about,
    as they stood to the actor.
    """

    event_type = "entry_promoted"
    event_title = gettext_lazy("Promoted")
    undo = Undo.REVERT
    is_decided = True
    is_on_home = True
    moves_memory = True
    goal: str
    proofs: list[Outcome]
    reauthenticated_at: str | None = None
    claim_version: int
    switches: list[str] | None
    second_persons: list[SecondPerson]

    @classmethod
    def undo_of(cls, body: Body) -> Undo:
        return Undo.NONE if body.get("to_stage") == Stage.CERTIFIED else cls.undo

    @classmethod
    def turn_of(cls, body: Body) -> str:
        return str(body["to_stage"])

    @staticmethod
    def apply(entry: EntryState, event: Recorded) -> None:
        entry.stage = event["to_stage"]
        if entry.stage == Stage.VERIFIED:
            entry.verifier, entry.switches, entry.verified_at = event.by, event["switches"], event.at
        is_certified = entry.stage == Stage.CERTIFIED
        entry.certifier, entry.certified_at = ((event.actor,), event.at) if is_certified else (None, None)


class PromotedInBatch(EntryPromoted):
    """An entry moved up in a `batch`, for the reason of the batch."""

    batch: str
    reason: PersonText


class PromotionRefused(StageMoved):
    """An entry was not allowed to move up; `second_persons` are as in a promotion, also those that counted as one."""

    event_type = "promotion_refused"
    event_title = gettext_lazy("Promotion refused")
    undo = Undo.NONE
    is_on_home = True
    reasons: list[str]
    second_persons: list[SecondPerson]

    @staticmethod
    def details(event: Recorded, words: Words) -> Iterator[str]:
        yield " ".join([*map(words.refusal, event["reasons"]), *_relatives(event, words)])


class RefusedInBatch(PromotionRefused):
    """An entry of a `batch` was not allowed to move up."""

    batch: str
    reason: PersonText


class EntryDemoted(StageMoved):
    """An entry went back to candidate: a person gave a reason, or the messages of the `drifted` quotes changed."""

    event_type = "entry_demoted"
    event_title = gettext_lazy("Demoted")
    undo = Undo.NONE
    is_decided = True
    is_on_home = True
    moves_memory = True
    reason: PersonText
    drifted: list[int]

    @staticmethod
    def apply(entry: EntryState, event: Recorded) -> None:
        entry.stage, entry.verifier, entry.certifier = event["to_stage"], None, None
        entry.verified_at, entry.certified_at, entry.switches = None, None, []


class EntryRejected(EntryEvent):
    """An entry left every queue."""

    event_type = "entry_rejected"
    event_title = gettext_lazy("Rejected")
    particulars = ("{reason}",)
    undo = Undo.REVERT
    ends_turn_as = "rejected"
    is_decided = True
    is_on_home = True
    moves_memory = True
    stage: str
    reason: PersonText

    @staticmethod
    def apply(entry: EntryState, event: Recorded) -> None:
        entry.rejection, entry.rejected_at = (event.actor, event["reason"]), event.at


class RejectedInBatch(EntryRejected):
    """An entry left every queue in a `batch`."""

    batch: str


class EntryReopened(EntryEvent):
    """A rejected entry was reopened."""

    event_type = "entry_reopened"
    event_title = gettext_lazy("Reopened")
    particulars = ()
    undo = Undo.NONE
    is_decided = True
    is_on_home = True
    moves_memory = True
    stage: str

    @staticmethod
    def apply(entry: EntryState, event: Recorded) -> None:
        entry.rejection = entry.rejected_at = None


class DecisionReverted(EntryEvent):
    """A person took back their latest decision: the event with the id `reverts`, of the type `undone`, is void."""

    event_type = "decision_reverted"
    event_title = gettext_lazy("Decision undone")
    particulars = ("{undone:event}",)
    undo = Undo.NONE
    is_on_home = True
    moves_memory = True
    reverts: str
    undone: str
    stage: str


class RevertedInBatch(DecisionReverted):
    """A decision was taken back with the others of its `batch`, however long ago it was made."""

    batch: str


def _relatives(event: Recorded, words: Words) -> Iterator[str]:
    """Yield how the accounts whose acts a step asked about were related to the one that took it."""
    people = (recorded_person(one) for one in event.body.get("second_persons", ()))
    yield from (words.kinship(one, event.actor) for one in people if one.is_related)
