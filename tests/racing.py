"""Let several people act at the same time."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

from django.db import connection

Result = TypeVar("Result")


def race(runners: Sequence[Callable[[], Result]]) -> list[Result]:
    """Start every runner at the same time, each in a thread with its own connection, and return their results."""
    barrier = Barrier(len(runners))

    def run(runner: Callable[[], Result]) -> Result:
        try:
            barrier.wait(timeout=30)
            return runner()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(runners)) as pool:
        return list(pool.map(run, runners))
