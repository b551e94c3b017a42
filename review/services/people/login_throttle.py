"""Throttle password guessing: a limited number of tries per minute, across all workers.

Tries are counted per account and address, per account from any address, and per address for any account.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from aligner_core import canonical_json, digest
from review.domain.events.people import LogInsHeldBack
from review.domain.limits import LOGIN_WINDOW, MAX_LOGIN_TRIES, MAX_LOGIN_TRIES_IN_ALL
from review.models import LogInTries
from review.services import _journal


@dataclass(frozen=True, slots=True)
class HeldBack:
    """There were too many tries; the next one is allowed after this many seconds."""

    seconds: int


@transaction.atomic(durable=True)
def count_try(*, name: str, address: str) -> HeldBack | None:
    """Count one try at an account, before its password is checked; return how long to wait once there were too many.

    Concurrent tries are all counted. A try that is held back is not, so that waiting always suffices.
    """
    now = timezone.now()
    _delete_expired()
    limits = _limits(name, address)
    # Locked in the order of their keys, so that two tries never deadlock.
    counted = [(_locked(key, now), limits[key]) for key in sorted(limits)]
    waits = [wait for tries, limit in counted if (wait := _wait(tries, limit, now)) is not None]
    if waits:
        _record_held_back(counted, name=name, now=now)
        return HeldBack(max(waits))
    for tries, _ in counted:
        tries.moments, tries.last_at = [*_recent(tries, now), now.timestamp()], now
        tries.save(update_fields=["moments", "last_at"])
    return None


@transaction.atomic(durable=True)
def forget_tries(*, name: str, address: str) -> None:
    """Reset the count: the password was right. Of shared counts, only this try is subtracted."""
    own = _key(name, address)
    LogInTries.objects.filter(key=own).delete()
    shared = set(_limits(name, address)) - {own}
    for tries in LogInTries.objects.select_for_update().filter(key__in=shared).order_by("key"):
        tries.moments = tries.moments[:-1]
        tries.save(update_fields=["moments"])


def _record_held_back(counted: Sequence[tuple[LogInTries, int]], *, name: str, now: datetime) -> None:
    """Record once that tries are held back; an unknown name is left out, as it may be a mistyped password."""
    held = [tries for tries, limit in counted if _wait(tries, limit, now) is not None]
    if any(tries.recorded_at is not None and tries.recorded_at > now - LOGIN_WINDOW for tries in held):
        return
    LogInTries.objects.filter(pk__in=[tries.pk for tries in held]).update(recorded_at=now)
    account = name if User.objects.filter(username=name).exists() else None
    _journal.append(LogInsHeldBack(account=account), session=None, actor=None)


def _limits(name: str, address: str) -> dict[str, int]:
    return {
        _key(name, address): MAX_LOGIN_TRIES,
        _key(name, None): MAX_LOGIN_TRIES_IN_ALL,
        _key(None, address): MAX_LOGIN_TRIES_IN_ALL,
    }


def _locked(key: str, now: datetime) -> LogInTries:
    return LogInTries.objects.select_for_update().get_or_create(key=key, defaults={"last_at": now})[0]


def _wait(tries: LogInTries, limit: int, now: datetime) -> int | None:
    """Return for how many seconds no further try is allowed; None if one is."""
    recent = _recent(tries, now)
    return ceil(recent[-limit] + LOGIN_WINDOW.total_seconds() - now.timestamp()) if len(recent) >= limit else None


def _recent(tries: LogInTries, now: datetime) -> list[float]:
    return [moment for moment in tries.moments if moment > (now - LOGIN_WINDOW).timestamp()]


def _delete_expired() -> None:
    """Delete rows with tries that no longer count, except those locked by a concurrent try."""
    expired = LogInTries.objects.filter(last_at__lt=timezone.now() - LOGIN_WINDOW).select_for_update(skip_locked=True)
    LogInTries.objects.filter(pk__in=list(expired.values_list("pk", flat=True))).delete()


def _key(name: str | None, address: str | None) -> str:
    return digest(canonical_json([name, address]))
