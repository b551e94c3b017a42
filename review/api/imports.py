"""Imports: what another store exported, with what its people decided."""

from http import HTTPStatus
from typing import Annotated, Any

from django.http import HttpResponse
from ninja import Query, Router

from review.api.answers import answer, answers
from review.api.calls import Call, scoped
from review.api.jobs import JobWire, job_wire
from review.api.problems import ProblemError
from review.api.wire import Wire
from review.domain.tokens import Scope
from review.models import Job
from review.services.imports.records import Imported, NotImported
from review.services.imports.sent import import_later, import_sent
from review.wording import NOT_IMPORTED, refused_sentence

router = Router(tags=["exports"], by_alias=True)
FILE: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            one: {"schema": {"type": "string", "format": "binary"}}
            for one in ("application/x-ndjson", "application/gzip", "application/zip", "application/octet-stream")
        },
    }
}


class RefusedWire(Wire):
    """A session that was not imported, or an entry whose decisions were not, and why."""

    where: str
    code: str
    detail: str


class ImportedWire(Wire):
    """What an import did: how many of what were added and were there, and what was refused."""

    counts: dict[str, int]
    refused: list[RefusedWire]


@router.post("/imports", response=answers(ImportedWire, also={202: JobWire}), operation_id="import", openapi_extra=FILE)
@scoped(Scope.INGEST)
def import_export(request: Call, name: Annotated[str, Query(max_length=200)] = "") -> HttpResponse:
    """Import an export as JSONL, compressed or not, or the audit bundle of a session, with its decisions.

    It takes a manager, who answers for them. What is there stays, and what contradicts it is refused. A job imports a
    large one.
    """
    data, project = request.body, request.auth.project
    begun = import_later(data, name=name, project=project, actor=request.user)
    if isinstance(begun, Job):
        return answer(job_wire(begun), status=202)
    done = begun or import_sent(data, project=project, actor=request.user)
    if isinstance(done, NotImported):
        raise ProblemError(HTTPStatus.FORBIDDEN, done, NOT_IMPORTED[done])
    return answer(_wire(done))


def _wire(done: Imported) -> ImportedWire:
    refused = [RefusedWire(where=one.where, code=one.code, detail=refused_sentence(one)) for one in done.refused]
    return ImportedWire(counts=dict(done.counts), refused=refused)
