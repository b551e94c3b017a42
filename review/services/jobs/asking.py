"""What people ask of a job: end it, or try it again."""

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from review.domain.jobs import UNSUCCESSFUL, JobState
from review.models import Job
from review.services._jobs import Work, enqueue


@transaction.atomic(durable=True)
def cancel_job(job: Job, *, actor: AbstractBaseUser) -> bool:
    """Ask for the end of a job, and return whether it was open; one that runs ends at the next beat of its worker."""
    waiting = Job.objects.filter(pk=job.pk, state=JobState.WAITING)
    ended = waiting.update(state=JobState.CANCELLED, cancelled_by_id=actor.pk, reason="", ended_at=timezone.now())
    running = Job.objects.filter(pk=job.pk, state=JobState.RUNNING)
    return bool(ended or running.update(cancelled_by_id=actor.pk))


@transaction.atomic(durable=True)
def try_again(job: Job) -> Job | None:
    """Start a job once more that ended without its effect, and return the new one; None when it did not."""
    if not Job.objects.filter(pk=job.pk, state__in=UNSUCCESSFUL).exists():
        return None
    again = enqueue(Work(job.kind, job.subject, job.title, job.project_id, job.owner_id, job.given))
    Job.objects.filter(pk=again.pk, has_begun=False).update(has_begun=job.has_begun)
    return again
