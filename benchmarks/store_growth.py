"""The cost of pages in stores of several sizes: ``python -m benchmarks.store_growth --url URL --url URL …``.

The stores are filled by ``python -m benchmarks.fill``, each ten times as large as the one before. With ``--narrow``
the limits of lists are lower than those of the product, so that small stores fill them as well: then nothing is kept,
and what grows beyond the bounds is printed.
"""

import json
import os
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from benchmarks.markdown import table
from benchmarks.report import publish
from benchmarks.results import RESULTS
from benchmarks.store_growth_of import NARROW

BOUNDS = {"work": 1.2, "calls": 1.2, "buffers": 1.5}
"""By how much a page may grow from a store to one of ten times the entries; `work` are rows on PostgreSQL."""
Costs = dict[str, Any]
"""What one page costs in a store, as `benchmarks.store_growth_of` prints it."""


def main(arguments: list[str] | None = None) -> None:
    """Measure every store, in a process of its own, and keep the results beside those of other stores."""
    parser = ArgumentParser(prog="benchmarks.store_growth", description=__doc__)
    parser.add_argument("--url", action="append", required=True, help="a filled store; smaller ones first")
    parser.add_argument("--results", type=Path, default=RESULTS, help="a folder for the CSV file")
    parser.add_argument(NARROW, action="store_true", help="compare lists that are full in every store; keep nothing")
    options = parser.parse_args(arguments)
    stores = [_measured(url, *[NARROW] * options.narrow) for url in options.url]
    if not options.narrow:
        publish("growth", [row for rows in stores for row in rows], folder=options.results, by=["engine", "entries"])
    for before, after in pairwise(stores):
        print(grown(before, after))


def grown(before: Sequence[Costs], after: Sequence[Costs]) -> str:
    """Return a table of the pages that cost more in the larger store than the bounds allow."""
    few, lines = {row["page"]: row for row in before}, []
    for row in after:
        small = few.get(row["page"], row)
        if any(row[what] > bound * small[what] for what, bound in BOUNDS.items()):
            lines.append([row["page"], *(f"{small[what]:,} → {row[what]:,}" for what in BOUNDS)])
    both = sum(row["page"] in few for row in after)
    sizes = f"{before[0]['entries']:,} → {after[0]['entries']:,} entries"
    found = f"{both - len(lines)} of {both} are within the bounds ({BOUNDS}), {sizes}. These are not:"
    return f"{found}\n\n{table(['page', *BOUNDS], lines)}"


def _measured(url: str, *arguments: str) -> list[Costs]:
    run = subprocess.run(
        [sys.executable, "-m", "benchmarks.store_growth_of", *arguments],
        env=os.environ | {"REVIEW_DATABASE_URL": url},
        capture_output=True,
        text=True,
        check=True,
    )
    return list(json.loads(run.stdout))


if __name__ == "__main__":
    main()
