"""The measures of this server in the text format of Prometheus; it needs `prometheus_client`.

With several processes each keeps its counts in files of a folder that `serve` makes, and whichever is asked adds them
up. Their names have a slot instead of a process id: a process that is replaced leaves its slot and its counts to
another one, so that there are never more files than processes at a time.
"""

import os
from collections.abc import Iterator

import prometheus_client
from django.db import DatabaseError
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest, values
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from review.selectors.measures import failed_quote_count, job_counts, last_audit, oldest_waiting_job

CONTENT_TYPE = CONTENT_TYPE_LATEST
FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable by which the library knows where several processes keep their counts."""
BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
METHODS = frozenset({"GET", "HEAD", "POST"})


class _Slot:
    """The name under which this process keeps its counts."""

    name = "main"


def take_slot(number: int) -> None:
    """Keep the counts of this process under a number that no other one has."""
    _Slot.name = str(number)


def share(folder: str) -> None:
    """Keep counts in files of a folder from now on, where other processes add them up; before the first is counted."""
    os.environ[FOLDER] = folder
    values.ValueClass = values.MultiProcessValue(process_identifier=lambda: _Slot.name)


REQUESTS = Counter("review_requests", "Requests by route, method and status.", ("route", "method", "status"))
SECONDS = Histogram("review_request_seconds", "Durations of requests by route.", ("route",), buckets=BUCKETS)
QUERIES = Counter("review_queries", "Statements sent to the database by route.", ("route",))


def count(*, route: str, method: str | None, status: int, seconds: float, queries: int) -> None:
    """Count one request; *route* is empty where an address leads nowhere."""
    name = route or "none"
    REQUESTS.labels(name, method if method in METHODS else "other", str(status)).inc()
    SECONDS.labels(name).observe(seconds)
    QUERIES.labels(name).inc(queries)


def exposition() -> bytes:
    """Return all measures, those of the store included, as Prometheus reads them."""
    if FOLDER not in os.environ:
        return _text(prometheus_client.REGISTRY) + _text(_with_store(CollectorRegistry()))
    registry = CollectorRegistry()
    MultiProcessCollector(registry)
    return _text(_with_store(registry))


def _text(registry: CollectorRegistry) -> bytes:
    text: bytes = generate_latest(registry)
    return text


def _with_store(registry: CollectorRegistry) -> CollectorRegistry:
    registry.register(_Store())
    return registry


class _Store(Collector):  # type: ignore[misc]  # the library is not installed where types are checked
    """Reads the measures of the store when it is asked."""

    def describe(self) -> Iterator[GaugeMetricFamily]:
        """Yield nothing, so that it is not asked before."""
        yield from ()

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield the measures of the store; without a database there is only that it does not answer."""
        answers = GaugeMetricFamily("review_database_up", "Whether the database answers.")
        try:
            found = list(_of_store())
        except DatabaseError:
            answers.add_metric([], 0)
            yield answers
            return
        answers.add_metric([], 1)
        yield from (answers, *found)


def _of_store() -> Iterator[GaugeMetricFamily]:
    jobs = GaugeMetricFamily("review_jobs", "Jobs by kind and state.", labels=("kind", "state"))
    for counted in job_counts():
        jobs.add_metric([counted.kind, counted.state], counted.number)
    yield jobs
    oldest = oldest_waiting_job()
    yield GaugeMetricFamily(
        "review_oldest_waiting_job_timestamp_seconds",
        "When the oldest job that waits was added; 0 if none waits.",
        oldest.timestamp() if oldest is not None else 0,
    )
    yield GaugeMetricFamily("review_failed_quotes", "Quotes that wait to be repaired.", failed_quote_count())
    audit = last_audit()
    if audit is not None:
        yield GaugeMetricFamily("review_audit_findings", "Findings of the last audit.", audit.findings)
        yield GaugeMetricFamily(
            "review_audit_timestamp_seconds", "When the last audit ended.", audit.finished_at.timestamp()
        )
