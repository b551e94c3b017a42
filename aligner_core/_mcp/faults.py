"""What keeps a tool from answering, told so that a model or its person knows what to do."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING

from aligner_core._lazy import lazy_module
from aligner_core.client import ApiError, EvidenceReview, JobFailedError
from aligner_core.errors import AlignerError

if TYPE_CHECKING:
    import httpx
else:
    httpx = lazy_module("httpx", extra="client")

Connect = Callable[[], AbstractContextManager[EvidenceReview]]
"""Opens the API with the token of the caller."""


class Fault(StrEnum):
    """The codes of problems that the API does not name."""

    INVALID_REQUEST = "invalid_request"
    NOT_AUTHENTICATED = "not_authenticated"
    NOT_PERMITTED = "not_permitted"
    JOB_FAILED = "job_failed"
    UNREACHABLE = "unreachable"
    NO_API = "no_api"


_AGAIN = "Wait a minute, then call again."
_NOTHING_STORED = "Tell your person: nothing was stored."
WHAT_TO_DO: Mapping[str, str] = {
    Fault.NOT_AUTHENTICATED: "Ask your person for a token from the page API of the project: in EVIDENCE_REVIEW_TOKEN "
    "over stdio, in the header `Authorization: Bearer evr_…` over http.",
    Fault.JOB_FAILED: _NOTHING_STORED,
    Fault.UNREACHABLE: "Tell your person: the server has to run, and EVIDENCE_REVIEW_URL has to lead to it. "
    "check_quotes, check_claim, and find_evidence with messages work without it.",
    Fault.NO_API: "Tell your person: EVIDENCE_REVIEW_URL leads to something else than Evidence Review.",
    "messages_changed": "No tool overwrites stored messages: a person accepts them on the page Upload.",
    "not_found": "Take the number from an earlier answer; a token sees its own project alone.",
    "storage_full": _NOTHING_STORED,
    "too_many_requests": _AGAIN,
    "unavailable": _AGAIN,
    "unknown_cursor": "Ask again without a cursor.",
}
"""What to do about a problem, by its code."""
CORRECT_IT = "Correct what you sent, then call again."


class ToolFailedError(AlignerError):
    """A tool cannot answer: the `code` of the problem, what it is, and what to do."""

    def __init__(self, code: str, detail: str, advice: str = "") -> None:
        self.code = code
        advice = advice or WHAT_TO_DO.get(code, CORRECT_IT)
        super().__init__(" ".join(filter(None, (f"{code}:", detail.strip(), advice))))


@contextmanager
def asking(connect: Connect, *, scope: str) -> Iterator[EvidenceReview]:
    """Open the API for calls that take a token of a *scope*, and turn what it refuses into what to do.

    Raises:
        ToolFailedError: the API refused, or cannot be reached.

    """
    try:
        with connect() as review:
            yield review
    except ApiError as error:
        raise _refused(error, scope) from error
    except JobFailedError as error:
        raise ToolFailedError(Fault.JOB_FAILED, f"{error}.") from error
    except httpx.TransportError as error:
        raise ToolFailedError(Fault.UNREACHABLE, f"{error}.") from error
    except (KeyError, TypeError, ValueError) as error:
        raise ToolFailedError(Fault.NO_API, "The answer is none of the API.") from error


def _refused(error: ApiError, scope: str) -> ToolFailedError:
    if error.code == Fault.NOT_PERMITTED:
        advice = f"The token needs the scope `{scope}`, and its owner a role that may do it: a person issues another."
        return ToolFailedError(error.code, str(error.problem.get("detail", "")), advice)
    problems = error.problem.get("problems") or [error.problem]
    details = (" ".join(filter(None, (_where(one), str(one.get("detail", ""))))) for one in problems)
    return ToolFailedError(error.code, " ".join(dict.fromkeys(details)))


def _where(problem: Mapping[str, object]) -> str:
    return f"{problem['where']}:" if problem.get("where") else ""
