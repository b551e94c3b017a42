"""A table is aligned into a folder: the same bytes by every engine, resumed, and never mixed with other results."""

import hashlib
import json
import shutil
import signal
from pathlib import Path
from typing import Any

import pytest

from aligner_core import ENGINE_VERSION, AlignerConfig
from aligner_core.bulk import BulkConfig, Tally, align_file, align_table, file
from aligner_core.bulk.engines import cores
from aligner_core.errors import ConfigError, MissingExtraError, TableError
from tests.aligner_core.bulk.tables import ROWS, contents, lines, parts, results


@pytest.fixture
def table(tmp_path: Path) -> Path:
    return lines(tmp_path / "in.jsonl")


def test_one_worker_and_two_write_the_same_bytes(table: Path, tmp_path: Path) -> None:
    tallies = [
        align_file(table, tmp_path / str(workers), BulkConfig(workers=workers, shard_rows=5), on_shard=None)
        for workers in (1, 2)
    ]

    assert contents(tmp_path / "1") == contents(tmp_path / "2")
    assert results(tmp_path / "1") == list(align_table(ROWS))
    assert tallies[0] == tallies[1]
    assert (tallies[0].rows, tallies[0].quotes, len(contents(tmp_path / "1"))) == (23, 23, 5)


def test_progress_is_told(table: Path, tmp_path: Path) -> None:
    planned, done = list[int](), list[Tally]()

    config = BulkConfig(shard_rows=10)

    align_file(
        table, tmp_path / "out", config, on_plan=lambda shards: planned.append(len(shards)), on_shard=done.append
    )

    assert (planned, [one.rows for one in done]) == ([3], [10, 10, 3])


def test_resume_does_what_is_not_there_and_removes_what_is_not_whole(table: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    whole = align_file(table, out, BulkConfig(shard_rows=5))
    before, first = contents(out), parts(out)[0]
    kept = {path.name: path.stat().st_ino for path in parts(out) if path != first}
    first.rename(first.with_name(f"{first.name}.0.tmp"))

    again = align_file(table, out, BulkConfig(shard_rows=5, resume=True))

    assert (contents(out), again) == (before, whole)
    assert {name: (out / name).stat().st_ino for name in kept} == kept


def test_results_are_never_written_over_without_resume(table: Path, tmp_path: Path) -> None:
    align_file(table, tmp_path / "out")

    with pytest.raises(TableError, match=r"out has results: continue them with --resume, or name an empty folder"):
        align_file(table, tmp_path / "out")


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ("input", "another table"),
        ("shard_rows", "another number of rows a file"),
        ("engine_version", "another engine version"),
        ("config", "another configuration"),
    ],
)
def test_other_results_are_refused_and_told_apart(table: Path, tmp_path: Path, field: str, words: str) -> None:
    out = tmp_path / "out"
    align_file(table, out, BulkConfig(shard_rows=5))
    manifest = out / "_manifest.json"
    manifest.write_text(json.dumps({**json.loads(manifest.read_text()), field: "other"}))
    before = contents(out)

    with pytest.raises(TableError, match=rf"out has results of {words}: delete them, or name an empty folder"):
        align_file(table, out, BulkConfig(shard_rows=5, resume=True))

    assert contents(out) == before


@pytest.mark.parametrize("other", ["input", "rows", "file"])
def test_results_of_other_names_are_refused(table: Path, tmp_path: Path, other: str) -> None:
    out = tmp_path / "out"
    align_file(table, out, BulkConfig(shard_rows=5))
    (out / "_manifest.json").unlink()
    if other == "input":
        lines(table, ROWS[:-1])
    if other == "file":
        shutil.copy(parts(out)[0], out / "part-00000-0123456789abcdef.jsonl")
    before = contents(out)

    with pytest.raises(TableError, match=r"out has results of another run \(part-00000-.*delete them"):
        align_file(table, out, BulkConfig(shard_rows=6 if other == "rows" else 5, resume=True))

    assert contents(out) == before


@pytest.mark.parametrize("spoilt", ["", "[]", "{}", '{"input": "a", "rows": 1}'])
def test_a_manifest_that_is_spoilt_is_told(table: Path, tmp_path: Path, spoilt: str) -> None:
    align_file(table, tmp_path / "out")
    (tmp_path / "out" / "_manifest.json").write_text(spoilt)

    with pytest.raises(TableError, match=r"_manifest\.json is not as it was written: name an empty folder"):
        align_file(table, tmp_path / "out", BulkConfig(resume=True))


def test_the_manifest_says_what_decides_the_results_and_is_there_with_the_first(table: Path, tmp_path: Path) -> None:
    found = list[str]()

    align_file(
        table,
        tmp_path / "1",
        BulkConfig(shard_rows=5),
        on_plan=lambda _: found.append((tmp_path / "1" / "_manifest.json").read_text()),
    )
    align_file(table, tmp_path / "2", BulkConfig(shard_rows=5, workers=2))

    assert found == [(tmp_path / "2" / "_manifest.json").read_text()]
    assert json.loads(found[0]) == {
        "input": hashlib.sha256(table.read_bytes()).hexdigest(),
        "shard_rows": 5,
        "engine_version": ENGINE_VERSION,
        "config": AlignerConfig().digest,
    }


def test_workers_are_started_where_the_system_can_hold_no_signals(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(signal, "pthread_sigmask")

    align_file(table, tmp_path / "out", BulkConfig(shard_rows=5, workers=2))

    assert results(tmp_path / "out") == list(align_table(ROWS))


def test_a_manifest_alone_keeps_no_table_out(table: Path, tmp_path: Path) -> None:
    align_file(lines(tmp_path / "empty.jsonl", []), tmp_path / "out")

    assert align_file(table, tmp_path / "out").rows == 23
    assert align_file(table, tmp_path / "out", BulkConfig(resume=True)).rows == 23


def test_a_folder_that_cannot_be_written_is_refused(table: Path) -> None:
    with pytest.raises(TableError, match=r"/proc/self cannot take results: No such file or directory"):
        align_file(table, Path("/proc/self"))


def test_a_run_has_no_more_workers_than_shards_and_on_this_machine_than_cores() -> None:
    many = 10_000

    assert file._workers(BulkConfig(workers=many), many) == cores()
    assert file._workers(BulkConfig(workers=many), 1) == 1
    assert file._workers(BulkConfig(workers=many, engine="dask"), many) == many
    assert file._workers(BulkConfig(), 0) == 1


def test_other_files_of_a_folder_are_left_alone(table: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "notes.tmp").write_text("mine")

    align_file(table, tmp_path / "out")

    assert (tmp_path / "out" / "notes.tmp").read_text() == "mine"


def test_two_runs_never_write_into_one_folder(table: Path, tmp_path: Path) -> None:
    def run_another(_: object) -> None:
        with pytest.raises(TableError, match=r"another run writes into .*out: wait for its end, or name an empty"):
            align_file(table, tmp_path / "out", BulkConfig(resume=True))

    assert align_file(table, tmp_path / "out", on_plan=run_another).rows == 23
    assert align_file(table, tmp_path / "out", BulkConfig(resume=True)).rows == 23


def test_a_table_that_changes_meanwhile_is_told(table: Path, tmp_path: Path) -> None:
    def change(_: object) -> None:
        lines(table, [*ROWS, ROWS[0]])

    with pytest.raises(TableError, match=r"in\.jsonl changed while it was read: delete what is in .*out and run again"):
        align_file(table, tmp_path / "out", on_shard=change)


def test_a_failure_leaves_only_whole_files(table: Path, tmp_path: Path) -> None:
    def stop(_: object) -> None:
        raise KeyboardInterrupt

    for workers in (1, 2):
        out = tmp_path / str(workers)
        with pytest.raises(KeyboardInterrupt):
            align_file(table, out, BulkConfig(shard_rows=2, workers=workers), on_shard=stop)
        kept = contents(out)
        align_file(table, out, BulkConfig(shard_rows=2, resume=True))

        assert 1 <= len(kept) < 12
        assert kept.items() <= contents(out).items()


def test_a_folder_that_cannot_be_one_is_refused(table: Path, tmp_path: Path) -> None:
    with pytest.raises(TableError, match=r"in\.jsonl cannot be a folder of results: File exists"):
        align_file(table, table)


def test_a_table_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TableError, match=r"in\.jsonl cannot be read: No such file"):
        align_file(tmp_path / "in.jsonl", tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("wrong", [{"engine": "spark"}, {"workers": 0}, {"shard_rows": 0}])
def test_a_wrong_configuration_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(
        ConfigError, match=r"engine must be one of local, dask, ray, not 'spark'|must be at least 1, not"
    ):
        BulkConfig(**wrong)


@pytest.mark.parametrize(("engine", "package"), [("dask", "distributed"), ("ray", "ray")])
def test_an_engine_that_is_not_installed_names_its_extra(
    table: Path, tmp_path: Path, engine: str, package: str
) -> None:
    with pytest.raises(
        MissingExtraError, match=rf"{package} is not installed: pip install 'evidence-review\[{engine}\]'"
    ):
        align_file(table, tmp_path / "out", BulkConfig(engine=engine))


def test_parquet_and_tables_without_pyarrow_name_their_extra(tmp_path: Path) -> None:
    class Table:
        def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...

    (tmp_path / "in.parquet").write_bytes(b"PAR1")

    for ask in (lambda: align_file(tmp_path / "in.parquet", tmp_path / "out"), lambda: list(align_table(Table()))):
        with pytest.raises(
            MissingExtraError, match=r"pyarrow is not installed: pip install 'evidence-review\[parquet\]'"
        ):
            ask()


def test_state_of_no_file_is_none(tmp_path: Path) -> None:
    assert file._state(tmp_path / "none") is None
