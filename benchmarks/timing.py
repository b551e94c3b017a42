"""Times that can be compared: every finder in turn on the same quote, in one process."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter

REPEATS = 3


def seconds(action: Callable[[], object], repeats: int = REPEATS) -> float:
    """Give the least time of a few runs."""
    times: list[float] = []
    for _ in range(repeats):
        start = perf_counter()
        action()
        times.append(perf_counter() - start)
    return min(times)


@dataclass
class Paired:
    """Times by finder, one for each quote in the same order."""

    times: dict[str, list[float]] = field(default_factory=dict)

    def measure(self, actions: Mapping[str, Callable[[], object]], repeats: int = REPEATS) -> None:
        """Run every finder on one quote."""
        for name, action in actions.items():
            self.times.setdefault(name, []).append(seconds(action, repeats))

    def middle(self, name: str) -> float:
        """Give the median time in milliseconds."""
        return 1000 * median(self.times[name])

    def slow(self, name: str) -> float:
        """Give the 95th percentile in milliseconds."""
        ordered = sorted(self.times[name])
        return 1000 * ordered[min(len(ordered) - 1, len(ordered) * 95 // 100)]

    def ratio(self, name: str, base: str = "ours") -> float:
        """Give the median of the time of *name* over that of *base*, quote by quote."""
        return median(other / own for other, own in zip(self.times[name], self.times[base], strict=True))


def table(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Write a Markdown table; numbers get three digits, None a dash."""
    lines = [list(heads)]
    lines.append(["---"] * len(lines[0]))
    lines += [[_cell(value) for value in row] for row in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.3g}" if abs(value) < 1000 else f"{value:,.0f}"
    return "–" if value is None else f"{value:,}" if isinstance(value, int) else str(value)
