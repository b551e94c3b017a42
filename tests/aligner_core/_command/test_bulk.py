"""`bulk`: a table is aligned into a folder; a stop at any time leaves only what is whole."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from aligner_core._command.main import main
from aligner_core.bulk import BulkConfig, align_file, align_table
from tests.aligner_core.bulk.tables import ROWS, contents, lines, parts, results

MANY = ROWS * 40
FILES = len(MANY) // 4


def bulk(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, list[str]]:
    code = main(["bulk", *map(str, arguments), "--workers", "1"])
    out, err = capsys.readouterr()
    assert out == ""
    return code, [line for line in err.replace("\r", "\n").splitlines() if line.strip() and "%|" not in line]


def started(table: Path, out: Path, workers: int) -> "subprocess.Popen[str]":
    options = ["--shard-rows", "4", "--workers", str(workers)]
    command = [sys.executable, "-m", "aligner_core", "bulk", str(table), str(out), *options]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)


def wait_for_files(process: "subprocess.Popen[str]", out: Path) -> None:
    while process.poll() is None and not list(out.glob("part-*.jsonl")):
        time.sleep(0.005)


def workers_in(group: int) -> int:
    """Return how many workers of a group of processes have been started, whether they work yet or not."""
    count = 0
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(ProcessLookupError, FileNotFoundError):
            is_worker = b"spawn_main" in (process / "cmdline").read_bytes()
            count += is_worker and os.getpgid(int(process.name)) == group
    return count


def has_ended(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def test_bulk_writes_results_and_prints_what_came_of_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, err = bulk(capsys, lines(tmp_path / "in.jsonl"), tmp_path / "out", "--shard-rows", "10")

    assert results(tmp_path / "out") == list(align_table(ROWS))
    assert code == 0
    assert err[0].startswith("rows: 23; quotes: 23 (")
    assert f"; files in {tmp_path / 'out'}: 3 (" in err[0]
    assert "rows a second" in err[0]


def test_bulk_lists_rows_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = lines(tmp_path / "in.jsonl", [ROWS[0], *['{"quote": "a"}'] * 12])

    code, err = bulk(capsys, table, tmp_path / "out")

    assert code == 1
    assert "; rows that could not be read in full: 12; files" in err[0]
    assert err[1].startswith("row 1: the row has `quote`, and so no quotes with their sources: a row has")
    assert [line.split(":")[0] for line in err[1:11]] == [f"row {number}" for number in range(1, 11)]
    assert err[11:] == ["… the results have the others, each with its `error`."]
    assert bulk(capsys, table, tmp_path / "out", "--resume")[0] == 1


def test_bulk_counts_rows_without_a_quote(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = lines(tmp_path / "in.jsonl", [ROWS[0], "", {"messages": ["a"], "extraction": {"evidence": []}}])

    code, err = bulk(capsys, table, tmp_path / "out")

    assert code == 0
    assert err[0].startswith("rows: 3; quotes: 1 (1 ")
    assert "; rows without a quote: 2; files in" in err[0]


def test_bulk_resumes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, out = lines(tmp_path / "in.jsonl"), tmp_path / "out"
    bulk(capsys, table, out, "--shard-rows", "10")
    before = contents(out)
    parts(out)[1].unlink()

    code, err = bulk(capsys, table, out, "--shard-rows", "10", "--resume")

    assert (code, contents(out)) == (0, before)
    assert err[0] == "there already: 2 of 3 files."


def test_bulk_says_what_to_do_with_a_wrong_table_or_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = lines(tmp_path / "in.jsonl")
    bulk(capsys, table, tmp_path / "out")

    assert bulk(capsys, table, tmp_path / "out") == (
        2,
        [f"evidence-review: {tmp_path / 'out'} has results: continue them with --resume, or name an empty folder."],
    )
    assert bulk(capsys, tmp_path / "no.jsonl", tmp_path / "out")[1][0].endswith(
        "cannot be read: No such file or directory."
    )


@pytest.mark.parametrize("wrong", [("--workers", "0"), ("--shard-rows", "-1"), ("--engine", "spark")])
def test_bulk_refuses_wrong_options(tmp_path: Path, capsys: pytest.CaptureFixture[str], wrong: tuple[str, str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["bulk", "in.jsonl", "out", *wrong])
    assert wrong[0] in capsys.readouterr().err


def test_bulk_that_is_interrupted_says_how_far_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    at_first = Path.replace

    def replace(self: Path, target: Path) -> Path:
        if list(out.glob("part-*.jsonl")):
            os.kill(os.getpid(), signal.SIGTERM)
        return at_first(self, target)

    monkeypatch.setattr(Path, "replace", replace)

    code, err = bulk(capsys, lines(tmp_path / "in.jsonl"), out, "--shard-rows", "10")

    assert (code, err) == (130, ["stopped after 1 of 3 files: --resume does the rest."])
    assert len(contents(out)) == 1
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_bulk_that_is_killed_leaves_what_it_finished_and_no_process(tmp_path: Path, workers: int) -> None:
    table, out = lines(tmp_path / "in.jsonl", MANY), tmp_path / "out"
    align_file(table, tmp_path / "whole", BulkConfig(shard_rows=4))
    process = started(table, out, workers)
    wait_for_files(process, out)

    process.kill()
    process.communicate()
    while not has_ended(process.pid):
        time.sleep(0.01)

    done = {name: content for name, content in contents(out).items() if not name.endswith(".tmp")}
    assert 0 < len(done) < FILES
    assert done.items() <= contents(tmp_path / "whole").items()
    align_file(table, out, BulkConfig(shard_rows=4, resume=True))
    assert contents(out) == contents(tmp_path / "whole")


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_bulk_that_is_stopped_leaves_no_half_file(tmp_path: Path, workers: int, stop: signal.Signals) -> None:
    table, out = lines(tmp_path / "in.jsonl", MANY), tmp_path / "out"
    process = started(table, out, workers)
    wait_for_files(process, out)

    os.killpg(process.pid, stop)
    _, err = process.communicate()

    assert process.returncode == 130
    assert "Traceback" not in err
    assert [name for name in contents(out) if name.endswith(".tmp")] == []
    assert 0 < len(contents(out)) < FILES
    assert f" of {FILES} files: --resume does the rest." in err


@pytest.mark.slow
@pytest.mark.parametrize("milliseconds", [20, 50, 100])
def test_bulk_that_is_stopped_while_its_workers_begin_prints_no_traceback(tmp_path: Path, milliseconds: int) -> None:
    process = started(lines(tmp_path / "in.jsonl", MANY), tmp_path / "out", 2)
    while process.poll() is None and workers_in(process.pid) < 2:
        time.sleep(0.001)

    time.sleep(milliseconds / 1000)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate()

    assert process.returncode == 130
    assert "Traceback" not in err
