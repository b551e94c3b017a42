"""What people do to quotes: new attempts, splits, withdrawals, and differences that they accept."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from pydantic import BaseModel, ConfigDict

from review.domain.entry_state import AddedRow, EntryState, RecordedAttempt
from review.domain.events._payload import (
    Body,
    ChosenOutcome,
    EntryEvent,
    MadeWith,
    Outcome,
    PersonText,
    Recorded,
    Undo,
    Words,
)
from review.domain.quotes import Provenance, Standing


class ReasonOnQuote(EntryEvent):
    """A person gave a reason for what they did to a quote."""

    @staticmethod
    def details(event: Recorded, words: Words) -> Iterator[str]:
        yield _of_quote(event, event["reason"])


class OnParts(EntryEvent):
    """A quote was split into parts, or that was undone."""

    @staticmethod
    def details(event: Recorded, words: Words) -> Iterator[str]:
        count = len(event["parts"])
        yield _of_quote(event, ngettext("%(count)s part", "%(count)s parts", count) % {"count": count})


class QuoteAttempted(EntryEvent):
    """A quote was aligned again; `provenance` is where the words of the attempt come from."""

    quote: int
    attempt: int
    evidence_aligned: bool
    provenance: str
    outcome: ChosenOutcome
    made_with: MadeWith

    @classmethod
    def undo_of(cls, body: Body) -> Undo:
        """Return how it is undone; in a batch with the batch, and what undoes another attempt not at all."""
        return Undo.NONE if "reverts" in body else cls.undo

    @staticmethod
    def apply(entry: EntryState, event: Recorded) -> None:
        _record(entry, event, author=_author(entry, event))

    @staticmethod
    def details(event: Recorded, words: Words) -> Iterator[str]:
        outcome = event["outcome"]
        if outcome["matchMethod"] == "none":
            yield _of_quote(event, words.failure(outcome["failureReason"]))
            return
        found = {"method": words.method(outcome["matchMethod"]), "index": outcome.get("messageIndex")}
        yield _("quote %(number)s: %(method)s in #%(index)s") % {"number": event["quote"] + 1, **found}


class QuoteRetried(QuoteAttempted):
    """By editing its words, or naming another message."""

    event_type = "quote_retried"
    event_title = gettext_lazy("Quote looked for again")
    undo = Undo.ATTEMPT
    is_on_home = True

    @classmethod
    def title_of(cls, body: Body) -> str:
        is_undoing = "reverts" in body and "batch" not in body
        return _("Repair undone") if is_undoing else super().title_of(body)


class RetriedInBatch(QuoteRetried):
    """A quote was repaired among others of a `batch`, or such a repair, the event `reverts`, was taken back."""

    batch: str
    reason: PersonText
    reverts: str


class AttemptUndone(QuoteRetried):
    """A person took back the attempt that they had just made, the event `reverts`: the one before it counts again.

    The attempt has the actor and the provenance of that one.
    """

    reverts: str


class OccurrenceChosen(QuoteAttempted):
    """By choosing one of the places where it occurs."""

    event_type = "occurrence_chosen"
    event_title = gettext_lazy("Occurrence chosen")
    undo = Undo.ATTEMPT
    is_on_home = True


class PlaceConfirmed(QuoteAttempted):
    """By confirming where its words are in the newer version of their message."""

    event_type = "place_confirmed"
    event_title = gettext_lazy("New place confirmed")
    undo = Undo.ATTEMPT
    is_on_home = True


class QuoteAnchored(QuoteAttempted):
    """By selecting the words in their message."""

    event_type = "quote_anchored"
    event_title = gettext_lazy("Words selected")
    undo = Undo.ATTEMPT
    is_on_home = True


class QuoteAdded(QuoteAttempted):
    """By selecting words for an entry that did not quote them: the quote is new, and a person's."""

    event_type = "quote_added"
    event_title = gettext_lazy("Quote added")
    undo = Undo.NONE
    is_on_home = True

    @staticmethod
    def apply(entry: EntryState, event: Recorded) -> None:
        QuoteAttempted.apply(entry, event)
        selected = event["outcome"]
        entry.added[event["quote"]] = AddedRow(selected["quote"], selected["messageIndex"], event.actor)


class QuoteRealigned(QuoteAttempted):
    """By judging the same words by newer rules or settings: their author stays who it was, whoever asked for it."""

    event_type = "quote_realigned"
    event_title = gettext_lazy("Judged by newer rules")
    undo = Undo.NONE

    @staticmethod
    def apply(entry: EntryState, event: Recorded) -> None:
        _record(entry, event, author=_author_of(entry, event["quote"], event["attempt"] - 1))


class SplitPart(BaseModel):
    """One part of a split quote: its position in the entry, and where it was found."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    quote: int
    outcome: ChosenOutcome


class QuoteSplit(OnParts):
    """A quote was split into parts, which count in its place."""

    event_type = "quote_split"
    event_title = gettext_lazy("Quote split")
    undo = Undo.SPLIT
    is_on_home = True
    quote: int
    attempt: int
    evidence_aligned: bool
    parts: list[SplitPart]
    made_with: MadeWith

    @classmethod
    def undo_of(cls, body: Body) -> Undo:
        """Return how it is undone; in a batch with the batch."""
        return Undo.NONE if "batch" in body else cls.undo

    @staticmethod
    def apply(entry: EntryState, event: Recorded) -> None:
        entry.standings[event["quote"]] = (Standing.SPLIT,)
        for part in event["parts"]:
            outcome = part["outcome"]
            entry.parts[part["quote"]] = (event["quote"], outcome["quote"], outcome["messageIndex"])
            entry.attempts[part["quote"], 1] = RecordedAttempt(
                outcome, event.actor, event.at, Provenance.SPLIT_PART, event["made_with"]
            )


class SplitInBatch(QuoteSplit):
    """A quote was split among others of a `batch`."""

    batch: str
    reason: PersonText


class SplitUndone(OnParts):
    """A split quote counts again, and its parts no longer do."""

    event_type = "split_undone"
    event_title = gettext_lazy("Split undone")
    undo = Undo.NONE
    is_on_home = True
    quote: int
    evidence_aligned: bool
    parts: list[int]

    @staticmethod
    def apply(entry: EntryState, event: Recorded) -> None:
        entry.standings[event["quote"]] = (Standing.COUNTS,)
        entry.standings |= dict.fromkeys(event["parts"], (Standing.UNDONE,))


class SplitUndoneInBatch(SplitUndone):
    """The split of a quote, the event `reverts`, was taken back with others of its `batch`."""

    batch: str
    reverts: str


class QuoteWithdrawn(ReasonOnQuote):
    """A person withdrew a quote that the model invented."""

    event_type = "quote_withdrawn"
    event_title = gettext_lazy("Quote withdrawn")
    undo = Undo.REVERT
    is_on_home = True
    quote: int
    text: PersonText
    reason: PersonText
    evidence_aligned: bool

    @staticmethod
    def apply(entry: EntryState, event: Recorded) -> None:
        entry.standings[event["quote"]] = (Standing.WITHDRAWN, event.actor, event["reason"])
        entry.withdrawn_at[event["quote"]] = event.at


class QuoteRestored(ReasonOnQuote):
    """A person restored a withdrawn quote, for a reason."""

    event_type = "quote_restored"
    event_title = gettext_lazy("Quote restored")
    undo = Undo.REVERT
    is_on_home = True
    quote: int
    reason: PersonText
    evidence_aligned: bool

    @staticmethod
    def apply(entry: EntryState, event: Recorded) -> None:
        entry.standings[event["quote"]] = (Standing.COUNTS,)
        entry.withdrawn_at.pop(event["quote"], None)


class DifferenceAcknowledged(ReasonOnQuote):
    """A person accepted the critical differences of an attempt, for a reason and for the claim as it was."""

    event_type = "difference_acknowledged"
    event_title = gettext_lazy("Differences acknowledged")
    undo = Undo.VOID
    is_on_home = True
    quote: int
    attempt: int
    reason: PersonText
    differences: list[Outcome]
    claim_version: int = 1

    @staticmethod
    def apply(entry: EntryState, event: Recorded) -> None:
        named = (event["quote"], event["attempt"], event["claim_version"])
        entry.decide(entry.acknowledged, (*named, event.actor, event["reason"]), event.at)


def _author(entry: EntryState, event: Recorded) -> str | None:
    """Return the author of an attempt; one that repeats the words of an earlier attempt belongs to its author."""
    if "reverts" in event.body and "batch" not in event.body:
        return _author_of(entry, event["quote"], event["attempt"] - 2)
    return event.actor


def _author_of(entry: EntryState, quote: int, attempt: int) -> str | None:
    """Return the author of an attempt that is recorded; None for one that came with the extraction."""
    known = entry.attempts.get((quote, attempt))
    return None if known is None else known.actor


def _record(entry: EntryState, event: Recorded, *, author: str | None) -> None:
    made = event["outcome"], author, event.at, event["provenance"], event["made_with"]
    entry.attempts[event["quote"], event["attempt"]] = RecordedAttempt(*made)


def _of_quote(event: Recorded, reason: str) -> str:
    return _("quote %(number)s: %(reason)s") % {"number": event["quote"] + 1, "reason": reason}
