"""The page that the command writes: tables, targets and a plot."""

import os
import platform
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from math import log10

from benchmarks.preparing import FORMS
from benchmarks.speed import LANGUAGES, Figures, Scale
from benchmarks.timing import table

PACKAGES = ("rapidfuzz", "numpy", "regex", "pydantic", "edlib", "fuzzysearch", "langextract")


WHOLE = {
    "accept": "most of it is judging what differs, word by word; the peer tells a typo from a changed fact by nothing",
    "reject": "two searches for the words as they are come first, and the quote is folded",
}
"""Why a whole call may miss its target."""


@dataclass(frozen=True, slots=True)
class Target:
    """A bound for one figure, and why it may be missed."""

    what: str
    figure: str
    bound: float
    is_minimum: bool = True
    why: str = ""


def targets() -> list[Target]:
    """Return the targets, which were set before the code was written, for both languages."""
    bounds = (("100000 reject", 7.0, 7.0), ("1000000 reject", 6.0, 5.0))
    every = [Target(f"rejects, en {at}", f"en {at} {peer}", bound) for at, peer, bound in _english(bounds)]
    every += [
        Target(f"rejects, ko {at}", f"ko {at} {peer}", bound)
        for at, *both in bounds
        for peer, bound in zip(("edlib", "rapidfuzz"), both, strict=True)
    ]
    for name in LANGUAGES:
        every += [
            Target("rejects at 10k", f"{name} 10000 reject edlib", 2),
            Target("accepts at 100k", f"{name} 100000 accept edlib", 3),
            Target("accepts at 1M", f"{name} 1000000 accept edlib", 6),
            Target("accepts at 10k, ms", f"{name} 10000 accept ms", 0.2, is_minimum=False),
            Target("a reject at 1M, in str.find", f"{name} 1000000 reject find", 0.25),
            Target("session look-up, edlib loop", f"session {name} reject edlib loop", 10),
            Target("session look-up, extractOne", f"session {name} reject extractOne", 5),
            Target("a place among the first three proposed", f"proposed {name}", 0.8),
            Target("100 quotes, share of edlib", f"many {name}", 0.35, is_minimum=False),
        ]
    every += [Target("folding, loop over characters", f"normaliser {form}", 50) for form in FORMS]
    whole = (("en", "reject", 1.35), ("en", "accept", 0.9), ("ko", "reject", 2.1), ("ko", "accept", 0.7))
    every += [
        Target("whole align_quote", f"whole {name} {kind}", bound, why=WHOLE[kind]) for name, kind, bound in whole
    ]
    every += [Target("growth on the hard families", "growth", 2.6, is_minimum=False)]
    every += [Target("slowest call on them, s", "slowest s", 3, is_minimum=False)]
    return [*every, Target("mismatches against every window", "mismatches", 0, is_minimum=False)]


def _english(bounds: tuple[tuple[str, float, float], ...]) -> list[tuple[str, str, float]]:
    both = [(at, peer, bound) for at, *two in bounds for peer, bound in zip(("edlib", "rapidfuzz"), two, strict=True)]
    eased = {("100000 reject", "edlib"): 4.0, ("100000 reject", "rapidfuzz"): 1.5}
    return [(at, peer, eased.get((at, peer), bound)) for at, peer, bound in both]


def targets_table(figures: Figures) -> str:
    """Return a table of each target with what was measured."""
    rows = [
        [
            target.what,
            f"`{target.figure}`",
            f"{'≥' if target.is_minimum else '≤'} {target.bound:g}",
            figures.get(target.figure),
            _verdict(target, figures.get(target.figure)),
        ]
        for target in targets()
    ]
    return table(["target", "figure", "bound", "measured", ""], rows)


def _verdict(target: Target, value: float | None) -> str:
    if value is None:
        return "not measured"
    if value >= target.bound if target.is_minimum else value <= target.bound:
        return "met"
    return f"**missed**: {target.why}" if target.why else "**missed**"


def machine(scale: Scale) -> str:
    """Return a sentence on the machine and the packages that were measured."""
    names = ", ".join(f"{name} {_version(name)}" for name in PACKAGES)
    python = f"Python {platform.python_version()}, {os.cpu_count()} cores ({platform.machine()})"
    return f"{python}; {names}; seed {scale.seed}, {scale.quotes} quotes a row."


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def plot(scale: Scale, figures: Figures) -> str:
    """Return an SVG plot of how many times faster than edlib rejects and accepts are, by size of the source."""
    lines = [
        f"{language} {kind}"
        for language in LANGUAGES
        for kind in ("reject", "accept")
        if f"{language} {scale.sizes[0]} {kind} edlib" in figures
    ]
    parts = [_rule(times) for times in (0.1, 1, 10, 100)]
    for at, name in enumerate(lines):
        language, kind = name.split()
        values = [figures[f"{language} {size} {kind} edlib"] for size in scale.sizes]
        points = " ".join(f"{_across(place, len(values)):.0f},{_up(value):.0f}" for place, value in enumerate(values))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{_COLOURS[at]}" stroke-width="2"/>')
        parts.append(f'<text x="500" y="{40 + 20 * at}" fill="{_COLOURS[at]}">{name}s</text>')
    for place, size in enumerate(scale.sizes):
        parts.append(f'<text x="{_across(place, len(scale.sizes)):.0f}" y="290" text-anchor="middle">{size:,}</text>')
    return _FRAME.format("\n".join(parts))


_COLOURS = ("#1f5fa8", "#7aa6d8", "#a8461f", "#d89a7a")
_FRAME = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 620 320" font-family="sans-serif" font-size="12">
<title>Time of edlib divided by the time of this project, by length of the source</title>
<rect width="620" height="320" fill="#fff"/>
{}
<text x="270" y="312" text-anchor="middle">characters of the source (edlib ÷ ours)</text>
</svg>
"""


def _across(place: int, count: int) -> float:
    return 70 + 400 * place / max(1, count - 1)


def _up(times: float) -> float:
    return 180 - 80 * log10(min(100.0, max(0.1, times)))


def _rule(times: float) -> str:
    height = _up(times)
    label = f'<text x="44" y="{height + 4:.0f}" text-anchor="end">{times:g}×</text>'
    return f'<path d="M50 {height:.0f}H480" stroke="#ddd"/>{label}'
