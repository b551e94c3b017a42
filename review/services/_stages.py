"""Lock an entry, and move it between stages. Private to the services."""

from collections.abc import Iterable

from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone

from review.domain.events import EntryPromoted, Outcome
from review.domain.lineage import SecondPerson
from review.domain.policy import Stage, steps_between
from review.domain.tokens import token_in_use
from review.models import Alignment, Entry, Quote
from review.selectors.promotion.claims import is_claim_asked_about
from review.selectors.promotion.switches import as_stored, switches_on
from review.services.derived.marks import store_marks, store_places

VOUCHED = ("verified_at", "verified_by", "verified_under", "verified_with", "certified_at", "certified_by")
"""The columns of an entry with the people who vouch for it, when, with which token, and under which switches."""


def lock_entry(entry_id: int) -> Entry:
    """Return an entry, locked: every change of it does this first.

    It is read after it is locked: on PostgreSQL, rows joined to a locked row are those from before the wait.
    """
    Entry.objects.select_for_update().only("pk").get(pk=entry_id)
    return Entry.objects.select_related("session__project", "claim").get(pk=entry_id)


def move_up(entry: Entry, *, to: Stage, actor: AbstractBaseUser) -> None:
    """Move an entry to a stage that the gate allows; above candidate, record who vouches for it."""
    entry.stage = to
    if to is Stage.VERIFIED:
        entry.verified_at, entry.verified_by_id = timezone.now(), actor.pk
        entry.verified_under = as_stored(switches_on(entry.session.project))
        token = token_in_use()
        entry.verified_with = "" if token is None else token.name
    if to is Stage.CERTIFIED:
        entry.certified_at, entry.certified_by_id = timezone.now(), actor.pk
    save_changes(entry, "stage", *VOUCHED)


def unvouch(entry: Entry) -> None:
    """Remove the people who vouch for an entry, without saving it."""
    entry.verified_at = entry.verified_by = entry.certified_at = entry.certified_by = None
    entry.verified_under = entry.verified_with = ""


def promoted(
    entry: Entry,
    *,
    came_from: str,
    to: Stage,
    quotes: Iterable[Quote],
    second_persons: Iterable[SecondPerson],
) -> list[EntryPromoted]:
    """Return the events of an entry that was just moved up, one a step; a verification includes the switches.

    The *quotes* are those that the gate read; the last step records who counted as a second person.
    """
    proofs, counted = proofs_of(quotes), [*second_persons]
    return [
        EntryPromoted(
            from_stage=below,
            to_stage=above,
            goal=to,
            proofs=proofs,
            claim_version=entry.claim_version,
            switches=[*switches_on(entry.session.project)] if above is Stage.VERIFIED else None,
            second_persons=counted if above is to else [],
        )
        for below, above in steps_between(Stage(came_from), to)
    ]


def proofs_of(quotes: Iterable[Quote]) -> list[Outcome]:
    """Return what a promotion rests on: for each counting quote the digests of message and quote, and the span."""
    currents = [quote.current for quote in quotes if quote.counts]
    return [_proof(current) for current in currents if current is not None and current.aligned]


def _proof(alignment: Alignment) -> Outcome:
    """Return the proof of a quote; the digest of its message covers the speaker too."""
    keys = {"messageIndex", "quoteHash", "sourceHash", "spanStart", "spanEnd", "matchMethod"}
    whole = alignment.evidence.model_dump(by_alias=True, mode="json")
    message = {} if alignment.message is None else {"messageDigest": alignment.message.digest}
    return {key: value for key, value in whole.items() if key in keys} | message


def return_to_candidate(entry: Entry) -> str:
    """Move an entry back to candidate, remove who vouched for it, and return the stage it had.

    Statements on its claim become void, so the claim may have to be confirmed again.
    """
    came_from = entry.stage
    entry.stage = Stage.CANDIDATE
    entry.claim_open = is_claim_asked_about(entry)
    unvouch(entry)
    save_changes(entry, "stage", "claim_open", *VOUCHED)
    return came_from


def save_changes(entry: Entry, *fields: str) -> None:
    """Save some columns of an entry, increment its version, and store where lists find it.

    Only its rejection changes where they find its quotes.
    """
    entry.version += 1
    entry.save(update_fields=[*fields, "version"])
    if "rejected_at" in fields:
        store_places([entry.pk])
    else:
        store_marks(entry.pk)
