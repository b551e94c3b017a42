"""What answers rest on, over time: each as its model wrote it, added up by week and by run."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import islice

from django.db.models import QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from aligner_core.citations import AnswerEvaluation, EvaluationSum, sum_evaluations
from review.domain.limits import MAX_EVALUATED_ANSWERS, PAGE_SIZE
from review.models import Entry, Retrieval
from review.payloads import ANSWER
from review.selectors.access import Person, visible_entries
from review.selectors.retrievals.answers import Answer, checked_answers
from review.selectors.retrievals.retrieval import chunks_by_session
from review.selectors.runs.scope import WEEK, monday_of

PART = 100
"""How many answers are read at a time."""


@dataclass(frozen=True, slots=True)
class EvaluatedAnswer:
    """One answer with its evaluation, when it was received, and the name of its run; empty if that is not known."""

    entry: Entry
    moment: datetime
    run: str
    found: AnswerEvaluation

    @property
    def week(self) -> str:
        """The week in which it was received, in ISO 8601."""
        return week_name(monday_of(self.moment))


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Answers over time: weeks with the newest first, runs with most answers first, and the newest answers."""

    weeks: tuple[tuple[str, EvaluationSum], ...]
    runs: tuple[tuple[str, EvaluationSum], ...]
    whole: EvaluationSum
    newest: tuple[EvaluatedAnswer, ...]
    is_cut: bool
    """Whether there are older answers in the period that were not counted."""


def evaluation(user: Person, *, project: str = "", weeks: int) -> Evaluation:
    """Return the answers that a person sees of the last weeks, evaluated; the newest of them, if there are many."""
    entries = visible_entries(user)
    return evaluation_among(entries.filter(session__project__slug=project) if project else entries, weeks=weeks)


def evaluation_among(entries: QuerySet[Entry], *, weeks: int) -> Evaluation:
    """Return the answers among entries that were received in the last weeks, evaluated: the newest of many."""
    since = monday_of(timezone.now()) - (weeks - 1) * WEEK
    found = list(islice(evaluated_answers(entries, since=since), MAX_EVALUATED_ANSWERS + 1))
    counted = found[:MAX_EVALUATED_ANSWERS]
    by_run = _sums((one.run, one) for one in counted)
    return Evaluation(
        weeks=tuple(sorted(_sums((one.week, one) for one in counted), reverse=True)),
        runs=tuple(sorted(by_run, key=lambda row: (-row[1].answers, row[0]))),
        whole=sum_evaluations(one.found for one in counted),
        newest=tuple(counted[:PAGE_SIZE]),
        is_cut=len(found) > len(counted),
    )


def evaluated_answers(entries: QuerySet[Entry], *, since: date | None = None) -> Iterator[EvaluatedAnswer]:
    """Yield the answers to retrievals among entries, the newest first; five queries for each hundred."""
    retrieved = Retrieval.objects.order_by().values("session")
    answers = entries.filter(session__in=retrieved, type=ANSWER)
    answers = answers.annotate(received=Coalesce("extraction__received_at", "added_at"))
    if since is not None:
        answers = answers.filter(received__gte=timezone.make_aware(datetime.combine(since, datetime.min.time())))
    keys = answers.order_by("-received", "-pk").values_list("pk", "received").iterator(chunk_size=PART)
    while part := list(islice(keys, PART)):
        yield from _evaluated(part)


def week_name(monday: date) -> str:
    """Return the name of a week in ISO 8601.

    >>> week_name(date(2026, 11, 16))
    '2026-W47'
    """
    year, week, _ = (monday + timedelta(days=3)).isocalendar()
    return f"{year}-W{week:02}"


def evaluation_of(answer: Answer) -> AnswerEvaluation:
    """Return what an answer rests on, as its model wrote it: a person's correction of a source changes nothing here."""
    return AnswerEvaluation(
        cited_chunks=tuple(chunk.row.chunk_id for chunk in answer.chunks if chunk.index in answer.used),
        uncited_chunks=tuple(chunk.row.chunk_id for chunk in answer.chunks if chunk.index not in answer.used),
        context_relevance=answer.relevance if answer.worded else 0.0,
        invented=tuple(label for label, is_real in answer.line.sources().items() if not is_real),
        stale=() if answer.admits_age else tuple(chunk.title or chunk.row.chunk_id for chunk in answer.stale),
    )


def _evaluated(part: Sequence[tuple[int, datetime]]) -> Iterator[EvaluatedAnswer]:
    joined = Entry.objects.select_related("session__project", "extraction", "claim")
    found = joined.defer("extraction__canonical", "extraction__notes").in_bulk([key for key, _ in part])
    entries = [found[key] for key, _ in part]
    chunks = chunks_by_session({one.session_id: one.session.project.stale_after_days for one in entries})
    answers = checked_answers([(one, chunks.get(one.session_id, ())) for one in entries])
    for answer, (_, moment) in zip(answers, part, strict=True):
        yield EvaluatedAnswer(answer.entry, moment, answer.model, evaluation_of(answer))


def _sums(named: Iterable[tuple[str, EvaluatedAnswer]]) -> list[tuple[str, EvaluationSum]]:
    groups: dict[str, list[AnswerEvaluation]] = {}
    for name, one in named:
        groups.setdefault(name, []).append(one.found)
    return [(name, sum_evaluations(listed)) for name, listed in groups.items()]
