"""Dask and Ray write the bytes that processes of this machine write."""

import os
from pathlib import Path

import distributed
import pytest

from aligner_core.bulk import BulkConfig, TableError, align_file, plan
from aligner_core.bulk.engines import ENGINES
from tests.aligner_core.bulk.tables import contents, lines

os.environ["PYTHONPATH"] = str(Path(__file__).resolve().parents[2])  # of workers; elsewhere the package is installed


@pytest.mark.parametrize("engine", ["dask", "ray"])
def test_an_engine_writes_the_same_bytes_and_resumes(parquet: Path, tmp_path: Path, engine: str) -> None:
    whole = align_file(parquet, tmp_path / "local", BulkConfig(shard_rows=5))

    assert align_file(parquet, tmp_path / engine, BulkConfig(shard_rows=5, workers=2, engine=engine)) == whole
    sorted((tmp_path / engine).iterdir())[1].unlink()
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


def test_a_cluster_is_used_by_its_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = lines(tmp_path / "in.jsonl")
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
        monkeypatch.setenv("DASK_SCHEDULER_ADDRESS", cluster.scheduler_address)

        align_file(table, tmp_path / "out", BulkConfig(shard_rows=10, engine="dask", workers=2))

        assert {key.rsplit("-", 1)[0].split("-")[0] for key in cluster.scheduler.task_prefixes} == {"run_shard"}
    assert len(contents(tmp_path / "out")) == 3
