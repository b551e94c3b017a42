"""docs/seeds.md: every function, command, operation and page that it names exists, and none of its rows is empty."""

import re
from importlib import import_module
from pathlib import Path

import pytest
from django.core.management import get_commands

from aligner_core._command.main import _COMMANDS
from review.api.app import api
from review.urls import urlpatterns

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "docs" / "seeds.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in TEXT.splitlines()
    if line.startswith("| ") and not line.startswith("| what ")
]
PAGES = {f"/{pattern.pattern}" for pattern in urlpatterns}
OPERATIONS = {
    f"{method.upper()} {path.removeprefix('/api/v1')}"
    for path, some in api.get_openapi_schema(path_prefix="/api/v1/")["paths"].items()
    for method in some
}
COMMANDS = {one.name for one in _COMMANDS} | {f"manage.py {name}" for name in get_commands()}


def in_code(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def is_function(name: str) -> bool:
    """Return whether the library has a public name, itself or in one of its rooms."""
    room, _, inner = name.rpartition(".")
    module = import_module(f"aligner_core.{room}" if room else "aligner_core")
    return inner in getattr(module, "__all__", ()) and hasattr(module, inner)


def test_the_page_has_a_table_for_each_document() -> None:
    assert re.findall(r"^## (\d{3})", TEXT, re.MULTILINE) == ["001", "002", "003", "004"]
    assert len(ROWS) > 25


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_everything_that_a_row_names_exists(row: list[str]) -> None:
    _, function, command, address, page = row

    assert [name for name in in_code(function) if not is_function(name)] == []
    assert set(in_code(command)) - COMMANDS == set()
    assert set(in_code(address)) - OPERATIONS == set()
    assert set(in_code(page)) - PAGES == set()
    for target in re.findall(r"\]\((\S+)\)", function):
        assert (ROOT / "docs" / target).is_file()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_every_row_is_reached_somewhere(row: list[str]) -> None:
    assert [cell for cell in row[1:] if cell != "–"]
