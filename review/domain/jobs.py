"""Jobs: the states of work that is done beside the requests, and why one ended without its effect."""

from enum import StrEnum


class JobState(StrEnum):
    """The state of a job; `failed` is its own answer, `stopped` is given up after several tries."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    STOPPED = "stopped"
    CANCELLED = "cancelled"


class JobReason(StrEnum):
    """Why a job failed or was stopped: those before `lost` are its own answer."""

    GONE = "gone"
    NOT_PERMITTED = "not_permitted"
    CHANGED = "changed"
    OFF = "off"
    UNANSWERED = "unanswered"
    LOST = "lost"
    MEMORY = "memory"
    ERROR = "error"


OPEN_STATES = (JobState.WAITING.value, JobState.RUNNING.value)
UNSUCCESSFUL = (JobState.FAILED.value, JobState.STOPPED.value, JobState.CANCELLED.value)


OWN_ANSWERS = frozenset(
    {JobReason.GONE, JobReason.NOT_PERMITTED, JobReason.CHANGED, JobReason.OFF, JobReason.UNANSWERED}
)
"""The reasons that trying again by itself does not change."""


class JobLostError(Exception):
    """A job is no longer this worker's: it was cancelled, ended, or taken by another worker after its lease."""


class JobFailedError(Exception):
    """The answer of a job is that it cannot have its effect, for a reason that is shown."""

    def __init__(self, reason: JobReason) -> None:
        super().__init__(reason)
        self.reason = reason
