"""Run one job that a worker has taken: beat beside it, and decide what its end means."""

import logging
from collections.abc import Mapping
from contextlib import suppress
from threading import Event, Thread
from time import monotonic
from typing import Self

from django.conf import settings
from django.db import DatabaseError, connection

from review.domain.jobs import OWN_ANSWERS, JobFailedError, JobLostError, JobReason, JobState
from review.domain.limits import JOB_BEATS, JOB_PAUSE
from review.domain.tokens import TokenInUse, using
from review.faults import fault_of
from review.jobs.kind import Kind
from review.logs import JOBS, belonging_to, fields
from review.models import Job
from review.services.jobs.holding import beat, fail, give_back, give_up

LOG, LINES = logging.getLogger("review"), logging.getLogger(JOBS)
OUT_OF_MEMORY = ("out of memory", "cannot allocate memory")
"""How the client library of PostgreSQL says it, with no code."""
LOOK_EVERY = 1.0
"""How many seconds pass between two looks at whether the progress has changed, which pages show."""


class Heart:
    """Beats for a job in a thread of its own, and tells the job when it is to end: cancelled, lost, or *stop* is set.

    Its progress goes with the beats; between them, only a progress that has changed is stored.
    """

    def __init__(self, job: Job, stop: Event) -> None:
        self._job, self._stop = job, stop
        self._is_lost, self._is_over = Event(), Event()
        self._done = self._total = 0
        self._thread = Thread(target=self._beat, name=f"job-{job.pk}", daemon=True)

    def __enter__(self) -> Self:
        """Begin to beat."""
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        """Stop beating; the row is the worker's alone again."""
        self._is_over.set()
        self._thread.join()

    def begin(self, total: int) -> None:
        """Begin to count to a total, which is stored at once."""
        self._done, self._total = 0, total
        if not self._beaten((0, total)):
            self._is_lost.set()
        self.go_on()

    def advance(self) -> None:
        """Count one more."""
        self._done += 1
        self.go_on()

    def go_on(self) -> None:
        """End the job here if it is to end; any of its threads may ask."""
        if self._is_lost.is_set() or self._stop.is_set():
            raise JobLostError

    def _beat(self) -> None:
        every = settings.REVIEW_JOB_LEASE_SECONDS / JOB_BEATS
        last, shown = monotonic(), (0, 0)
        try:
            while not self._is_over.wait(min(every, LOOK_EVERY)):
                progress = self._done, self._total
                if progress == shown and monotonic() - last < every:
                    continue
                last, shown = monotonic(), progress
                if not self._beaten(progress):
                    self._is_lost.set()
        finally:
            connection.close()

    def _beaten(self, progress: tuple[int, int]) -> bool:
        """Beat once, and return whether to go on; a database that is busy or away for now is asked again."""
        try:
            return beat(self._job, done=progress[0], total=progress[1])
        except DatabaseError as error:
            LOG.warning("job %s: no beat: %s", self._job.pk, error)
            connection.close()
            return True


def run_taken(job: Job, kinds: Mapping[str, Kind], *, stop: Event) -> None:
    """Run a job that was taken to its end, whatever that is; *stop* ends it in good order, for another worker."""
    begun = monotonic()
    with belonging_to(job=job.pk):
        reason = _reason_of_end(job, kinds[job.kind], stop)
        if reason is JobReason.MEMORY and not connection.is_usable():
            connection.close()  # psycopg gives it up, and what comes of the job has to be stored
        LINES.info(
            "job",
            extra=fields(
                person=job.owner.get_username(),
                kind=job.kind,
                outcome=reason or JobState.DONE,
                tries=job.tries,
                ms=round((monotonic() - begun) * 1000, 1),
            ),
        )
    if reason in OWN_ANSWERS:
        fail(job, reason)
    elif reason is JobReason.LOST:
        give_back(job)
    elif reason is not None:
        give_up(job, reason)


def _reason_of_end(job: Job, kind: Kind, stop: Event) -> JobReason | None:
    """Run a job and return why it ended without its effect; `lost` is no fault of the job, None that it is done."""
    try:
        token = TokenInUse(*job.given["token"]) if "token" in job.given else None
        with Heart(job, stop) as heart, using(token):
            kind.run(job, heart)
    except JobLostError:
        return JobReason.LOST
    except JobFailedError as error:
        return error.reason
    except Exception as error:
        if isinstance(error, MemoryError) or any(words in str(error) for words in OUT_OF_MEMORY):
            LOG.warning("job %s %s: not enough memory", job.pk, job)
            return JobReason.MEMORY
        if fault_of(error) is not None:
            with suppress(DatabaseError):
                give_back(job, pause=JOB_PAUSE)
            raise
        LOG.exception("job %s %s", job.pk, job)
        return JobReason.ERROR
    return None
