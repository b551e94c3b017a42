"""Times that can be compared: every finder in turn on the same quote, in one process."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter

from benchmarks.results import Result

REPEATS = 3


def fastest_seconds(action: Callable[[], object], repeats: int = REPEATS) -> float:
    """Return the time of the fastest of a few runs."""
    times: list[float] = []
    for _ in range(repeats):
        start = perf_counter()
        action()
        times.append(perf_counter() - start)
    return min(times)


@dataclass
class PairedTimes:
    """Times by finder: one for each quote, in the same order."""

    times: dict[str, list[float]] = field(default_factory=dict)

    def measure(self, actions: Mapping[str, Callable[[], object]], repeats: int = REPEATS) -> None:
        """Run every finder on one quote."""
        for name, action in actions.items():
            self.times.setdefault(name, []).append(fastest_seconds(action, repeats))

    def median_ms(self, name: str) -> float:
        """Return the median time in milliseconds."""
        return 1000 * median(self.times[name])

    def p95_ms(self, name: str) -> float:
        """Return the 95th percentile in milliseconds."""
        ordered = sorted(self.times[name])
        return 1000 * ordered[min(len(ordered) - 1, len(ordered) * 95 // 100)]

    def ratio(self, name: str, base: str = "ours") -> float:
        """Return the median over the quotes of the time of *name* divided by that of *base*."""
        return median(other / own for other, own in zip(self.times[name], self.times[base], strict=True))

    def results(self, what: str, case: str, scale: str) -> Iterator[Result]:
        """Yield the median of every finder, and the ratio of each to ours."""
        for name in self.times:
            ratio = None if name == "ours" else self.ratio(name)
            yield Result(what, case, scale, name, self.median_ms(name), "ms", ratio)
