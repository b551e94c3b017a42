"""Whether the right window is found: every peer on quotes with a known best window."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from rapidfuzz.distance import Levenshtein

from aligner_core import NormalizedText, fold
from benchmarks.peers import MAX_RATIO, Range, Source, peers
from benchmarks.results import Result
from benchmarks.speed import LANGUAGES, Scale, sample_quotes
from benchmarks.workload import KINDS, QuoteSample, text

SOURCE_CHARS = 400
"""A source small enough to try every window."""
MIN_OVERLAP = 0.9
CASES = {"near": "place found", "worse": "not the best window", "missed": "missed", "false": "false accepts"}


def accuracy(scale: Scale) -> Iterator[Result]:
    """Count the windows found, those that are not the best, and false accepts."""
    counts = {peer.name: Counter[str]() for peer in peers()}
    for language in LANGUAGES:
        for at in range(scale.quotes):
            random = Random(f"{scale.seed} accuracy {language} {at}")
            source = Source(NormalizedText(text(language, SOURCE_CHARS, random)))
            for kind in KINDS:
                sample = sample_quotes(source.folded.text, kind, 2, language, random)[at % 2]
                best = smallest_ratio(fold(sample.quote), source.folded.text)
                for peer in peers():
                    counts[peer.name].update(_marks(sample, source, peer.find(fold(sample.quote), source), best))
    for tool, found in counts.items():
        for mark, case in CASES.items():
            yield Result("the right place", case, f"{found['held']} quotes", tool, found[mark], "quotes")


def _marks(sample: QuoteSample, source: Source, found: Range, best: float) -> list[str]:
    """Return the labels of one result, given the smallest ratio of all windows."""
    if best > MAX_RATIO:
        return ["false"] if found else []
    marks = ["held", *([] if found else ["missed"])]
    if found is None:
        return marks
    start, end = found
    inside = min(end, sample.end) - max(start, sample.start)
    if inside >= MIN_OVERLAP * (max(end, sample.end) - min(start, sample.start)):
        marks.append("near")
    quote = fold(sample.quote)
    if ratio(quote, source.folded.text[start:end]) > best:
        marks.append("worse")
    return marks


def ratio(quote: str, window: str) -> float:
    """Return the edit distance divided by the longer length."""
    return Levenshtein.distance(quote, window) / max(len(quote), len(window))


def smallest_ratio(quote: str, source: str) -> float:
    """Return the smallest ratio of all windows that could be within the threshold."""
    lengths = range(int(len(quote) * (1 - MAX_RATIO)), int(len(quote) / (1 - MAX_RATIO)) + 1)
    return min(
        (
            ratio(quote, source[start : start + length])
            for length in lengths
            for start in range(len(source) - length + 1)
        ),
        default=1.0,
    )
