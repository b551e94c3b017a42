"""The job that realigns a large project, after its settings or the engine changed."""

from functools import partial
from time import sleep

from django.utils.translation import gettext_lazy as _

from review.domain.jobs import JobFailedError, JobReason
from review.jobs.kind import BREATH, Kind, Progress, project_of
from review.models import Job
from review.selectors.access import may_manage
from review.services.jobs.holding import effect, step
from review.services.repair.realigning import (
    REALIGN,
    Part,
    is_by_settings,
    realign_project,
    realigned_since,
)


class _MovedError(Exception):
    """The settings changed after the last entry: all is done anew."""


def _realign(job: Job, progress: Progress) -> None:
    if not may_manage(job.owner, project_of(job).pk):
        raise JobFailedError(JobReason.NOT_PERMITTED)
    while True:
        try:
            _realign_once(job, progress)
        except _MovedError:
            continue
        return


def _realign_once(job: Job, progress: Progress) -> None:
    def go_on(part: Part) -> None:
        for _entry in range(part.entries):
            progress.advance()
        if part.has_changed:
            sleep(BREATH)

    project = project_of(job)
    unit = partial(step, job)
    done = realign_project(project.pk, actor=job.owner, unit=unit, begin=progress.begin, on_part=go_on)
    realigned = realigned_since(project.pk, job.given["after"])
    with effect(job) as result:
        if not is_by_settings(project.pk, done):
            raise _MovedError
        result.update(realigned=realigned, kept=done.kept)


REALIGN_KINDS = (
    Kind(
        name=REALIGN,
        title=_("Realignment"),
        doing=_("Realigning"),
        of=_("%(done)s of %(total)s entries"),
        run=_realign,
        place=lambda job: project_of(job).get_absolute_url(),
    ),
)
