"""Bundles that take too long for a request: a job seals one, and its file is kept as long as the job is listed."""

from collections.abc import Collection

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from aligner_core import digest
from review.domain.limits import (
    MAX_BUNDLE_CHARS,
    MAX_BUNDLE_RECORDS,
    MAX_RECORD_CHARS_AT_ONCE,
    MAX_RECORDS_AT_ONCE,
)
from review.models import Job, JobFile
from review.selectors.bundles.contents import BundleScope, projects_of
from review.services._jobs import Work, add_done, enqueue
from review.services.bundles.seal import MAX_READS, DrawnBundle, Unsealed, drawn_up, journal
from review.services.bundles.statement import signed_statement

BUNDLE = "bundle"
"""The kind of the job."""
SHORT = 20


def bundle_subject(actor: AbstractBaseUser, page: str) -> str:
    """Return the name by which a person's bundles of what a *page* offers are found."""
    return f"bundle-{actor.pk}-{digest(page.encode())[:SHORT]}"


@transaction.atomic(durable=True)
def start_bundle(actor: AbstractBaseUser, *, title: str, page: str, given: dict[str, object]) -> Job:
    """Start the job that seals what a page offers, as *given* there, and return it."""
    what = {**given, "page": page}
    return enqueue(Work(BUNDLE, bundle_subject(actor, page), title, None, actor.pk, what))


def is_too_large(records: int, chars: int) -> bool:
    """Return whether a bundle is too large for anything but the command."""
    return records > MAX_BUNDLE_RECORDS or chars > MAX_BUNDLE_CHARS


def is_large(records: int, chars: int) -> bool:
    """Return whether a bundle takes too long for a request."""
    return records > MAX_RECORDS_AT_ONCE or chars > MAX_RECORD_CHARS_AT_ONCE


def seal_and_keep(
    *, scope: BundleScope, withheld: Collection[str], actor: AbstractBaseUser, title: str, given: dict[str, object]
) -> Job | Unsealed:
    """Seal a bundle as `seal_bundle` does, and keep it as the job would; return that job, which is done, or why not."""
    what = {**given, "withheld": list(withheld)}
    for _ in range(MAX_READS):
        drawn = drawn_up(scope=scope, withheld=withheld, actor=actor)
        if isinstance(drawn, Unsealed):
            return drawn
        with transaction.atomic(durable=True):
            if journal(drawn, actor=actor):
                subject = bundle_subject(actor, str(given["page"]))
                job = add_done(Work(BUNDLE, subject, title, None, actor.pk, what))
                job.result = keep_file(job, drawn)
                job.save(update_fields=["result"])
                return job
    return Unsealed.CONFLICT


def keep_file(job: Job, drawn: DrawnBundle) -> dict[str, object]:
    """Keep a sealed bundle for the owner of its job, and return the result of the job; in the caller's transaction.

    The statement about it is signed now, by the key of the bundle.
    """
    bundle = drawn.bundle
    JobFile.objects.create(job=job, name=bundle.name, media_type="application/zip", data=bundle.content)
    projects = sorted(projects_of(drawn.scope).values_list("pk", flat=True))
    statement = signed_statement(bundle, drawn.scope).decode()
    return {
        "digest": bundle.digest,
        "size": len(bundle.content),
        "projects": projects,
        "counts": bundle.counts,
        "keyId": bundle.key_id,
        "statement": statement,
    }
