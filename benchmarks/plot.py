"""A plot of the speedup over edlib for rejects and accepts, by the length of the source."""

from collections.abc import Sequence
from math import log10

from benchmarks.results import Row

LINES = {"en reject": "#1f5fa8", "en accept": "#7aa6d8", "ko reject": "#a8461f", "ko accept": "#d89a7a"}
"""The cases, and the colours of their lines."""
FRAME = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 620 320" font-family="sans-serif" font-size="12">
<title>Time of edlib divided by the time of this project, by length of the source</title>
<rect width="620" height="320" fill="#fff"/>
{}
<text x="270" y="312" text-anchor="middle">characters of the source (edlib ÷ ours)</text>
</svg>
"""


def plot(rows: Sequence[Row]) -> str:
    """Return the plot as SVG."""
    parts = [_rule(times) for times in (0.1, 1, 10, 100)]
    sizes: list[str] = []
    for at, (case, colour) in enumerate(LINES.items()):
        found = [row for row in rows if (row["what"], row["case"], row["tool"]) == ("fuzzy step", case, "edlib")]
        sizes = [row["scale"].split()[0] for row in found]
        points = " ".join(
            f"{_across(place, len(found)):.0f},{_up(float(row['ratio'])):.0f}" for place, row in enumerate(found)
        )
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="500" y="{40 + 20 * at}" fill="{colour}">{case}s</text>')
    parts += [
        f'<text x="{_across(place, len(sizes)):.0f}" y="290" text-anchor="middle">{int(size):,}</text>'
        for place, size in enumerate(sizes)
    ]
    return FRAME.format("\n".join(parts))


def _across(place: int, count: int) -> float:
    return 70 + 400 * place / max(1, count - 1)


def _up(times: float) -> float:
    return 180 - 80 * log10(min(100.0, max(0.1, times)))


def _rule(times: float) -> str:
    height = _up(times)
    label = f'<text x="44" y="{height + 4:.0f}" text-anchor="end">{times:g}×</text>'
    return f'<path d="M50 {height:.0f}H480" stroke="#ddd"/>{label}'
