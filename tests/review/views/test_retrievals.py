"""Retrievals on the pages: the upload, the reader with the metadata of chunks, and corrections of sources."""

import json
from datetime import timedelta
from http import HTTPStatus
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from review.models import Chunk, Entry, Project, Role, SourceCorrection
from tests.factories import make_entry, make_project, make_retrieval, make_session, make_user

OLD = int((timezone.now() - timedelta(days=400)).timestamp() * 1000)
CHUNKS: list[dict[str, Any]] = [
    {
        "title": "Cache",
        "fileName": "cache.md",
        "source": "wiki",
        "score": 0.874,
        "content": "The cache lives for one hour.",
        "relevance": "high",
        "matchedTags": ["ttl"],
        "metadata": {"lastUpdated": OLD},
    },
    {"title": "Snapshots", "content": "Snapshots are kept for ninety days."},
]
EVENTS = ["classification_search_skipped", "keyword_search_started", "keyword_search_success:cache", "reranked"]
BODY = "The cache lives for one hour.\n\n*Sources:* `cache.md` · `gone.md`"
UPLOAD = {
    "retrievalId": "r-1",
    "query": "How long does the cache live?",
    "chunks": [{"chunkId": f"c-{number}", **chunk} for number, chunk in enumerate(CHUNKS)],
    "events": EVENTS,
    "answer": BODY,
}
FOUND = {"evidence": [{"messageIndex": 0, "quote": "cache lives for one hour"}]}


@pytest.fixture
def entry(project: Project) -> Entry:
    session = make_retrieval(CHUNKS, project=project, events=EVENTS, answer=BODY, extraction=FOUND)
    return session.entries.get()


def page_of(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == HTTPStatus.OK
    return " ".join(response.content.decode().split())


def correct(client: Client, entry: Entry, **fields: object) -> tuple[int, str]:
    source = entry.cited_sources.get(label="gone.md")
    given = {"seen_version": 1, "replacement": "2", "reason": "asked Dana", **fields}
    response = client.post(f"/sources/{source.pk}/correct/", given, follow=True)
    return response.status_code, response.content.decode()


def upload(client: Client, project: Project, payload: object, extraction: object = None) -> tuple[str, str]:
    given = [payload] if extraction is None else [payload, extraction]
    files = [SimpleUploadedFile(f"{place}.json", json.dumps(one).encode()) for place, one in enumerate(given)]
    response = client.post("/upload/", {"project": project.pk, "files": files}, follow=True)
    return " ".join(response.content.decode().split()), response.request["PATH_INFO"]


def test_upload_previews_and_receives_a_retrieval_with_its_answer(mina: Client, project: Project) -> None:
    page, address = upload(mina, project, UPLOAD, FOUND)

    response = mina.post(address, {"seen": "/0"}, follow=True)

    assert "New retrieval with 2 chunks." in page
    assert "Its answer is taken as an entry of the extraction." in page
    assert "1 entry, 1 quote" in page
    entry = Entry.objects.get()
    assert (entry.type, entry.body, entry.evidence_aligned) == ("answer", BODY, True)
    assert response.request["PATH_INFO"] == address


def test_upload_of_the_same_retrieval_says_that_nothing_is_new(mina: Client, project: Project) -> None:
    for _ in range(2):
        page, address = upload(mina, project, UPLOAD)
        mina.post(address, {"seen": "/0"})

    assert "Known session, identical. Nothing new." in page
    assert "Imported before. Nothing new." in page
    assert (Chunk.objects.count(), Entry.objects.count()) == (2, 1)


@pytest.mark.parametrize(
    ("payload", "sentence"),
    [
        pytest.param({**UPLOAD, "query": "?"}, "a retrieval never changes", id="another of the same name"),
        pytest.param(
            {**UPLOAD, "chunks": [{"chunkId": "a"}]}, "Nearest to Retrieval, but here", id="a chunk without words"
        ),
        pytest.param({"chunks": 7}, "Nearest to Retrieval, but here a list was expected.", id="no retrieval"),
    ],
)
def test_upload_says_why_a_retrieval_cannot_be_taken(
    mina: Client, project: Project, payload: object, sentence: str
) -> None:
    mina.post(upload(mina, project, UPLOAD)[1], {"seen": "/0"})

    page, _ = upload(mina, project, payload)

    assert sentence in page


def test_upload_accepts_documents_of_frameworks(mina: Client, project: Project) -> None:
    documents = [{"page_content": "The cache lives for one hour.", "metadata": {"source": "docs/cache.md"}}]

    page, address = upload(mina, project, documents)
    mina.post(address, {"seen": "/0"})

    assert "New retrieval with 1 chunk." in page
    assert Chunk.objects.get().message.name == "cache.md"


def test_reader_shows_the_answer_and_what_came_with_each_chunk(mina: Client, entry: Entry) -> None:
    page = page_of(mina, entry.session.get_absolute_url())

    for sentence in (
        "source line at the end",
        "1 invented source",
        "score 0.87",
        "relevance high",
        "(400 days ago)",
        "undated",
        "by keyword",
        "“cache”",
        "reranked",
        "named as source",
        "shares words with the answer",
        '<span class="tag" dir="auto" hx-ignore>ttl</span>',
    ):
        assert sentence in page
    assert '<article class="msg" id="m-0" data-chunk="named"' in page
    assert page.count('<span class="tag warn">stale</span>') == 2  # at the chunk, and where the answer names it
    assert "sources/" not in page  # what is to be corrected is corrected on the page of the entry


def test_reader_shows_a_retrieval_without_answer_and_trail(mina: Client, project: Project) -> None:
    page = page_of(mina, make_retrieval(CHUNKS, project=project).get_absolute_url())

    assert "No answer came with this retrieval." in page
    assert "How the chunks were found" not in page


@pytest.mark.parametrize("address", ["messages/?from=0", "messages/0/"])
def test_windows_of_the_reader_show_chunks_too(mina: Client, entry: Entry, address: str) -> None:
    assert "score 0.87" in page_of(mina, entry.session.get_absolute_url() + address)


def test_reader_of_a_conversation_shows_nothing_of_retrievals(mina: Client, project: Project) -> None:
    page = page_of(mina, make_session(["hello"], project=project).get_absolute_url())

    assert "chunk" not in page
    assert "Answer" not in page


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "no source line"),
        ("*Source: model knowledge (no retrieved source used)*", "says that it uses no source"),
        ("Source: `Cache`\n\nAnd more to say.", "source line in the middle"),
        ("Source: `Cache`\n\nAgain.\n\nSource: `Cache`", "2 source lines"),
    ],
)
def test_pages_say_what_the_source_line_looks_like(mina: Client, project: Project, line: str, sentence: str) -> None:
    session = make_retrieval(CHUNKS, project=project, answer=f"One hour.\n\n{line}")

    assert sentence in page_of(mina, session.get_absolute_url())


def test_pages_list_a_hundred_sources_and_count_the_rest(mina: Client, project: Project) -> None:
    labels = " · ".join(f"`gone-{number}.md`" for number in range(102))
    session = make_retrieval(CHUNKS, project=project, answer=f"Sources: {labels}")

    page = page_of(mina, session.get_absolute_url())

    assert "102 invented sources" in page
    assert "and 2 more" in page


def test_pages_say_that_an_answer_is_too_long_to_be_read(mina: Client, project: Project) -> None:
    session = make_retrieval(CHUNKS, project=project, answer="x" * 100_001)

    assert "too long for its source line to be read" in page_of(mina, session.get_absolute_url())


@pytest.mark.parametrize("updated", [253_402_300_799_999, -62_135_596_800_000])
@pytest.mark.parametrize("zone", ["Asia/Seoul", "America/New_York"])
def test_a_date_at_the_edge_of_the_calendar_is_shown_or_none(
    mina: Client, project: Project, updated: int, zone: str
) -> None:
    session = make_retrieval([{**CHUNKS[0], "metadata": {"lastUpdated": updated}}], project=project)

    with timezone.override(zone):
        assert "cache lives" in page_of(mina, session.get_absolute_url())


def test_hostile_words_stay_words(mina: Client, project: Project) -> None:
    evil = "</script><img src=x onerror=alert(1)>\u202e"
    chunk = {"title": evil, "fileName": evil, "source": evil, "content": evil, "matchedTags": [evil]}
    session = make_retrieval([chunk], project=project, query=evil, events=[evil], answer=f"{evil}\n\nSource: `{evil}x`")
    entry = session.entries.get()

    for address in (session.get_absolute_url(), entry.get_absolute_url(), "/sessions/", "/entries/"):
        assert "<img src=x" not in page_of(mina, address)


def test_entry_page_offers_to_correct_what_was_invented(mina: Client, guest: Client, entry: Entry) -> None:
    page = page_of(mina, entry.get_absolute_url())

    assert "Sources of the answer" in page
    assert page.count("Which source is meant?") == 1
    assert '<option value="1">cache.md</option>' in page
    assert page.index('<span class="tag">real</span>') < page.index('<span class="tag warn">invented</span>')
    assert "Which source is meant?" not in page_of(guest, entry.get_absolute_url())
    assert "Sources of the answer" in page_of(guest, entry.get_absolute_url())


@pytest.mark.parametrize(
    ("replacement", "label", "sentence"),
    [("2", "Snapshots", "Corrected. The answer itself stays"), ("strike", "", "Struck. The answer itself stays")],
)
def test_correct_replaces_or_strikes_a_label(
    mina: Client, entry: Entry, replacement: str, label: str, sentence: str
) -> None:
    status, page = correct(mina, entry, replacement=replacement)

    assert (status, SourceCorrection.objects.get().replacement) == (HTTPStatus.OK, label)
    assert sentence in page
    assert "asked Dana" in page
    assert f"gone.md → {label or '∅'} · asked Dana" in page  # the history
    assert "1 invented source" not in page


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        pytest.param({"replacement": ""}, "Choose the source that is meant", id="none chosen"),
        pytest.param({"replacement": "99"}, "Choose the source that is meant", id="one that is not offered"),
        pytest.param({"reason": " "}, "Say why in a few words", id="no reason"),
    ],
)
def test_correct_says_what_is_missing(mina: Client, entry: Entry, fields: dict[str, str], sentence: str) -> None:
    status, page = correct(mina, entry, **fields)

    assert status == HTTPStatus.UNPROCESSABLE_ENTITY
    assert sentence in page
    assert not SourceCorrection.objects.exists()


def test_entry_page_accepts_a_reason_for_a_stale_source_and_shows_it(mina: Client, entry: Entry) -> None:
    asked = page_of(mina, entry.get_absolute_url())
    given = {"seen_version": 1, "requirement": "stale_source_unacknowledged", "reason": "the rule still holds"}

    page = mina.post(f"/entries/{entry.pk}/explain/", given, follow=True).content.decode()

    assert "Why may it be verified anyway?" in asked
    assert "the rule still holds" in page.split('id="history"')[0]
    assert "Why may it be verified anyway?" not in page


def test_entry_as_it_was_shows_the_corrections_of_that_time(mina: Client, entry: Entry) -> None:
    correct(mina, entry)
    before, corrected = (page_of(mina, f"{entry.get_absolute_url()}?at={seq}") for seq in (4, 5))

    assert "asked Dana" not in before
    assert "asked Dana" in corrected
    assert '<code dir="auto" hx-ignore>Snapshots</code>' in corrected


def test_correct_refuses_an_old_version(mina: Client, entry: Entry) -> None:
    status, page = correct(mina, entry, seen_version=7)

    assert status == HTTPStatus.CONFLICT
    assert "Somebody changed this a moment ago" in page


def test_correct_refuses_a_rejected_entry(mina: Client, entry: Entry) -> None:
    mina.post(f"/entries/{entry.pk}/reject/", {"seen_version": 1, "reason": "no"})

    status, _ = correct(mina, entry, seen_version=2)

    assert status == HTTPStatus.UNPROCESSABLE_ENTITY


def test_correct_is_for_reviewers_of_the_project(mina: Client, guest: Client, entry: Entry) -> None:
    stranger = Client()
    stranger.force_login(make_user("eve", project=make_project("other"), role=Role.REVIEWER))

    assert correct(guest, entry)[0] == HTTPStatus.FORBIDDEN
    assert correct(stranger, entry)[0] == HTTPStatus.NOT_FOUND
    assert not SourceCorrection.objects.exists()


def test_correct_responds_to_htmx_with_what_changed(mina: Client, entry: Entry) -> None:
    source = entry.cited_sources.get(label="gone.md")
    given = {"seen_version": 1, "replacement": "strike", "reason": "no such file"}

    response = mina.post(f"/sources/{source.pk}/correct/", given, headers={"HX-Request": "true"})

    assert response.headers["HX-Reswap"] == "none"
    assert f'<section class="q answer" id="answer-{entry.pk}"' in response.content.decode()


def test_lists_filter_by_sources(mina: Client, project: Project, entry: Entry) -> None:
    make_entry(make_session(["hello there"], project=project, title="A talk"), ["hello"], title="Said hello")

    sessions = {kind: page_of(mina, f"/sessions/?sources={kind}") for kind in ("conversation", "retrieval", "invented")}
    entries = {kind: page_of(mina, f"/entries/?sources={kind}") for kind in ("conversation", "stale")}

    assert ["A talk" in page for page in sessions.values()] == [True, False, False]
    assert ["How long does the cache live?" in page for page in sessions.values()] == [False, True, True]
    assert '<span class="tag">retrieval</span>' in sessions["retrieval"]
    assert ["Said hello" in page for page in entries.values()] == [True, False]
    assert "How long does the cache live?" in entries["stale"]


def test_list_of_sessions_says_that_none_matches_the_filters(mina: Client, project: Project) -> None:
    make_session(["hello"], project=project)

    assert "No session matches these filters" in page_of(mina, "/sessions/?sources=stale")
