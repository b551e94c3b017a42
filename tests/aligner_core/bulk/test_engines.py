"""Processes of this machine run shards, and none outlives the run."""

import multiprocessing
import os
import signal
from collections.abc import Iterator
from multiprocessing import active_children
from pathlib import Path

import pytest

from aligner_core.bulk import Shard, engines, plan
from aligner_core.bulk.engines import run_local
from aligner_core.errors import TableError
from tests.aligner_core.bulk.tables import ROWS, lines


@pytest.fixture
def shards(tmp_path: Path) -> tuple[Shard, ...]:
    return plan(lines(tmp_path / "in.jsonl", ROWS * 20), tmp_path, rows=5)


def test_a_worker_that_is_killed_is_told_with_what_to_do(shards: tuple[Shard, ...]) -> None:
    tallies = run_local(shards, 2)
    next(tallies)
    for worker in active_children():
        worker.kill()

    with pytest.raises(TableError, match="a worker was ended, as where memory is short: run again with --resume"):
        list(tallies)


def test_a_run_that_is_left_ends_its_workers(shards: tuple[Shard, ...]) -> None:
    before = set(active_children())
    tallies = run_local(shards, 2)
    next(tallies)
    workers = set(active_children()) - before

    tallies.close()

    assert len(workers) == 2
    assert not workers & set(active_children())
    assert sum(shard.target.exists() for shard in shards) < len(shards)


def test_an_error_of_a_worker_is_the_error_of_the_run(shards: tuple[Shard, ...]) -> None:
    shards[0].source.unlink()

    with pytest.raises(TableError, match=r"in\.jsonl: No such file or directory"):
        list(run_local(shards, 2))


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    codes: list[int] = []
    before = signal.getsignal(signal.SIGINT)
    monkeypatch.setattr(os, "_exit", codes.append)
    yield codes
    signal.signal(signal.SIGINT, before)


def test_a_worker_leaves_ctrl_c_to_the_run(ended: list[int]) -> None:
    engines._begin_worker()

    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    assert ended == []


def test_a_worker_ends_when_the_run_has_ended(ended: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    parent = multiprocessing.get_context("spawn").Process()
    parent.start()
    monkeypatch.setattr("aligner_core.bulk.engines.multiprocessing.parent_process", lambda: parent)

    engines._end_with_parent()

    assert ended == [1]
