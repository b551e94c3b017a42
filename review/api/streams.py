"""Sessions as a stream: a line each in, and an answer line each out while the rest still comes."""

from collections import Counter
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, cast

from django.conf import settings
from django.http import StreamingHttpResponse, UnreadablePostError
from django.utils.translation import gettext as _
from ninja import Router
from pydantic import BaseModel

from aligner_core.exports import json_line
from review.api.answers import answers
from review.api.bodies import json_value
from review.api.calls import Call, scoped, with_token
from review.api.document import STATED_LINES
from review.api.jobs import JobWire
from review.api.problems import CODES, ProblemError, ProblemWire, refused_upload
from review.api.sessions import SESSION, Changes, SessionSentWire, received
from review.api.wire import Wire
from review.domain.errors import Problem, UploadRefusedError
from review.domain.policy import Reason
from review.domain.tokens import Scope
from review.faults import Fault, fault_of
from review.payloads import check_combined
from review.payloads.lines import Line, Source, lines_of
from review.selectors.tokens import still_may_call
from review.wording import FAULTS

router = Router(tags=["sessions"], by_alias=True)
LINES = "application/x-ndjson"
TAKEN = (LINES, "application/jsonl")
PACKED = {"": False, "identity": False, "gzip": True}
STREAM: dict[str, Any] = {
    STATED_LINES: True,
    "parameters": [
        {"in": "header", "name": "Content-Encoding", "required": False, "schema": {"enum": ["gzip", "identity"]}}
    ],
    "requestBody": {"required": True, "content": {one: {"schema": SESSION} for one in TAKEN}},
}


class LineReceivedWire(SessionSentWire):
    """A line that was received: what that did."""

    line: int


class LineWaitsWire(Wire):
    """A line that is too large for a request: the job that receives it."""

    line: int
    job: JobWire


class LineRefusedWire(ProblemWire):
    """A line that was refused: the problem, as it would be answered to `POST sessions`."""

    line: int


class EndWire(Wire):
    """The last line: how many lines were received, and how many refused."""

    done: int
    refused: int


@router.post(
    "/sessions/stream",
    response=answers(
        LineReceivedWire | LineWaitsWire | LineRefusedWire | EndWire, also=dict.fromkeys((411, 415), ProblemWire)
    ),
    operation_id="session_stream",
    url_name="session_stream",
    openapi_extra=STREAM,
)
@scoped(Scope.INGEST)
def stream(request: Call, changes: Changes = "refuse") -> StreamingHttpResponse:
    """Receive sessions, a line each, with their extractions if they have some; each line is answered by a line.

    A line that is refused does not stop the others. The last line counts both: without it, the stream was cut, and the
    lines without an answer are to be sent again. The status is 200 whatever the lines say.
    """
    lines = lines_of(_source(request), is_packed=_is_packed(request))
    told = with_token(request, _answered(request, lines, accepts=changes == "accept"))
    response = StreamingHttpResponse(
        (json_line(one.model_dump(mode="json", by_alias=True)) for one in told), content_type=LINES
    )
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _is_packed(request: Call) -> bool:
    """Return whether the body is compressed; raise ProblemError where it is of another type, or packed otherwise."""
    encoding = request.headers.get("Content-Encoding", "").strip().lower()
    if request.content_type not in TAKEN or encoding not in PACKED:
        detail = _("Send lines of JSON as %(type)s, as they are or compressed with gzip.") % {"type": LINES}
        raise ProblemError(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "unsupported_type", detail)
    return PACKED[encoding]


def _source(request: Call) -> Source:
    """Return what the body is read from: Django reads a body without a length as an empty one.

    Raises:
        ProblemError: nobody can tell where the body ends.

    """
    if "chunked" not in request.headers.get("Transfer-Encoding", "").lower():
        return request
    if not request.META.get("wsgi.input_terminated"):
        detail = _("This server takes a body with its length alone. Send Content-Length.")
        raise ProblemError(HTTPStatus.LENGTH_REQUIRED, "length_required", detail)
    return cast("Source", request.META["wsgi.input"])


def _answered(request: Call, lines: Iterator[Line], *, accepts: bool) -> Iterator[BaseModel]:
    """Yield the answer to each line, and the last one, which follows at once where nothing more can be received."""
    counts, number, is_over = Counter[bool](), 0, False
    told: Wire | LineRefusedWire
    while not is_over:
        try:
            line = next(lines, None)
        except UnreadablePostError:
            return
        except UploadRefusedError as error:
            told, is_over = _refused(number + 1, refused_upload(error)), True
        else:
            if line is None:
                break
            number = line.number
            told, is_over = _answer(request, line, accepts=accepts)
        counts[isinstance(told, LineRefusedWire)] += 1
        yield told
    yield EndWire(done=counts[False], refused=counts[True])


def _answer(request: Call, line: Line, *, accepts: bool) -> tuple[Wire | LineRefusedWire, bool]:
    """Return the answer to a line, and whether the ones after it would be refused for the same reason."""
    try:
        return _received(request, line, accepts=accepts), False
    except UploadRefusedError as error:
        return _refused(line.number, refused_upload(error)), False
    except ProblemError as error:
        return _refused(line.number, error), error.status == HTTPStatus.FORBIDDEN
    except Exception as error:
        fault = fault_of(error)
        if fault is None:
            raise
        return _refused(line.number, _fault_problem(fault)), True


def _received(request: Call, line: Line, *, accepts: bool) -> LineReceivedWire | LineWaitsWire:
    if not still_may_call(request.auth, Scope.INGEST):
        raise ProblemError(HTTPStatus.FORBIDDEN, Reason.NOT_PERMITTED, _("The token does not hold any more."))
    if line.data is None:
        raise UploadRefusedError(Problem("line_too_long", "", {"limit": settings.REVIEW_MAX_FILE_BYTES}))
    payload = json_value(line.data)
    sent = received(request, payload, check_combined(payload), accepts=accepts)
    if isinstance(sent, JobWire):
        return LineWaitsWire(line=line.number, job=sent)
    return LineReceivedWire(line=line.number, **dict(sent))


def _refused(number: int, error: ProblemError) -> LineRefusedWire:
    return LineRefusedWire(line=number, **error.wire())


def _fault_problem(fault: Fault) -> ProblemError:
    status = HTTPStatus.INSUFFICIENT_STORAGE if fault is Fault.FULL else HTTPStatus.SERVICE_UNAVAILABLE
    return ProblemError(status, CODES[status], FAULTS[fault][1])
