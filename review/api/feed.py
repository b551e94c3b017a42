"""The feed: the events of a project after a number, and its verified memories with what no longer is one."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from ninja import Query, Router

from review.api.answers import answer, answers, unless_known
from review.api.calls import Call, scoped
from review.api.problems import ProblemError
from review.api.tags import set_tag
from review.api.wire import KEYS, Json, Wire
from review.domain.events import FEED_TYPES
from review.domain.limits import FEED_PAGE, MAX_FEED_PAGE
from review.domain.policy import Stage
from review.domain.tokens import Scope
from review.presentation.memories import FORMS
from review.selectors.feed.events import events_after
from review.selectors.feed.memories import memories_since
from review.services.feed.numbering import number_events

router = Router(tags=["feed"], by_alias=True)
MEDIA_TYPES: Mapping[str, str] = {
    "application/json": "json",
    "application/x-ndjson": "ndjson",
    "text/markdown": "markdown",
}
"""The forms of memories by what a program accepts; the first where it does not say."""
ALSO_AS: dict[str, Any] = {
    "responses": {200: {"content": {one: {"schema": {"type": "string"}} for one in list(MEDIA_TYPES)[1:]}}}
}
Number = Annotated[int, Query(ge=0, lt=KEYS)]
FeedLimit = Annotated[int, Query(ge=1, le=MAX_FEED_PAGE)]


class AuthorWire(Wire):
    """Who did something, and the name of the token where a program did it for them."""

    name: str
    token: str | None


class EventWire(Wire):
    """An event with its number in the feed."""

    number: int
    event_id: str
    type: str
    created_at: str
    by: AuthorWire
    session: int
    session_id: str
    entry: int | None
    entry_id: str | None
    payload: Json
    seq: int
    hash: str


class EventsWire(Wire):
    """Events in the order of their numbers, and the number to go on after."""

    items: list[EventWire]
    next: int


class ClaimWire(Wire):
    """The claim of a memory, and the number of its version."""

    title: str
    body: str
    version: int


class MemoryQuoteWire(Wire):
    """A quote of a memory with its proof; positions count code points."""

    id: int
    quote: str
    source: str
    message_index: int
    span_start: int
    span_end: int
    match_method: str
    confidence: float
    speaker: str
    permalink: str


class RevokeWire(Wire):
    """An entry that was verified, and no longer is."""

    op: Literal["revoke"]
    number: int
    id: int
    entry_id: str
    session_id: str
    changed_at: str
    by: AuthorWire


class UpsertWire(Wire):
    """An entry that is verified, as it is now."""

    op: Literal["upsert"]
    number: int
    id: int
    entry_id: str
    session_id: str
    changed_at: str
    by: AuthorWire
    stage: Stage
    type: str
    claim: ClaimWire
    quotes: list[MemoryQuoteWire]
    permalink: str


class MemoriesWire(Wire):
    """Memories in the order of their newest moves, and the number to go on after."""

    items: list[UpsertWire | RevokeWire]
    next: int


@router.get("/events", response=answers(EventsWire, also={304: None}), operation_id="events")
@scoped(Scope.AUDIT)
def events(request: Call, after: Number = 0, types: str = "", limit: FeedLimit = FEED_PAGE) -> HttpResponse:
    """Return the events of sessions after a number, of all types or of some, with commas between them.

    None is missed and none comes twice, whoever reads on with `next`. The ETag is `next`.
    """
    number_events()
    page = events_after(request.auth.project, after=after, types=_known(types), limit=limit)
    items = [EventWire.model_validate(one.wire()) for one in page.items]
    return unless_known(request, page.next) or answer(EventsWire(items=items, next=page.next), tag=page.next)


@router.get(
    "/memories", response=answers(MemoriesWire, also={304: None}), operation_id="memories", openapi_extra=ALSO_AS
)
@scoped(Scope.READ)
def memories(
    request: Call,
    since: Number = 0,
    limit: FeedLimit = FEED_PAGE,
    form: Annotated[Literal["", "json", "ndjson", "markdown"], Query(alias="format")] = "",
) -> HttpResponse:
    """Return each entry that was verified or no longer is, and moved after a number: once, as it is now.

    Also as application/x-ndjson, a line each and a last one with `next`, or as text/markdown with the quotes as
    footnotes: by the header `Accept`, or by `format`. The ETag is `next`.
    """
    number_events()
    page = memories_since(request.auth.project, since=since, limit=limit)
    known = unless_known(request, page.next)
    if known is not None:
        return known
    wanted = form or _accepted(request)
    wire = [one.wire(_base(request)) for one in page.items]
    if wanted == "json":
        response = answer(MemoriesWire.model_validate({"items": wire, "next": page.next}), tag=page.next)
    else:
        media_type = next(name for name, known_form in MEDIA_TYPES.items() if known_form == wanted)
        response = HttpResponse(FORMS[wanted](wire, next_number=page.next), content_type=f"{media_type}; charset=utf-8")
        set_tag(response, page.next)
    patch_vary_headers(response, ["Accept"])
    return response


def _known(types: str) -> tuple[str, ...]:
    """Return the types of a list, which has to name known ones."""
    wanted = tuple(filter(None, types.split(",")))
    unknown = [one for one in wanted if one not in FEED_TYPES]
    if unknown:
        detail = _("There is no type of event %(name)s.") % {"name": unknown[0][:100]}
        raise ProblemError(422, "invalid_request", detail)
    return wanted


def _accepted(request: HttpRequest) -> str:
    return MEDIA_TYPES[request.get_preferred_type(list(MEDIA_TYPES)) or "application/json"]


def _base(request: HttpRequest) -> str:
    """Return the address of the server; behind a proxy that ends TLS, Django sees http."""
    base = request.build_absolute_uri("/").rstrip("/")
    return base.replace("http://", "https://", 1) if settings.SESSION_COOKIE_SECURE else base
