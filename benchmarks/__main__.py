"""Measure everything and write the page: ``python -m benchmarks --output docs``."""

from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from sys import stderr

from benchmarks import accuracy, conversations, growth, preparing, proposing, repairing, report, speed
from benchmarks.speed import Figures, Scale

SCALES = {
    "tiny": Scale(1, (500, 1_000), 2, 4, (4, 8)),
    "quick": Scale(1, (1_000, 10_000, 100_000, 1_000_000), 8, 500, (2_000, 500)),
    "full": Scale(1, (1_000, 10_000, 100_000, 1_000_000), 40, 500, (20_000, 5_000)),
}
SECTIONS: dict[str, Callable[[Scale, Figures], str]] = {
    "Is it the right place": accuracy.accuracy,
    "The fuzzy step": speed.fuzzy_step,
    "100 quotes on one source": speed.many_quotes,
    "The whole call": speed.whole_call,
    "A quote looked for in a whole session": conversations.session_lookup,
    "Quotes set right": repairing.repairing,
    "Places proposed for a claim without a quote": proposing.proposing,
    "Preparing a source": preparing.preparing,
    "Hard texts": growth.growth,
    "Memory": growth.memory,
    "One large extraction": conversations.extraction,
}
INTRODUCTION = """# Benchmarks

Written by `make bench`; change the code in `benchmarks/`, not this page. Text and quotes are generated from a
seed. Every finder runs on the same quote in the same process; a ratio is the median over the quotes, the fastest of
three runs each, and says more than a time does. Accepts have 5 % of their characters edited, near-rejects 24 %;
rejects come from other text. edlib is called without a bound, its alphabet mapped to bytes within the measured time,
except in "The whole call" (mapped before, with a bound). fuzzysearch, difflib and langextract's WordAligner only get
sources of up to 10,000 characters. rapidfuzz and difflib only count inserts and deletes, so their threshold of 0.85 is
not ours, and WordAligner has one of its own; "false accepts" counts quotes that no window matches by our threshold.
Words are partly invented, so that a text has as many different ones as prose."""


def main(arguments: list[str] | None = None) -> None:
    """Measure at one scale and write `benchmarks.md` and `benchmarks.svg`."""
    parser = ArgumentParser(prog="benchmarks", description=__doc__)
    parser.add_argument("--scale", choices=sorted(SCALES), default="full")
    parser.add_argument("--output", type=Path, default=Path("docs"))
    options = parser.parse_args(arguments)
    write(SCALES[options.scale], options.output, name=options.scale)


def write(scale: Scale, output: Path, *, name: str) -> None:
    """Run every section, then compare with the targets."""
    figures: Figures = {}
    parts: list[str] = []
    for title, section in SECTIONS.items():
        print(title, file=stderr)
        parts.append(f"## {title}\n\n{section(scale, figures)}")
    about = f"{INTRODUCTION}\n\nThis run: {name}. {report.machine(scale)}\n\n![edlib's time over ours](benchmarks.svg)"
    page = "\n\n".join([about, f"## Targets\n\n{report.targets_table(figures)}", *parts])
    (output / "benchmarks.md").write_text(f"{page}\n", encoding="utf-8")
    (output / "benchmarks.svg").write_text(report.plot(scale, figures), encoding="utf-8")


if __name__ == "__main__":
    main()
