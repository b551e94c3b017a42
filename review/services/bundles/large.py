"""Bundles that take too long for a request: a job seals one, and its file is kept as long as the job is listed."""

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from aligner_core import digest
from review.models import Job, JobFile
from review.selectors.bundles.contents import projects_of
from review.services._jobs import Work, enqueue
from review.services.bundles.seal import DrawnBundle

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


def keep_file(job: Job, drawn: DrawnBundle) -> dict[str, object]:
    """Keep a sealed bundle for the owner of its job, and return the result of the job; in the caller's transaction."""
    bundle = drawn.bundle
    JobFile.objects.create(job=job, name=bundle.name, media_type="application/zip", data=bundle.content)
    projects = sorted(projects_of(drawn.scope).values_list("pk", flat=True))
    return {"digest": bundle.digest, "size": len(bundle.content), "projects": projects}
