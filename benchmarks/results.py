"""Measurements in CSV files, one per row, with the day, the commit and the machine."""

import csv
import os
import platform
import subprocess
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "benchmarks" / "results"
Row = dict[str, str]
"""A measurement as it is stored: its cells, by their columns."""


class Result(NamedTuple):
    """One measurement: what, in which case, on which scale, of which tool.

    A *ratio* is the value divided by ours in the same case, and *bound*, as "≥ 4", is of the ratio where there is one.
    """

    what: str
    case: str = ""
    scale: str = ""
    tool: str = "ours"
    value: float | None = None
    unit: str = ""
    ratio: float | None = None
    bound: str = ""
    machine: str = ""


def is_met(row: Row) -> bool:
    """Whether a measurement keeps its bound."""
    sign, bound = row["bound"].split()
    measured = float(row["ratio"] or row["value"])
    return measured >= float(bound) if sign == "≥" else measured <= float(bound)


def machine(*others: str) -> str:
    """Return what times depend on, with other programs that took part."""
    python = f"Python {platform.python_version()}"
    return ", ".join([python, *others, f"{os.cpu_count()} cores ({platform.machine()})"])


def read(name: str, folder: Path = RESULTS) -> list[Row]:
    """Return the rows of a file; none if it is not there."""
    path = folder / f"{name}.csv"
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def record(name: str, measured: Sequence[Mapping[str, object]], *, folder: Path, by: Sequence[str] = ()) -> list[Row]:
    """Store measurements of today in the place of the earlier ones, and return all rows of the file.

    With *by*, earlier ones stay that differ from all new ones in these columns.
    """
    stamp = {"date": datetime.now(UTC).date().isoformat(), "commit": _commit()}
    rows = [{column: _cell(value) for column, value in {**one, **stamp}.items()} for one in measured]
    renewed = {tuple(row[column] for column in by) for row in rows}
    rows = [*(row for row in read(name, folder) if tuple(row[column] for column in by) not in renewed), *rows]
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(dict.fromkeys(name for row in rows for name in row)), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return rows


def _cell(value: object) -> str:
    """Return a number with three digits, and None as nothing."""
    if isinstance(value, float):
        return f"{value:.3g}" if abs(value) < 999.5 else f"{value:.0f}"
    return "" if value is None else str(value)


def _commit() -> str:
    asked = ["git", "describe", "--always", "--dirty=+changes", "--exclude=*"]
    return subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
