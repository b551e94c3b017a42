"""Dask and Ray, which run shards on many machines; the extras `dask` and `ray` bring them."""

import logging
import os
import signal
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from threading import current_thread, main_thread
from typing import TYPE_CHECKING

from aligner_core._lazy import lazy_module
from aligner_core.bulk.models import WORKER_ENDED, Shard, Tally
from aligner_core.bulk.shards import run_shard
from aligner_core.errors import TableError

if TYPE_CHECKING:
    import distributed
    import ray
else:
    distributed = lazy_module("distributed", extra="dask")
    ray = lazy_module("ray", extra="ray")

_DASK, _RAY = "DASK_SCHEDULER_ADDRESS", "RAY_ADDRESS"
"""The variables by which Dask and Ray themselves are told which cluster to use."""
_TRIES = "RAY_gcs_server_port_wait_time_s"
"""The variable by which Ray is told how often to look for a cluster, up to a minute each time; else 20 times."""
_AHEAD = 2
"""How many shards for each processor Ray is handed: it looks through all that it has each time that one is done."""


def run_dask(shards: Sequence[Shard], workers: int) -> Generator[Tally, None, None]:
    """Run shards on the cluster that DASK_SCHEDULER_ADDRESS names, or on one of this machine.

    Raises:
        TableError: the cluster does not answer, or workers have ended again and again.

    """
    address = os.environ.get(_DASK)  # Dask itself reads it only when it is imported
    here = {"n_workers": workers, "threads_per_worker": 1, "dashboard_address": None}
    try:
        client = distributed.Client(**({"address": address} if address else here))
    except OSError as error:
        raise _unreached(_DASK, error) from error
    with client:
        try:
            done = distributed.as_completed(client.map(run_shard, shards, pure=False), with_results=True)
            yield from (tally for _, tally in done)
        except distributed.KilledWorker as error:
            raise TableError(WORKER_ENDED) from error


def run_ray(shards: Sequence[Shard], workers: int) -> Generator[Tally, None, None]:
    """Run shards on the cluster that RAY_ADDRESS names, or on one of this machine.

    Raises:
        TableError: the cluster does not answer, or workers have ended again and again.

    """
    _begin_ray(workers)
    try:
        yield from _done_by_ray(shards)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    except ray.exceptions.RayError as error:
        raise TableError(WORKER_ENDED) from error
    finally:
        ray.shutdown()


def _begin_ray(workers: int) -> None:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    here = {"num_cpus": workers, "include_dashboard": False}
    quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
    handler, begin = signal.getsignal(signal.SIGTERM), ray.init
    try:
        with _looking_once():
            begin(**quiet, **({} if os.environ.get(_RAY) else here))
    except Exception as error:  # a bare one, where its processes do not start in time
        raise _unreached(_RAY, error) from error
    if current_thread() is main_thread():
        signal.signal(signal.SIGTERM, handler)  # Ray's own ends the process, and prints where it was


@contextmanager
def _looking_once() -> Iterator[None]:
    """Have Ray look once in the block for the cluster that RAY_ADDRESS names."""
    if not os.environ.get(_RAY) or _TRIES in os.environ:
        yield
        return
    os.environ[_TRIES] = "1"
    try:
        yield
    finally:
        del os.environ[_TRIES]


def _done_by_ray(shards: Sequence[Shard]) -> Generator[Tally, None, None]:
    run, waiting = ray.remote(run_shard), iter(shards)
    most = _AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    running = [run.remote(shard) for shard in islice(waiting, most)]
    while running:
        done, running = ray.wait(running)
        running.extend(run.remote(shard) for shard in islice(waiting, len(done)))
        yield from ray.get(done)


def _unreached(variable: str, error: Exception) -> TableError:
    where = os.environ.get(variable)
    what = f"no cluster answers at {where}, which {variable} names" if where else "no cluster could be started here"
    return TableError(f"{what} ({str(error).partition(chr(10))[0].rstrip('.')})")
