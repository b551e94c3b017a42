"""How time and memory grow with the source, on texts made to be hard."""

import tracemalloc
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from random import Random

from aligner_core import EvidenceAligner
from benchmarks.results import Result
from benchmarks.speed import LANGUAGES, Scale
from benchmarks.timing import fastest_seconds
from benchmarks.workload import FAMILIES, text


def growth(scale: Scale) -> Iterator[Result]:
    """Measure one whole call on an unprepared source, at sizes doubling from the second to the last."""
    sizes = _doubling(scale.sizes[min(1, len(scale.sizes) - 1)], scale.sizes[-1])
    for name, family in FAMILIES.items():
        times = [_call(*family(size)) for size in sizes]
        for size, time in zip(sizes, times, strict=True):
            yield Result("hard text", name, f"{size} characters", value=1000 * time, unit="ms")
        steps = [second / first for first, second in pairwise(times)]
        yield Result("hard text, largest time(2n) ÷ time(n)", name, value=max(steps, default=0.0), unit="×")


def _doubling(first: int, last: int) -> list[int]:
    sizes = [first]
    while 2 * sizes[-1] <= last:
        sizes.append(2 * sizes[-1])
    return sizes


def _call(quote: str, source: str) -> float:
    return fastest_seconds(
        partial(EvidenceAligner().align_quote, quote, source), repeats=7 if len(source) <= 10**5 else 4
    )


def memory(scale: Scale) -> Iterator[Result]:
    """Measure the memory that a prepared source keeps, and the peak while a quote is aligned."""
    for language in LANGUAGES:
        size = min(100_000, scale.sizes[-1])
        written = text(language, size, Random(f"{scale.seed} memory {language}"))
        wanted = text(language, 100, Random(f"{scale.seed} memory quote {language}"))
        tracemalloc.start()
        aligner = EvidenceAligner()
        source = aligner.prepare(written)
        aligner.align_quote(wanted, source)
        kept, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        for what, taken in (("memory kept", kept), ("memory at most", peak)):
            yield Result(what, language, f"{size} characters", value=taken / size, unit="bytes a character")
