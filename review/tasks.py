"""The tasks by which procrastinate delivers jobs; it finds this module by its name, where it is installed."""

from procrastinate.contrib.django import app

from review.jobs.worker import run_delivered
from review.services._delivery import QUEUE, TASK
from review.services.jobs.announcing import announce_due


@app.task(name=TASK, queue=QUEUE)
def run_job(*, job: int) -> None:
    """Run a job, if it still waits."""
    run_delivered(job)


@app.periodic(cron="* * * * *")
@app.task(name="review.announce_due", queue=QUEUE, queueing_lock="review.announce_due")
def announce(timestamp: int) -> None:  # noqa: ARG001 - as procrastinate calls it
    """Announce the jobs that are due: their workers were killed, or gave them back."""
    announce_due()
