"""The failed quotes of a project, grouped by what is wrong with them."""

from typing import Annotated

from django.http import HttpResponse
from ninja import Query, Router
from pydantic import AfterValidator

from review.api.answers import answer, answers
from review.api.calls import Call, scoped
from review.api.entry_wire import DiagnosedWire, diagnosed_wire
from review.api.pages import cursor_of, link_next
from review.api.wire import KEYS, Offsets, Wire
from review.domain.failures import RANKS
from review.domain.tokens import Scope
from review.selectors.entries.stated import texts_of
from review.selectors.repair.failed_list import failed_page

router = Router(tags=["quotes"], by_alias=True)


def _known(group: str | None) -> str | None:
    if group is not None and group not in RANKS:
        message = f"one of {', '.join(RANKS)}"
        raise ValueError(message)
    return group


class FailedWire(DiagnosedWire):
    """A failed quote with its group: what is wrong with it, or that nobody looked yet."""

    group: str


class FailedQuotesWire(Wire):
    """A page of failed quotes, group by group."""

    items: list[FailedWire]
    next: str | None


@router.get("/failed", response=answers(FailedQuotesWire), operation_id="failed")
@scoped(Scope.READ)
def failed(
    request: Call,
    group: Annotated[str | None, AfterValidator(_known)] = None,
    session: Annotated[int | None, Query(ge=1, lt=KEYS)] = None,
    after: Annotated[str | None, Query(max_length=200)] = None,
    offsets: Offsets = "codepoints",
) -> HttpResponse:
    """Return a page of the failed quotes with their diagnoses and fixes, likeliest to be mended first."""
    filters = {"project": request.auth.project.slug, "diagnosis": group or "", "session": str(session or "")}
    page = failed_page(request.user, filters, cursor_of(after))
    rows = [(found.code, row) for found in page.groups for row in found.rows]
    texts = texts_of([row for _, row in rows]) if offsets == "utf16" else {}
    items = [FailedWire(**dict(diagnosed_wire(row, offsets, texts)), group=code) for code, row in rows]
    following = page.page.after or None
    response = answer(FailedQuotesWire(items=items, next=following))
    link_next(request, response, following)
    return response
