"""Webhooks: what becomes of a notice, why an address gets none, and when a failed one is tried again. No ORM."""

from collections.abc import Sequence
from datetime import timedelta
from enum import StrEnum


class DeliveryState(StrEnum):
    """The state of a notice; `dead` is given up, until a person sends it again."""

    WAITING = "waiting"
    DELIVERED = "delivered"
    DEAD = "dead"


class Silence(StrEnum):
    """Why nothing is sent to an address: a person switched it off, or it answered that it is gone."""

    PERSON = "person"
    GONE = "gone"


GAPS: Sequence[timedelta] = (
    timedelta(seconds=5),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=5),
    timedelta(hours=10),
    timedelta(hours=14),
    timedelta(hours=20),
)
"""How long a notice waits after each of its tries that failed, as Standard Webhooks advises; then it is dead."""
SPREAD = 0.1
"""By how much of itself a gap is shorter or longer at most, so that not all notices return at once."""
GONE = 410
"""The answer of an address that wants no more."""


def is_taken(code: int) -> bool:
    """Return whether an answer says that the notice was taken.

    >>> is_taken(204), is_taken(302)
    (True, False)
    """
    return 200 <= code < 300  # noqa: PLR2004 - a class of codes of HTTP


def gap_after(tries: int, *, chance: float, gaps: Sequence[timedelta] = GAPS) -> timedelta | None:
    """Return how long to wait after so many tries, with *chance* from 0 to 1 for the spread; None after the last.

    >>> gap_after(1, chance=0.5), gap_after(9, chance=0.5)
    (datetime.timedelta(seconds=5), None)
    """
    return gaps[tries - 1] * (1 + SPREAD * (2 * chance - 1)) if tries <= len(gaps) else None
