"""The bound of the work of one check of a claim, in comparisons: the same input always has the same outcome."""

WORK_LIMIT = 2_000_000
"""How many comparisons of clauses, names and values one check of a claim may take."""


class Work:
    """Counts the comparisons of one check.

    >>> work = Work(limit=2)
    >>> work.spend(2)
    >>> work.is_exceeded
    False
    >>> work.spend(1)
    >>> work.is_exceeded
    True
    """

    def __init__(self, limit: int = WORK_LIMIT) -> None:
        self._left = limit

    def spend(self, comparisons: int) -> None:
        """Count comparisons, whether they were made now or are known from another check."""
        self._left -= comparisons

    @property
    def is_exceeded(self) -> bool:
        """Whether more was compared than is allowed: the check ends before its next fact."""
        return self._left < 0
