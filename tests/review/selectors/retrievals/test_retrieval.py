"""The search trail of a retrieval, the age of its chunks, and the filters of lists."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from review.models import Project, ReviewSession
from review.selectors.entries.entry_list import entry_list
from review.selectors.reader.session_list import session_pages
from review.selectors.retrievals.retrieval import (
    SearchStep,
    chunks_of,
    labels_in_order,
    retrieval_of,
    search_trail,
    step_of,
)
from review.services.promotion.stages import reject_entry
from review.services.repair.quotes import withdraw_quote
from review.services.retrievals import correct_source
from tests.factories import make_entry, make_project, make_retrieval, make_session, make_user, quotes_of

pytestmark = pytest.mark.django_db

WORDS = "The cache lives for one hour."


def sessions(user: User, **filters: str) -> list[ReviewSession]:
    return [row.session for row in session_pages(user, filters, None).rows]


@pytest.fixture
def project() -> Project:
    return make_project()


@pytest.fixture
def mina(project: Project) -> User:
    return make_user("mina", project=project)


def updated(*, days: float) -> dict[str, object]:
    moment = timezone.now() - timedelta(days=days)
    return {"title": "Cache", "content": WORDS, "metadata": {"lastUpdated": int(moment.timestamp() * 1000)}}


@pytest.mark.parametrize(
    ("event", "step"),
    [
        ("classification_search_started", SearchStep("classification_search_started", "classification", "started")),
        ("contextual_search_no_result", SearchStep("contextual_search_no_result", "contextual", "no_result")),
        ("keyword_search_skipped", SearchStep("keyword_search_skipped", "keyword", "skipped")),
        ("keyword_search_success:a:b", SearchStep("keyword_search_success:a:b", "keyword", "success", "a:b")),
        ("all_search_strategies_failed", SearchStep("all_search_strategies_failed", outcome="failed")),
        ("keyword_search_danced", SearchStep("keyword_search_danced")),
        ("reranked", SearchStep("reranked")),
        ("", SearchStep("")),
    ],
)
def test_step_of_parses_the_events_of_the_wire(event: str, step: SearchStep) -> None:
    assert step_of(event) == step


@pytest.mark.parametrize(
    ("events", "method", "keyword"),
    [
        (["classification_search_no_result", "contextual_search_success"], "contextual", ""),
        (["keyword_search_started", "keyword_search_success:페트병"], "keyword", "페트병"),
        (["all_search_strategies_failed"], "", ""),
        ([], "", ""),
    ],
)
def test_search_trail_names_the_strategy_that_succeeded(events: list[str], method: str, keyword: str) -> None:
    found = search_trail(make_retrieval([], events=events).retrieval)

    assert (found.method, found.keyword) == (method, keyword)


@pytest.mark.parametrize(
    ("days", "limit", "age", "is_stale"),
    [
        pytest.param(179.9, 180, 179, False, id="younger"),
        pytest.param(180.1, 180, 180, True, id="older"),
        pytest.param(400, 0, 400, False, id="none is stale"),
        pytest.param(2, 1, 2, True, id="another limit"),
        pytest.param(-3.5, 180, -4, False, id="in the future"),
    ],
)
def test_chunks_of_have_an_age(
    project: Project, mina: User, days: float, limit: int, age: int, *, is_stale: bool
) -> None:
    Project.objects.update(stale_after_days=limit)
    session = make_retrieval([updated(days=days)], project=project)
    fresh = ReviewSession.objects.select_related("project").get(pk=session.pk)

    [chunk] = chunks_of(fresh)

    assert (chunk.age, chunk.is_stale) == (age, is_stale)
    assert [found.pk for found in sessions(mina, sources="stale")] == ([session.pk] if is_stale else [])


@pytest.mark.parametrize("milliseconds", [None, 8_640_000_000_000_000, -8_640_000_000_000_000])
def test_chunks_of_have_no_age_without_a_day_of_the_calendar(milliseconds: int | None) -> None:
    chunk = {"content": WORDS, "metadata": {"lastUpdated": milliseconds}}

    [shown] = chunks_of(make_retrieval([chunk]))

    assert (shown.updated, shown.age, shown.is_stale) == (None, None, False)


def test_labels_in_order_are_titles_and_file_names() -> None:
    chunks = [
        {"title": "One", "fileName": "a.md", "content": "x"},
        {"title": "a.md", "fileName": "a.md", "content": "y"},
        {"content": "z"},
    ]

    assert labels_in_order(make_retrieval(chunks)) == ("One", "a.md")


def test_retrieval_of_a_conversation_is_none() -> None:
    assert retrieval_of(make_session(["hello"])) is None


def test_lists_are_narrowed_by_kind(project: Project, mina: User) -> None:
    talk = make_session([WORDS], project=project)
    found = make_retrieval([updated(days=1)], project=project)
    spoken, answered = make_entry(talk, [(0, WORDS)]), make_entry(found, [(0, WORDS)])

    assert sessions(mina, sources="conversation") == [talk]
    assert sessions(mina, sources="retrieval") == [found]
    assert list(entry_list(mina, {"sources": "conversation"})) == [spoken]
    assert list(entry_list(mina, {"sources": "retrieval"})) == [answered]
    assert len(sessions(mina)) == 2
    assert sessions(mina, project="another") == []
    assert len(sessions(mina, project="ledger")) == 2


def test_lists_are_narrowed_to_invented_sources_that_nobody_corrected(project: Project, mina: User) -> None:
    session = make_retrieval([updated(days=1)], project=project, answer="Yes.\n\nSource: `gone.md`")
    entry = session.entries.get()
    invented = {"sources": "invented"}

    assert sessions(mina, **invented) == [session]
    assert list(entry_list(mina, invented)) == [entry]
    source = entry.cited_sources.get()
    correct_source(source_id=source.pk, replacement="", reason="no such file", seen_version=1, actor=mina)
    assert sessions(mina, **invented) == []
    assert not entry_list(mina, invented).exists()


def test_sessions_with_rejected_answers_alone_invent_nothing(project: Project, mina: User) -> None:
    entry = make_retrieval([updated(days=1)], project=project, answer="Source: `gone.md`").entries.get()

    reject_entry(entry_id=entry.pk, reason="no", seen_version=1, actor=mina)

    assert sessions(mina, sources="invented") == []


def test_entries_are_narrowed_to_those_that_quote_a_stale_chunk(project: Project, mina: User) -> None:
    stale, fresh = updated(days=300), {**updated(days=3), "content": "Snapshots are kept for ninety days."}
    session = make_retrieval([stale, fresh], project=project)
    entry = make_entry(session, [(0, "lives for one hour"), (1, "kept for ninety days")])
    make_entry(session, [(1, "kept for ninety days"), (0, "nobody ever said this")], entryId="e-2")

    assert list(entry_list(mina, {"sources": "stale"})) == [entry]
    quote = quotes_of(entry)[0]
    withdraw_quote(quote_id=quote.pk, reason="old", seen_attempt=1, actor=mina)
    assert not entry_list(mina, {"sources": "stale"}).exists()


def test_a_session_of_several_answers_with_invented_sources_is_listed_once(project: Project, mina: User) -> None:
    session = make_retrieval([updated(days=1)], project=project, answer="Source: `gone.md`")
    make_entry(session, [], entryId="a-2", type="answer", body="Source: `lost.md`")

    assert entry_list(mina, {"sources": "invented"}).count() == 2
    assert sessions(mina, sources="invented") == [session]
    assert session_pages(mina, {"sources": "invented"}, None).count == "1"
