"""Throttle password guessing: a limited number of tries a minute per account and address, across all workers."""

from dataclasses import dataclass
from datetime import timedelta
from math import ceil

from django.db import transaction
from django.utils import timezone

from aligner_core import canonical_json, digest
from review.models import LogInTries

MAX_TRIES = 10
WINDOW = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class HeldBack:
    """The password was not checked; the next try is possible after this many seconds."""

    seconds: int


@transaction.atomic(durable=True)
def count_try(*, name: str, address: str) -> HeldBack | None:
    """Count one try at an account, before its password is checked; return how long to wait once there were too many.

    Concurrent tries are all counted. A try that is held back is not, so that waiting is always enough.
    """
    now = timezone.now()
    _delete_expired()
    tries, _ = LogInTries.objects.select_for_update().get_or_create(key=_key(name, address), defaults={"last_at": now})
    recent = [moment for moment in tries.moments if moment > (now - WINDOW).timestamp()]
    if len(recent) >= MAX_TRIES:
        return HeldBack(ceil(recent[0] + WINDOW.total_seconds() - now.timestamp()))
    tries.moments, tries.last_at = [*recent, now.timestamp()], now
    tries.save(update_fields=["moments", "last_at"])
    return None


def forget_tries(*, name: str, address: str) -> None:
    """Reset the count: the password was right."""
    LogInTries.objects.filter(key=_key(name, address)).delete()


def _delete_expired() -> None:
    """Delete rows whose tries no longer count, except those locked by another try right now."""
    expired = LogInTries.objects.filter(last_at__lt=timezone.now() - WINDOW).select_for_update(skip_locked=True)
    LogInTries.objects.filter(pk__in=list(expired.values_list("pk", flat=True))).delete()


def _key(name: str, address: str) -> str:
    return digest(canonical_json([name, address]))
