"""Extractions: sent for a session, and what came of them as runs."""

import json
from typing import Annotated, Any

from django.http import HttpResponse
from ninja import Query, Router
from pydantic import Field

from aligner_core import Note
from aligner_core.formats import Run
from review.api.answers import answer, answers
from review.api.bodies import json_body
from review.api.calls import Call, scoped
from review.api.checks import EXTRACTION
from review.api.jobs import JobWire, job_wire
from review.api.problems import ProblemError, ProblemWire
from review.api.replays import ONCE, once
from review.api.wire import Key, Wire
from review.domain.extracting import ExtractorOff
from review.domain.tokens import Scope
from review.models import Extraction, ReviewSession, UploadDraft
from review.payloads import check_extraction
from review.selectors.ingest import visible_extractions
from review.selectors.runs.comparison import PairedEntries, compare_runs
from review.selectors.runs.run_counts import RunCounts
from review.selectors.runs.run_list import run_counts, run_list
from review.services.extracting.starting import start_extraction
from review.services.ingest.receive import ExtractionReceipt, receive_extraction
from review.services.ingest.sent import is_large_extraction, receive_later
from review.wording.extracting import EXTRACTOR_OFF

router = Router(tags=["extractions"], by_alias=True)
EXTRACTION_BODY: dict[str, Any] = {
    "requestBody": {"required": True, "content": {"application/json": {"schema": EXTRACTION}}}
}


class ExtractionSentWire(Wire):
    """What receiving an extraction did; `failed_quotes` were not found, `notes` say what was left out."""

    extraction: int
    digest: str
    created: bool
    entries: int
    quotes: int
    aligned: int
    failed_quotes: list[str]
    notes: list[Note]


class CountsWire(Wire):
    """The numbers of a run: its quotes by state as uploaded and now, and why quotes failed."""

    entries: int
    clean_on_arrival: int
    verified: int
    quotes_as_uploaded: dict[str, int]
    quotes_now: dict[str, int]
    reasons: dict[str, int]


class RunWire(Wire):
    """One extraction as a run."""

    id: int
    session: int
    digest: str
    run: Run
    counts: CountsWire
    notes: list[Note] = Field(default_factory=list)


class RunsWire(Wire):
    """The newest runs; `next` is what `before` takes for older ones."""

    items: list[RunWire]
    next: int | None


class PairWire(Wire):
    """An entry of the first run and the same of the second; one of them is null where a run lacks it."""

    a: int | None
    b: int | None
    a_claim: str | None
    b_claim: str | None


class ComparedWire(Wire):
    """Two runs of one session: what both have, what was reworded, and what only one has."""

    a: int
    b: int
    shared: list[PairWire]
    reworded: list[PairWire]
    only_a: list[PairWire]
    only_b: list[PairWire]


@router.post(
    "/sessions/{pk}/extractions",
    response=answers(ExtractionSentWire, also={201: ExtractionSentWire, 202: JobWire}),
    operation_id="extraction_send",
    openapi_extra=EXTRACTION_BODY,
)
@scoped(Scope.INGEST)
def send(request: Call, pk: Key) -> HttpResponse:
    """Align an extraction to its session and store it; the same one twice adds nothing. A job does a large one."""
    sessions = ReviewSession.objects.filter(pk=pk, project=request.auth.project)
    session = sessions.select_related("project").first()
    if session is None:
        raise ProblemError(404, "not_found")
    payload = json_body(request)
    checked = check_extraction(payload)
    if is_large_extraction(session, checked):
        draft = UploadDraft(
            project=session.project, created_by=request.user, session=session, extraction_json=json.dumps(payload)
        )
        return answer(job_wire(receive_later(draft, title=str(session))), status=202)
    received = receive_extraction(session=session, checked=checked, actor=request.user)
    return answer(sent_wire(received), status=201 if received.created else 200)


@router.post(
    "/sessions/{pk}/extract",
    response=answers(JobWire, status=202, also={409: ProblemWire}),
    operation_id="session_extract",
    openapi_extra=ONCE,
)
@scoped(Scope.INGEST)
@once
def extract(request: Call, pk: Key) -> HttpResponse:
    """Have the model of the project extract a session, by a job; its quotes are mended before they are stored."""
    sessions = ReviewSession.objects.filter(pk=pk, project=request.auth.project)
    session = sessions.select_related("project").first()
    if session is None:
        raise ProblemError(404, "not_found")
    outcome = start_extraction(session, actor=request.user)
    if isinstance(outcome, ExtractorOff):
        raise ProblemError(409, outcome, EXTRACTOR_OFF[outcome])
    return answer(job_wire(outcome), status=202)


def sent_wire(received: ExtractionReceipt) -> ExtractionSentWire:
    """Return what is answered of an extraction that was received."""
    entries = list(received.extraction.entries.prefetch_related("quotes__current"))
    quotes = [quote for entry in entries for quote in entry.quotes.all()]
    failed = [quote.text for quote in quotes if quote.counts and (quote.current is None or not quote.current.aligned)]
    return ExtractionSentWire(
        extraction=received.extraction.pk,
        digest=received.extraction.digest,
        created=received.created,
        entries=len(entries),
        quotes=len(quotes),
        aligned=len(quotes) - len(failed),
        failed_quotes=failed,
        notes=_notes(received.extraction),
    )


@router.get("/extractions/{pk}", response=answers(RunWire), operation_id="extraction")
@scoped(Scope.READ)
def extraction(request: Call, pk: Key) -> HttpResponse:
    """Return an extraction as a run, with what was left out of it."""
    found = _required(request, pk)
    return answer(_run(found, run_counts(found), with_notes=True))


@router.get("/runs", response=answers(RunsWire), operation_id="runs")
@scoped(Scope.READ)
def runs(request: Call, before: Annotated[int | None, Query(ge=1, lt=2**63)] = None) -> HttpResponse:
    """Return the newest runs of the project."""
    found = run_list(request.user, before=before, project=request.auth.project.slug)
    listed = sorted((one for maker in found.makers for one in maker.runs), key=lambda one: -one.extraction.pk)
    return answer(RunsWire(items=[_run(one.extraction, one.counts) for one in listed], next=found.older))


@router.get("/runs/compare", response=answers(ComparedWire), operation_id="runs_compare")
@scoped(Scope.READ)
def compare(
    request: Call,
    a: Annotated[int, Query(ge=1, lt=2**63)],
    b: Annotated[int, Query(ge=1, lt=2**63)],
) -> HttpResponse:
    """Return two runs of one session side by side."""
    first, second = _required(request, a), _required(request, b)
    if first.session_id != second.session_id:
        raise ProblemError(422, "other_session", "The runs are of different sessions.")
    found = compare_runs(first, second, request.user)
    pairs = {
        "shared": found.kept,
        "reworded": found.reworded,
        "only_a": found.lost,
        "only_b": found.new,
    }
    return answer(ComparedWire(a=a, b=b, **{name: list(map(_pair, some)) for name, some in pairs.items()}))


def _required(request: Call, key: int) -> Extraction:
    rows = visible_extractions(request.user).filter(session__project=request.auth.project)
    found = rows.filter(pk=key).first()
    if found is None:
        raise ProblemError(404, "not_found")
    return found


def _run(found: Extraction, counts: RunCounts, *, with_notes: bool = False) -> RunWire:
    return RunWire(
        id=found.pk,
        session=found.session_id,
        digest=found.digest,
        run=found.run,
        counts=CountsWire(
            entries=counts.entries,
            clean_on_arrival=counts.clear,
            verified=counts.verified,
            quotes_as_uploaded=dict(counts.first),
            quotes_now=dict(counts.now),
            reasons=dict(counts.reasons),
        ),
        notes=_notes(found) if with_notes else [],
    )


def _pair(pair: PairedEntries) -> PairWire:
    first, second = pair.first, pair.second
    return PairWire(
        a=None if first is None else first.pk,
        b=None if second is None else second.pk,
        a_claim=None if first is None else first.claim_title or first.claim_body,
        b_claim=None if second is None else second.claim_title or second.claim_body,
    )


def _notes(found: Extraction) -> list[Note]:
    return [Note.model_validate(note) for note in found.notes]
