"""What the pages of an upload say of its draft, and of what was not searched to the end, in both languages."""

import json
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from review.models import Alignment, Extraction, Message, Project, ReviewSession, UploadDraft
from tests.factories import make_session
from tests.review.views.test_ingest import EXTRACTION, SESSION, upload

INVENTED = {"evidence": [{"messageIndex": 0, "quote": f"nobody ever said anything like {number}"} for number in (1, 2)]}


def in_korean(client: Client) -> None:
    client.post("/i18n/setlang/", {"language": "ko"})


def unfinished(client: Client, project: Project, settings: Settings) -> Extraction:
    """Receive an extraction that hardly any work was spent on; then allow what is needed."""
    settings.REVIEW_MAX_UPLOAD_WORK = 1
    _, _, address = upload(client, project, first=SESSION, second=INVENTED)
    client.post(address)
    settings.REVIEW_MAX_UPLOAD_WORK = 10**9
    return Extraction.objects.get()


def test_a_draft_that_was_received_leads_to_what_is_to_be_decided(mina: Client, project: Project) -> None:
    """Somebody confirms twice, or goes back: there is nothing left to confirm, and nothing is stored again."""
    _, _, address = upload(mina, project, first=SESSION, second=EXTRACTION)
    mina.post(address)

    assert mina.post(address).headers["Location"] == address
    assert b'id="begin"' in mina.get(address).content
    files = UploadDraft.objects.get(taken_from__isnull=True)
    assert mina.get(f"/upload/{files.pk}/files/").headers["Location"] == ReviewSession.objects.get().get_absolute_url()
    assert (
        b"We decided to keep"
        not in mina.get(f"/upload/?draft={UploadDraft.objects.get(taken_from__isnull=False).pk}").content
    )


RAW = {"messageIndex": 0, "quote": "keep the raw bytes"}
LOST = {"messageIndex": 1, "quote": "nobody ever said anything like this"}


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["“One” is imported", "Begin (3)", "Failed quotes", "Ready to verify", "Read the session"]),
        ("ko", ["“One” 가져오기 완료", "시작하기 (3)", "실패한 인용", "검증 준비 완료", "세션 읽기"]),
    ],
)
def test_an_import_ends_on_the_way_to_the_first_decision(
    mina: Client, project: Project, language: str, words: list[str]
) -> None:
    if language == "ko":
        in_korean(mina)
    entries = [{"title": "lost", "evidence": [LOST]}, *({"title": f"t{n}", "evidence": [RAW]} for n in (1, 2))]
    _, _, address = upload(mina, project, first=SESSION, second={"entries": entries})

    page = mina.post(address, follow=True).content.decode()

    session = ReviewSession.objects.get()
    assert [one for one in words if one not in page] == []
    main = page.partition("<main ")[2]
    assert re.findall(r'class="btn btn-go"[^>]*href="([^"]+)"', main) == [f"/queue/?session={session.pk}"]
    assert re.findall(r"<b>(\d)</b>\s*<span><a href=\"[^\"]+method=(\w+)", main) == [("1", "failed"), ("2", "ready")]
    assert "lost" in mina.get(f"/queue/?session={session.pk}").content.decode()


def test_an_import_without_an_extraction_leads_to_the_session(mina: Client, project: Project) -> None:
    _, _, address = upload(mina, project, first=SESSION)

    page = mina.post(address, follow=True).content.decode()

    session = ReviewSession.objects.get()
    main = page.partition("<main ")[2]
    assert "There is nothing to decide in it." in main
    assert re.findall(r'class="btn btn-go"[^>]*href="([^"]+)"', main) == [session.get_absolute_url()]
    assert f'href="/upload/?session={session.pk}"' in main


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "The session is stored, the extraction is not: correct it and confirm again."),
        ("ko", "세션은 저장했고 추출은 저장하지 못했습니다. 추출을 고쳐 다시 확인하세요."),
    ],
)
def test_a_refused_extraction_stays_a_draft(
    mina: Client, project: Project, settings: Settings, language: str, sentence: str
) -> None:
    settings.REVIEW_MAX_QUOTES = 1
    _, _, address = upload(mina, project, first=SESSION, second=EXTRACTION)
    if language == "ko":
        in_korean(mina)

    response = mina.post(address, follow=True)

    assert response.request["PATH_INFO"] == address
    assert sentence in response.content.decode()
    left = UploadDraft.objects.get(taken_from__isnull=False)
    assert (Message.objects.count(), json.loads(left.extraction_json)) == (2, EXTRACTION)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "The quotes were looked for again; nothing is stored yet."), ("ko", "아직 아무것도 저장하지 않았습니다.")],
)
def test_a_confirmation_that_had_to_align_again_says_so_and_stores_nothing(
    mina: Client, project: Project, language: str, sentence: str
) -> None:
    session = make_session(["We decided to keep the raw bytes.", "Fine."], project=project)
    _, page, address = upload(mina, project, session=session.pk, second=EXTRACTION)
    project.fuzzy_threshold = 0.95
    project.save()
    if language == "ko":
        in_korean(mina)

    response = mina.post(address)

    assert sentence not in page
    assert (response.status_code, Extraction.objects.count()) == (409, 0)
    assert sentence in response.content.decode()
    assert mina.post(address).status_code == 302
    assert Extraction.objects.count() == 1


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "2 of 2 quotes were not searched to the end: the work of one upload is limited."),
        ("ko", "인용 2개 중 2개는 끝까지 찾지 못했습니다."),
    ],
)
def test_the_preview_says_what_was_not_searched_to_the_end(
    mina: Client, project: Project, settings: Settings, language: str, sentence: str
) -> None:
    settings.REVIEW_MAX_UPLOAD_WORK = 1
    if language == "ko":
        in_korean(mina)

    _, page, address = upload(mina, project, first=SESSION, second=INVENTED)
    response = mina.post(address)

    assert sentence in page
    assert response.headers["Location"] == Extraction.objects.get().get_absolute_url()


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "2 more quotes were searched to the end: 0 found."),
        ("ko", "인용 2개를 끝까지 더 찾았습니다. 찾은 것은 0개입니다."),
    ],
)
def test_the_page_of_an_extraction_goes_on_with_the_search(
    mina: Client, project: Project, settings: Settings, language: str, sentence: str
) -> None:
    extraction = unfinished(mina, project, settings)
    if language == "ko":
        in_korean(mina)
    before = mina.get(extraction.get_absolute_url()).content.decode()

    after = mina.post(f"{extraction.get_absolute_url()}search/", follow=True).content.decode()

    assert 'id="search-on"' in before
    assert sentence in after
    assert 'id="search-on"' not in after
    assert Alignment.objects.filter(attempt=2, reason="not_found").count() == 2


def test_what_is_still_left_is_shown(mina: Client, project: Project, settings: Settings) -> None:
    extraction = unfinished(mina, project, settings)
    settings.REVIEW_MAX_UPLOAD_WORK = 1

    page = mina.post(f"{extraction.get_absolute_url()}search/", follow=True).content.decode()

    assert "0 more quotes were searched to the end: 0 found. 2 are left." in page
    assert 'id="search-on"' in page


def test_a_viewer_sees_what_was_not_searched_and_cannot_go_on(
    mina: Client, guest: Client, project: Project, settings: Settings
) -> None:
    extraction = unfinished(mina, project, settings)

    page = guest.get(extraction.get_absolute_url()).content.decode()

    assert "The work allowed for one upload was not enough for these quotes." in page
    assert 'id="search-on"' not in page


def test_the_upload_page_lists_the_drafts_that_wait(mina: Client, guest: Client, project: Project) -> None:
    upload(mina, project, first=SESSION)
    _, _, received = upload(mina, project, first=SESSION)
    mina.post(received)
    pk = UploadDraft.objects.get(received_at=None, taken_from__isnull=False).pk

    page = mina.get("/upload/").content.decode()

    assert page.count("first.json") == 1
    assert re.search(r" · session\s*</span>\s*<small>\s*begun .+ · kept until ", " ".join(page.split()))
    assert f'href="/upload/{pk}/"' in page
    assert "Not imported yet" not in guest.get("/upload/").content.decode()


def test_an_expired_draft_is_gone_before_it_is_deleted(mina: Client, project: Project, settings: Settings) -> None:
    _, _, address = upload(mina, project, first=SESSION)
    expired = timezone.now() - timedelta(days=settings.REVIEW_DRAFT_DAYS, seconds=1)
    UploadDraft.objects.update(created_at=expired)

    assert [mina.get(address).status_code, mina.post(address).status_code] == [404, 404]
    assert "first.json" not in mina.get("/upload/").content.decode()


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Your oldest draft was deleted: a person keeps at most 1."),
        ("ko", "가장 오래된 초안 1개를 지웠습니다. 초안은 한 사람이 1개까지 둘 수 있습니다."),
    ],
)
def test_a_draft_that_replaces_an_older_one_says_so(
    mina: Client, project: Project, settings: Settings, language: str, sentence: str
) -> None:
    settings.REVIEW_MAX_DRAFTS = 1
    upload(mina, project, first=SESSION)
    if language == "ko":
        in_korean(mina)

    _, page, _ = upload(mina, project, first=SESSION)

    assert sentence in page


def test_the_preview_shows_what_differs_in_a_near_miss(mina: Client, project: Project) -> None:
    session = {"id": "near", "messages": [{"role": "user", "content": "We will not ship 12 of them."}]}
    lost = {"evidence": [{"messageIndex": 0, "quote": "We will ship 21 of them."}]}

    _, page, _ = upload(mina, project, first=session, second=lost)

    said = page[page.index("We will ship 21 of them.") :]
    assert re.search(r'warn">negation differs</span>\s*<span[^>]*><ins>not</ins>', said)
    assert re.search(r'warn">number differs</span>\s*<span[^>]*><del>21</del\s*>\s*<ins>12</ins>', said)
