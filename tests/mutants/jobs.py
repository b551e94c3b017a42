"""Mistakes in jobs: who holds one, what is stored of it, and what is left to a worker."""

from tests.mutants.mutation import Mutation

HOLDING, ASKING = "tests/review/services/jobs/test_holding.py", "tests/review/services/jobs/test_asking.py"
LARGE, PAGES = "tests/review/views/test_ingest_large.py", "tests/review/views/test_jobs.py"

MUTATIONS = (
    Mutation(
        "a late worker stores its effect",
        "review/services/jobs/holding.py",
        "return Job.objects.filter(pk=job.pk, fence=job.fence, state=JobState.RUNNING)",
        "return Job.objects.filter(pk=job.pk, state=JobState.RUNNING)",
        (HOLDING,),
    ),
    Mutation(
        "a cancelled job has its effect",
        "review/services/jobs/holding.py",
        "if not _held(job).filter(cancelled_by=None).update(**ended):",
        "if not _held(job).update(**ended):",
        (HOLDING,),
    ),
    Mutation(
        "a poisoned job is tried for ever",
        "review/services/jobs/holding.py",
        "if due.cancelled_by_id is not None or due.tries >= MAX_JOB_TRIES:",
        "if due.cancelled_by_id is not None:",
        (HOLDING,),
    ),
    Mutation(
        "a job of a killed worker is taken at once",
        "review/services/jobs/holding.py",
        'due = Job.objects.filter(state__in=OPEN_STATES, until__lte=timezone.now()).order_by("pk")',
        'due = Job.objects.filter(state__in=OPEN_STATES).order_by("pk")',
        (HOLDING,),
    ),
    Mutation(
        "a job that is given back has lost a try",
        "review/services/jobs/holding.py",
        '_wait_again(job, tries=F("tries") - 1, until=timezone.now())',
        "_wait_again(job, until=timezone.now())",
        (HOLDING,),
    ),
    Mutation(
        "a job may be added without what it is for",
        "review/services/_jobs.py",
        "if not transaction.get_connection().in_atomic_block:",
        "if False:",
        (ASKING,),
    ),
    Mutation(
        "a large upload is read within the request",
        "review/views/ingest.py",
        "keep = keep_unread if is_large(given) else keep_files",
        "keep = keep_files",
        (LARGE,),
    ),
    Mutation(
        "an import stores what nobody was shown",
        "review/jobs/uploads.py",
        'if not preview.can_confirm or preview.is_unaligned or name != job.given["aligned"]:',
        "if not preview.can_confirm or preview.is_unaligned:",
        (LARGE,),
    ),
    Mutation(
        "a job works for somebody who lost the right",
        "review/jobs/uploads.py",
        "if not may_review(job.owner, draft.project_id):",
        "if False:",
        (LARGE,),
    ),
    Mutation(
        "anybody ends the job of anybody",
        "review/views/jobs.py",
        "if not may_cancel(request.user, job):",
        "if False:",
        (PAGES,),
    ),
    Mutation(
        "the page of a failed job looks again for ever",
        "templates/review/jobs/_progress.html",
        'aria-labelledby="job-title"{% if job.is_open %}',
        'aria-labelledby="job-title"{% if True %}',
        (PAGES,),
    ),
)
