"""The job of a large batch: it is applied or reverted part after part, until nothing waits."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import sleep

from django.utils.translation import gettext_lazy as _

from review.domain.jobs import JobFailedError, JobReason
from review.jobs.kind import BREATH, Kind, Progress
from review.models import Batch, Job
from review.services.bulk.large import APPLY, BATCH, WORKED_ON, batch_of
from review.services.bulk.parts import Unchanged, apply_part, revert_part
from review.services.jobs.holding import effect, step


def _work_through(job: Job, progress: Progress) -> None:
    """Work through a batch, one transaction an entry, which asks for the fence; whoever takes the job goes on there."""
    batch = Batch.objects.filter(pk=batch_of(job)).first()
    if batch is None:
        raise JobFailedError(JobReason.GONE)
    left = batch.items.filter(state=WORKED_ON[job.given["act"]])
    do_part = apply_part if job.given["act"] == APPLY else revert_part

    @contextmanager
    def unit() -> Iterator[None]:
        with step(job):
            yield
        progress.advance()

    progress.begin(left.count())
    while left.exists():
        outcome = do_part(name=batch.name, actor=job.owner, unit=unit)
        if isinstance(outcome, Unchanged):
            raise JobFailedError(JobReason.CHANGED if outcome.is_permitted else JobReason.NOT_PERMITTED)
        sleep(BREATH)
    with effect(job):
        pass


BATCH_KINDS = (
    Kind(
        name=BATCH,
        title=_("Batch"),
        doing=_("Batch under way"),
        of=_("%(done)s of %(total)s entries"),
        run=_work_through,
        place=lambda job: str(job.given["page"]),
    ),
)
