"""Dask and Ray write the bytes that processes of this machine write."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import dask
import distributed
import pytest

from aligner_core.bulk import BulkConfig, TableError, align_file, plan
from aligner_core.bulk.engines import ENGINES
from benchmarks.marked import Marked
from tests.aligner_core.bulk.tables import ROWS, contents, lines, parts
from tests.engines.deadly import Deadly

PATIENCE = 120
"""Seconds in which an engine has to notice that its run has ended."""
os.environ["RAY_worker_niceness"] = "0"  # noqa: SIM112 - its name; else they wait for all that runs beside the tests
os.environ["PYTHONPATH"] = str(Path(__file__).resolve().parents[2])  # of workers; elsewhere the package is installed


@pytest.mark.parametrize("engine", ["dask", "ray"])
def test_an_engine_writes_the_same_bytes_and_resumes(parquet: Path, tmp_path: Path, engine: str) -> None:
    whole = align_file(parquet, tmp_path / "local", BulkConfig(shard_rows=5))

    assert align_file(parquet, tmp_path / engine, BulkConfig(shard_rows=5, workers=2, engine=engine)) == whole
    parts(tmp_path / engine)[1].unlink()
    assert (
        align_file(parquet, tmp_path / engine, BulkConfig(shard_rows=5, workers=1, engine=engine, resume=True)) == whole
    )

    assert contents(tmp_path / engine) == contents(tmp_path / "local")


@pytest.mark.parametrize("engine", ["dask", "ray"])
def test_an_error_of_a_worker_is_the_error_of_the_run(tmp_path: Path, engine: str) -> None:
    shards = plan(lines(tmp_path / "in.jsonl"), tmp_path, rows=10)
    shards[0].source.unlink()

    with pytest.raises(TableError, match=r"in\.jsonl: No such file or directory. Mend this"):
        list(ENGINES[engine](shards, 1))


@pytest.mark.parametrize("engine", ["dask", "ray"])
def test_a_shard_that_ends_its_worker_again_and_again_is_told(engine: str) -> None:
    with pytest.raises(TableError, match="a worker was ended, as where memory is short: run again with --resume"):
        list(ENGINES[engine]([Deadly()], 1))  # type: ignore[list-item]


def test_a_cluster_is_used_by_its_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = lines(tmp_path / "in.jsonl")
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
        monkeypatch.setenv("DASK_SCHEDULER_ADDRESS", cluster.scheduler_address)

        align_file(table, tmp_path / "out", BulkConfig(shard_rows=10, engine="dask", workers=2))

        assert {key.rsplit("-", 1)[0].split("-")[0] for key in cluster.scheduler.task_prefixes} == {"run_shard"}
    assert len(contents(tmp_path / "out")) == 3


@pytest.mark.parametrize("engine", ["dask", "ray"])
def test_a_run_need_not_be_in_the_main_thread(tmp_path: Path, engine: str) -> None:
    table = lines(tmp_path / "in.jsonl")
    with ThreadPoolExecutor(1) as thread:
        tally = thread.submit(align_file, table, tmp_path / "out", BulkConfig(engine=engine)).result()

    assert tally.rows == len(ROWS)


@pytest.mark.parametrize(
    ("engine", "variable", "address"),
    [("dask", "DASK_SCHEDULER_ADDRESS", "tcp://127.0.0.1:9"), ("ray", "RAY_ADDRESS", "127.0.0.1:9")],
)
def test_a_cluster_that_does_not_answer_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, engine: str, variable: str, address: str
) -> None:
    monkeypatch.setenv(variable, address)

    with (
        dask.config.set({"distributed.comm.timeouts.connect": "1s"}),
        pytest.raises(TableError, match=f"no cluster answers at {address}, which {variable} names"),
    ):
        align_file(lines(tmp_path / "in.jsonl"), tmp_path / "out", BulkConfig(engine=engine))


@pytest.mark.parametrize("engine", ["dask", "ray"])
@pytest.mark.parametrize("stop", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_a_run_that_is_ended_leaves_whole_files_and_no_process(
    tmp_path: Path, engine: str, stop: signal.Signals
) -> None:
    table, out = lines(tmp_path / "in.jsonl", ROWS * 40), tmp_path / "out"
    align_file(table, tmp_path / "whole", BulkConfig(shard_rows=4))
    how = ["--engine", engine, "--workers", "2", "--shard-rows", "4"]
    with Marked() as marked:
        command = [sys.executable, "-m", "aligner_core", "bulk", str(table), str(out), *how]
        environment = {**os.environ, **marked.environment}
        process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL, start_new_session=True)
        while process.poll() is None and len(parts(out)) < 4:
            time.sleep(0.01)

        if stop == signal.SIGINT:
            os.killpg(process.pid, stop)  # as a terminal does
        else:
            process.send_signal(stop)
        process.wait()
        marked.wait_for_end(PATIENCE)

    assert process.returncode == (-signal.SIGKILL if stop == signal.SIGKILL else 130)
    done = {name: content for name, content in contents(out).items() if not name.endswith(".tmp")}
    assert 0 < len(done) < len(contents(tmp_path / "whole"))
    assert done.items() <= contents(tmp_path / "whole").items()
    align_file(table, out, BulkConfig(shard_rows=4, resume=True, workers=2, engine=engine))
    assert contents(out) == contents(tmp_path / "whole")
