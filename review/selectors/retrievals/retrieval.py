"""Retrievals: the chunks that were found for a question, their age, and the trail of the search."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import get_args

from django.db.models import BigIntegerField, Exists, ExpressionWrapper, F, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Cast, Left
from django.utils import timezone

from aligner_core.retrieval import Relevance
from review.models import Alignment, Chunk, CitedSource, Project, Retrieval, ReviewSession, SourceAge, Standing

DAY = timedelta(days=1)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
SKIPPED, STARTED, EMPTY, FOUND, FAILED = "skipped", "started", "no_result", "success", "failed"
RELEVANCES: tuple[Relevance, ...] = get_args(Relevance)
METHODS = ("classification", "contextual", "keyword")
BEGINNING_CHARS = 200
"""How much of a chunk is read to weigh it: more than the excerpt by which an answer is said to use it."""


@dataclass(frozen=True, slots=True)
class ShownChunk:
    """A chunk with its age."""

    row: Chunk
    index: int
    title: str
    content: str
    updated: datetime | None
    age: int | None
    """Whole days since its last update."""
    is_stale: bool

    @property
    def relevance(self) -> Relevance | None:
        """The relevance that the retriever gave it, if any."""
        return next((known for known in RELEVANCES if known == self.row.relevance), None)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels that an answer may use for it: its title and its file name."""
        return tuple(dict.fromkeys(label for label in (self.title, self.row.file_name) if label))


@dataclass(frozen=True, slots=True)
class SearchStep:
    """One event of the search: a strategy and its outcome."""

    text: str
    method: str = ""
    outcome: str = ""
    keyword: str = ""


@dataclass(frozen=True, slots=True)
class SearchTrail:
    """The steps of the search that found the chunks of a retrieval."""

    row: Retrieval
    steps: tuple[SearchStep, ...]

    @property
    def method(self) -> str:
        """The strategy that succeeded; empty if the trail has none."""
        return next((step.method for step in self.steps if step.outcome == FOUND), "")

    @property
    def keyword(self) -> str:
        """The keyword that succeeded, if the search was by keyword."""
        return next((step.keyword for step in self.steps if step.outcome == FOUND), "")


def retrieval_of(session: ReviewSession) -> Retrieval | None:
    """Return the retrieval of a session; None for a conversation."""
    return getattr(session, "retrieval", None)


def search_trail(retrieval: Retrieval) -> SearchTrail:
    """Return the search trail of a retrieval."""
    return SearchTrail(retrieval, tuple(step_of(str(event)) for event in retrieval.events))


def step_of(event: str) -> SearchStep:
    """Parse one event of a trail; an event of unknown form is kept as it is.

    >>> step_of("keyword_search_success:페트병")
    SearchStep(text='keyword_search_success:페트병', method='keyword', outcome='success', keyword='페트병')
    """
    name, _, keyword = event.partition(":")
    for method in METHODS:
        outcome = name.removeprefix(f"{method}_search_")
        if outcome != name and outcome in {SKIPPED, STARTED, EMPTY, FOUND}:
            return SearchStep(event, method, outcome, keyword)
    return SearchStep(event, outcome=FAILED if name == "all_search_strategies_failed" else "")


def chunks_of(session: ReviewSession, *, indexes: Sequence[int] | None = None) -> tuple[ShownChunk, ...]:
    """Return the chunks of a retrieval in order, with their current age; one query."""
    rows = Chunk.objects.filter(message__session=session).select_related("message").order_by("message__index")
    if indexes is not None:
        rows = rows.filter(message__index__in=indexes)
    limit, now = session.project.stale_after_days, timezone.now()
    return tuple(_shown(row, row.message.content, limit=limit, now=now) for row in rows)


def chunks_by_session(limits: Mapping[int, int]) -> Mapping[int, tuple[ShownChunk, ...]]:
    """Return the chunks of several sessions by key, with the beginnings of their texts alone; one query.

    *limits* are the days after which a source of each session is stale.
    """
    rows = Chunk.objects.filter(message__session__in=limits).select_related("message").defer("message__content")
    begun = rows.annotate(beginning=Left("message__content", BEGINNING_CHARS)).order_by("message__index")
    now, chunks = timezone.now(), dict[int, list[ShownChunk]]()
    for row in begun:
        key = row.message.session_id
        chunks.setdefault(key, []).append(_shown(row, row.beginning, limit=limits[key], now=now))
    return {key: tuple(listed) for key, listed in chunks.items()}


def chunk_ids_of(session: ReviewSession) -> tuple[str, ...]:
    """Return the ids of the chunks of a session, in the order of its messages; none of a conversation."""
    if retrieval_of(session) is None:
        return ()
    chunks = Chunk.objects.filter(message__session=session).order_by("message__index")
    return tuple(chunks.values_list("chunk_id", flat=True))


def labels_in_order(session: ReviewSession) -> tuple[str, ...]:
    """Return every label that an answer may use in its source line, in the order of the chunks, each once."""
    return tuple(dict.fromkeys(label for chunk in chunks_of(session) for label in chunk.labels))


def wire_of(chunk: ShownChunk) -> dict[str, object]:
    """Return what citing needs of a chunk, in its wire form."""
    return {
        "title": chunk.title,
        "fileName": chunk.row.file_name,
        "source": chunk.row.source,
        "score": chunk.row.score,
        "metadata": {"lastUpdated": chunk.row.last_updated},
    }


def stale_chunks(chunks: QuerySet[Chunk]) -> QuerySet[Chunk]:
    """Narrow chunks to those strictly older than their project allows; a limit of 0 days means that none is stale."""
    days = F("message__session__project__stale_after_days")
    now = (timezone.now() - EPOCH) // timedelta(milliseconds=1)
    allowed = Cast(days, BigIntegerField()) * Value(DAY // timedelta(milliseconds=1), BigIntegerField())
    oldest = ExpressionWrapper(Value(now, BigIntegerField()) - allowed, BigIntegerField())
    return chunks.filter(message__session__project__stale_after_days__gt=0, last_updated__lt=oldest)


def stale_before(days: int) -> int | None:
    """Return the time, in milliseconds, before which an update is stale; None with a limit of 0."""
    return (timezone.now() - EPOCH - days * DAY) // timedelta(milliseconds=1) if days else None


def stale_ages(projects: Iterable[int], *, of_entries: bool) -> list[QuerySet[SourceAge]]:
    """Return the ages of entries that quote a stale chunk, or of retrievals with one, one queryset per project."""
    limits = Project.objects.filter(pk__in=projects, stale_after_days__gt=0).order_by("pk")
    ages = SourceAge.objects.filter(entry__isnull=not of_entries)
    return [
        ages.filter(project=project, updated__lt=stale_before(days))
        for project, days in limits.values_list("pk", "stale_after_days")
    ]


def invented_sources() -> QuerySet[CitedSource]:
    """Return the sources that answers invented and nobody has corrected."""
    return CitedSource.objects.filter(is_real=False, corrections__isnull=True)


def sessions_with(sources: str) -> Q:
    """Match conversations, retrievals, or retrievals with invented or stale sources."""
    match sources:
        case "invented":
            invented = invented_sources().filter(entry__session=OuterRef("pk"), entry__rejected_at__isnull=True)
            return Q(Exists(invented))
        case "stale":
            return Q(Exists(stale_chunks(Chunk.objects.filter(message__session=OuterRef("pk")))))
        case _:
            return Q(retrieval__isnull=sources != "retrieval")


def entries_with(sources: str) -> Q:
    """Match entries of conversations or of retrievals, those that invent a source, or those that quote a stale one."""
    match sources:
        case "invented":
            return Q(Exists(invented_sources().filter(entry=OuterRef("pk"))))
        case "stale":
            found = Alignment.objects.filter(
                quote__entry=OuterRef(OuterRef("pk")),
                quote__standing=Standing.COUNTS,
                quote__current=F("pk"),
                span_start__isnull=False,
            )
            return Q(Exists(stale_chunks(Chunk.objects.filter(message__in=found.values("message")))))
        case _:
            return Q(session__retrieval__isnull=sources != "retrieval")


def _shown(row: Chunk, content: str, *, limit: int, now: datetime) -> ShownChunk:
    updated = None if row.last_updated is None else _moment(row.last_updated)
    age = None if updated is None else now - updated
    return ShownChunk(
        row=row,
        index=row.message.index,
        title=row.message.name,
        content=content,
        updated=updated,
        age=None if age is None else age // DAY,
        is_stale=bool(limit) and age is not None and age > limit * DAY,
    )


def _moment(milliseconds: int) -> datetime | None:
    """Return the local time of a timestamp in milliseconds; None if it is beyond the calendar."""
    try:
        return timezone.localtime(EPOCH + timedelta(milliseconds=milliseconds))
    except OverflowError:
        return None
