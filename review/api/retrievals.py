"""Retrievals: chunks searched for a question, what a model answers from, and what answers rest on."""

from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import HttpResponse
from django.utils.translation import get_language
from ninja import Query, Router
from pydantic import Field, StrictStr

from aligner_core import ExtractionError
from aligner_core.citations import AnswerEvaluation, CitationLineCheck, EvaluationSum
from aligner_core.retrieval import (
    BM25Retriever,
    SearchRAGOutput,
    parse_retrieval,
    search,
    upload_from_documents,
)
from review.api.answers import answer, answers
from review.api.bodies import json_body
from review.api.calls import Call, scoped
from review.api.extractions import ExtractionSentWire, sent_wire
from review.api.jobs import JobWire
from review.api.problems import ProblemError, ProblemWire
from review.api.sessions import SessionSentWire, receive
from review.api.wire import Body, Key, Whole, Wire
from review.domain.errors import Problem, UploadRefusedError
from review.domain.limits import MAX_ANSWER_CHARS, MAX_FOUND_CHUNKS, MAX_SEARCH_CHARS, MAX_SEARCHED_CHUNK_CHARS
from review.domain.tokens import Scope
from review.models import Entry, Retrieval
from review.payloads import ANSWER, CheckedRetrieval, check_combined, check_extraction, with_answer
from review.payloads.checks import problem_of
from review.selectors.retrievals.answers import checked_answers
from review.selectors.retrievals.chunk_search import ChunkQuery, search_in
from review.selectors.retrievals.citing import checked_answer, trace_block
from review.selectors.retrievals.retrieval import chunks_of
from review.selectors.runs.answers import evaluation_among, evaluation_of
from review.services.ingest.receive import receive_extraction

router = Router(tags=["retrievals"], by_alias=True)
MAX_WEEKS, MAX_TIPS = 104, 200
RETRIEVAL_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {
                "schema": {
                    "type": "object",
                    "required": ["chunks"],
                    "properties": {
                        "retrievalId": {"type": ["string", "null"], "maxLength": 200},
                        "query": {"type": ["string", "null"]},
                        "chunks": {"type": "array"},
                        "events": {"type": "array"},
                        "answer": {"type": ["string", "null"]},
                        "model": {"type": "string"},
                        "extraction": {"type": "object"},
                    },
                }
            }
        },
    }
}
"""What the reader of retrievals takes; it is lenient item by item, and says what it left out."""
Question = Annotated[StrictStr, Field(min_length=1, max_length=MAX_SEARCH_CHARS)]
Category = Annotated[StrictStr, Field(max_length=MAX_SEARCH_CHARS)]
Found = Annotated[Whole, Field(ge=1, le=MAX_FOUND_CHUNKS)]


class ClassificationBody(Body):
    """How a question was classified."""

    major_category: Category
    minor_category: Category = ""


class SearchBody(Body):
    """A question, and the chunks to search in, as in a retrieval."""

    query: Question
    chunks: list[dict[str, Any]]
    classification: ClassificationBody | None = None
    limit: Found = 3


class ContextBody(Body):
    """A question to the chunks of a retrieval, its own if none is given, and texts by tag.

    `language` is that of the headings, where it is not the one that `Accept-Language` asks for.
    """

    query: Question | None = None
    classification: ClassificationBody | None = None
    limit: Found = 3
    language: Literal["ko", "en"] | None = None
    tips: Annotated[dict[str, StrictStr], Field(max_length=MAX_TIPS, default_factory=dict)]


class AnswerBody(Body):
    """An answer to a retrieval, by whom, and the quotes that it rests on."""

    answer: Annotated[StrictStr, Field(min_length=1, max_length=MAX_ANSWER_CHARS)]
    extractor: StrictStr = ""
    model: StrictStr = ""
    prompt_version: StrictStr = ""
    run_id: StrictStr = ""
    created_at: StrictStr = ""
    evidence: list[Any] = Field(default_factory=list)


class AnswerToCheckBody(Body):
    """An answer that is not stored."""

    answer: Annotated[StrictStr, Field(max_length=MAX_ANSWER_CHARS)]


class ContextWire(Wire):
    """What a search found, and the context of an answer."""

    search: SearchRAGOutput
    context: str


class TraceWire(Wire):
    """The block that asks a model to name its sources; with 0 days no source is stale."""

    block: str
    stale_after_days: int


class CheckedAnswerWire(Wire):
    """What an answer names, and what it rests on."""

    citations: CitationLineCheck
    evaluation: AnswerEvaluation


class StoredAnswerWire(CheckedAnswerWire):
    """A stored answer, with its model and the time when it was received."""

    entry: int
    model: str
    received_at: datetime | None


class StoredAnswersWire(Wire):
    """The answers to a retrieval, the oldest first."""

    items: list[StoredAnswerWire]


class EvaluationWire(Wire):
    """Answers by week and by run, the newest ones if `is_cut`."""

    weeks: dict[str, EvaluationSum]
    runs: dict[str, EvaluationSum]
    whole: EvaluationSum
    is_cut: bool


@router.post(
    "/retrievals",
    response=answers(SessionSentWire, also={201: SessionSentWire, 202: JobWire, 409: ProblemWire}),
    operation_id="retrieval_send",
    openapi_extra=RETRIEVAL_BODY,
)
@scoped(Scope.INGEST)
def send(request: Call) -> HttpResponse:
    """Receive a retrieval, with its answer if it has one; the same one twice adds nothing, and none ever changes."""
    given = json_body(request)
    payload = upload_from_documents(given) or given
    upload = check_combined(payload)
    if not isinstance(upload.session, CheckedRetrieval):
        raise UploadRefusedError(Problem("not_a_retrieval", "chunks", {}))
    return receive(request, payload, upload, accepts=False)


@router.post("/retrievals/search", response=answers(SearchRAGOutput), operation_id="retrieval_search")
@scoped(Scope.READ)
def search_chunks(request: Call, body: SearchBody) -> HttpResponse:  # noqa: ARG001 - who calls is checked around it
    """Search chunks that are sent: by category, else by the words of the question, else by a keyword."""
    try:
        upload = parse_retrieval({"chunks": body.chunks})
    except ExtractionError as error:
        raise UploadRefusedError(problem_of(error)) from error
    if sum(len(chunk.content) + len(chunk.title) for chunk in upload.chunks) > MAX_SEARCHED_CHUNK_CHARS:
        raise UploadRefusedError(Problem("text_too_long", "chunks", {"limit": MAX_SEARCHED_CHUNK_CHARS}))
    named = body.classification.model_dump() if body.classification else None
    return answer(search(body.query, BM25Retriever(upload.chunks), classification=named, limit=body.limit))


@router.get("/retrievals/evaluation", response=answers(EvaluationWire), operation_id="retrieval_evaluation")
@scoped(Scope.READ)
def evaluation(request: Call, weeks: Annotated[int, Query(ge=1, le=MAX_WEEKS)] = 8) -> HttpResponse:
    """Return what the answers of the last weeks rest on, by week and by run, as their models wrote them."""
    found = evaluation_among(Entry.objects.filter(session__project=request.auth.project), weeks=weeks)
    return answer(
        EvaluationWire(weeks=dict(found.weeks), runs=dict(found.runs), whole=found.whole, is_cut=found.is_cut)
    )


@router.get("/retrievals/{pk}/context", response=answers(ContextWire), operation_id="retrieval_context")
@scoped(Scope.READ)
def own_context(request: Call, pk: Key) -> HttpResponse:
    """Return the context of an answer to the question of a retrieval."""
    return _context(required_retrieval(request, pk), ContextBody())


@router.post("/retrievals/{pk}/context", response=answers(ContextWire), operation_id="retrieval_ask")
@scoped(Scope.READ)
def context(request: Call, pk: Key, body: ContextBody) -> HttpResponse:
    """Search the chunks of a retrieval, and return the context of an answer with tips for the tags that are found."""
    return _context(required_retrieval(request, pk), body)


@router.get("/retrievals/{pk}/trace", response=answers(TraceWire), operation_id="retrieval_trace")
@scoped(Scope.READ)
def trace(request: Call, pk: Key) -> HttpResponse:
    """Return the block that asks a model to name its sources, with the stale limit of the project."""
    session = required_retrieval(request, pk).session
    block = trace_block(session.project, chunks_of(session))
    return answer(TraceWire(block=block, stale_after_days=session.project.stale_after_days))


@router.get("/retrievals/{pk}/citations", response=answers(StoredAnswersWire), operation_id="retrieval_citations")
@scoped(Scope.READ)
def citations(request: Call, pk: Key) -> HttpResponse:
    """Return what each answer to a retrieval names and rests on."""
    session = required_retrieval(request, pk).session
    chunks = chunks_of(session)
    entries = session.entries.filter(type=ANSWER).select_related("extraction", "session__project").order_by("pk")
    items = [
        StoredAnswerWire(
            entry=one.entry.pk,
            model=one.model,
            received_at=one.received,
            citations=one.line,
            evaluation=evaluation_of(one),
        )
        for one in checked_answers([(entry, chunks) for entry in entries])
    ]
    return answer(StoredAnswersWire(items=items))


@router.post("/retrievals/{pk}/citations", response=answers(CheckedAnswerWire), operation_id="retrieval_check")
@scoped(Scope.READ)
def check(request: Call, pk: Key, body: AnswerToCheckBody) -> HttpResponse:
    """Check an answer against the chunks of a retrieval, and store nothing."""
    retrieval = required_retrieval(request, pk)
    found = checked_answer(retrieval, body.answer, chunks_of(retrieval.session))
    return answer(CheckedAnswerWire(citations=found.line, evaluation=found.found))


@router.post(
    "/retrievals/{pk}/answers",
    response=answers(ExtractionSentWire, also={201: ExtractionSentWire}),
    operation_id="retrieval_answer",
)
@scoped(Scope.INGEST)
def add_answer(request: Call, pk: Key, body: AnswerBody) -> HttpResponse:
    """Receive another answer to a retrieval, with its model; each is kept, and the same one twice adds nothing."""
    retrieval = required_retrieval(request, pk)
    named = body.model_dump(by_alias=True, exclude={"answer", "evidence"})
    run = {key: value for key, value in named.items() if value}
    extraction = {"evidence": body.evidence, **({"run": run} if run else {})}
    checked = check_extraction(with_answer(extraction, query=retrieval.query, answer=body.answer))
    receipt = receive_extraction(session=retrieval.session, checked=checked, actor=request.user)
    return answer(sent_wire(receipt), status=201 if receipt.created else 200)


def required_retrieval(request: Call, key: int) -> Retrieval:
    """Return the retrieval of a session of the project of the token; raise ProblemError if there is none."""
    rows = Retrieval.objects.filter(session=key, session__project=request.auth.project)
    found = rows.select_related("session__project").first()
    if found is None:
        raise ProblemError(404, "not_found")
    return found


def _context(retrieval: Retrieval, body: ContextBody) -> HttpResponse:
    named = body.classification
    query = ChunkQuery(
        question=body.query or retrieval.query[:MAX_SEARCH_CHARS],
        category=named.major_category if named else "",
        subcategory=named.minor_category if named else "",
        limit=body.limit,
        tips=body.tips,
        language=body.language or get_language() or "",
    )
    found = search_in(retrieval.session, query)
    return answer(ContextWire(search=found.output, context=found.context))
