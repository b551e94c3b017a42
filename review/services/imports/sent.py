"""Import an export that somebody sends: within the request, or by a job where it is large."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from review.domain.errors import Problem, UploadRefusedError
from review.domain.roles import Capability
from review.models import Job, Project, UploadDraft, UploadFile
from review.payloads.exported import UNREADABLE, open_export, unpacks_beyond
from review.selectors.access import may
from review.services._jobs import Work, enqueue
from review.services._units import Unit, durable
from review.services.imports.records import Imported, NotImported, Refused, Untold, import_records

IMPORT: Final = "import"
"""The kind of the job."""


def import_subject(project_id: int) -> str:
    """Return the name by which the imports into a project are found."""
    return f"import-{project_id}"


def import_sent(
    data: bytes, *, project: Project, actor: AbstractBaseUser, unit: Unit = durable
) -> Imported | NotImported:
    """Import the bytes of an export or of a bundle into a project; each session is a transaction of its own.

    Raises:
        UploadRefusedError: they are neither, or cannot be read to the end; what came before is imported.

    """
    with _as_file(data) as path:
        try:
            source, sessions = open_export(path)
            return import_records(project=project, sessions=sessions, source=source, actor=actor, unit=unit)
        except UNREADABLE as error:
            raise UploadRefusedError(Problem("export_unreadable")) from error


def import_later(data: bytes, *, name: str, project: Project, actor: AbstractBaseUser) -> Job | NotImported | None:
    """Start the job that imports a large export, and return it, or the one that is open; None for a small export."""
    if not may(actor, Capability.MANAGE, project.pk):
        return NotImported.NOT_PERMITTED
    with _as_file(data) as path:
        if not unpacks_beyond(path, settings.REVIEW_MAX_CHARS_AT_ONCE):
            return None
    with transaction.atomic(durable=True):
        draft = UploadDraft.objects.create(project=project, created_by_id=actor.pk, is_sent=True)
        UploadFile.objects.create(draft=draft, position=0, name=name, size=len(data), data=data, found={"is": "export"})
        return enqueue(Work(IMPORT, import_subject(project.pk), name, project.pk, actor.pk, {"draft": draft.pk}))


def sent_file(job: Job) -> bytes | None:
    """Return what a job is to import; None where it is not kept any more."""
    rows = UploadFile.objects.filter(draft=job.given["draft"]).values_list("data", flat=True)
    data = rows.first()
    return None if data is None else bytes(data)


def keep_imported(job: Job, done: Imported) -> dict[str, Any]:
    """Return the result of a job that has imported, and forget what it was sent; in the caller's transaction."""
    UploadDraft.objects.filter(pk=job.given["draft"]).delete()
    return {"counts": dict(done.counts), "refused": [_told(one) for one in done.refused]}


def keep_unread(job: Job, error: UploadRefusedError) -> dict[str, Any]:
    """Return the result of a job that could not read on, and forget what it was sent; in the caller's transaction."""
    return keep_imported(job, Imported(refused=[Refused(one.where, one) for one in error.problems]))


def imported_by(job: Job) -> Imported:
    """Return what a job has imported, from its result."""
    refused = [_read(one) for one in job.result.get("refused", ())]
    return Imported(Counter(job.result.get("counts", {})), refused)


def _told(refused: Refused) -> dict[str, object]:
    params = dict(refused.why.params) if isinstance(refused.why, Problem) else None
    return {"where": refused.where, "code": refused.code, "params": params}


def _read(told: dict[str, Any]) -> Refused:
    if told["params"] is None:
        return Refused(told["where"], Untold(told["code"]))
    return Refused(told["where"], Problem(told["code"], told["where"], told["params"]))


@contextmanager
def _as_file(data: bytes) -> Iterator[Path]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "export"
        path.write_bytes(data)
        yield path
