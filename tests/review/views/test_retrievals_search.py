"""The page that searches the chunks of a retrieval, and the blocks to copy for a model."""

import json
import re
from datetime import timedelta
from html import unescape
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from review.domain.limits import MAX_FOUND_CHUNKS, MAX_SEARCHED_CHUNK_CHARS
from review.models import Event, Project, ReviewSession
from review.payloads import check_extraction
from review.selectors.retrievals.chunk_search import ChunkQuery, search_in
from review.services.ingest.receive import receive_extraction
from tests.factories import make_retrieval, make_session

OLD = int((timezone.now() - timedelta(days=400)).timestamp() * 1000)
CHUNKS: list[dict[str, Any]] = [
    {
        "title": "Cache",
        "content": "The cache lives for one hour.",
        "matchedTags": ["cache"],
        "metadata": {"lastUpdated": OLD},
    },
    {"title": "Snapshots", "content": "Snapshots are kept for ninety days."},
]
COPIED = re.compile(r'<textarea class="form-control" id="(\w+)"[^>]*>\n(.*?)</textarea>', re.DOTALL)


@pytest.fixture
def session(project: Project) -> ReviewSession:
    return make_retrieval(CHUNKS, project=project)


def ask(client: Client, session: ReviewSession, **fields: object) -> tuple[int, str]:
    given = {"question": "How long are snapshots kept?", "limit": 3, **fields}
    response = client.post(f"/sessions/{session.pk}/search/", given)
    return response.status_code, response.content.decode()


def to_copy(page: str) -> dict[str, str]:
    return {name: unescape(text) for name, text in COPIED.findall(page)}


def test_chunk_search_begins_with_the_question_of_the_retrieval(mina: Client, session: ReviewSession) -> None:
    page = mina.get(f"/sessions/{session.pk}/search/").content.decode()

    found = search_in(session, ChunkQuery("How long does the cache live?"))
    assert 'value="How long does the cache live?"' in page
    assert "The cache lives for one hour." in page
    assert to_copy(page) == {"context": found.context, "trace": found.trace, "wire": found.wire}
    assert json.loads(to_copy(page)["wire"])["search_method"] == "contextual"


def test_chunk_search_answers_a_question_and_stores_nothing(mina: Client, session: ReviewSession) -> None:
    events = Event.objects.count()

    status, page = ask(mina, session, tips="cache: Look at its age.\n\nother: never shown")

    assert status == HTTPStatus.OK
    assert "Snapshots are kept for ninety days." in page
    assert f'{session.get_absolute_url()}?from=1#m-1">#1' in " ".join(page.split())
    assert Event.objects.count() == events


def test_chunk_search_shows_the_tips_of_the_tags_that_it_finds(mina: Client, session: ReviewSession) -> None:
    _, page = ask(mina, session, question="How long does the cache live?", tips="cache: Look: at its age.\nx: never")

    assert to_copy(page)["context"].endswith("- cache: Look: at its age.")


def test_chunk_search_goes_by_a_category(mina: Client, session: ReviewSession) -> None:
    _, page = ask(mina, session, question="x", category="Snapshots")

    assert json.loads(to_copy(page)["wire"])["disposal_rules"]["key"] == "c-1"


def test_chunk_search_says_that_nothing_fits(mina: Client, session: ReviewSession) -> None:
    _, page = ask(mina, session, question="zebra")

    assert "No chunk fits this question." in page


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"question": ""}, "This field is required."),
        ({"limit": MAX_FOUND_CHUNKS + 1}, f"less than or equal to {MAX_FOUND_CHUNKS}"),
        ({"limit": 0}, "greater than or equal to 1"),
        ({"tips": "no colon"}, "Each line needs a tag, a colon and a text."),
    ],
)
def test_chunk_search_says_what_is_wrong_and_loses_nothing(
    mina: Client, session: ReviewSession, fields: dict[str, object], sentence: str
) -> None:
    status, page = ask(mina, session, **{"category": "typed before", **fields})

    assert status == HTTPStatus.UNPROCESSABLE_ENTITY
    assert sentence in page
    assert 'value="typed before"' in page


def test_chunk_search_says_that_it_searched_the_first_chunks(mina: Client, project: Project) -> None:
    long = [{"content": "One."}, {"content": "x" * MAX_SEARCHED_CHUNK_CHARS}]

    page = mina.get(f"/sessions/{make_retrieval(long, project=project).pk}/search/").content.decode()

    assert "Searched were the first 1 of 2 chunks." in page


def test_chunk_search_of_a_conversation_is_not_found(mina: Client, project: Project) -> None:
    session = make_session(["hello"], project=project)

    assert mina.get(f"/sessions/{session.pk}/search/").status_code == HTTPStatus.NOT_FOUND


def test_reader_offers_the_block_for_a_model_with_the_stale_limit_of_the_project(
    mina: Client, project: Project, session: ReviewSession
) -> None:
    page = mina.get(session.get_absolute_url()).content.decode()
    Project.objects.filter(pk=project.pk).update(stale_after_days=1_000)
    later = mina.get(session.get_absolute_url()).content.decode()

    assert f'<a id="search-chunks" href="/sessions/{session.pk}/search/"' in page
    assert '<button class="btn btn-plain" type="button" data-cite="trace" hidden>' in page
    assert "⚠️오래됨(180일+)" in to_copy(page)["trace"]
    assert "오래됨" not in to_copy(later)["trace"]


def test_reader_keeps_every_answer_with_its_model_and_time(mina: Client, session: ReviewSession) -> None:
    for model in ("haru-1", "haru-2"):
        entry = {"type": "answer", "title": "How long?", "body": f"One hour, says {model}.", "evidence": []}
        checked = check_extraction({"entries": [entry], "run": {"model": model}})
        receive_extraction(session=session, checked=checked, actor=None)

    page = " ".join(mina.get(session.get_absolute_url()).content.decode().split())

    assert [f"One hour, says {model}." in page for model in ("haru-1", "haru-2")] == [True, True]
    assert [f"<bdi hx-ignore>{model}</bdi> · <time" in page for model in ("haru-1", "haru-2")] == [True, True]
