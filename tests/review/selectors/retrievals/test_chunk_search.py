"""A search in the chunks of a stored retrieval, with the context and the block that a model gets of it."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from aligner_core.retrieval import BM25Retriever, build_answer_context, parse_retrieval, search
from review.domain.limits import MAX_SEARCHED_CHUNK_CHARS
from review.models import Project
from review.selectors.retrievals.chunk_search import ChunkQuery, search_in
from review.selectors.retrievals.citing import trace_block
from review.selectors.retrievals.retrieval import chunks_of
from tests.factories import make_project, make_retrieval

pytestmark = pytest.mark.django_db

OLD = int((timezone.now() - timedelta(days=40)).timestamp() * 1000)
CHUNKS: list[dict[str, Any]] = [
    {"title": "bottles", "content": "라벨을 제거한다.", "matchedTags": ["라벨"], "metadata": {"lastUpdated": OLD}},
    {"title": "glass", "content": "뚜껑을 연다."},
]
QUESTION = "페트병의 라벨은?"


def test_search_in_finds_what_the_core_finds() -> None:
    session = make_retrieval(CHUNKS)

    found = search_in(session, ChunkQuery(QUESTION, tips={"라벨": "먼저 뗀다."}, language="ko"))

    numbered = [{"chunkId": f"c-{number}", **chunk} for number, chunk in enumerate(CHUNKS)]
    expected = search(QUESTION, BM25Retriever(parse_retrieval({"chunks": numbered}).chunks))
    assert found.output == expected
    assert [(one.chunk.index, one.evidence.chunk_id) for one in found.found] == [(0, "c-0")]
    assert [step.outcome for step in found.steps] == ["skipped", "started", "success", "skipped"]
    assert found.context == build_answer_context(
        expected.disposal_rules, expected.evidence, instruction_for_tag={"라벨": "먼저 뗀다."}.get
    )
    assert "- 라벨: 먼저 뗀다." in found.context
    assert (found.searched, found.total, found.is_cut) == (2, 2, False)


def test_search_in_goes_by_the_category_and_the_limit() -> None:
    session = make_retrieval([*CHUNKS, {"title": "more", "content": "라벨을 모은다."}])

    by_category = search_in(session, ChunkQuery("x", category="glass"))

    assert (by_category.output.search_method, [one.chunk.index for one in by_category.found]) == ("classification", [1])
    assert len(search_in(session, ChunkQuery("라벨", limit=1)).found) == 1
    assert len(search_in(session, ChunkQuery("라벨", limit=2)).found) == 2


def test_search_in_of_repeated_ids_leads_to_the_first_chunk() -> None:
    session = make_retrieval([{"chunkId": "same", **one} for one in CHUNKS])

    assert [one.chunk.index for one in search_in(session, ChunkQuery("뚜껑")).found] == [0]


def test_search_in_searches_a_limited_amount_of_text() -> None:
    long = [{"content": "라벨 " * 10}, {"content": "가" * MAX_SEARCHED_CHUNK_CHARS}, {"content": "뚜껑"}]

    found = search_in(make_retrieval(long), ChunkQuery("뚜껑"))

    assert (found.output.found, found.searched, found.total, found.is_cut) == (False, 1, 3, True)


def test_search_in_searches_the_beginning_of_a_first_chunk_that_is_too_long() -> None:
    found = search_in(make_retrieval([{"content": f"라벨 {'가' * MAX_SEARCHED_CHUNK_CHARS}"}]), ChunkQuery("라벨"))

    assert (found.output.found, found.searched) == (True, 1)


def test_search_in_nothing_finds_nothing() -> None:
    found = search_in(make_retrieval([]), ChunkQuery(QUESTION))

    assert (found.output.found, found.trace, found.context) == (False, "", "")


@pytest.mark.parametrize(("days", "says"), [(30, "오래됨(30일+)"), (50, ""), (0, "")])
def test_trace_block_has_the_stale_limit_of_the_project(days: int, says: str) -> None:
    project = make_project()
    Project.objects.filter(pk=project.pk).update(stale_after_days=days)
    session = make_retrieval(CHUNKS, project=project)
    session.project.refresh_from_db()

    block = trace_block(session.project, chunks_of(session))

    assert block.startswith("[CITATION TRACE]")
    assert "- `bottles` — 수정일" in block
    assert ("오래됨(" in block) == bool(says)
    assert says in block
