"""The cost of pages in stores of several sizes: ``python -m benchmarks.store_growth --url URL --url URL …``.

The stores are filled by ``python -m benchmarks.fill``, each ten times as large as the one before.
"""

import json
import os
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from benchmarks.report import publish
from benchmarks.results import RESULTS


def main(arguments: list[str] | None = None) -> None:
    """Measure every store, in a process of its own, and keep the results beside those of other stores."""
    parser = ArgumentParser(prog="benchmarks.store_growth", description=__doc__)
    parser.add_argument("--url", action="append", required=True, help="a filled store; smaller ones first")
    parser.add_argument("--results", type=Path, default=RESULTS, help="a folder for the CSV file")
    options = parser.parse_args(arguments)
    rows = [row for url in options.url for row in _measured(url)]
    publish("growth", rows, folder=options.results, by=["engine", "entries"])


def _measured(url: str) -> list[dict[str, Any]]:
    run = subprocess.run(
        [sys.executable, "-m", "benchmarks.store_growth_of"],
        env=os.environ | {"REVIEW_DATABASE_URL": url},
        capture_output=True,
        text=True,
        check=True,
    )
    return list(json.loads(run.stdout))


if __name__ == "__main__":
    main()
