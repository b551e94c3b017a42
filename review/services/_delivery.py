"""How workers on other machines learn of a job; that of this machine looks for it itself. Private to the services.

A notice that is lost or comes twice changes nothing: the row of the job says whether there is anything to do.
"""

from importlib import import_module

from django.conf import settings
from django.db import transaction

from review.models import Job

TASK = "review.run_job"
QUEUE = "review"


def deliver(job: Job) -> None:
    """Announce a job in the transaction that adds it, where procrastinate delivers jobs."""
    if settings.REVIEW_JOBS != "procrastinate":
        return
    procrastinate = import_module("procrastinate")
    app = import_module("procrastinate.contrib.django").app
    announced = app.configure_task(TASK, queue=QUEUE, queueing_lock=f"job-{job.pk}")
    try:
        with transaction.atomic():
            announced.defer(job=job.pk)
    except procrastinate.exceptions.AlreadyEnqueued:
        return
