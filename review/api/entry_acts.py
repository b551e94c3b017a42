"""What programs do to entries: the acts of `review/acts/entries.py` but for those that take a person."""

from dataclasses import dataclass
from typing import NamedTuple

from django.http import HttpResponse
from ninja import Router

from review.acts.act import Decision
from review.acts.entries import ENTRY_ACTS
from review.api.act_forms import form_data, invalid, operation_of
from review.api.answers import acting, answer
from review.api.calls import Call, scoped
from review.api.entry_wire import EntryWire, entry_wire
from review.api.problems import ProblemError, refused
from review.api.tags import IF_MATCH, seen_number
from review.api.wire import Key
from review.domain.policy import Refused
from review.domain.tokens import Scope
from review.selectors.entries.stated import StatedEntry, stated_entry

router = Router(tags=["entries"], by_alias=True)


class Offered(NamedTuple):
    """An act as programs call it: the scope it needs, the end of its address, its method and the keys of its body.

    `summary` says what it does, for an act without words of its own.
    """

    scope: Scope
    ending: str
    names: dict[str, str]
    method: str = "POST"
    summary: str = ""


OFFERED: dict[str, Offered] = {
    "promote": Offered(Scope.PROMOTE, "promote", {"to": "to"}),
    "demote": Offered(Scope.PROMOTE, "demote", {"reason": "reason"}),
    "reject": Offered(Scope.PROMOTE, "reject", {"reason": "reason"}),
    "reopen": Offered(Scope.PROMOTE, "reopen", {}),
    "approve": Offered(Scope.PROMOTE, "approve", {}),
    "explain": Offered(Scope.PROMOTE, "explain", {"requirement": "requirement", "reason": "reason"}),
    "change": Offered(Scope.PROMOTE, "change", {"reason": "reason", "comment": "comment"}),
    "resolve": Offered(Scope.PROMOTE, "change/resolve", {}),
    "correct": Offered(Scope.REPAIR, "claim", {"title": "title", "body": "body"}, "PUT"),
    "confirm": Offered(Scope.REPAIR, "claim/confirm", {}),
}
"""By the name of the act. Certifying takes a password, overriding a typed number, assigning a person: pages only."""
OF_PEOPLE = frozenset({"certify", "override", "assign"})
"""The acts that programs cannot do."""


@dataclass(frozen=True, slots=True)
class EntryCall:
    """One call of an act on an entry."""

    request: Call
    entry: StatedEntry

    def wire(self) -> EntryWire:
        """Return the entry as it is now."""
        return entry_wire(required_entry(self.request, self.entry.entry.pk))


def required_entry(request: Call, key: int, *, with_texts: bool = False, with_marks: bool = False) -> StatedEntry:
    """Return an entry of the project of the token; raise ProblemError if there is none."""
    found = stated_entry(request.auth.project, key, with_texts=with_texts, with_marks=with_marks)
    if found is None:
        raise ProblemError(404, "not_found")
    return found


def entry_answer(request: Call, key: int, *, status: int = 200) -> HttpResponse:
    """Return the answer with an entry as it is now."""
    wire = entry_wire(required_entry(request, key))
    return answer(wire, status=status, tag=wire.version)


def decide(request: Call, key: int, act: Decision, given: dict[str, object], names: dict[str, str]) -> HttpResponse:
    """Do an act to an entry as the caller has seen it, and answer with the entry."""
    call = EntryCall(request, required_entry(request, key))
    entry = call.entry.entry
    seen = seen_number(request, entry.version, current=lambda: call.wire().model_dump(mode="json", by_alias=True))
    form = act.form(form_data(given, names, seen_version=seen), entry=entry)
    if not form.is_valid():
        raise invalid(form, names)
    decision = act.service(entry_id=key, actor=request.user, **form.cleaned_data)
    if isinstance(decision, Refused):
        raise refused(decision, current=lambda: call.wire().model_dump(mode="json", by_alias=True))
    return entry_answer(request, key)


def certify(request: Call, pk: Key) -> HttpResponse:
    """Refuse: certifying takes a person and a password, whatever the token."""
    required_entry(request, pk)
    raise ProblemError(403, "needs_person")


def _add(name: str, offered: Offered) -> None:
    act: Decision = ENTRY_ACTS[name]

    def do(request: Call, key: int, given: dict[str, object]) -> HttpResponse:
        return decide(request, key, act, given, offered.names)

    router.api_operation(
        [offered.method],
        f"/entries/{{pk}}/{offered.ending}",
        response=acting(EntryWire),
        operation_id=f"entry_{name}",
        url_name=f"entry_{name}",
        summary=str(act.wanted).replace(" %(stage)s", " a stage"),
        openapi_extra=IF_MATCH,
    )(scoped(offered.scope)(operation_of(act.form, offered.names, do)))


for _name, _offered in OFFERED.items():
    _add(_name, _offered)
router.post("/entries/{pk}/certify", response=acting(EntryWire), operation_id="entry_certify")(
    scoped(Scope.PROMOTE)(certify)
)
