"""How long the fuzzy step takes, whole calls, and look-ups through a session."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random

from aligner_core import EvidenceAligner, NormalizedText, PreparedSource, fold
from benchmarks.peers import EDLIB, MOST_EDITS, Peer, Source, edlib_window, mapped, peers
from benchmarks.timing import Paired, seconds, table
from benchmarks.workload import KINDS, Case, Kind, Language, case, text

LANGUAGES: tuple[Language, ...] = ("en", "ko")
LENGTHS = (30, 60, 100, 200)


@dataclass(frozen=True, slots=True)
class Scale:
    """How much is measured."""

    seed: int
    sizes: tuple[int, ...]
    quotes: int
    messages: int
    extraction: tuple[int, int]


Figures = dict[str, float]
"""What the targets are compared with, by name."""


def cases(source: str, kind: Kind, count: int, language: Language, random: Random) -> list[Case]:
    """Give quotes of all lengths in turn."""
    return [
        case(source, kind, min(LENGTHS[at % len(LENGTHS)], len(source) // 2), language=language, random=random)
        for at in range(count)
    ]


def fuzzy_step(scale: Scale, figures: Figures) -> str:
    """Measure rejects, near-rejects and accepts by size of the source, against every peer."""
    compared = peers()
    rows: list[list[object]] = []
    for language in LANGUAGES:
        for size in scale.sizes:
            random = Random(f"{scale.seed} {language} {size}")
            source = Source(NormalizedText(text(language, size, random)))
            for kind in KINDS:
                paired = _measured(source, cases(source.folded.text, kind, scale.quotes, language, random), compared)
                rows.append([language, size, kind, *_row(paired, compared)])
                figures |= _ratios(paired, f"{language} {size} {kind}")
    heads = [f"{peer.name} ÷ ours" for peer in compared[1:]]
    return table(["language", "source", "quotes", "ours ms, median", "p95", *heads, "str.find ÷ ours"], rows)


def _measured(source: Source, some: list[Case], compared: list[Peer]) -> Paired:
    paired = Paired()
    whole = source.folded.text
    fits = [peer for peer in compared if len(whole) <= peer.longest]
    for peer in fits:
        peer.find(fold(some[0].quote), source)  # what a source prepares once is not part of a search
    for one in some:
        quote = fold(one.quote)
        actions: dict[str, Callable[[], object]] = {peer.name: partial(peer.find, quote, source) for peer in fits}
        paired.measure({**actions, "find": partial(whole.find, quote)})
    return paired


def _row(paired: Paired, compared: list[Peer]) -> list[object]:
    others = [paired.ratio(peer.name) if peer.name in paired.times else None for peer in compared[1:]]
    return [paired.middle("ours"), paired.slow("ours"), *others, paired.ratio("find")]


def _ratios(paired: Paired, name: str) -> Figures:
    ratios = {f"{name} {peer}": paired.ratio(peer) for peer in paired.times if peer != "ours"}
    return {**ratios, f"{name} ms": paired.middle("ours")}


def whole_call(scale: Scale, figures: Figures) -> str:
    """Measure `align_quote` against edlib at its best, and what `diagnose` costs on the same quotes."""
    aligner = EvidenceAligner()
    rows: list[list[object]] = []
    for language, most in _WHOLE:
        size = min(most, max(scale.sizes))
        random = Random(f"{scale.seed} whole {language}")
        source = aligner.prepare(text(language, size, random))
        for kind in KINDS:
            paired = Paired()
            for one in cases(source.text, kind, scale.quotes, language, random):
                paired.measure(_whole_actions(aligner, one.quote, source))
            times = [paired.middle(name) for name in ("ours", "diagnose")]
            rows.append([language, size, kind, *times])
            if EDLIB:
                figures[f"whole {language} {kind}"] = paired.ratio("edlib")
                rows[-1] += [paired.middle("edlib"), paired.ratio("edlib")]
    heads = ["align_quote ms", "diagnose ms", *(["edlib at its best ms", "edlib ÷ align_quote"] if EDLIB else [])]
    return table(["language", "source", "quotes", *heads], rows)


_WHOLE: tuple[tuple[Language, int], ...] = (("en", 100_000), ("ko", 42_000))


def _whole_actions(aligner: EvidenceAligner, quote: str, source: PreparedSource) -> dict[str, Callable[[], object]]:
    actions: dict[str, Callable[[], object]] = {
        "ours": partial(aligner.align_quote, quote, source),
        "diagnose": partial(aligner.diagnose, quote, [source], 0),
    }
    if EDLIB:
        renamed, text = mapped(fold(quote), Source(source.folded))
        actions["edlib"] = partial(edlib_window, renamed, text, int(MOST_EDITS * len(quote)))
    return actions


def many_quotes(scale: Scale, figures: Figures) -> str:
    """Measure 100 quotes, half of them rejects, on one source."""
    rows: list[list[object]] = []
    for language in LANGUAGES:
        size = min(100_000, max(scale.sizes))
        random = Random(f"{scale.seed} many {language}")
        source = Source(NormalizedText(text(language, size, random)))
        kinds: tuple[Kind, ...] = ("reject", "accept")
        some = [one for kind in kinds for one in cases(source.folded.text, kind, 50, language, random)]
        quotes = [fold(one.quote) for one in some]
        fits = [peer for peer in peers() if peer.name in _MANY]
        times = {peer.name: seconds(partial(_each, peer, quotes, source)) for peer in fits}
        share = times["ours"] / times["edlib"] if "edlib" in times else None
        if share is not None:
            figures[f"many {language}"] = share
        rows.append([language, size, *(1000 * times[name] if name in times else None for name in _MANY), share])
    return table(["language", "source", *(f"{name} ms" for name in _MANY), "ours ÷ edlib"], rows)


_MANY = ("ours", "edlib", "rapidfuzz")


def _each(peer: Peer, quotes: list[str], source: Source) -> None:
    for quote in quotes:
        peer.find(quote, source)
