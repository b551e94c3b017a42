"""Lock an entry, and move it up or back. Private to the services."""

from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone

from review.events import Outcome
from review.models import Entry
from review.policy import Stage


def lock_entry(entry_id: int) -> Entry:
    """Lock an entry, which every change of it does first."""
    return Entry.objects.select_for_update(of=("self",)).select_related("session__project").get(pk=entry_id)


def move_up(entry: Entry, *, to: Stage, actor: AbstractBaseUser) -> None:
    """Take an entry to a stage; above candidate somebody vouches for it."""
    entry.stage = to
    if to is Stage.VERIFIED:
        entry.verified_at, entry.verified_by_id = timezone.now(), actor.pk
    if to is Stage.CERTIFIED:
        entry.certified_at, entry.certified_by_id = timezone.now(), actor.pk
    save(entry, "stage", "verified_at", "verified_by", "certified_at", "certified_by")


def proofs_of(entry: Entry) -> list[Outcome]:
    """Name what a promotion rests on: the digests of message and quote, and the span between them."""
    currents = [quote.current for quote in entry.quotes.select_related("current") if quote.counts]
    alignments = [current for current in currents if current is not None and current.aligned]
    keys = {"messageIndex", "quoteHash", "sourceHash", "spanStart", "spanEnd", "matchMethod"}
    dumps = [alignment.evidence.model_dump(by_alias=True, mode="json") for alignment in alignments]
    return [{key: value for key, value in dump.items() if key in keys} for dump in dumps]


def send_back(entry: Entry) -> str:
    """Take an entry back to candidate, and nobody vouches for it any more; give the stage it came from."""
    came_from = entry.stage
    entry.stage = Stage.CANDIDATE
    entry.verified_at = entry.verified_by = entry.certified_at = entry.certified_by = None
    save(entry, "stage", "verified_at", "verified_by", "certified_at", "certified_by")
    return came_from


def save(entry: Entry, *fields: str) -> None:
    """Save some columns of an entry, and count the change."""
    entry.version += 1
    entry.save(update_fields=[*fields, "version"])
