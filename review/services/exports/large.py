"""Exports that take too long for a request: a job makes one, and its file is kept as long as the job is listed."""

from collections.abc import Iterable
from typing import Final

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from aligner_core import digest
from review.models import Job, JobFile
from review.services._jobs import Work, enqueue
from review.services.exports.compression import gzipped
from review.services.exports.formats import ExportFormat

EXPORT: Final = "export"
"""The kind of the job."""
SHORT: Final = 20


def export_subject(actor: AbstractBaseUser, page: str) -> str:
    """Return the name by which a person's exports of what a *page* offers are found."""
    return f"export-{actor.pk}-{digest(page.encode())[:SHORT]}"


@transaction.atomic(durable=True)
def start_export(actor: AbstractBaseUser, *, title: str, page: str, given: dict[str, object]) -> Job:
    """Start the job that exports what a page offers, as *given* there, and return it."""
    what = {**given, "page": page}
    return enqueue(Work(EXPORT, export_subject(actor, page), title, None, actor.pk, what))


def gathered(pieces: Iterable[str]) -> bytes:
    """Return an export as one compressed file: what is kept of it in memory is compressed."""
    return b"".join(gzipped(pieces))


def keep_export(job: Job, made: ExportFormat, data: bytes) -> dict[str, object]:
    """Keep an export for the owner of its job, and return the result of the job; in the caller's transaction."""
    JobFile.objects.create(job=job, name=f"{made.file_name}.gz", media_type="application/gzip", data=data)
    return {"digest": digest(data), "size": len(data)}
