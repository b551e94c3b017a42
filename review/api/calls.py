"""Who calls: the token of a request, what it may do, and how often."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from http import HTTPStatus
from time import time
from typing import Any, TypeVar, cast

from django.contrib.auth.models import User
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from ninja.operation import Operation
from ninja.security import HttpBearer
from ninja.utils import contribute_operation_callback

from review.api.problems import ProblemError
from review.domain.limits import API_CALLS_A_MINUTE
from review.domain.policy import Reason
from review.domain.tokens import Scope, TokenInUse, using
from review.models import ApiToken, Project
from review.selectors.tokens import ends_soon, may_call, usable_token
from review.services.people.tokens import note_used

View = TypeVar("View", bound=Callable[..., Any])
Item = TypeVar("Item")
STATED_SCOPE = "x-scope"
"""Where an operation states its scope, until the document says it as its security."""
ENDS = "Token-Expires"
"""The header of an answer by which a program learns that its token ends soon."""
MINUTE = 60
_calls: Counter[tuple[int, int]] = Counter()
"""How many calls were made with a token in a minute, in this process."""


class Call(HttpRequest):
    """A request of a program with its token; its user is the owner of the token."""

    auth: ApiToken
    user: User

    @property
    def project(self) -> Project:
        """The project of the token: the only one that the program sees."""
        return self.auth.project


class Bearer(HttpBearer):
    """The token of a call, in the header `Authorization`."""

    def authenticate(self, request: HttpRequest, token: str) -> ApiToken | None:
        """Return the token; None unless it holds now. Its owner is the user of the request."""
        found = usable_token(token)
        if found is not None:
            request.user = request._cached_user = found.owner  # type: ignore[attr-defined]  # noqa: SLF001 - as Django keeps it
            _hold_back(found)
        return found


def project_of(request: HttpRequest) -> Project:
    """Return the project of the token: the only one that the program sees."""
    return cast("Call", request).auth.project


def scoped(scope: Scope) -> Callable[[View], View]:
    """Let only tokens with a scope call an operation, whose owners may do that now; the journal names the token.

    The document of the API states the scope.
    """

    def state_scope(operation: Operation) -> None:
        operation.openapi_extra = {**(operation.openapi_extra or {}), STATED_SCOPE: scope.value}

    def decorate(view: View) -> View:
        @wraps(view)
        def call(request: Call, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - of any operation
            token = request.auth
            if not may_call(token, scope):
                detail = _("This needs a token with the scope %(scope)s, of a person whose role covers it.")
                raise ProblemError(HTTPStatus.FORBIDDEN, Reason.NOT_PERMITTED, detail % {"scope": scope})
            note_used(token)
            with using(_named(token)):
                return view(request, *args, **kwargs)

        contribute_operation_callback(call, state_scope)
        return cast("View", call)

    return decorate


def with_token(request: Call, items: Iterable[Item]) -> Iterator[Item]:
    """Yield items, each made with the token of the call: a stream is made when the operation has returned."""
    source, token = iter(items), _named(request.auth)
    while True:
        with using(token):
            try:
                item = next(source)
            except StopIteration:
                return
        yield item


class TellEnds:
    """State in the answers to a program that its token ends soon."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Respond, with the end of the token if it is near."""
        response = self.get_response(request)
        token = getattr(request, "auth", None)
        if isinstance(token, ApiToken) and ends_soon(token, timezone.now()):
            response.headers[ENDS] = token.expires_at.isoformat()
        return response


def _named(token: ApiToken) -> TokenInUse:
    return TokenInUse(token.pk, token.name)


def _hold_back(token: ApiToken) -> None:
    """Count a call, and refuse those above the limit of this process."""
    now = time()
    minute = int(now // MINUTE)
    if (token.pk, minute) not in _calls:
        for old in [key for key in _calls if key[1] < minute]:
            del _calls[old]
    _calls[token.pk, minute] += 1
    if _calls[token.pk, minute] > API_CALLS_A_MINUTE:
        detail = _("Too many calls with this token. Wait a moment.")
        raise ProblemError(
            HTTPStatus.TOO_MANY_REQUESTS, "too_many_requests", detail, retry_after=MINUTE - int(now) % MINUTE
        )
