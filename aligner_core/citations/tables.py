"""Sums of evaluations as a table: in columns to read, or as CSV."""

import csv
import io
from collections.abc import Iterator, Mapping

from aligner_core._text.printing import printable
from aligner_core.citations.evaluation import EvaluationSum

_COLUMNS = ("answers", "cited", "context_relevance", "invented", "stale")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
UNKNOWN = "–"


def columns_text(groups: Mapping[str, EvaluationSum], *, group: str) -> str:
    """Return a table in columns, with *group* as the heading of the names; nothing in it can act on a terminal.

    >>> print(columns_text({"2026-W47": EvaluationSum(answers=2, cited=1, context_relevance=0.7)}, group="week"))
    week      answers  cited  context_relevance  invented  stale
    2026-W47        2      1               0.70         0      0
    """
    rows = [(group, *_COLUMNS), *((printable(name), *_shown(one)) for name, one in groups.items())]
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    return "\n".join("  ".join(_cells(row, widths)).rstrip() for row in rows)


def csv_text(groups: Mapping[str, EvaluationSum], *, group: str) -> str:
    r"""Return a table as CSV for people; a name that a spreadsheet would compute is quoted with an apostrophe.

    >>> csv_text({"=1+1": EvaluationSum(answers=1)}, group="run")
    "run,answers,cited,context_relevance,invented,stale\r\n'=1+1,1,0,,0,0\r\n"
    """
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow((group, *_COLUMNS))
    for name, one in groups.items():
        writer.writerow((f"'{name}" if name.startswith(_FORMULA) else name, *one.model_dump().values()))
    return file.getvalue()


def _shown(one: EvaluationSum) -> Iterator[str]:
    relevance = UNKNOWN if one.context_relevance is None else f"{one.context_relevance:.2f}"
    yield from (str(one.answers), str(one.cited), relevance, str(one.invented), str(one.stale))


def _cells(row: tuple[str, ...], widths: list[int]) -> Iterator[str]:
    yield row[0].ljust(widths[0])
    yield from (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
