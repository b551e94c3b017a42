"""The job of a long audit: the whole store is checked, and the summary of it stored."""

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from review.domain.jobs import JobFailedError, JobReason
from review.jobs.kind import Kind, Progress
from review.models import Job
from review.selectors.audit.event_log import may_audit_anything
from review.services.audit.audit_store import audited, store_run
from review.services.audit.long import AUDIT
from review.services.jobs.holding import effect


def _audit(job: Job, progress: Progress) -> None:
    if not may_audit_anything(job.owner):
        raise JobFailedError(JobReason.NOT_PERMITTED)
    progress.begin(0)
    run = audited()
    with effect(job) as result:
        store_run(run)
        result["findings"] = run.findings


AUDIT_KINDS = (
    Kind(
        name=AUDIT,
        title=_("Audit"),
        doing=_("Verifying"),
        run=_audit,
        place=lambda _job: reverse("review:audit_verify"),
    ),
)
