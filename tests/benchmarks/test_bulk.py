"""The table that bulk alignment is measured with is what its page says, and the processes of a run are found."""

import os
import subprocess
import sys
import time
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from aligner_core.bulk import align_table
from benchmarks.bulk import QUOTES_EACH, Options, digest, rows, written
from benchmarks.marked import Marked


def started(code: str, marked: Marked) -> "subprocess.Popen[bytes]":
    return subprocess.Popen([sys.executable, "-c", code], env={**os.environ, **marked.environment})


def test_of_ten_quotes_six_are_verbatim_and_two_edited() -> None:
    told = list(align_table(islice(rows(), 4 * QUOTES_EACH)))

    assert Counter(one["failureReason"] or one["matchMethod"] for one in told) == {
        "exact": 24,
        "fuzzy": 8,
        "wrong_message": 4,
        "not_found": 4,
    }


def test_a_table_is_the_same_each_time_and_has_so_many_quotes(tmp_path: Path) -> None:
    tables = [written(tmp_path / name, 25).read_bytes() for name in ("a.jsonl", "b.jsonl")]

    assert tables[0] == tables[1]
    assert tables[0].count(b"\n") == 25
    assert Options(25, 10).files == 3


def test_a_digest_is_of_names_and_bytes(tmp_path: Path) -> None:
    for name, content in (("a", "1"), ("b", "1"), ("c", "2")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "part-00000.jsonl").write_text(content)

    found = [digest(tmp_path / name) for name in "abc"]

    assert found[0] == found[1] != found[2]


def test_processes_are_found_by_their_mark_and_end_with_the_block() -> None:
    with Marked() as marked:
        process = started("import time; bytes(30 << 20); sum(range(10**6)); time.sleep(600)", marked)
        while not marked.cpu_seconds:
            assert marked.look() <= 1
            time.sleep(0.05)
        assert marked.look() == 1
        with pytest.raises(RuntimeError, match="1 processes are left"):
            marked.wait_for_end(0)

    assert process.wait() == -9
    assert marked.look() == 0
    assert marked.largest_mb > 5


def test_processes_that_end_are_waited_for() -> None:
    with Marked() as marked:
        process = started("", marked)
        process.wait()
        marked.wait_for_end(60)
