"""The job of a large import: an export of another store is imported, session after session."""

from functools import partial

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from review.domain.errors import UploadRefusedError
from review.domain.jobs import JobFailedError, JobReason
from review.jobs.kind import Kind, Progress, project_of
from review.models import Job
from review.services.imports.records import NotImported
from review.services.imports.sent import IMPORT, import_sent, keep_imported, keep_unread, sent_file
from review.services.jobs.holding import effect, step


def _import(job: Job, progress: Progress) -> None:
    """Import a file; whoever takes the job goes on after the sessions that are there."""
    data = sent_file(job)
    if data is None:
        raise JobFailedError(JobReason.GONE)
    progress.begin(0)
    try:
        done = import_sent(data, project=project_of(job), actor=job.owner, unit=partial(step, job))
    except UploadRefusedError as error:
        with effect(job) as result:
            result.update(keep_unread(job, error))
        return
    if isinstance(done, NotImported):
        raise JobFailedError(JobReason.NOT_PERMITTED)
    with effect(job) as result:
        result.update(keep_imported(job, done))


IMPORT_KINDS = (
    Kind(
        name=IMPORT,
        title=_("Import of an export"),
        doing=_("Importing"),
        run=_import,
        place=lambda job: reverse("review:project_import", args=[project_of(job).slug]),
    ),
)
