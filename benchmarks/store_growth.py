"""How the pages grow with the store: ``python -m benchmarks.store_growth --url URL --url URL … --output docs``.

The stores are filled by ``python -m benchmarks.fill``, each ten times as large as the one before.
"""

import json
import os
import subprocess
import sys
from argparse import ArgumentParser
from itertools import pairwise
from pathlib import Path

from benchmarks.timing import table

INTRODUCTION = """# How the pages grow with the store

`python -m benchmarks.store_growth` asks for every page that people use daily, with each filter, order and kind, first
and deepest page, and verifies an entry in the queue, in stores that `python -m benchmarks.fill` filled. It counts what no
clock disturbs: {work}, queries, and bytes of the page before it is compressed.
Growth is from each store to one of ten times the entries; the goal is 1.2.
`tests/review/test_growth.py` holds the same from 1,000 to 10,000 entries, on both engines.

A number says what one person reads who is a member of all projects of the store.

## What grows, and why

- **What a higher bar would change** looks through every fuzzy quote, when it comes into sight on the page of quality,
  and says so. So do audits, exports and the copying of a store, which are not pages that people use daily. At
  1,000,000 entries it is left out here.
- **A list that is not full** has more rows in a larger store: there are 38 sessions at 1,000 entries. What finds
  nothing, or too little for a page, has to look at all that could be there: two conditions at once of which few entries
  meet both, in lists and in searches for a frequent word.
- **Searches** read up to 2,020 of the newest entries, quotes, messages and sessions to see if their words are frequent.
  Smaller stores have fewer. Words that one row in twenty holds, and more, are then found by reading; of rarer ones the
  index names every row, so a search for words that one row in a hundred holds costs ten times as much among ten times
  the rows: "two signs of Hangul" and "number" below.
- **The lists of the admin** look at the newest 5,000 rows, so their cost grows until a table has as many, and on
  PostgreSQL up to threefold beyond: it reads small tables as a whole where that is the least work.
- **Two conditions that few entries meet at once** (`stage=verified&speaker=tool`) are looked for among all that meet
  the rarer one. A search for a frequent word with filters reads up to 10,000 entries at a time, and says so.
- PostgreSQL reads tables as a whole while that is the least work. From 1,000 to 10,000 entries the rows it reads grow
  for that reason alone, and from 10,000 to 100,000 they may become fewer.
"""
WORK = {"sqlite": "hundreds of steps of SQLite's machine", "postgresql": "rows read"}


def main(arguments: list[str] | None = None) -> None:
    """Measure every store, in a process of its own, and write the page."""
    parser = ArgumentParser(prog="benchmarks.store_growth", description=__doc__)
    parser.add_argument("--url", action="append", required=True, help="a filled store; smaller ones first")
    parser.add_argument("--output", type=Path, default=Path("docs/benchmarks-growth.md"))
    options = parser.parse_args(arguments)
    parts = [INTRODUCTION.format(work=" or ".join(WORK.values()))]
    for engine, work in WORK.items():
        stores = [_measured(url) for url in options.url if url.startswith(engine)]
        if stores:
            parts.append(f"## {engine}: {work}\n\n{_table(stores)}\n")
    options.output.write_text("\n".join(parts), encoding="utf-8")


def _measured(url: str) -> dict[str, list[int]]:
    run = subprocess.run(
        [sys.executable, "-m", "benchmarks.store_growth_of"],
        env=os.environ | {"REVIEW_DATABASE_URL": url},
        capture_output=True,
        text=True,
        check=True,
    )
    return dict(json.loads(run.stdout))


def _table(stores: list[dict[str, list[int]]]) -> str:
    entries = [store.pop("")[0] for store in stores]
    heads = ["page", *(f"{number:,} entries" for number in entries), "growth", "queries", "bytes"]
    rows: list[list[object]] = []
    for name in stores[0]:
        costs = [store[name] for store in stores if name in store]
        work = [cost[0] for cost in costs]
        growth = " / ".join(f"{after / max(before, 1):.2f}" for before, after in pairwise(work))
        numbers = [" / ".join(f"{cost[place]:,}" for cost in costs) for place in (1, 2)]
        told = [f"{one:,}" for one in work] + ["–"] * (len(stores) - len(work))
        rows.append([name, *told, growth, *numbers])
    return table(heads, rows)


if __name__ == "__main__":
    main()
