"""What runs shards, by name. Each engine yields a tally as soon as a shard is done."""

import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_context, parent_process
from threading import Thread

from aligner_core.bulk.clusters import run_dask, run_ray
from aligner_core.bulk.models import Shard, Tally
from aligner_core.bulk.shards import run_shard
from aligner_core.errors import TableError

Engine = Callable[[Sequence[Shard], int], Iterator[Tally]]
"""Runs shards by so many workers."""


def run_local(shards: Sequence[Shard], workers: int) -> Iterator[Tally]:
    """Run shards in processes of this machine, or in this one for one worker; they end with this process."""
    if workers == 1:
        yield from map(run_shard, shards)
        return
    others = set(active_children())
    with ProcessPoolExecutor(workers, get_context("spawn"), _begin_worker) as pool:
        try:
            futures = [pool.submit(run_shard, shard) for shard in shards]
            yield from (future.result() for future in as_completed(futures))
        except BrokenProcessPool as error:
            message = "a worker was ended, as where memory is short: run again with --resume and fewer --workers"
            raise TableError(message) from error
        except BaseException:
            for worker in set(active_children()) - others:
                worker.terminate()
            raise


ENGINES: Mapping[str, Engine] = {"local": run_local, "dask": run_dask, "ray": run_ray}
"""The engines by their names."""


def _begin_worker() -> None:
    """Leave Ctrl+C to the process that started this worker, and end when that process has ended, however it did."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
