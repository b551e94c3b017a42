"""How long it takes to fold a source with its offset map, against a loop over its characters."""

import unicodedata
from collections.abc import Callable, Iterator
from functools import partial
from random import Random

import regex

from aligner_core import NormalizedText
from benchmarks.results import Result
from benchmarks.speed import Scale
from benchmarks.timing import fastest_seconds
from benchmarks.workload import text

REPEATS = 9
_CLUSTER = regex.compile(r"\X")
_TYPOGRAPHY = ("“{}”", "{}’s", "{} —", "{}…")
_ODD = ("🙂", "❤️", "👨‍👩‍👧", "cafe\u0301", "5㎏", "㈜", "½", "ＡＢＣ", "①", "\n\n", "\u200b")


def _smart(size: int, random: Random) -> str:
    words = text("en", size, random).split(" ")
    return " ".join(random.choice(_TYPOGRAPHY).format(word) if random.random() < 0.05 else word for word in words)


def _decomposed(size: int, random: Random) -> str:
    return unicodedata.normalize("NFD", text("ko", size, random))


def _mixed(size: int, random: Random) -> str:
    words = [*text("en", size // 2, random).split(" "), *text("ko", size - size // 2, random).split(" ")]
    random.shuffle(words)
    return " ".join(f"{word} {random.choice(_ODD)}" if random.random() < 0.02 else word for word in words)


FORMS: dict[str, Callable[[int, Random], str]] = {
    "English, ASCII": partial(text, "en"),
    "English, typographic": _smart,
    "Korean": partial(text, "ko"),
    "Korean, decomposed": _decomposed,
    "mixed": _mixed,
}


def preparing(scale: Scale) -> Iterator[Result]:
    """Measure each form of text at each size."""
    for name, form in FORMS.items():
        for size in scale.sizes:
            written = form(size, Random(f"{scale.seed} preparing {name} {size}"))[:size]
            own = fastest_seconds(partial(NormalizedText, written), REPEATS)
            loop = fastest_seconds(partial(fold_by_cluster, written))
            yield Result("folding", name, f"{size} characters", value=1000 * own, unit="ms")
            yield Result("folding", name, f"{size} characters", "loop", 1000 * loop, "ms", loop / own)


def fold_by_cluster(written: str) -> tuple[str, list[int], list[int]]:
    """Return a text folded cluster by cluster, without a cache, with the start and end of each character in the source.

    It folds less than ours does, and trims nothing.
    """
    folded: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for cluster in _CLUSTER.finditer(written):
        form = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", cluster.group()).casefold())
        for char in form:
            if char.isspace() and folded and folded[-1] == " ":
                ends[-1] = cluster.end()
            else:
                folded.append(" " if char.isspace() else char)
                starts.append(cluster.start())
                ends.append(cluster.end())
    return "".join(folded), starts, ends
