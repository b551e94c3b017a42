"""Jobs in words: how far one is, and what became of it."""

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from review.domain.jobs import JobReason, JobState
from review.models import Job

JOB_REASONS: dict[str, object] = {
    JobReason.GONE: gettext_lazy("What it is about is not there any more."),
    JobReason.NOT_PERMITTED: gettext_lazy("Its owner may not do this any more."),
    JobReason.CHANGED: gettext_lazy("It is no longer what the preview showed: look at it again."),
    JobReason.OFF: gettext_lazy("The extractor of the project is off: the page of the session says why."),
    JobReason.UNANSWERED: gettext_lazy("The model gave no answer that can be used."),
    JobReason.LOST: gettext_lazy("Its worker ended three times while it ran."),
    JobReason.MEMORY: gettext_lazy(
        "It needs more memory than a worker may take: upload it in smaller parts, or ask who runs the server for more."
    ),
    JobReason.ERROR: gettext_lazy("An error of ours ended it three times; it is in the log."),
}
MINUTE = 60
LATE_SECONDS = 15
"""After how many seconds of waiting a page says that no worker has taken a job."""


def job_state(job: Job) -> str:
    """Return what became of a job, in a word or two."""
    match JobState(job.state):
        case JobState.WAITING:
            return _("Waiting")
        case JobState.RUNNING:
            return _("Ends soon") if job.cancelled_by_id is not None else _("Running")
        case JobState.DONE:
            return _("Done")
        case JobState.FAILED:
            return _("Failed")
        case JobState.STOPPED:
            return _("Stopped after several tries")
        case JobState.CANCELLED:
            name = job.cancelled_by.get_username() if job.cancelled_by is not None else ""
            return _("Cancelled by %(name)s") % {"name": name}


def job_details(job: Job, counted: object, told: str = "") -> str:
    """Return how far a job is, by what its kind has *counted* and *told*, or why it ended without its effect."""
    return " ".join(filter(None, (_job_details(job, counted), told)))


def _job_details(job: Job, counted: object) -> str:
    if job.state == JobState.CANCELLED:
        return _outcome(job)
    if job.is_unsuccessful:
        return f"{JOB_REASONS[job.reason]} {_outcome(job)}"
    if job.state == JobState.WAITING:
        waits = (timezone.now() - max(job.created_at, job.until)).total_seconds()
        return _("No worker has taken it yet.") if waits > LATE_SECONDS else ""
    if not job.total or not counted:
        return ""
    said = str(counted) % {"done": job.done, "total": job.total}
    left = seconds_left(job)
    return said if left is None else f"{said} · {_about(left)}"


def _outcome(job: Job) -> str:
    """Return what is stored of a job that ended without its effect."""
    if job.has_begun:
        return _("A part of it is stored, and nothing twice: the rest follows when it is done again.")
    return _("Nothing was stored.")


def seconds_left(job: Job) -> int | None:
    """Return about how many seconds a job still takes, by its pace so far; None where nothing shows its pace."""
    if job.state != JobState.RUNNING or not 0 < job.done < job.total or job.started_at is None:
        return None
    taken = (timezone.now() - job.started_at).total_seconds()
    return max(1, round(taken / job.done * (job.total - job.done)))


def _about(seconds: int) -> str:
    if seconds < MINUTE:
        return ngettext("about %(count)s second", "about %(count)s seconds", seconds) % {"count": seconds}
    minutes = round(seconds / MINUTE)
    return ngettext("about %(count)s minute", "about %(count)s minutes", minutes) % {"count": minutes}
