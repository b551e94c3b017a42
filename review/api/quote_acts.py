"""What programs do to quotes: the acts of `review/acts/quotes.py`, and a split by words."""

from typing import Annotated

from django.http import HttpResponse
from ninja import Router
from pydantic import Field

from review.acts.quotes import QUOTE_ACTS, Repair
from review.api.act_forms import form_data, invalid, operation_of
from review.api.answers import acting, answer, answers, unless_known
from review.api.calls import Call, scoped
from review.api.entry_acts import Offered
from review.api.entry_wire import DiagnosedWire, diagnosed_wire, quote_wire
from review.api.problems import ProblemError, declined
from review.api.tags import IF_MATCH, seen_number
from review.api.wire import Body, Key, Offsets, Whole
from review.domain.tokens import Scope
from review.selectors.entries.stated import stated_quote, texts_of
from review.selectors.quotes.quote_rows import QuoteRow
from review.selectors.repair.diagnoses import with_diagnoses
from review.services.repair.quotes import Declined
from review.services.repair.realign_seen import realign_seen_quote
from review.services.repair.splitting import split_quote

router = Router(tags=["quotes"], by_alias=True)
OFFERED: dict[str, Offered] = {
    "retry": Offered(
        Scope.REPAIR,
        "retry",
        {"quote": "text", "messageIndex": "message_index"},
        summary="Search for other words, or in another message",
    ),
    "fix": Offered(Scope.REPAIR, "fix", {"fix": "fix"}, summary="Apply one of the offered fixes"),
    "choose": Offered(
        Scope.REPAIR, "choose", {"start": "start"}, summary="Choose the occurrence of an ambiguous quote"
    ),
    "withdraw": Offered(
        Scope.REPAIR, "withdraw", {"reason": "reason"}, summary="Withdraw a quote from the evidence; it stays listed"
    ),
    "restore_withdrawn": Offered(
        Scope.REPAIR, "restore-withdrawn", {"reason": "reason"}, summary="Let a withdrawn quote count again"
    ),
    "acknowledge": Offered(Scope.REPAIR, "acknowledge", {"reason": "reason"}, summary="Accept what differs critically"),
    "restore": Offered(
        Scope.REPAIR, "restore", {"attempt": "attempt"}, summary="Align the words of an earlier attempt again"
    ),
    "confirm": Offered(
        Scope.REPAIR,
        "confirm",
        {"messageVersion": "seen_version"},
        summary="Confirm the place of a quote in a new version of its message",
    ),
    "undo": Offered(Scope.REPAIR, "undo", {}, summary="Undo a split"),
}
"""By the name of the act."""
OF_PEOPLE = frozenset({"anchor"})
"""The act that programs cannot do: words that a person selects on the page."""
MAX_PARTS = 20


class PartBody(Body):
    """Words of one message."""

    quote: Annotated[str, Field(min_length=1)]
    message_index: Whole


class SplitBody(Body):
    """The parts of a quote, each in one message."""

    parts: Annotated[list[PartBody], Field(min_length=2, max_length=MAX_PARTS)]


def required_quote(request: Call, key: int) -> QuoteRow:
    """Return a quote of the project of the token; raise ProblemError if there is none."""
    found = stated_quote(request.auth.project, key)
    if found is None:
        raise ProblemError(404, "not_found")
    return found


@router.get("/quotes/{pk}", response=answers(DiagnosedWire, also={304: None}), operation_id="quote")
@scoped(Scope.READ)
def quote(request: Call, pk: Key, offsets: Offsets = "codepoints") -> HttpResponse:
    """Return a quote with what is wrong with it, and the fixes that work."""
    row = required_quote(request, pk)
    known = unless_known(request, row.current.attempt)
    if known is not None:
        return known
    [diagnosed] = with_diagnoses([row])
    texts = texts_of([row]) if offsets == "utf16" else {}
    return answer(diagnosed_wire(diagnosed, offsets, texts), tag=row.current.attempt)


def repair(request: Call, key: int, act: Repair, given: dict[str, object], names: dict[str, str]) -> HttpResponse:
    """Do an act to a quote whose newest attempt the caller has seen, and answer with the quote."""
    row, seen = _seen(request, key)
    form = act.form(form_data(given, names, seen_attempt=seen), row=row)
    if not form.is_valid():
        raise invalid(form, names)
    if form.obstacle is not None:
        raise declined(form.obstacle, current=lambda: _current(request, key))
    outcome = act.service(quote_id=key, actor=request.user, **form.cleaned_data)
    return _answered(request, key, outcome)


@router.post("/quotes/{pk}/split", response=acting(DiagnosedWire), operation_id="quote_split", openapi_extra=IF_MATCH)
@scoped(Scope.REPAIR)
def split(request: Call, pk: Key, body: SplitBody) -> HttpResponse:
    """Split a quote into parts, each in one message; all of them must align."""
    _, seen = _seen(request, pk)
    parts = [(part.quote, part.message_index) for part in body.parts]
    return _answered(request, pk, split_quote(quote_id=pk, parts=parts, seen_attempt=seen, actor=request.user))


@router.post(
    "/quotes/{pk}/realign", response=acting(DiagnosedWire), operation_id="quote_realign", openapi_extra=IF_MATCH
)
@scoped(Scope.REPAIR)
def realign(request: Call, pk: Key) -> HttpResponse:
    """Look for the words of a quote again, by the engine and settings of today; the same outcome changes nothing."""
    _, seen = _seen(request, pk)
    return _answered(request, pk, realign_seen_quote(quote_id=pk, seen_attempt=seen, actor=request.user))


def _seen(request: Call, key: int) -> tuple[QuoteRow, int]:
    row = required_quote(request, key)
    return row, seen_number(request, row.current.attempt, current=lambda: _current(request, key))


def _current(request: Call, key: int) -> object:
    return quote_wire(required_quote(request, key)).model_dump(mode="json", by_alias=True)


def _answered(request: Call, key: int, outcome: object) -> HttpResponse:
    if isinstance(outcome, Declined):
        raise declined(outcome.reason, current=lambda: _current(request, key))
    row = required_quote(request, key)
    [diagnosed] = with_diagnoses([row])
    return answer(diagnosed_wire(diagnosed, "codepoints", {}), tag=row.current.attempt)


def _add(name: str, offered: Offered) -> None:
    act: Repair = QUOTE_ACTS[name]

    def do(request: Call, key: int, given: dict[str, object]) -> HttpResponse:
        return repair(request, key, act, given, offered.names)

    router.post(
        f"/quotes/{{pk}}/{offered.ending}",
        response=acting(DiagnosedWire),
        operation_id=f"quote_{name}",
        url_name=f"quote_{name}",
        summary=offered.summary,
        openapi_extra=IF_MATCH,
    )(scoped(offered.scope)(operation_of(act.form, offered.names, do)))


for _name, _offered in OFFERED.items():
    _add(_name, _offered)
