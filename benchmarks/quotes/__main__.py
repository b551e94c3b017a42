"""Ask every tool about every case of QuoteBench: ``python -m benchmarks.quotes``, or `make quotebench`."""

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from sys import stderr

from benchmarks.quotes.cases import FORMS, Case, Kind, cases
from benchmarks.quotes.peers import Checker, checkers
from benchmarks.quotes.texts import FACTS, LANGUAGES
from benchmarks.report import publish
from benchmarks.results import RESULTS, Result

HARMLESS: Sequence[Kind] = [kind for kind in FORMS if kind != "typo"]
TOTALS: dict[str, Sequence[Kind]] = {"changed facts": FACTS, "harmless changes": HARMLESS}
GROUPS: dict[str, Sequence[Kind]] = {**TOTALS, **{kind: [kind] for kind in (*FACTS, *FORMS)}}
"""The classes that are counted, alone and together."""


def main(arguments: list[str] | None = None) -> None:
    """Ask every tool, and keep the results."""
    parser = ArgumentParser(prog="benchmarks.quotes", description=__doc__)
    parser.add_argument("--results", type=Path, default=RESULTS, help="a folder for the CSV file")
    options = parser.parse_args(arguments)
    every = cases()
    publish("quotes", [result for checker in checkers() for result in asked(checker, every)], folder=options.results)


def asked(checker: Checker, every: Sequence[Case]) -> Iterator[Result]:
    """Yield how many cases a tool accepts: by class, and all changed facts and harmless changes by language."""
    print(checker.name, file=stderr)
    answers = [(case, checker.accepts(case.quote, case.source)) for case in every]
    for group, kinds in GROUPS.items():
        for language, name in ({"": "every language"} | (LANGUAGES if group in TOTALS else {})).items():
            own = [answer for case, answer in answers if case.kind in kinds and language in {"", case.language}]
            if own:
                share = 100 * sum(own) / len(own)
                yield Result(group, name, f"{len(own)} quotes", checker.name, share, "% accepted")


if __name__ == "__main__":
    main()
