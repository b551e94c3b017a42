"""The tasks by which procrastinate delivers jobs; it finds this module by its name, where it is installed."""

from procrastinate.contrib.django import app
from procrastinate.jobs import Status

from review.jobs.idling import look_once
from review.jobs.worker import run_delivered
from review.services._delivery import QUEUE, TASK
from review.services.feed.deliveries import tell_webhooks
from review.services.jobs.announcing import announce_due


@app.task(name=TASK, queue=QUEUE)
def run_job(*, job: int) -> None:
    """Run a job, if it still waits."""
    run_delivered(job)


@app.periodic(cron="*/10 * * * *")
@app.task(name="review.forget_stalled", queue=QUEUE, queueing_lock="review.forget_stalled")
async def forget_stalled(timestamp: int) -> None:  # noqa: ARG001 - as procrastinate calls it
    """Delete the notices of workers that were killed: their jobs are announced anew."""
    for notice in await app.job_manager.get_stalled_jobs(queue=QUEUE):
        await app.job_manager.finish_job_by_id_async(notice.id, Status.FAILED, delete_job=True)


@app.periodic(cron="* * * * *")
@app.task(name="review.announce_due", queue=QUEUE, queueing_lock="review.announce_due")
def announce(timestamp: int) -> None:  # noqa: ARG001 - as procrastinate calls it
    """Announce the jobs that are due: their workers were killed, or gave them back."""
    announce_due()


@app.periodic(cron="* * * * * */2")
@app.task(name="review.tell_webhooks", queue=QUEUE, queueing_lock="review.tell_webhooks")
def tell(timestamp: int) -> None:  # noqa: ARG001 - as procrastinate calls it
    """Send webhooks what happened."""
    tell_webhooks()


@app.periodic(cron="* * * * *")
@app.task(name="review.start_idle", queue=QUEUE, queueing_lock="review.start_idle")
def start_idle(timestamp: int) -> None:  # noqa: ARG001 - as procrastinate calls it
    """Start the extraction of sessions that are idle."""
    look_once()
