"""Parquet, and tables of pyarrow and pandas, are aligned as rows of JSON are."""

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from aligner_core.bulk import RESULT_COLUMNS, BulkConfig, TableError, align_file, align_table
from aligner_core.bulk import parquet as form
from tests.aligner_core.bulk.tables import ROWS, contents, parts

NESTED = ("alternatives", "differences", "closest", "foundIn", "warnings")


def results(folder: Path) -> list[dict[str, Any]]:
    return unfolded(pa.concat_tables(pq.read_table(path) for path in parts(folder)).to_pylist())


def unfolded(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**row, **{name: json.loads(row[name]) for name in NESTED if row[name] is not None}} for row in rows]


@pytest.mark.parametrize("rows", [1, 5, 7, 10, 100])
def test_parquet_has_the_results_of_its_rows(parquet: Path, tmp_path: Path, rows: int) -> None:
    tally = align_file(parquet, tmp_path / "out", BulkConfig(shard_rows=rows))

    assert results(tmp_path / "out") == list(align_table(ROWS)) == unfolded(pq.read_table(tmp_path / "out").to_pylist())
    assert list(pd.read_parquet(tmp_path / "out")["verdict"]) == [one["verdict"] for one in align_table(ROWS)]
    assert (tally.rows, tally.quotes) == (23, 23)
    assert len(contents(tmp_path / "out")) == -(-23 // rows)


def test_batches_do_not_show(parquet: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    align_file(parquet, tmp_path / "whole", BulkConfig(shard_rows=10))
    monkeypatch.setattr(form, "_BATCH_ROWS", 3)

    align_file(parquet, tmp_path / "parts", BulkConfig(shard_rows=10))

    assert results(tmp_path / "whole") == results(tmp_path / "parts")


def test_parquet_is_resumed(parquet: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    whole = align_file(parquet, out, BulkConfig(shard_rows=5))
    before = contents(out)
    parts(out)[2].unlink()

    assert align_file(parquet, out, BulkConfig(shard_rows=5, resume=True, workers=2)) == whole
    assert contents(out) == before


def test_tables_of_arrow_and_pandas_are_rows(arrow: pa.Table) -> None:
    whole = list(align_table(ROWS))

    assert list(align_table(arrow)) == whole
    assert list(align_table(arrow.to_batches()[0])) == whole
    assert list(align_table(pd.DataFrame(list(ROWS)))) == whole
    assert list(align_table(pd.DataFrame(list(ROWS)).to_dict("records"))) == whole
    assert tuple(pd.DataFrame(align_table(arrow)).columns) == RESULT_COLUMNS


def test_a_row_that_cannot_be_read_is_a_row(tmp_path: Path) -> None:
    pq.write_table(pa.table({"quote": ["a", "b"], "source": ["a", None]}), tmp_path / "in.parquet")

    tally = align_file(tmp_path / "in.parquet", tmp_path / "out")

    assert (tally.bad_rows, tally.reasons[0][0]) == (1, 1)
    assert results(tmp_path / "out")[1]["error"].startswith("sources[0] has no text")


def test_sessions_may_be_rows(tmp_path: Path) -> None:
    session = {"messages": ["The cache lives."], "extraction": {"evidence": [{"quote": "It lives", "messageIndex": 0}]}}
    pq.write_table(pa.Table.from_pylist([session]), tmp_path / "in.parquet")

    align_file(tmp_path / "in.parquet", tmp_path / "out")

    assert results(tmp_path / "out") == list(align_table([session]))


def test_wrong_columns_are_refused_with_what_to_do(tmp_path: Path) -> None:
    pq.write_table(pa.table({"words": ["a"], "text": ["b"]}), tmp_path / "in.parquet")

    with pytest.raises(TableError, match=r"has the columns words, text: a row has `quote` and `source`.* Rename the"):
        align_file(tmp_path / "in.parquet", tmp_path / "out")


def test_a_file_that_is_cut_is_refused(parquet: Path, tmp_path: Path) -> None:
    parquet.write_bytes(parquet.read_bytes()[:-20])

    with pytest.raises(TableError, match=r"in\.parquet cannot be read as Parquet \(.*\): write the file anew"):
        align_file(parquet, tmp_path / "out")


def test_results_that_are_spoilt_are_told(parquet: Path, tmp_path: Path) -> None:
    align_file(parquet, tmp_path / "out")
    [path] = parts(tmp_path / "out")
    path.write_bytes(path.read_bytes()[:-20])

    with pytest.raises(TableError, match=r"part-00000-.* is not as it was written: delete it"):
        align_file(parquet, tmp_path / "out", BulkConfig(resume=True))
