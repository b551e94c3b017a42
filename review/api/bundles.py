"""Audit bundles: sealed for a program, kept for some days with the statement about each, and checked."""

from datetime import datetime
from http import HTTPStatus
from typing import Any, Literal

from django.http import HttpResponse, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from ninja import Router
from pydantic import Field

from review.api.answers import answer, answers
from review.api.calls import Call, scoped
from review.api.entries import PageFilters, active_filters
from review.api.entry_acts import required_entry
from review.api.jobs import JobWire, job_wire
from review.api.problems import ProblemError, ProblemWire
from review.api.replays import ONCE, once
from review.api.sessions import required_session
from review.api.wire import Body, Json, Key, Whole, Wire
from review.domain.jobs import JobState
from review.domain.limits import API_PAGE_SIZE, MAX_BUNDLE_ENTRIES
from review.domain.tokens import Scope
from review.models import Entry, Job, JobFile
from review.selectors.bundles.checked import checked_bundle
from review.selectors.bundles.contents import (
    BundleScope,
    characters_of,
    entry_scope,
    filter_scope,
    session_scope,
    sizes_of,
)
from review.selectors.entries.entry_list import first_entries
from review.selectors.jobs import own_bundles, own_file, own_statement
from review.services.bundles.large import BUNDLE, is_large, is_too_large, seal_and_keep, start_bundle
from review.services.bundles.seal import Unsealed
from review.wording import UNSEALED

router = Router(tags=["bundles"], by_alias=True)
ZIP = "application/zip"
BINARY = {"schema": {"type": "string", "format": "binary"}}
STATUS = {Unsealed.NOT_PERMITTED: HTTPStatus.FORBIDDEN, Unsealed.CONFLICT: HTTPStatus.CONFLICT}
A_ZIP: dict[str, Any] = {"responses": {200: {"description": "The zip.", "content": {ZIP: BINARY}}}}
SENT_ZIP: dict[str, Any] = {"requestBody": {"required": True, "content": {ZIP: BINARY}}}


class BundleBody(Body):
    """What a bundle is of: one entry, a whole session, or the entries that filters leave; and what is left out."""

    entry: Whole | None = None
    session: Whole | None = None
    filter: PageFilters | None = None
    withhold: list[Literal["messages"]] = Field(default_factory=list, max_length=1)


class BundleWire(Wire):
    """A bundle that is kept: `digest` is the one that the journal records."""

    id: int
    state: JobState
    title: str
    digest: str
    size: int
    counts: dict[str, int]
    key_id: str
    sealed_at: datetime | None


class BundlesWire(Wire):
    """The bundles that were made with tokens of the owner for this project and are kept, newest first."""

    items: list[BundleWire]


class SignatureWire(Wire):
    """Who signed, by the id of the key."""

    keyid: str
    sig: str


class StatementWire(Wire):
    """A DSSE envelope with a statement of in-toto."""

    payload_type: str
    payload: str
    signatures: list[SignatureWire]


class IssueWire(Wire):
    """What was found in a bundle; `kind` is wrong, unchecked or withheld."""

    kind: str
    where: str
    what: str


class CheckedBundleWire(Wire):
    """What the verifier of the bundles finds: whether all holds, whether something is wrong, and its manifest."""

    is_whole: bool
    is_wrong: bool
    issues: list[IssueWire]
    unlisted: int
    manifest: Json


@router.post(
    "/bundles",
    response=answers(BundleWire, status=201, also={202: JobWire, 409: ProblemWire}),
    operation_id="bundle_seal",
    openapi_extra=ONCE,
)
@scoped(Scope.AUDIT)
@once
def seal(request: Call, body: BundleBody) -> HttpResponse:
    """Seal an audit bundle of one entry, a session, or the entries that filters leave; a job seals a large one.

    Each is journaled, and kept as long as jobs are listed.
    """
    scope, given, title = _scope(request, body)
    records, chars = sum(sizes_of(scope).values()), characters_of(scope)
    if is_too_large(records, chars):
        raise ProblemError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "bundle_too_large", _("Seal it with the command."))
    page = f"{given['page']}#{'-'.join(['api', *body.withhold])}"  # another job than that of a person on the page
    given = {**given, "project": request.auth.project_id, "page": page}
    if is_large(records, chars):
        job = start_bundle(request.user, title=title, page=page, given={**given, "withheld": body.withhold})
        return answer(job_wire(job), status=HTTPStatus.ACCEPTED)
    done = seal_and_keep(scope=scope, withheld=body.withhold, actor=request.user, title=title, given=given)
    if isinstance(done, Unsealed):
        raise ProblemError(STATUS.get(done, HTTPStatus.UNPROCESSABLE_ENTITY), done, UNSEALED[done])
    return answer(_wire(done), status=HTTPStatus.CREATED)


@router.get("/bundles", response=answers(BundlesWire), operation_id="bundles")
@scoped(Scope.AUDIT)
def bundles(request: Call) -> HttpResponse:
    """Return the newest bundles that are kept or being sealed."""
    jobs = own_bundles(request.user, request.auth.project, kind=BUNDLE)
    return answer(BundlesWire(items=[_wire(job) for job in jobs[:API_PAGE_SIZE]]))


@router.post(
    "/bundles/verify", response=answers(CheckedBundleWire), operation_id="bundle_verify", openapi_extra=SENT_ZIP
)
@scoped(Scope.AUDIT)
def verify(request: Call) -> HttpResponse:
    """Return what the offline verifier finds in a bundle; nothing of it is stored."""
    found = checked_bundle(request.body, name="bundle.zip")
    issues = [IssueWire(kind=one.kind, where=one.where, what=one.what) for one in found.issues]
    wire = CheckedBundleWire(
        is_whole=found.is_whole,
        is_wrong=found.is_wrong,
        issues=issues,
        unlisted=found.unlisted,
        manifest=dict(found.manifest),
    )
    return answer(wire)


@router.get(
    "/bundles/{pk}", response=answers(None, also={409: ProblemWire}), operation_id="bundle", openapi_extra=A_ZIP
)
@scoped(Scope.AUDIT)
def bundle(request: Call, pk: Key) -> HttpResponse:
    """Return the zip of a bundle that is kept."""
    file = _file(request, _required(request, pk))
    headers = {"Content-Disposition": f'attachment; filename="{file.name}"'}
    return HttpResponse(bytes(file.data), content_type=ZIP, headers=headers)


@router.get(
    "/bundles/{pk}/statement", response=answers(StatementWire, also={409: ProblemWire}), operation_id="bundle_statement"
)
@scoped(Scope.AUDIT)
def statement(request: Call, pk: Key) -> HttpResponse:
    """Return the statement of in-toto about a bundle, in a DSSE envelope signed by the key of the bundle."""
    job = _required(request, pk)
    _file(request, job)
    return HttpResponse(own_statement(request.user, job), content_type="application/json")


def _scope(request: Call, body: BundleBody) -> tuple[BundleScope, dict[str, object], str]:
    """Return what a bundle is of, as a job is given it, and its title."""
    if sum(one is not None for one in (body.entry, body.session, body.filter)) != 1:
        detail = _("Name one of entry, session and filter.")
        raise ProblemError(HTTPStatus.UNPROCESSABLE_ENTITY, "invalid_request", detail)
    if body.entry is not None:
        entry = required_entry(request, body.entry).entry
        page = reverse("review:entry_bundle", args=[entry.pk])
        return entry_scope(entry), {"kind": "entry", "key": entry.pk, "query": "", "page": page}, str(entry)
    if body.session is not None:
        session = required_session(request, body.session)
        page = reverse("review:session_bundle", args=[session.pk])
        return session_scope(session), {"kind": "session", "key": session.pk, "query": "", "page": page}, str(session)
    filters = active_filters(request, body.filter or PageFilters())
    keys = first_entries(request.user, filters, at_most=MAX_BUNDLE_ENTRIES + 1)
    if len(keys) > MAX_BUNDLE_ENTRIES:
        raise ProblemError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "bundle_too_large", _("Seal it with the command."))
    query = QueryDict(mutable=True)
    query.update(filters)
    page = f"{reverse('review:entries_bundle')}?{query.urlencode()}"
    given: dict[str, object] = {"kind": "entries", "key": None, "query": query.urlencode(), "page": page}
    return filter_scope(Entry.objects.filter(pk__in=keys), filters), given, _("Entries")


def _required(request: Call, key: int) -> Job:
    found = own_bundles(request.user, request.auth.project, kind=BUNDLE).filter(pk=key).first()
    if found is None:
        raise ProblemError(HTTPStatus.NOT_FOUND, "not_found")
    return found


def _file(request: Call, job: Job) -> JobFile:
    if job.is_open:
        detail = _("The bundle is not sealed yet. Ask for its job until that is done.")
        raise ProblemError(HTTPStatus.CONFLICT, "still_running", detail)
    file = own_file(request.user, job)
    if file is None:
        raise ProblemError(HTTPStatus.NOT_FOUND, "not_found")
    return file


def _wire(job: Job) -> BundleWire:
    return BundleWire(
        id=job.pk,
        state=JobState(job.state),
        title=job.title,
        digest=job.result.get("digest", ""),
        size=job.result.get("size", 0),
        counts=job.result.get("counts", {}),
        key_id=job.result.get("keyId", ""),
        sealed_at=job.ended_at,
    )
