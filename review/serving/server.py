"""The server of a team: gunicorn, with the application loaded and warm before it forks its workers."""

import os
import sys
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

from django.core.handlers.wsgi import WSGIHandler
from django.db import connections
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.config import Config
from gunicorn.glogging import Logger
from gunicorn.workers.base import Worker

from review.serving.warming import settle, warm_up

MEMORY = "/dev/shm"  # noqa: S108 - gunicorn makes a file there that nobody else can open
"""Where workers show that they live: on a busy disk they would seem dead."""

MEASURES = import_module("review.serving.measures") if find_spec("prometheus_client") else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Serving:
    """How to serve: the addresses, how many processes with how many threads, and when a process is replaced.

    `timeout` is after how many seconds a process that shows no sign of life is killed, `graceful` how many seconds
    requests have to end when the server does.
    """

    bind: tuple[str, ...]
    workers: int
    threads: int
    timeout: int
    graceful: int
    max_requests: int


class Server(BaseApplication):  # type: ignore[misc]  # gunicorn is not installed where types are checked
    """The application as gunicorn loads it, once, in the process that forks."""

    def __init__(self, serving: Serving) -> None:
        self._serving = serving
        super().__init__(prog="manage.py serve")

    def load_config(self) -> None:
        """Set what gunicorn is to do; headers of proxies are read by the application alone."""
        given = self._serving
        settings: dict[str, Any] = {
            "bind": list(given.bind),
            "workers": given.workers,
            "threads": given.threads,
            "worker_class": "gthread",
            "timeout": given.timeout,
            "graceful_timeout": given.graceful,
            "max_requests": given.max_requests,
            "max_requests_jitter": given.max_requests // 10,
            "keepalive": 75,
            "preload_app": True,
            "worker_tmp_dir": MEMORY if Path(MEMORY).is_dir() else None,
            "forwarded_allow_ips": "",
            "secure_scheme_headers": {},
            "control_socket_disable": True,
            "proc_name": "evidence-review",
            "logger_class": ServerLog,
            "pre_fork": _give_slot,
            "post_fork": _begin,
            "worker_exit": _end,
        }
        for name, value in settings.items():
            self.cfg.set(name, value)

    def load(self) -> WSGIHandler:
        """Load the application and warm it up; no connection is inherited by the processes that are forked."""
        application: WSGIHandler = import_module("review.config.wsgi").application
        warm_up(application)
        _disconnect(with_pool=True)
        settle()
        return application


def serve(serving: Serving, *, measures: str) -> None:
    """Serve until a signal ends it: TERM in good order, INT at once; HUP replaces one generation of workers by another.

    *measures* is a folder in which its processes add up what they count. A worker that ends leaves from here: what is
    around this call belongs to the process that forked it.
    """
    if MEASURES is not None:
        MEASURES.share(measures)
    owner = os.getpid()
    try:
        Server(serving).run()
    except SystemExit as ended:
        if os.getpid() == owner:
            raise
        sys.stderr.flush()
        os._exit(ended.code if isinstance(ended.code, int) else 0)


class ServerLog(Logger):  # type: ignore[misc]
    """Has gunicorn log as everything else does; requests have lines of their own."""

    def setup(self, cfg: Config) -> None:
        """Leave the loggers as the settings have them."""


def _give_slot(arbiter: Arbiter, worker: Worker) -> None:
    """Assign to a new worker the first slot that no living one has."""
    taken = {getattr(other, "slot", -1) for other in arbiter.WORKERS.values()}
    worker.slot = next(number for number in count() if number not in taken)


def _begin(_arbiter: Arbiter, worker: Worker) -> None:
    """Open the database and answer the first pages once more, before a new worker accepts a connection."""
    if MEASURES is not None:
        MEASURES.take_slot(worker.slot)
    warm_up(import_module("review.config.wsgi").application)
    _disconnect(with_pool=False)  # this thread answers nobody
    settle()


def _end(_arbiter: Arbiter, worker: Worker) -> None:
    """Close the connections of a worker that ends, in that worker."""
    if worker.pid == os.getpid():
        _disconnect(with_pool=True)


def _disconnect(*, with_pool: bool) -> None:
    for connection in connections.all(initialized_only=True):
        connection.close()
        if with_pool and hasattr(connection, "close_pool"):
            connection.close_pool()
