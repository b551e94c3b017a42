"""What two folded texts share at their ends, in whole words, so that only what lies between is looked at."""

MAX_CONTEXT_WORDS = 5
"""How many words beside what differs are looked at with it: as many as a date has."""


def common_prefix(left: str, right: str) -> int:
    """Return how many characters two texts share at the beginning, by bisection: slices are compared in C.

    >>> common_prefix("we keep 12", "we keep 21"), common_prefix("", "a")
    (8, 0)
    """
    low, high = 0, min(len(left), len(right))
    while low < high:
        middle = (low + high + 1) // 2
        if left[low:middle] == right[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def before_context(text: str, end: int) -> int:
    """Return where the words of context before a place begin: after a space, or 0 where there are too few.

    >>> before_context("a b c d e f g h", 12), before_context("a b c", 4)
    (4, 0)
    """
    for _ in range(MAX_CONTEXT_WORDS):
        end = text.rfind(" ", 0, end)
        if end == -1:
            return 0
    return end + 1
