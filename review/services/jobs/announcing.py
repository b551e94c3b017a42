"""Announce jobs once more that nobody runs, where procrastinate delivers them."""

from django.db import transaction
from django.utils import timezone

from review.domain.jobs import OPEN_STATES
from review.models import Job
from review.services._delivery import deliver


def announce_due() -> int:
    """Announce every job that is due, and return how many there are: those that wait, and those of killed workers."""
    due = list(Job.objects.filter(state__in=OPEN_STATES, until__lte=timezone.now()).order_by("pk"))
    for job in due:
        with transaction.atomic():
            deliver(job)
    return len(due)
