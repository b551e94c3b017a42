"""Measure the finder beside others: ``python -m benchmarks``, or `make bench`."""

from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from pathlib import Path
from sys import stderr

from benchmarks import accuracy, conversations, growth, preparing, proposing, repairing, speed
from benchmarks.report import publish
from benchmarks.results import RESULTS, Result, machine
from benchmarks.speed import Scale
from benchmarks.targets import bounded

SCALES = {
    "tiny": Scale(1, (500, 1_000), 2, 4, (4, 8)),
    "quick": Scale(1, (1_000, 10_000, 100_000, 1_000_000), 8, 500, (2_000, 500)),
    "full": Scale(1, (1_000, 10_000, 100_000, 1_000_000), 40, 500, (20_000, 5_000)),
}
SECTIONS: tuple[Callable[[Scale], Iterator[Result]], ...] = (
    accuracy.accuracy,
    speed.fuzzy_step,
    speed.many_quotes,
    speed.whole_call,
    conversations.session_lookup,
    repairing.repairing,
    proposing.proposing,
    preparing.preparing,
    growth.growth,
    growth.memory,
    conversations.extraction,
)


def main(arguments: list[str] | None = None) -> None:
    """Measure at one scale, and keep the results."""
    parser = ArgumentParser(prog="benchmarks", description=__doc__)
    parser.add_argument("--scale", choices=sorted(SCALES), default="full")
    parser.add_argument("--results", type=Path, default=RESULTS, help="a folder for the CSV file")
    options = parser.parse_args(arguments)
    publish("finders", list(measured(SCALES[options.scale])), folder=options.results)


def measured(scale: Scale) -> Iterator[Result]:
    """Yield what every section measures, with its bound."""
    for section in SECTIONS:
        print(section.__name__.replace("_", " "), file=stderr)
        for result in section(scale):
            yield bounded(result)._replace(machine=machine())


if __name__ == "__main__":
    main()
