"""A table is cut into shards of rows, and a shard is a file that is whole or not there."""

import gzip
import os
import pickle
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core.bulk import Tally, align_table, jsonl, plan, run_shard
from aligner_core.errors import TableError
from tests.aligner_core.bulk.tables import ROWS, contents, lines, results


@given(
    st.lists(st.sampled_from(["", " ", '{"a": 1}', '{"b": "가나다"}', "{broken", "[1]"]), max_size=20).map("\n".join),
    st.integers(1, 7),
    st.sampled_from([1, 2, 5, 40]),
    st.sampled_from(["", "\n"]),
)
def test_shards_have_every_line_once(held: str, rows: int, block: int, end: str) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(jsonl, "_BLOCK_BYTES", block)
        source = Path(folder) / "in.jsonl"
        source.write_text(held + end, encoding="utf-8")

        shards = list(jsonl.cut(source, rows))

        data = source.read_bytes()
    all_lines = data.splitlines()
    assert [first for first, _, _ in shards] == list(range(0, len(all_lines), rows))
    assert [line for _, number, byte in shards for line in data[byte:].splitlines()[:number]] == all_lines
    assert all(number == rows for _, number, _ in shards[:-1])


def test_run_shard_writes_what_align_table_yields(tmp_path: Path) -> None:
    shards = plan(lines(tmp_path / "in.jsonl"), tmp_path, rows=10)

    tallies = [run_shard(pickle.loads(pickle.dumps(shard))) for shard in shards]  # noqa: S301 - as an engine hands it on

    (tmp_path / "in.jsonl").unlink()
    assert results(tmp_path) == list(align_table(ROWS))
    assert [tally.rows for tally in tallies] == [10, 10, 3]
    assert sum(tallies, Tally()).quotes == len(ROWS)


def test_run_shard_keeps_a_file_that_is_there_and_counts_it(tmp_path: Path) -> None:
    [shard] = plan(lines(tmp_path / "in.jsonl", [*ROWS, "{broken"]), tmp_path)
    first = run_shard(shard)
    before = shard.target.stat()
    shard.source.unlink()

    again = run_shard(shard)

    assert again == first
    assert (again.bad_rows, again.reasons) == (1, ((23, "line 24: column 2: Not JSON from here on."),))
    assert shard.target.stat() == before


def test_a_tally_holds_the_first_reasons_and_counts_all(tmp_path: Path) -> None:
    [shard] = plan(lines(tmp_path / "in.jsonl", ["{broken"] * 30), tmp_path)

    tally = run_shard(shard) + Tally(rows=1, bad_rows=1, reasons=((3, "a"),))

    assert (tally.rows, tally.bad_rows, len(tally.reasons)) == (31, 31, 10)
    assert tally.reasons == tuple(sorted(tally.reasons))


def test_rows_are_numbered_by_their_lines(tmp_path: Path) -> None:
    shards = plan(lines(tmp_path / "in.jsonl", [ROWS[0], "", "", ROWS[1], ""]), tmp_path / "out", rows=2)
    (tmp_path / "out").mkdir()

    for shard in shards:
        run_shard(shard)

    assert [one["row"] for one in results(tmp_path / "out")] == [0, 3]
    tally = sum(map(run_shard, shards), Tally())
    assert (tally.rows, tally.quotes, tally.empty_rows, tally.bad_rows) == (5, 2, 3, 0)


def test_texts_come_through_as_they_are(tmp_path: Path) -> None:
    row = {"quote": "\u2028 \x1b[31m\ud800 가", "source": "so \u2028 \x1b[31m\ud800 가"}
    (tmp_path / "in.jsonl").write_text(
        '{"quote": "\\u2028 \\u001b[31m\\ud800 가", "source": "so \\u2028 \\u001b[31m\\ud800 가"}'
    )
    [shard] = plan(tmp_path / "in.jsonl", tmp_path)

    run_shard(shard)

    (tmp_path / "in.jsonl").unlink()
    assert results(tmp_path) == list(align_table([row]))


def test_a_file_has_its_name_by_the_table_and_the_number_of_rows(tmp_path: Path) -> None:
    table = lines(tmp_path / "in.jsonl")
    names = {shard.target.name for rows in (5, 10) for shard in plan(table, tmp_path, rows=rows)}
    same = {shard.target.name for shard in plan(lines(tmp_path / "copy.jsonl"), tmp_path, rows=5)}

    other = {shard.target.name for shard in plan(lines(table, [*ROWS[:-1], ROWS[0]]), tmp_path, rows=5)}

    assert len(names) == 5 + 3
    assert same < names
    assert not names & other


def test_a_table_without_rows_has_no_shards(tmp_path: Path) -> None:
    assert plan(lines(tmp_path / "in.jsonl", []), tmp_path) == ()
    assert [shard.rows for shard in plan(lines(tmp_path / "in.jsonl", ["", ""]), tmp_path)] == [2]


def test_a_table_that_is_compressed_or_no_file_is_refused_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl.gz").write_bytes(gzip.compress(b"{}"))
    os.mkfifo(tmp_path / "pipe")

    with pytest.raises(TableError, match=r"in\.jsonl\.gz is compressed: unpack it first"):
        plan(tmp_path / "in.jsonl.gz", tmp_path)
    with pytest.raises(TableError, match=r"pipe is no file: write the table to one"):
        plan(tmp_path / "pipe", tmp_path)


@pytest.mark.parametrize("text", ["quote,source\na,b\n", "[{}]", "\x00"])
def test_what_is_no_table_is_refused_with_what_to_do(tmp_path: Path, text: str) -> None:
    (tmp_path / "in.csv").write_text(text)

    with pytest.raises(TableError, match=r"in\.csv is neither JSON in lines nor Parquet: a row has .* writes sessions"):
        plan(tmp_path / "in.csv", tmp_path)


def test_a_table_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TableError, match=r"in\.jsonl cannot be read: No such file or directory"):
        plan(tmp_path / "in.jsonl", tmp_path)
    [shard] = plan(lines(tmp_path / "in.jsonl"), tmp_path)
    shard.source.unlink()

    with pytest.raises(
        TableError, match=r"in\.jsonl: No such file or directory. Mend this and run again with --resume"
    ):
        run_shard(shard)

    assert contents(tmp_path) == {}


def test_a_file_of_results_that_is_spoilt_is_told(tmp_path: Path) -> None:
    [shard] = plan(lines(tmp_path / "in.jsonl"), tmp_path)
    run_shard(shard)
    os.truncate(shard.target, 500)

    with pytest.raises(
        TableError, match=r"part-00000-.* is not as it was written: delete it and run again with --resume"
    ):
        run_shard(shard)
