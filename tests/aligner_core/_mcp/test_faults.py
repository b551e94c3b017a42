"""What a tool says when the server refuses, fails or is none: the code, what it is, and what to do."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from aligner_core._mcp.failed import failed_quotes
from aligner_core._mcp.faults import ToolFailedError
from aligner_core._mcp.memories import verified_memories
from aligner_core._mcp.places import find_evidence
from aligner_core.client import ApiError, EvidenceReview, JobFailedError


def answering(answer: Callable[[httpx.Request], httpx.Response]) -> Callable[[], Any]:
    """Return a way to a server that answers like this."""
    return lambda: EvidenceReview("http://review.test", "evr_x", tries=1, transport=httpx.MockTransport(answer))


def problem(status: int, code: str, **more: object) -> Callable[[], Any]:
    return answering(lambda _request: httpx.Response(status, json={"code": code, **more}))


@contextmanager
def failing(error: Exception) -> Iterator[EvidenceReview]:
    raise error
    yield


@pytest.mark.parametrize(
    ("connect", "code", "advice"),
    [
        (
            problem(401, "not_authenticated", detail="Send a token."),
            "not_authenticated",
            "Send a token. Ask your person",
        ),
        (problem(403, "not_permitted"), "not_permitted", "needs the scope `read`"),
        (problem(404, "not_found"), "not_found", "its own project alone"),
        (problem(404, "unknown_cursor"), "unknown_cursor", "without a cursor"),
        (problem(409, "messages_changed"), "messages_changed", "a person accepts them"),
        (problem(429, "too_many_requests"), "too_many_requests", "Wait a minute"),
        (problem(507, "storage_full"), "storage_full", "nothing was stored"),
        (
            problem(422, "x", problems=[{"where": "a.b", "detail": "No."}, {"detail": "Nor this."}]),
            "x",
            "a.b: No. Nor this. Correct what you sent",
        ),
        (answering(lambda _: httpx.Response(200, text="<html>")), "no_api", "something else than Evidence Review"),
        (answering(lambda _: httpx.Response(200, json=[1])), "no_api", "something else than Evidence Review"),
        (answering(lambda _: httpx.Response(302)), "no_api", "something else than Evidence Review"),
        (lambda: failing(httpx.ConnectError("refused")), "unreachable", "EVIDENCE_REVIEW_URL"),
        (lambda: failing(JobFailedError({"id": 3, "state": "failed"})), "job_failed", "nothing was stored"),
    ],
)
def test_a_refusal_says_what_to_do(connect: Callable[[], Any], code: str, advice: str) -> None:
    with pytest.raises(ToolFailedError) as told:
        failed_quotes(connect)

    assert told.value.code == code
    assert str(told.value).startswith(f"{code}: ")
    assert advice in str(told.value)


def test_the_tools_that_read_say_so() -> None:
    for tool in (
        lambda connect: find_evidence(connect, "a", session=1),
        verified_memories,
    ):
        with pytest.raises(ToolFailedError, match="scope `read`"):
            tool(problem(403, "not_permitted"))


def test_what_is_no_fault_of_the_server_is_raised_as_it_is() -> None:
    with pytest.raises(ZeroDivisionError):
        failed_quotes(lambda: failing(ZeroDivisionError()))


def test_an_error_of_the_api_stays_its_cause() -> None:
    with pytest.raises(ToolFailedError) as told:
        failed_quotes(problem(404, "not_found"))

    assert isinstance(told.value.__cause__, ApiError)
