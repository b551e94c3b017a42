"""What runs shards, by name. Each engine yields a tally as soon as a shard is done."""

import os
import signal
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Thread
from typing import TYPE_CHECKING

from aligner_core._lazy import lazy_module
from aligner_core.bulk.clusters import run_dask, run_ray
from aligner_core.bulk.models import WORKER_ENDED, Shard, Tally
from aligner_core.bulk.shards import run_shard
from aligner_core.errors import TableError

if TYPE_CHECKING:
    import multiprocessing
    from concurrent import futures
    from concurrent.futures import process as pools
else:  # every command of the command line imports this module
    futures = lazy_module("concurrent.futures")
    pools = lazy_module("concurrent.futures.process")
    multiprocessing = lazy_module("multiprocessing")

Engine = Callable[[Sequence[Shard], int], Generator[Tally, None, None]]
"""Runs shards by so many workers."""


def run_local(shards: Sequence[Shard], workers: int) -> Generator[Tally, None, None]:
    """Run shards in processes of this machine, or in this one for one worker; they end with this process."""
    if workers == 1:
        yield from map(run_shard, shards)
        return
    others = set(multiprocessing.active_children())
    with pools.ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _begin_worker) as pool:
        try:
            with _interrupts_held():
                running = [pool.submit(run_shard, shard) for shard in shards]
            yield from (done.result() for done in futures.as_completed(running))
        except pools.BrokenProcessPool as error:
            raise TableError(WORKER_ENDED) from error
        except BaseException:
            for worker in set(multiprocessing.active_children()) - others:
                worker.terminate()
            raise


ENGINES: Mapping[str, Engine] = {"local": run_local, "dask": run_dask, "ray": run_ray}
"""The engines by their names."""


def cores() -> int:
    """Return how many processors this process may use, where the system tells, else how many there are."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Leave Ctrl+C to this process, where the system can: what it starts meanwhile never hears it, this one after."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_worker() -> None:
    """Leave Ctrl+C to the process that started this worker, and end when that process has ended, however it did."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
