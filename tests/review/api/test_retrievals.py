"""Retrievals over the API: received with their answers, searched, and evaluated."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from aligner_core.citations import build_citation_trace_block
from aligner_core.retrieval import BM25Retriever, parse_retrieval, search
from review.domain.limits import MAX_SEARCHED_CHUNK_CHARS
from review.models import Entry, Extraction, Project, Retrieval, ReviewSession
from tests.factories import make_project, make_retrieval, make_session
from tests.review.api.conftest import Program, Programs

pytestmark = pytest.mark.django_db

OLD = int((timezone.now() - timedelta(days=400)).timestamp() * 1000)
CHUNKS: list[dict[str, Any]] = [
    {
        "chunkId": "bottle",
        "title": "bottle.md",
        "content": "라벨을 제거한다.",
        "relevance": "high",
        "matchedTags": ["라벨"],
        "metadata": {"lastUpdated": OLD},
    },
    {"chunkId": "glass", "title": "glass.md", "content": "뚜껑을 연다.", "relevance": "low"},
]
QUERY = "페트병의 라벨은?"
UPLOAD = {"retrievalId": "r-1", "query": QUERY, "chunks": CHUNKS}
TOO_MUCH = "x" * (MAX_SEARCHED_CHUNK_CHARS + 1)
ANSWER = "라벨을 제거하세요 [S1]. 뚜껑은 [S7].\n\n*출처:* `bottle.md`"


@pytest.fixture
def project() -> Project:
    return make_project()


@pytest.fixture
def session(project: Project) -> ReviewSession:
    return make_retrieval(CHUNKS, project=project, query=QUERY)


@pytest.fixture
def bot(project: Project, program: Programs) -> Program:
    return program(project=project)


def test_retrieval_is_received_once_with_its_answer_and_model(bot: Program) -> None:
    first = bot.post("retrievals", {**UPLOAD, "answer": ANSWER, "model": "haru-1"})
    again = bot.post("retrievals", {**UPLOAD, "answer": ANSWER, "model": "haru-1"})

    assert (first.status, first.body["change"], first.body["added"]) == (201, "new", 2)
    assert (again.status, again.body["change"], again.body["extractions"][0]["created"]) == (200, "identical", False)
    assert Retrieval.objects.count() == 1
    assert (Entry.objects.get().body, Extraction.objects.get().model) == (ANSWER, "haru-1")


def test_retrieval_gets_any_number_of_answers(bot: Program) -> None:
    for model in ("haru-1", "haru-2"):
        bot.post("retrievals", {**UPLOAD, "answer": ANSWER, "model": model})
    pk = Retrieval.objects.get().session_id
    quote = {"chunkId": "glass", "quote": "뚜껑을 연다"}
    third = bot.post(f"retrievals/{pk}/answers", {"answer": "뚜껑을 열어요.", "model": "haru-3", "evidence": [quote]})
    again = bot.post(f"retrievals/{pk}/answers", {"answer": "뚜껑을 열어요.", "model": "haru-3", "evidence": [quote]})

    assert (third.status, third.body["created"], third.body["aligned"]) == (201, True, 1)
    assert (again.status, again.body["created"]) == (200, False)
    listed = bot.get(f"retrievals/{pk}/citations").body["items"]
    assert [(one["model"], one["citations"]["ok"]) for one in listed] == [
        ("haru-1", False),
        ("haru-2", False),
        ("haru-3", False),
    ]
    assert all(one["receivedAt"] for one in listed)
    assert [one["evaluation"]["cited_chunks"] for one in listed] == [
        ["bottle", "glass"],
        ["bottle", "glass"],
        ["glass"],
    ]


def test_retrieval_takes_documents_of_frameworks(bot: Program) -> None:
    documents = [{"page_content": "The cache lives for one hour.", "metadata": {"source": "docs/cache.md"}}]

    assert bot.post("retrievals", documents).status == 201


@pytest.mark.parametrize(
    ("payload", "status", "code"),
    [
        ({"messages": ["hello"]}, 422, "not_a_retrieval"),
        ({**UPLOAD, "query": "another"}, 422, "retrieval_changed"),
        ({"chunks": [{"chunkId": "a"}]}, 422, "not_a_chunk"),
    ],
)
def test_retrieval_that_cannot_be_taken_says_why(bot: Program, payload: object, status: int, code: str) -> None:
    bot.post("retrievals", UPLOAD)

    refused = bot.post("retrievals", payload)

    assert (refused.status, refused.code) == (status, code)
    assert Retrieval.objects.count() == 1


def test_search_answers_in_the_form_of_the_first_version(bot: Program) -> None:
    found = bot.post("retrievals/search", {"query": QUERY, "chunks": CHUNKS})
    named = {"major_category": "glass", "minor_category": ""}
    classified = bot.post("retrievals/search", {"query": "x", "chunks": CHUNKS, "classification": named, "limit": 1})

    expected = search(QUERY, BM25Retriever(parse_retrieval(UPLOAD).chunks))
    assert (found.status, found.body) == (200, expected.model_dump())
    assert classified.body["search_method"] == "classification"
    assert classified.body["disposal_rules"]["key"] == "glass"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"query": "", "chunks": []}, "invalid_request"),
        ({"query": "q", "chunks": [], "limit": 0}, "invalid_request"),
        ({"query": "q", "chunks": [{"chunkId": "a"}]}, "not_a_chunk"),
        (
            {"query": "q", "chunks": [{"chunkId": "a", "content": "x" * (MAX_SEARCHED_CHUNK_CHARS + 1)}]},
            "text_too_long",
        ),
    ],
)
def test_search_says_what_it_cannot_take(bot: Program, body: object, code: str) -> None:
    refused = bot.post("retrievals/search", body)

    assert (refused.status, refused.code) == (422, code)


def test_context_is_of_the_own_question_or_of_another(bot: Program, session: ReviewSession) -> None:
    own = bot.get(f"retrievals/{session.pk}/context").body
    asked = bot.post(f"retrievals/{session.pk}/context", {"tips": {"라벨": "먼저 뗀다.", "x": "never"}}).body
    other = bot.post(
        f"retrievals/{session.pk}/context", {"query": "x", "classification": {"majorCategory": "glass"}, "limit": 1}
    ).body

    assert own["search"]["search_method"] == "contextual"
    assert own["context"] + "\n\n## Tips\n- 라벨: 먼저 뗀다." == asked["context"]
    korean = bot.post(f"retrievals/{session.pk}/context", {"language": "ko"}).body["context"]
    assert korean == bot.get(f"retrievals/{session.pk}/context", accept_language="ko").body["context"]
    assert (own["context"].split("\n")[0], korean.split("\n")[0]) == ("## Retrieved content", "## 찾은 내용")
    assert other["search"]["disposal_rules"]["key"] == "glass"


@pytest.mark.parametrize("days", [180, 0])
def test_trace_has_the_stale_limit_of_the_project(
    bot: Program, project: Project, session: ReviewSession, days: int
) -> None:
    Project.objects.filter(pk=project.pk).update(stale_after_days=days)

    found = bot.get(f"retrievals/{session.pk}/trace").body

    assert found["staleAfterDays"] == days
    assert ("오래됨(180일+)" in found["block"]) == (days == 180)
    assert found["block"].startswith(build_citation_trace_block(CHUNKS[1:]).removesuffix("\n[/CITATION TRACE]"))


def test_citations_of_an_answer_that_is_not_stored(bot: Program, session: ReviewSession) -> None:
    found = bot.post(f"retrievals/{session.pk}/citations", {"answer": ANSWER}).body

    assert [one["status"] for one in found["citations"]["numbered"]] == ["real", "invented"]
    assert found["citations"]["staleUnmentioned"] == ["bottle.md"]
    assert found["evaluation"] == {
        "cited_chunks": ["bottle", "glass"],
        "uncited_chunks": [],
        "context_relevance": 0.7,
        "invented": ["S7"],
        "stale": ["bottle.md"],
    }
    assert not Entry.objects.exists()


def test_evaluation_is_by_week_and_by_run(bot: Program, session: ReviewSession) -> None:
    bot.post(f"retrievals/{session.pk}/answers", {"answer": ANSWER, "model": "haru"})
    bot.post(f"retrievals/{session.pk}/answers", {"answer": "모릅니다.", "extractor": "rag"})
    make_retrieval(CHUNKS, project=make_project("elsewhere"), answer=ANSWER)

    found = bot.get("retrievals/evaluation?weeks=4").body

    whole = {"answers": 2, "cited": 1, "context_relevance": 0.35, "invented": 1, "stale": 1}
    assert (found["whole"], list(found["weeks"].values()), found["isCut"]) == (whole, [whole], False)
    assert {name: one["answers"] for name, one in found["runs"].items()} == {"haru": 1, "rag": 1}


@pytest.mark.parametrize("path", ["context", "trace", "citations"])
def test_a_conversation_is_no_retrieval(bot: Program, project: Project, path: str) -> None:
    session = make_session(["hello"], project=project)

    assert bot.get(f"retrievals/{session.pk}/{path}").code == "not_found"
