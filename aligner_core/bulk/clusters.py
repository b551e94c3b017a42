"""Dask and Ray, which run shards on many machines; the extras `dask` and `ray` bring them."""

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from aligner_core._lazy import lazy_module
from aligner_core.bulk.models import Shard, Tally
from aligner_core.bulk.shards import run_shard

if TYPE_CHECKING:
    import distributed
    import ray
else:
    distributed = lazy_module("distributed", extra="dask")
    ray = lazy_module("ray", extra="ray")


def run_dask(shards: Sequence[Shard], workers: int) -> Iterator[Tally]:
    """Run shards on the cluster that DASK_SCHEDULER_ADDRESS names, or on one of this machine."""
    here = {"n_workers": workers, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.Client(**({} if os.environ.get("DASK_SCHEDULER_ADDRESS") else here)) as client:
        done = distributed.as_completed(client.map(run_shard, shards, pure=False), with_results=True)
        yield from (tally for _, tally in done)


def run_ray(shards: Sequence[Shard], workers: int) -> Iterator[Tally]:
    """Run shards on the cluster that RAY_ADDRESS names, or on one of this machine."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    here = {"num_cpus": workers, "include_dashboard": False}
    ray.init(log_to_driver=False, **({} if os.environ.get("RAY_ADDRESS") else here))
    try:
        run = ray.remote(run_shard)
        pending = [run.remote(shard) for shard in shards]
        while pending:
            done, pending = ray.wait(pending)
            yield from ray.get(done)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    finally:
        ray.shutdown()
