"""How long the fuzzy step, whole calls, and many quotes on one source take."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random

from aligner_core import EvidenceAligner, NormalizedText, PreparedSource, fold
from benchmarks.peers import EDLIB, MAX_EDIT_SHARE, Peer, Source, edlib_window, map_to_bytes, peers
from benchmarks.timing import PairedTimes, fastest_seconds, table
from benchmarks.workload import KINDS, Kind, Language, QuoteSample, sample_quote, text

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
"""The measurements that the targets are compared with, by name."""


def sample_quotes(source: str, kind: Kind, count: int, language: Language, random: Random) -> list[QuoteSample]:
    """Return quotes of all lengths in turn."""
    return [
        sample_quote(source, kind, min(LENGTHS[at % len(LENGTHS)], len(source) // 2), language=language, random=random)
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
                paired = _measured(
                    source, sample_quotes(source.folded.text, kind, scale.quotes, language, random), compared
                )
                rows.append([language, size, kind, *_row(paired, compared)])
                figures |= _ratios(paired, f"{language} {size} {kind}")
    heads = [f"{peer.name} ÷ ours" for peer in compared[1:]]
    return table(["language", "source", "quotes", "ours ms, median", "p95", *heads, "str.find ÷ ours"], rows)


def _measured(source: Source, samples: list[QuoteSample], compared: list[Peer]) -> PairedTimes:
    paired = PairedTimes()
    whole = source.folded.text
    fits = [peer for peer in compared if len(whole) <= peer.max_source_chars]
    for peer in fits:
        peer.find(fold(samples[0].quote), source)  # what a source prepares once is not part of a search
    for sample in samples:
        quote = fold(sample.quote)
        actions: dict[str, Callable[[], object]] = {peer.name: partial(peer.find, quote, source) for peer in fits}
        paired.measure({**actions, "find": partial(whole.find, quote)})
    return paired


def _row(paired: PairedTimes, compared: list[Peer]) -> list[object]:
    others = [paired.ratio(peer.name) if peer.name in paired.times else None for peer in compared[1:]]
    return [paired.median_ms("ours"), paired.p95_ms("ours"), *others, paired.ratio("find")]


def _ratios(paired: PairedTimes, name: str) -> Figures:
    ratios = {f"{name} {peer}": paired.ratio(peer) for peer in paired.times if peer != "ours"}
    return {**ratios, f"{name} ms": paired.median_ms("ours")}


def whole_call(scale: Scale, figures: Figures) -> str:
    """Measure `align_quote` against edlib at its best, and what `diagnose` costs on the same quotes."""
    aligner = EvidenceAligner()
    rows: list[list[object]] = []
    for language, max_chars in _WHOLE_CHARS:
        size = min(max_chars, max(scale.sizes))
        random = Random(f"{scale.seed} whole {language}")
        source = aligner.prepare(text(language, size, random))
        for kind in KINDS:
            paired = PairedTimes()
            for sample in sample_quotes(source.text, kind, scale.quotes, language, random):
                paired.measure(_whole_actions(aligner, sample.quote, source))
            times = [paired.median_ms(name) for name in ("ours", "diagnose")]
            rows.append([language, size, kind, *times])
            if EDLIB:
                figures[f"whole {language} {kind}"] = paired.ratio("edlib")
                rows[-1] += [paired.median_ms("edlib"), paired.ratio("edlib")]
    heads = ["align_quote ms", "diagnose ms", *(["edlib at its best ms", "edlib ÷ align_quote"] if EDLIB else [])]
    return table(["language", "source", "quotes", *heads], rows)


_WHOLE_CHARS: tuple[tuple[Language, int], ...] = (("en", 100_000), ("ko", 42_000))


def _whole_actions(aligner: EvidenceAligner, quote: str, source: PreparedSource) -> dict[str, Callable[[], object]]:
    actions: dict[str, Callable[[], object]] = {
        "ours": partial(aligner.align_quote, quote, source),
        "diagnose": partial(aligner.diagnose, quote, [source], 0),
    }
    if EDLIB:
        renamed, text = map_to_bytes(fold(quote), Source(source.folded))
        actions["edlib"] = partial(edlib_window, renamed, text, int(MAX_EDIT_SHARE * len(quote)))
    return actions


def many_quotes(scale: Scale, figures: Figures) -> str:
    """Measure 100 quotes, half of them rejects, on one source."""
    rows: list[list[object]] = []
    for language in LANGUAGES:
        size = min(100_000, max(scale.sizes))
        random = Random(f"{scale.seed} many {language}")
        source = Source(NormalizedText(text(language, size, random)))
        kinds: tuple[Kind, ...] = ("reject", "accept")
        samples = [sample for kind in kinds for sample in sample_quotes(source.folded.text, kind, 50, language, random)]
        quotes = [fold(sample.quote) for sample in samples]
        fits = [peer for peer in peers() if peer.name in _MANY]
        times = {peer.name: fastest_seconds(partial(_each, peer, quotes, source)) for peer in fits}
        share = times["ours"] / times["edlib"] if "edlib" in times else None
        if share is not None:
            figures[f"many {language}"] = share
        rows.append([language, size, *(1000 * times[name] if name in times else None for name in _MANY), share])
    return table(["language", "source", *(f"{name} ms" for name in _MANY), "ours ÷ edlib"], rows)


_MANY = ("ours", "edlib", "rapidfuzz")


def _each(peer: Peer, quotes: list[str], source: Source) -> None:
    for quote in quotes:
        peer.find(quote, source)
