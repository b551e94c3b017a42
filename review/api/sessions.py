"""Sessions: their upload in any format that is read, their list, and their messages."""

import json
from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import HttpResponse
from django.utils.translation import gettext as _
from ninja import Query, Router
from pydantic import Field

from aligner_core import InvalidValueError
from aligner_core.formats import FieldMapping, known_formats, mapping_from
from review.api.answers import answer, answers
from review.api.bodies import json_body
from review.api.calls import Call, scoped
from review.api.checks import EXTRACTION, MESSAGES
from review.api.extractions import ExtractionSentWire, sent_wire
from review.api.jobs import JobWire, job_wire
from review.api.pages import cursor_of, link_next
from review.api.problems import ProblemError, ProblemWire
from review.api.wire import PAGE, Key, Limit, Wire
from review.domain.errors import UploadRefusedError
from review.domain.limits import MAX_MESSAGES_AT_ONCE
from review.domain.mappings import saved_mappings
from review.domain.tokens import Scope
from review.models import ReviewSession, UploadDraft
from review.payloads import CombinedUpload, check_combined
from review.payloads.files import read_or_mapped
from review.selectors.reader.session_list import SessionRow, session_rows, sessions_after
from review.services.ingest.receive import SessionReceipt, plan_session, receive_extraction, receive_session
from review.services.ingest.sent import is_large_session, receive_later

router = Router(tags=["sessions"], by_alias=True)
OCTETS, ANY_FORMAT = "application/octet-stream", "auto"
ANY_TEXT = {"type": ["string", "number", "null"], "maxLength": 200}
SESSION = {
    "type": "object",
    "required": ["messages"],
    "properties": {"sessionId": ANY_TEXT, "title": ANY_TEXT, "messages": MESSAGES, "extraction": EXTRACTION},
}
SESSION_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {"schema": SESSION},
            OCTETS: {"schema": {"type": "string", "format": "binary"}},
        },
    }
}
Changes = Literal["refuse", "accept"]


class SessionSentWire(Wire):
    """What receiving a session did: `added` messages, and how many verified entries went back to candidate."""

    session: int
    session_id: str
    change: Literal["new", "identical", "shorter", "longer", "changed"]
    added: int
    demoted: int
    extractions: list[ExtractionSentWire] = Field(default_factory=list)


class SessionsSentWire(Wire):
    """What receiving a file with several sessions did, in their order."""

    items: list[SessionSentWire]


class SessionWire(Wire):
    """A session with its counts; `quotes` are those in each state."""

    id: int
    session_id: str
    title: str
    created_at: datetime
    messages: int
    entries: int
    quotes: dict[str, int]


class SessionsWire(Wire):
    """A page of sessions, the newest first."""

    items: list[SessionWire]
    next: str | None


class MessageWire(Wire):
    """One message in its newest version, or in the version that was asked for."""

    index: int
    version: int
    role: str
    name: str
    timestamp: str
    content: str


class MessagesWire(Wire):
    """Messages of a session in reading order."""

    session: int
    items: list[MessageWire]


@router.post(
    "/sessions",
    response=answers(
        SessionSentWire | SessionsSentWire,
        also={201: SessionSentWire, 202: JobWire, 409: ProblemWire},
    ),
    operation_id="session_send",
    openapi_extra=SESSION_BODY,
)
@scoped(Scope.INGEST)
def send(
    request: Call,
    format: Annotated[str, Query(max_length=40)] = "",  # noqa: A002 - the key of the address
    name: Annotated[str, Query(max_length=200)] = "",
    map: Annotated[str, Query(max_length=2000)] = "",  # noqa: A002 - the key of the address
    changes: Changes = "refuse",
) -> HttpResponse:
    """Receive a session, with its extraction if it has one; the same one twice adds nothing.

    With `format`, or as application/octet-stream, the body is a file of any format that is read: `auto` finds out
    which, and `name` is its file name. With `map`, as `quote=said,claim=fact`, its rows are read by that mapping;
    without it, by one that the project keeps for files with their keys.
    Messages that differ from stored ones are refused unless `changes` accepts them. What is large is received by a job.
    """
    is_json = not format and not map and request.content_type != OCTETS
    payloads = [json_body(request)] if is_json else _payloads_of_file(request, name, format or ANY_FORMAT, map)
    uploads = [check_combined(payload) for payload in payloads]
    accepts = changes == "accept"
    if len(uploads) == 1:
        return receive(request, payloads[0], uploads[0], accepts=accepts)
    return answer(SessionsSentWire(items=[_received(request, one, accepts=accepts) for one in uploads]))


def receive(request: Call, payload: object, upload: CombinedUpload, *, accepts: bool) -> HttpResponse:
    """Receive one session, at once or by a job, and say what that did."""
    sent = received(request, payload, upload, accepts=accepts)
    if isinstance(sent, JobWire):
        return answer(sent, status=202)
    return answer(sent, status=201 if sent.change == "new" else 200)


def received(request: Call, payload: object, upload: CombinedUpload, *, accepts: bool) -> SessionSentWire | JobWire:
    """Receive one session, at once or by a job, and return what is answered of that."""
    if is_large_session(upload.session):
        return _later(request, payload, upload, accepts=accepts)
    return _received(request, upload, accepts=accepts)


def _payloads_of_file(request: Call, name: str, wanted: str, pairs: str) -> list[object]:
    """Return the sessions of a file in our own form, each with its extraction."""
    known = {one.name for one in known_formats()}
    if wanted != ANY_FORMAT and wanted not in known:
        raise ProblemError(422, "unknown_format", f"Known formats: auto, {', '.join(sorted(known))}.")
    read = read_or_mapped(
        request.body,
        name=name,
        wanted="" if wanted == ANY_FORMAT else wanted,
        mapping=_mapping(pairs) if pairs else None,
        saved=saved_mappings(request.auth.project.mappings),
    )
    if read.reading is None:
        raise UploadRefusedError(*([] if read.problem is None else [read.problem]))
    held = [part.upload for part in read.reading.parts if part.session is not None and not part.is_alternate]
    if not held:
        raise ProblemError(422, "no_session", _("The file holds no conversation."))
    return [*held]


def _mapping(pairs: str) -> FieldMapping:
    """Return the mapping that an address names.

    Raises:
        ProblemError: it is none.

    """
    try:
        return mapping_from(pairs)
    except InvalidValueError as error:
        raise ProblemError(422, "not_a_mapping", str(error)) from error


def _received(request: Call, upload: CombinedUpload, *, accepts: bool) -> SessionSentWire:
    receipt = receive_session(
        project=request.auth.project, upload=upload.session, actor=request.user, accept_changes=accepts
    )
    wire = _sent(receipt)
    if upload.extraction is not None:
        received = receive_extraction(session=receipt.session, checked=upload.extraction, actor=request.user)
        wire.extractions.append(sent_wire(received))
    return wire


def _later(request: Call, payload: object, upload: CombinedUpload, *, accepts: bool) -> JobWire:
    """Have a job receive a session; one with changed messages that are not accepted is refused at once."""
    plan = plan_session(project=request.auth.project, upload=upload.session)
    if plan.changed and not accepts:
        receive_session(project=request.auth.project, upload=upload.session, actor=request.user)
    given = dict(payload) if isinstance(payload, dict) else {"messages": payload}
    extraction = given.pop("extraction", None)
    draft = UploadDraft(
        project=request.auth.project,
        created_by=request.user,
        session_json=json.dumps(given),
        extraction_json="" if extraction is None else json.dumps(extraction),
    )
    return job_wire(receive_later(draft, title=plan.session_id, accept_changes=accepts))


def _sent(receipt: SessionReceipt) -> SessionSentWire:
    return SessionSentWire(
        session=receipt.session.pk,
        session_id=receipt.session.session_id,
        change=receipt.change.value,
        added=receipt.added,
        demoted=len(receipt.demoted),
    )


@router.get("/sessions", response=answers(SessionsWire), operation_id="sessions")
@scoped(Scope.READ)
def sessions(
    request: Call, after: Annotated[str | None, Query(max_length=200)] = None, limit: Limit = PAGE
) -> HttpResponse:
    """Return a page of sessions, the newest first."""
    page = sessions_after(request.auth.project, cursor_of(after), limit=limit)
    rows = ReviewSession.objects.in_bulk([place[-1] for place in page.places])
    found = session_rows([rows[place[-1]] for place in page.places])
    following = page.after or None
    response = answer(SessionsWire(items=[_session(one) for one in found], next=following))
    link_next(request, response, following)
    return response


@router.get("/sessions/{pk}", response=answers(SessionWire), operation_id="session")
@scoped(Scope.READ)
def session(request: Call, pk: Key) -> HttpResponse:
    """Return a session with its counts."""
    return answer(_session(session_rows([required_session(request, pk)])[0]))


@router.get("/sessions/{pk}/messages", response=answers(MessagesWire), operation_id="messages")
@scoped(Scope.READ)
def messages(
    request: Call,
    pk: Key,
    first: Annotated[int, Query(alias="from", ge=0, lt=2**31)] = 0,
    last: Annotated[int | None, Query(alias="to", ge=0, lt=2**31)] = None,
    version: Annotated[int | None, Query(ge=1, lt=2**31)] = None,
) -> HttpResponse:
    """Return messages of a session, `from` one index `to` another, both included; `version` is an older version."""
    found = required_session(request, pk)
    rows = found.current_messages() if version is None else found.messages.filter(version=version).order_by("index")
    chosen = rows.filter(index__gte=first, **({} if last is None else {"index__lte": last}))
    items = [
        MessageWire(
            index=row.index,
            version=row.version,
            role=row.role,
            name=row.name,
            timestamp=row.timestamp,
            content=row.content,
        )
        for row in chosen[:MAX_MESSAGES_AT_ONCE]
    ]
    return answer(MessagesWire(session=found.pk, items=items))


def required_session(request: Call, key: int) -> ReviewSession:
    """Return a session of the project of the token; raise ProblemError if there is none."""
    rows = ReviewSession.objects.filter(pk=key, project=request.auth.project).select_related("project")
    found = rows.first()
    if found is None:
        raise ProblemError(404, "not_found")
    return found


def _session(row: SessionRow) -> SessionWire:
    return SessionWire(
        id=row.session.pk,
        session_id=row.session.session_id,
        title=row.session.title,
        created_at=row.session.created_at,
        messages=row.messages,
        entries=row.entries,
        quotes={name: count for name, count in asdict(row.state_counts).items() if count},
    )
