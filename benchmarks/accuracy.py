"""Whether the window found is the right one: every peer on quotes whose best window is known."""

from collections import Counter
from random import Random

from rapidfuzz.distance import Levenshtein

from aligner_core import NormalizedText, fold
from benchmarks.peers import MAX_RATIO, Range, Source, peers
from benchmarks.speed import LANGUAGES, Figures, Scale, sample_quotes
from benchmarks.timing import table
from benchmarks.workload import KINDS, QuoteSample, text

SOURCE_CHARS = 400
"""A source small enough to try every window."""
MIN_OVERLAP = 0.9


def accuracy(scale: Scale, figures: Figures) -> str:
    """Return a table of windows found, windows that are not the best, and false accepts."""
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
    figures["mismatches"] = float(counts["ours"]["worse"] + counts["ours"]["false"] + counts["ours"]["missed"])
    rows = [
        [name, _share(found, "near", "held"), _share(found, "worse", "held"), found["missed"], found["false"]]
        for name, found in counts.items()
    ]
    heads = ["place found (IoU ≥ 0.9)", "found, but not the best window", "missed", "false accepts"]
    return table(["finder", *heads], rows)


def _share(found: Counter[str], name: str, whole: str) -> str:
    return f"{found[name]} of {found[whole]}"


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
