"""The page of measurements shows what the files of results hold, and these hold measurements."""

import doctest
import re
from datetime import date
from pathlib import Path

import pytest

from benchmarks import markdown
from benchmarks.parts import FILES, PARTS
from benchmarks.plot import plot
from benchmarks.report import PAGE, PART, PLOT, publish, renewed
from benchmarks.results import RESULTS, ROOT, Result, Row, is_met, read, record

STORED = {name: read(name) for name in FILES}


def test_the_page_shows_the_results() -> None:
    page = PAGE.read_text(encoding="utf-8")

    assert renewed(page) == page
    assert plot(STORED["finders"]) == PLOT.read_text(encoding="utf-8")


def test_every_part_is_on_the_page_once() -> None:
    parts = [name for _, name, _ in PART.findall(PAGE.read_text(encoding="utf-8"))]

    assert sorted(parts) == sorted(["runs", *PARTS])


def test_the_readme_has_the_table_of_the_page() -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()

    assert [line for line in lines if line.startswith("| ")] == PARTS["quotes"][1](STORED["quotes"]).splitlines()


def test_every_file_of_results_is_shown_on_the_page() -> None:
    assert {path.stem for path in RESULTS.iterdir()} == set(FILES)


@pytest.mark.parametrize("name", FILES)
def test_every_row_is_a_measurement(name: str) -> None:
    assert STORED[name]
    for row in STORED[name]:
        assert date.fromisoformat(row["date"])
        assert re.fullmatch(r"[0-9a-f]{7,}(\+changes)?", row["commit"])
        figures = [row[column] for column in ("value", "ratio", "work", "queries", "bytes") if row.get(column)]
        assert figures
        assert all(float(figure) >= 0 for figure in figures)


@pytest.mark.parametrize("name", FILES)
def test_no_measurement_is_there_twice(name: str) -> None:
    about = [column for column in STORED[name][0] if column not in {"value", "ratio", "bound", "work"}]
    keys = [tuple(row[column] for column in about) for row in STORED[name]]

    assert len(keys) == len(set(keys))


def row(**cells: str) -> Row:
    return {"value": "", "ratio": "", **cells}


@pytest.mark.parametrize(
    ("measured", "met"),
    [
        pytest.param(row(value="0.6", bound="≤ 0.6"), True, id="at most"),
        pytest.param(row(value="0.601", bound="≤ 0.6"), False, id="more"),
        pytest.param(row(value="800", bound="≥ 800"), True, id="at least"),
        pytest.param(row(value="799", bound="≥ 800"), False, id="less"),
        pytest.param(row(value="1", ratio="3", bound="≥ 2"), True, id="of the ratio"),
    ],
)
def test_is_met_compares_with_the_bound(measured: Row, *, met: bool) -> None:
    assert is_met(measured) is met


def test_record_keeps_what_was_measured_elsewhere(tmp_path: Path) -> None:
    first = [Result("append", tool="SQLite", value=1_783.2), Result("append", tool="PostgreSQL", value=0.12345)]
    record("journal", [one._asdict() for one in first], folder=tmp_path, by=["tool"])

    record("journal", [Result("append", tool="SQLite", value=1_900)._asdict()], folder=tmp_path, by=["tool"])

    assert [(one["tool"], one["value"]) for one in read("journal", tmp_path)] == [
        ("PostgreSQL", "0.123"),
        ("SQLite", "1900"),
    ]


def test_record_replaces_all_that_was_measured_by_itself(tmp_path: Path) -> None:
    for value in (1, 2):
        record("reader", [Result("open", str(value), value=value)._asdict()], folder=tmp_path)

    assert [one["case"] for one in read("reader", tmp_path)] == ["2"]


def test_publish_prints_the_tables_and_leaves_the_page_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = PAGE.read_bytes()

    publish("reader", [Result("open", "the session", value=0.7, bound="≤ 0.6")], folder=tmp_path)

    assert capsys.readouterr().out.splitlines()[2] == "| the session |  | ≤ 0.6 | 0.7 **missed** |"
    assert PAGE.read_bytes() == before


def test_numbers_are_shown_as_people_read_them() -> None:
    assert doctest.testmod(markdown).failed == 0
