"""The groups of quotes that failed or were withdrawn, in the order in which to work through them."""

from collections.abc import Mapping

UNDIAGNOSED, WITHDRAWN = "undiagnosed", "withdrawn"
RANKS: Mapping[str, int] = {
    "wrong_message": 10,
    "off_by_one_index": 20,
    "bad_index": 30,
    "offsets_sent": 40,
    "markdown": 50,
    "elided": 60,
    "merged": 70,
    "near_miss": 80,
    "critical_difference": 90,
    "too_long": 100,
    "paraphrased": 110,
    "empty": 120,
    "not_a_text": 130,
    "no_trace": 140,
    UNDIAGNOSED: 190,
    WITHDRAWN: 200,
}
"""The groups as they are stored: those that one click can repair come first, and withdrawn quotes last. A diagnosis
that is added later gets a number between two others; a number never changes its meaning."""
GROUPS = tuple(RANKS)
NAMES: Mapping[int, str] = {rank: group for group, rank in RANKS.items()}
LAST_FAILED = RANKS[UNDIAGNOSED]
"""The last group of quotes that count but were not found; those in later groups do not count."""
NO_MESSAGE = -1
"""The message index of a quote that names none, so that these come first in their group."""


def group_named(rank: int) -> str:
    """Return the group of a stored number; an unknown number means not diagnosed."""
    return NAMES.get(rank, UNDIAGNOSED)
