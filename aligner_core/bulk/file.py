"""`align_file`: a table aligned into a folder, by any engine, as far as it is not there already."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from aligner_core._lazy import lazy_module
from aligner_core.bulk.engines import ENGINES, cores
from aligner_core.bulk.manifest import MANIFEST, UNFINISHED, Manifest, difference, write_manifest
from aligner_core.bulk.models import Shard, Tally
from aligner_core.bulk.shards import SHARD_ROWS, planned
from aligner_core.errors import ConfigError, TableError

if TYPE_CHECKING:
    import fcntl
else:
    fcntl = lazy_module("fcntl")  # no system but Windows lacks it

_EMPTY_ONE = "name an empty folder"


@dataclass(frozen=True, slots=True)
class BulkConfig:
    """How a table is aligned: by which engine and how many workers, in how many rows a file, and whether it goes on.

    The engine `local` runs at most one worker a core. One worker is this process; more are started anew, so that a
    script that calls `align_file` needs its `if __name__ == "__main__":`.

    Raises:
        ConfigError: there is no such engine, or a number is less than 1.

    >>> BulkConfig(engine="spark")
    Traceback (most recent call last):
    aligner_core.errors.ConfigError: engine must be one of local, dask, ray, not 'spark'

    """

    engine: str = "local"
    workers: int = 1
    shard_rows: int = SHARD_ROWS
    resume: bool = False

    def __post_init__(self) -> None:
        if self.engine not in ENGINES:
            message = f"engine must be one of {', '.join(ENGINES)}, not {self.engine!r}"
            raise ConfigError(message)
        if self.workers < 1 or self.shard_rows < 1:
            message = f"workers and shard_rows must be at least 1, not {self.workers} and {self.shard_rows}"
            raise ConfigError(message)


def align_file(
    source: Path,
    folder: Path,
    config: BulkConfig | None = None,
    *,
    on_plan: Callable[[Sequence[Shard]], object] | None = None,
    on_shard: Callable[[Tally], object] | None = None,
) -> Tally:
    """Align a table in JSON lines or Parquet into a folder, a file of results a shard, and return what came of it.

    A manifest in the folder states which table the results are of, and what else decides them. The files are the same,
    to the byte, whatever the engine and the number of workers. With `resume` those that are there are kept and counted;
    those of another table, engine version or `shard_rows` are refused. *on_plan* is called with all shards before the
    first is run, and *on_shard* after each with what came of it, to show progress.

    Raises:
        TableError: the table cannot be read, has changed meanwhile, or the folder cannot take the results.
        MissingExtraError: the table or the engine needs an extra that is not installed.

    """
    config = BulkConfig() if config is None else config
    before = _state(source)
    manifest, shards = planned(source, folder, config.shard_rows)
    tally = Tally()
    with _held(folder, manifest, shards, resume=config.resume):
        if on_plan is not None:
            on_plan(shards)
        with closing(ENGINES[config.engine](shards, _workers(config, len(shards)))) as tallies:
            for one in tallies:
                tally += one
                if on_shard is not None:
                    on_shard(one)
    if _state(source) != before:
        message = f"{source} changed while it was read: delete what is in {folder} and run again"
        raise TableError(message)
    return tally


def _workers(config: BulkConfig, shards: int) -> int:
    """Return how many workers have something to do, and on this machine a core."""
    most = cores() if config.engine == "local" else config.workers
    return max(1, min(config.workers, shards, most))


@contextmanager
def _held(folder: Path, manifest: Manifest, shards: Sequence[Shard], *, resume: bool) -> Iterator[None]:
    """Hold a folder for one run, which leaves only files that are whole.

    Raises:
        TableError: it cannot be made or written, is held by another run, or has results that are not of these shards.

    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        message = f"{folder} cannot be a folder of results: {error.strerror}"
        raise TableError(message) from error
    try:
        _lock(handle, folder)
        _check(folder, manifest, shards, resume=resume)
        _sweep(folder)
        _sign(folder, manifest)
        yield
    finally:
        _sweep(folder)
        os.close(handle)


def _lock(handle: int, folder: Path) -> None:
    """Lock a folder until its handle is closed, which the end of the process does too."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        message = f"another run writes into {folder}: wait for its end, or {_EMPTY_ONE}"
        raise TableError(message) from error


def _check(folder: Path, manifest: Manifest, shards: Sequence[Shard], *, resume: bool) -> None:
    there = {path.name for path in folder.glob("part-*") if path.suffix != UNFINISHED}
    if there and not resume:
        message = f"{folder} has results: continue them with --resume, or {_EMPTY_ONE}"
        raise TableError(message)
    foreign = sorted(there - {shard.target.name for shard in shards})
    other = difference(folder, manifest) if there else None
    if foreign or other:
        message = f"{folder} has results of {other or f'another run ({foreign[0]})'}: delete them, or {_EMPTY_ONE}"
        raise TableError(message)


def _sign(folder: Path, manifest: Manifest) -> None:
    """Write the manifest, so that the folder says what its results are of from the first one on."""
    try:
        write_manifest(folder, manifest)
    except OSError as error:
        message = f"{folder} cannot take results: {error.strerror}"
        raise TableError(message) from error


def _sweep(folder: Path) -> None:
    """Remove what a run that ended has left unfinished."""
    for path in chain(folder.glob(f"part-*{UNFINISHED}"), folder.glob(f"{MANIFEST}.*{UNFINISHED}")):
        path.unlink(missing_ok=True)


def _state(source: Path) -> tuple[int, int] | None:
    """Return what changes with a file; None where there is none, which reading it reports."""
    try:
        found = source.stat()
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns
