"""Keep results, and show them in `docs/benchmarks.md`; ``python -m benchmarks.report`` updates its tables.

What is written stands between two comments, `<!-- part -->` and `<!-- /part -->`.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.parts import FILES, PARTS, runs
from benchmarks.plot import plot
from benchmarks.results import RESULTS, ROOT, Result, read, record

PAGE, PLOT = ROOT / "docs" / "benchmarks.md", ROOT / "docs" / "benchmarks.svg"
PART = re.compile(r"(<!-- (\w+) -->\n).*?(<!-- /\2 -->)", re.DOTALL)


def publish(
    name: str, measured: Sequence[Result | Mapping[str, object]], *, folder: Path, by: Sequence[str] = ()
) -> None:
    """Record measurements, print their tables, and update the page if it shows the results in this folder."""
    given = [one._asdict() if isinstance(one, Result) else one for one in measured]
    rows = record(name, given, folder=folder, by=by)
    print("\n\n".join(part(rows) for file, part in PARTS.values() if file == name))
    if folder.resolve() == RESULTS:
        main()


def main() -> None:
    """Update the tables and the plot of the page."""
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    PLOT.write_text(plot(read("finders")), encoding="utf-8")


def renewed(page: str) -> str:
    """Return the page with every table as the results have it."""
    return PART.sub(lambda found: f"{found[1]}{_part(found[2])}\n{found[3]}", page)


def _part(name: str) -> str:
    if name == "runs":
        return runs({file: read(file) for file in FILES})
    file, part = PARTS[name]
    return part(read(file))


if __name__ == "__main__":
    main()
