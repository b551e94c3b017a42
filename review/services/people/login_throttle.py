"""Hold back whoever tries passwords: so many tries a minute at an account from an address, in all workers."""

from dataclasses import dataclass
from datetime import timedelta
from math import ceil

from django.db import transaction
from django.utils import timezone

from aligner_core import canonical_json, digest
from review.models import LogInTries

MOST_TRIES = 10
WINDOW = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class HeldBack:
    """The password was not even looked at; the next try may be made in so many seconds."""

    seconds: int


@transaction.atomic(durable=True)
def count_try(*, name: str, address: str) -> HeldBack | None:
    """Count one try at an account before its password is looked at; tries made at once are all counted.

    A try that is held back is not counted: whoever waits gets in.
    """
    now = timezone.now()
    _forget_the_past()
    tries, _ = LogInTries.objects.select_for_update().get_or_create(key=_key(name, address), defaults={"last_at": now})
    recent = [moment for moment in tries.moments if moment > (now - WINDOW).timestamp()]
    if len(recent) >= MOST_TRIES:
        return HeldBack(ceil(recent[0] + WINDOW.total_seconds() - now.timestamp()))
    tries.moments, tries.last_at = [*recent, now.timestamp()], now
    tries.save(update_fields=["moments", "last_at"])
    return None


def forget_tries(*, name: str, address: str) -> None:
    """Begin to count anew: the password was right."""
    LogInTries.objects.filter(key=_key(name, address)).delete()


def _forget_the_past() -> None:
    """Delete what no longer counts, but for what somebody is counting just now."""
    past = LogInTries.objects.filter(last_at__lt=timezone.now() - WINDOW).select_for_update(skip_locked=True)
    LogInTries.objects.filter(pk__in=list(past.values_list("pk", flat=True))).delete()


def _key(name: str, address: str) -> str:
    return digest(canonical_json([name, address]))
