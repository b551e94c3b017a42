"""Entries: their list, one of them, and what is added to them."""

from typing import Annotated

from django.http import HttpResponse
from ninja import Query, Router
from pydantic import Field

from review.acts.attached import ADDING_ACTS, COMMENTING_ACTS
from review.api.act_forms import form_data, invalid
from review.api.answers import acting, answer, answers, unless_known
from review.api.calls import Call, scoped
from review.api.entry_acts import entry_answer, required_entry
from review.api.entry_wire import EntriesWire, EntryWire, entry_wire
from review.api.pages import cursor_of, link_next
from review.api.problems import ProblemError, ProblemWire, declined, refused
from review.api.replays import ONCE, once
from review.api.tags import IF_MATCH, seen_number
from review.api.wire import KEYS, PAGE, Body, Key, Limit, Offsets, Whole
from review.domain.limits import MAX_CLAIM_BODY_CHARS, MAX_CLAIM_TITLE_CHARS, MAX_COMMENT_CHARS, MAX_TYPE_CHARS
from review.domain.policy import Reason, Refused
from review.domain.tokens import Scope
from review.forms import EntryFilterForm, NewEntryForm
from review.models import ReviewSession
from review.selectors.entries.stated import EntryPick, entry_keys, stated_entries
from review.services.repair.adding import AlreadyQuoted
from review.services.repair.new_entries import EntryMade, add_entry
from review.services.repair.quotes import Declined
from review.wording import already_quoted_sentence

router = Router(tags=["entries"], by_alias=True)


class PageFilters(Body):
    """What narrows entries, as on their page."""

    stage: str = ""
    session: Annotated[int | None, Field(ge=1, lt=KEYS)] = None
    run: Annotated[str, Field(max_length=200)] = ""
    method: str = ""
    missing: str = ""
    reason: str = ""
    verdict: str = ""
    speaker: str = ""
    sources: str = ""
    origin: str = ""
    rejected: bool = False


class ExportFilters(PageFilters):
    """What narrows entries, as on their page, and by their type."""

    type: Annotated[str, Field(max_length=MAX_TYPE_CHARS)] = ""


class EntryFilters(ExportFilters):
    """What narrows a list of entries: that, and whether the evidence lacks anything."""

    blocked: bool | None = None


class WordsBody(Body):
    """Words of a message, to be found in it exactly once."""

    message_index: Whole
    quote: Annotated[str, Field(min_length=1)]


class NewEntryBody(Body):
    """A claim, and the words of a message that it rests on."""

    type: Annotated[str, Field(max_length=MAX_TYPE_CHARS)] = ""
    title: Annotated[str, Field(min_length=1, max_length=MAX_CLAIM_TITLE_CHARS)]
    body: Annotated[str, Field(max_length=MAX_CLAIM_BODY_CHARS)] = ""
    evidence: WordsBody


class CommentBody(Body):
    """A comment on an entry, or a reply to the comment with a number."""

    text: Annotated[str, Field(min_length=1, max_length=MAX_COMMENT_CHARS)]
    reply_to: Whole | None = None


WORDS = {"messageIndex": "message_index", "quote": "words"}


@router.get("/entries", response=answers(EntriesWire), operation_id="entries")
@scoped(Scope.READ)
def entries(
    request: Call,
    filters: Query[EntryFilters],
    after: Annotated[str | None, Query(max_length=200)] = None,
    limit: Limit = PAGE,
    offsets: Offsets = "codepoints",
) -> HttpResponse:
    """Return a page of entries, newest session first; rejected ones only where these are asked for."""
    pick = EntryPick(active_filters(request, filters), filters.type, blocked=filters.blocked)
    page = entry_keys(request.user, pick, cursor_of(after), limit=limit)
    keys = [place[-1] for place in page.places]
    found = stated_entries(request.auth.project, keys, with_texts=offsets == "utf16")
    following = page.after or None
    response = answer(EntriesWire(items=[entry_wire(one, offsets) for one in found], next=following))
    link_next(request, response, following)
    return response


def active_filters(request: Call, filters: PageFilters) -> dict[str, str]:
    """Return the filters of a list, as its page has them; raise ProblemError where one is not known."""
    given = filters.model_dump(exclude={"type", "blocked"}, exclude_defaults=True)
    form = EntryFilterForm({name: str(value) for name, value in given.items()}, user=request.user)
    if not form.is_valid():
        raise invalid(form, {name: name for name in given})
    return {**form.active_filters(), "project": request.auth.project.slug}


@router.get("/entries/{pk}", response=answers(EntryWire, also={304: None}), operation_id="entry")
@scoped(Scope.READ)
def entry(
    request: Call,
    pk: Key,
    offsets: Offsets = "codepoints",
    marks: Annotated[bool, Query()] = False,  # noqa: FBT002
) -> HttpResponse:
    """Return an entry with the outcome of each quote; its ETag is its version.

    With `marks`, what is wrong with its claim is judged and answered, also to who has this version: messages that are
    added around its quotes may change it.
    """
    found = required_entry(request, pk, with_texts=offsets == "utf16", with_marks=marks)
    known = None if marks else unless_known(request, found.entry.version)
    return known or answer(entry_wire(found, offsets), tag=found.entry.version)


@router.post(
    "/sessions/{pk}/entries",
    response=answers(EntryWire, status=201, also={200: EntryWire, 409: ProblemWire, 412: ProblemWire}),
    operation_id="entry_add",
    openapi_extra=ONCE,
)
@scoped(Scope.REPAIR)
@once
def new_entry(request: Call, pk: Key, body: NewEntryBody) -> HttpResponse:
    """Add an entry that rests on words of a message; one that is there already is answered with 200."""
    session = ReviewSession.objects.filter(pk=pk, project=request.auth.project).select_related("project").first()
    if session is None:
        raise ProblemError(404, "not_found")
    given = {**body.model_dump(by_alias=True, exclude={"evidence"}), **body.evidence.model_dump(by_alias=True)}
    names = {"type": "type", "title": "title", "body": "body", **WORDS}
    form = NewEntryForm(form_data(given, names), session=session)
    if not form.is_valid():
        raise invalid(form, names)
    if form.selection is None:
        raise declined(Reason.CONFLICT, current=lambda: None)
    outcome = add_entry(session_id=session.pk, claim=form.claim(), selection=form.selection, actor=request.user)
    if isinstance(outcome, Declined):
        raise declined(outcome.reason, current=lambda: None)
    return entry_answer(request, outcome.entry.pk, status=201 if isinstance(outcome, EntryMade) else 200)


@router.post(
    "/entries/{pk}/quotes",
    response=acting(EntryWire, status=201),
    operation_id="quote_add",
    openapi_extra={"parameters": [*IF_MATCH["parameters"], *ONCE["parameters"]]},
)
@scoped(Scope.REPAIR)
@once
def add_quote(request: Call, pk: Key, body: WordsBody) -> HttpResponse:
    """Add words of a message to an entry as a quote."""
    act, stated = ADDING_ACTS["add_quote"], required_entry(request, pk)
    seen = seen_number(request, stated.entry.version, current=lambda: _current(request, pk))
    form = act.form(form_data(body.model_dump(by_alias=True), WORDS, seen_version=seen), entry=stated.entry)
    if not form.is_valid():
        raise invalid(form, WORDS)
    if form.obstacle is not None:
        raise declined(form.obstacle, current=lambda: _current(request, pk))
    outcome = act.service(entry_id=pk, actor=request.user, **form.cleaned_data)
    if isinstance(outcome, Declined):
        raise declined(outcome.reason, current=lambda: _current(request, pk))
    if isinstance(outcome, AlreadyQuoted):
        sentence = already_quoted_sentence(outcome.quote)
        raise ProblemError(409, "already_quoted", sentence, quote=outcome.quote.pk)
    return entry_answer(request, pk, status=201)


@router.post(
    "/entries/{pk}/comments",
    response=answers(EntryWire, status=201, also=dict.fromkeys((409, 412), ProblemWire)),
    operation_id="comment_add",
    openapi_extra=ONCE,
)
@scoped(Scope.REPAIR)
@once
def comment(request: Call, pk: Key, body: CommentBody) -> HttpResponse:
    """Comment on an entry, for the people who decide on it."""
    act, stated = COMMENTING_ACTS["comment"], required_entry(request, pk)
    names = {"text": "text", "replyTo": "reply_to"}
    form = act.form(form_data(body.model_dump(by_alias=True), names), entry=stated.entry)
    if not form.is_valid():
        raise invalid(form, names)
    outcome = act.service(entry_id=pk, actor=request.user, **form.cleaned_data)
    if isinstance(outcome, Refused):
        raise refused(outcome, current=lambda: _current(request, pk))
    return entry_answer(request, pk, status=201)


def _current(request: Call, key: int) -> object:
    return entry_wire(required_entry(request, key)).model_dump(mode="json", by_alias=True)
