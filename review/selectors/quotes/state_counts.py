"""The number of quotes in each state, for the bars of lists and the home page."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, QuerySet

from review.models import Quote, Standing
from review.presentation.evidence_map import QuotePlace

STATES = ("exact", "normalized", "fuzzy", "failed", "withdrawn", "split", "undone")
BAR_WIDTH = 180
GAP = 2


@dataclass(frozen=True, slots=True)
class Share:
    """One state's share of the quotes that count, as numbers and as a segment of a bar."""

    state: str
    count: int
    percent: float
    x: float
    width: float


@dataclass(frozen=True, slots=True)
class StateCounts:
    """The number of quotes in each state."""

    exact: int = 0
    normalized: int = 0
    fuzzy: int = 0
    failed: int = 0
    withdrawn: int = 0
    split: int = 0
    undone: int = 0
    ambiguous: int = 0

    @property
    def aligned(self) -> int:
        """The number of quotes that were found."""
        return self.exact + self.normalized + self.fuzzy

    @property
    def total(self) -> int:
        """The number of all quotes, including those that no longer count."""
        return self.aligned + self.failed + self.withdrawn + self.split + self.undone

    @property
    def shares(self) -> tuple[Share, ...]:
        """The states of quotes that count, each with its segment of the bar."""
        counting = self.aligned + self.failed
        shares, x = [], 0.0
        for state in STATES[:4]:
            count = getattr(self, state)
            part = count / counting if counting else 0
            width = max(part * BAR_WIDTH - GAP, 1.0) if count else 0.0
            shares.append(Share(state, count, round(100 * part, 1), round(x, 2), round(width, 2)))
            x += part * BAR_WIDTH
        return tuple(shares)


def count_states(quotes: QuerySet[Quote]) -> StateCounts:
    """Return the number of quotes in each state; one query, which joins no table of sessions."""
    rows = _counted(quotes, by="entry__session")
    return _from_rows((state, ambiguous, count) for _, state, ambiguous, count in rows)


def count_placed_states(places: Iterable[QuotePlace]) -> StateCounts:
    """Return the number of the given quotes in each state, without a query."""
    counts = Counter((place.state, place.ambiguous) for place in places)
    return _from_rows((state, ambiguous and state in STATES[:3], count) for (state, ambiguous), count in counts.items())


def states_by_session(quotes: QuerySet[Quote]) -> dict[int, StateCounts]:
    """Return the number of quotes in each state by session; one query."""
    found: dict[int, list[tuple[str, bool, int]]] = {}
    for session, state, ambiguous, count in _counted(quotes, by="entry__session"):
        found.setdefault(session, []).append((state, ambiguous, count))
    return {session: _from_rows(rows) for session, rows in found.items()}


def state_of(method: str, *, standing: str) -> str:
    """Return the state of a quote: its current method, or its standing if it does not count."""
    if standing != Standing.COUNTS:
        return standing
    return "failed" if method == "none" else method


def _counted(quotes: QuerySet[Quote], *, by: str) -> Iterable[tuple[int, str, bool, int]]:
    names = (by, "current__method", "current__ambiguous", "standing")
    rows = quotes.order_by().values_list(*names).annotate(count=Count("pk"))
    for owner, method, ambiguous, standing, count in rows:
        yield owner, state_of(method, standing=standing), ambiguous and standing == Standing.COUNTS, count


def _from_rows(rows: Iterable[tuple[str, bool, int]]) -> StateCounts:
    totals = dict.fromkeys((*STATES, "ambiguous"), 0)
    for state, ambiguous, count in rows:
        totals[state] += count
        totals["ambiguous"] += count if ambiguous else 0
    return StateCounts(**totals)
