"""The lease of the newest job, taken and ended as a worker and the clock would."""

from review.models import Job
from review.services.jobs.holding import take_next


def taken() -> Job:
    """Return the job that a worker takes next."""
    job = take_next()
    assert job is not None
    return job


def due_again() -> None:
    """End the lease of the newest job, or its pause."""
    job = Job.objects.latest("pk")
    Job.objects.filter(pk=job.pk).update(until=job.created_at)
