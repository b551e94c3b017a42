"""Add an entry to a session: a claim that a person writes, with words of a message as its evidence."""

from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import Exists, Max, OuterRef
from django.utils import timezone

from review.domain import events
from review.domain.policy import Reason, Stage
from review.models import FIRST_VERSION, ClaimConfirmation, Entry, Message, Quote, ReviewSession, Standing
from review.payloads import ANSWER, is_stated
from review.selectors.access import may_review
from review.selectors.promotion.claims import claim_fingerprint, waits_for_facts
from review.selectors.repair.selection import Selection
from review.services import _journal
from review.services._attempts import Declined, Made, align_selection, message_of_evidence, refresh_evidence
from review.services.ingest._message_versions import lock_session
from review.services.repair._added_quotes import quote_added, store_added_quote

__all__ = ["AlreadyStated", "Declined", "EntryMade", "NewClaim", "add_entry"]


@dataclass(frozen=True, slots=True)
class NewClaim:
    """The claim that a person writes: a title, and optionally a type and a body."""

    title: str
    body: str = ""
    type: str = ""

    @property
    def can_be_kept(self) -> bool:
        """Whether it has a title, and is no answer: those come from a model, with the sources that it cites."""
        return is_stated(self.title) and self.type != ANSWER


@dataclass(frozen=True, slots=True)
class EntryMade:
    """An entry was added, with its quote."""

    entry: Entry


@dataclass(frozen=True, slots=True)
class AlreadyStated:
    """Nothing was changed: somebody has added an entry with the same claim and the same words."""

    entry: Entry


def add_entry(
    *, session_id: int, claim: NewClaim, selection: Selection, actor: AbstractBaseUser
) -> EntryMade | AlreadyStated | Declined:
    """Add a candidate with the selected words as its quote: exact, and a person's, as the claim is.

    Writing a claim from these words also confirms it for them: it need not be confirmed until other words count. Only
    facts that the project waits for still have to be. It is a `conflict` when the stored message does not have the
    selection, or the claim states nothing. Words too long for a quote do not align, and nothing is stored.
    """
    session = ReviewSession.objects.select_related("project").get(pk=session_id)
    made = align_selection(selection, session)
    if isinstance(made, Reason):
        return Declined(made)
    return _add(session, claim, selection, made, actor=actor)


@transaction.atomic(durable=True)
def _add(
    session: ReviewSession, claim: NewClaim, selection: Selection, made: Made, *, actor: AbstractBaseUser
) -> EntryMade | AlreadyStated | Declined:
    lock_session(session)
    session = ReviewSession.objects.select_related("project").get(pk=session.pk)
    if not may_review(actor, session.project_id):
        return Declined(Reason.NOT_PERMITTED)
    messages = message_of_evidence(made.evidence, session)
    if not messages or not claim.can_be_kept:
        return Declined(Reason.CONFLICT)
    same = _same(session, claim, messages[selection.message_index], selection)
    if same is not None:
        return AlreadyStated(same)
    entry = _new_entry(session, claim, actor)
    alignment = store_added_quote(entry, selection, made, messages=messages, actor=actor)
    confirmed = [] if waits_for_facts(entry, [alignment.quote]) else [_confirm(entry, actor)]
    refresh_evidence(entry)
    payloads: list[events.Payload] = [_entry_added(entry), quote_added(entry, alignment), *confirmed]
    _journal.append_all([(one, entry) for one in payloads], session=session, actor=actor)
    return EntryMade(entry)


def _same(session: ReviewSession, claim: NewClaim, message: Message, selection: Selection) -> Entry | None:
    """Return the open entry that somebody added with the same claim, and a quote that counts at the same place."""
    at = {"current__message": message, "current__span_start": selection.start, "current__span_end": selection.end}
    quoted = Quote.objects.filter(entry=OuterRef("pk"), standing=Standing.COUNTS, **at)
    added = Entry.objects.filter(session=session, extraction__isnull=True, rejected_at__isnull=True)
    return added.filter(Exists(quoted), title=claim.title, body=claim.body, type=claim.type).first()


def _new_entry(session: ReviewSession, claim: NewClaim, actor: AbstractBaseUser) -> Entry:
    """Store an entry without a quote, after those that people have added to the locked session."""
    added = Entry.objects.filter(session=session, extraction__isnull=True)
    last = added.aggregate(last=Max("position"))["last"]
    return Entry.objects.create(
        session=session,
        added_by_id=actor.pk,
        added_at=timezone.now(),
        position=0 if last is None else last + 1,
        type=claim.type,
        title=claim.title,
        body=claim.body,
        stage=Stage.CANDIDATE,
        version=0,  # the first visible version has the quote
    )


def _confirm(entry: Entry, actor: AbstractBaseUser) -> events.ClaimConfirmed:
    """Store the confirmation of a claim by its author, and return the event."""
    fingerprint = claim_fingerprint(entry, version=FIRST_VERSION)
    ClaimConfirmation.objects.create(
        entry=entry, actor_id=actor.pk, claim_version=FIRST_VERSION, fingerprint=fingerprint
    )
    return events.ClaimConfirmed(claim_version=FIRST_VERSION, fingerprint=fingerprint)


def _entry_added(entry: Entry) -> events.EntryAdded:
    return events.EntryAdded(
        position=entry.position, type=entry.type, title=entry.title, body=entry.body, stage=entry.stage
    )
