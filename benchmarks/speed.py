"""How long the fuzzy step, whole calls, and many quotes on one source take."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random

from aligner_core import EvidenceAligner, NormalizedText, PreparedSource, fold
from benchmarks.peers import EDLIB, MAX_EDIT_SHARE, Peer, Source, edlib_window, map_to_bytes, peers
from benchmarks.results import Result
from benchmarks.timing import PairedTimes
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


def sample_quotes(source: str, kind: Kind, count: int, language: Language, random: Random) -> list[QuoteSample]:
    """Return quotes of all lengths in turn."""
    return [
        sample_quote(source, kind, min(LENGTHS[at % len(LENGTHS)], len(source) // 2), language=language, random=random)
        for at in range(count)
    ]


def fuzzy_step(scale: Scale) -> Iterator[Result]:
    """Measure rejects, near-rejects and accepts by size of the source, against every peer."""
    compared = peers()
    for language in LANGUAGES:
        for size in scale.sizes:
            random = Random(f"{scale.seed} {language} {size}")
            source = Source(NormalizedText(text(language, size, random)))
            for kind in KINDS:
                samples = sample_quotes(source.folded.text, kind, scale.quotes, language, random)
                yield from _compared(_measured(source, samples, compared), f"{language} {kind}", size)


def _compared(paired: PairedTimes, case: str, size: int) -> Iterator[Result]:
    scale = f"{size} characters"
    yield Result("fuzzy step, 95th percentile", case, scale, value=paired.p95_ms("ours"), unit="ms")
    yield from paired.results("fuzzy step", case, scale)


def _measured(source: Source, samples: list[QuoteSample], compared: list[Peer]) -> PairedTimes:
    paired = PairedTimes()
    whole = source.folded.text
    fits = [peer for peer in compared if len(whole) <= peer.max_source_chars]
    for peer in fits:
        peer.find(fold(samples[0].quote), source)  # what a source prepares once is not part of a search
    for sample in samples:
        quote = fold(sample.quote)
        actions: dict[str, Callable[[], object]] = {peer.name: partial(peer.find, quote, source) for peer in fits}
        paired.measure({**actions, "str.find": partial(whole.find, quote)})
    return paired


def whole_call(scale: Scale) -> Iterator[Result]:
    """Measure `align_quote` against edlib at its best, and what `diagnose` costs on the same quotes."""
    aligner = EvidenceAligner()
    for language, max_chars in _WHOLE_CHARS:
        size = min(max_chars, max(scale.sizes))
        random = Random(f"{scale.seed} whole {language}")
        source = aligner.prepare(text(language, size, random))
        for kind in KINDS:
            found, diagnosed = PairedTimes(), PairedTimes()
            for sample in sample_quotes(source.text, kind, scale.quotes, language, random):
                found.measure(_whole_actions(aligner, sample.quote, source))
                diagnosed.measure({"ours": partial(aligner.diagnose, sample.quote, [source], 0)})
            yield from found.results("align_quote", f"{language} {kind}", f"{size} characters")
            yield from diagnosed.results("diagnose", f"{language} {kind}", f"{size} characters")


_WHOLE_CHARS: tuple[tuple[Language, int], ...] = (("en", 100_000), ("ko", 42_000))


def _whole_actions(aligner: EvidenceAligner, quote: str, source: PreparedSource) -> dict[str, Callable[[], object]]:
    actions: dict[str, Callable[[], object]] = {"ours": partial(aligner.align_quote, quote, source)}
    if EDLIB:
        renamed, text = map_to_bytes(fold(quote), Source(source.folded))
        actions["edlib"] = partial(edlib_window, renamed, text, int(MAX_EDIT_SHARE * len(quote)))
    return actions


def many_quotes(scale: Scale) -> Iterator[Result]:
    """Measure 100 quotes, half of them rejects, on one source."""
    for language in LANGUAGES:
        size = min(100_000, max(scale.sizes))
        random = Random(f"{scale.seed} many {language}")
        source = Source(NormalizedText(text(language, size, random)))
        kinds: tuple[Kind, ...] = ("reject", "accept")
        samples = [sample for kind in kinds for sample in sample_quotes(source.folded.text, kind, 50, language, random)]
        quotes = [fold(sample.quote) for sample in samples]
        paired = PairedTimes()
        paired.measure({peer.name: partial(_each, peer, quotes, source) for peer in peers() if peer.name in _MANY})
        yield from paired.results("100 quotes on one source", language, f"{size} characters")


_MANY = ("ours", "edlib", "rapidfuzz")


def _each(peer: Peer, quotes: list[str], source: Source) -> None:
    for quote in quotes:
        peer.find(quote, source)
