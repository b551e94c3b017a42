"""How time and memory grow with the source, on texts made to be hard."""

import tracemalloc
from functools import partial
from itertools import pairwise
from random import Random

from aligner_core import EvidenceAligner
from benchmarks.speed import LANGUAGES, Figures, Scale
from benchmarks.timing import fastest_seconds, table
from benchmarks.workload import FAMILIES, text


def growth(scale: Scale, figures: Figures) -> str:
    """Measure one whole call on an unprepared source, at sizes doubling from the second to the last."""
    sizes = _doubling(scale.sizes[min(1, len(scale.sizes) - 1)], scale.sizes[-1])
    rows: list[list[object]] = []
    for name, family in FAMILIES.items():
        times = [_call(*family(size)) for size in sizes]
        steps = [second / first for first, second in pairwise(times)]
        figures["growth"] = max([figures.get("growth", 0.0), *steps])
        figures["slowest s"] = max(figures.get("slowest s", 0.0), *times)
        rows.append([name, *(1000 * time for time in times), max(steps, default=0.0)])
    return table(["family", *(f"{size:,} ms" for size in sizes), "largest time(2n) ÷ time(n)"], rows)


def _doubling(first: int, last: int) -> list[int]:
    sizes = [first]
    while 2 * sizes[-1] <= last:
        sizes.append(2 * sizes[-1])
    return sizes


def _call(quote: str, source: str) -> float:
    return fastest_seconds(
        partial(EvidenceAligner().align_quote, quote, source), repeats=7 if len(source) <= 10**5 else 4
    )


def memory(scale: Scale, figures: Figures) -> str:
    """Measure the memory that a prepared source keeps, and the peak while a quote is aligned."""
    rows: list[list[object]] = []
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
        figures[f"memory {language}"] = peak / size
        rows.append([language, size, kept / size, peak / size])
    return table(["language", "source", "bytes a character kept", "at most"], rows)
