"""Whether what is found is the right place: every peer on quotes whose best window is known."""

from collections import Counter
from random import Random

from rapidfuzz.distance import Levenshtein

from aligner_core import NormalizedText, fold
from benchmarks.peers import WORST, Range, Source, peers
from benchmarks.speed import LANGUAGES, Figures, Scale, cases
from benchmarks.timing import table
from benchmarks.workload import KINDS, Case, text

SMALL = 400
"""Characters of a source small enough to try every window."""
NEAR = 0.9


def accuracy(scale: Scale, figures: Figures) -> str:
    """Count places found, windows that are not the best, and quotes accepted that no window holds."""
    counts = {peer.name: Counter[str]() for peer in peers()}
    for language in LANGUAGES:
        for at in range(scale.quotes):
            random = Random(f"{scale.seed} accuracy {language} {at}")
            source = Source(NormalizedText(text(language, SMALL, random)))
            for kind in KINDS:
                one = cases(source.folded.text, kind, 2, language, random)[at % 2]
                best = least(fold(one.quote), source.folded.text)
                for peer in peers():
                    counts[peer.name].update(_marks(one, source, peer.find(fold(one.quote), source), best))
    figures["mismatches"] = float(counts["ours"]["worse"] + counts["ours"]["false"] + counts["ours"]["missed"])
    rows = [
        [name, _share(found, "near", "held"), _share(found, "worse", "held"), found["missed"], found["false"]]
        for name, found in counts.items()
    ]
    heads = ["place found (IoU ≥ 0.9)", "found, but not the best window", "missed", "false accepts"]
    return table(["finder", *heads], rows)


def _share(found: Counter[str], name: str, whole: str) -> str:
    return f"{found[name]} of {found[whole]}"


def _marks(one: Case, source: Source, found: Range, best: float) -> list[str]:
    """Say of one answer what it is, against the least ratio of all windows."""
    if best > WORST:
        return ["false"] if found else []
    marks = ["held", *([] if found else ["missed"])]
    if found is None:
        return marks
    start, end = found
    inside = min(end, one.end) - max(start, one.start)
    if inside >= NEAR * (max(end, one.end) - min(start, one.start)):
        marks.append("near")
    quote = fold(one.quote)
    if ratio(quote, source.folded.text[start:end]) > best:
        marks.append("worse")
    return marks


def ratio(quote: str, window: str) -> float:
    """Give the distance over the longer length."""
    return Levenshtein.distance(quote, window) / max(len(quote), len(window))


def least(quote: str, source: str) -> float:
    """Give the least ratio of all windows that could be within the bar."""
    lengths = range(int(len(quote) * (1 - WORST)), int(len(quote) / (1 - WORST)) + 1)
    return min(
        (
            ratio(quote, source[start : start + length])
            for length in lengths
            for start in range(len(source) - length + 1)
        ),
        default=1.0,
    )
