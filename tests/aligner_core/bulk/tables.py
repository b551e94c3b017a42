"""Tables for the tests of bulk alignment."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

ROWS: tuple[dict[str, Any], ...] = tuple(
    {
        "id": f"q{number}",
        "quote": f"it lives for {number % 7} hours",
        "source": ["hello", f"We said that it lives for {number % 5} hours."],
        "messageIndex": (1, 0, None)[number % 3],
    }
    for number in range(23)
)


def lines(path: Path, rows: Iterable[Mapping[str, Any] | str] = ROWS) -> Path:
    """Write rows as JSON in lines, and texts as they are."""
    written = (row if isinstance(row, str) else json.dumps(row, ensure_ascii=False) for row in rows)
    path.write_text("".join(f"{line}\n" for line in written), encoding="utf-8")
    return path


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files of results in a folder by their names, and those that are not whole."""
    return {path.name: path.read_bytes() for path in folder.glob("part-*")}


def parts(folder: Path) -> list[Path]:
    """Return the paths of the files of results in a folder, in their order."""
    return sorted(folder.glob("part-*"))


def results(folder: Path) -> list[dict[str, Any]]:
    """Return the results in a folder, in their order."""
    files = sorted(contents(folder).items())
    return [json.loads(line) for _, content in files for line in content.decode().splitlines()]
