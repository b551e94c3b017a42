"""What one request may bring and a person may keep is bounded before anything of it is read."""

from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpResponse
from django.http.multipartparser import MultiPartParser
from django.test import Client, RequestFactory
from pytest_django import Settings

from review.models import Project, UploadDraft
from review.selectors.ingest import draft_bytes
from review.views.budgets import FORM_BYTES, READ_AT_ONCE, BoundRequests
from tests.factories import make_user
from tests.review.views.test_ingest import SESSION, upload

LARGE = 300_000
"""Larger than a form alone, in bytes."""


def given(size: int) -> dict[str, object]:
    text = '{"messages": ["' + "x" * (size - 18) + '"]}'
    return {"files": [SimpleUploadedFile("talk.json", text.encode())]}


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["What you sent is 300.", " kB, and at most 100 kB are taken at once.", "import_sessions"]),
        ("ko", ["보낸 것은 300.", " kB인데 한 번에 100 kB까지 받습니다.", "import_sessions"]),
    ],
)
def test_a_request_that_is_too_large_is_refused_before_it_is_read(
    mina: Client,
    project: Project,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    language: str,
    words: list[str],
) -> None:
    settings.REVIEW_MAX_UPLOAD_BYTES = 100_000
    monkeypatch.setattr(MultiPartParser, "parse", lambda _parser: pytest.fail("it was read"))

    response = mina.post("/upload/", {"project": project.pk, **given(LARGE)}, headers={"accept-language": language})

    page = response.content.decode()
    assert (response.status_code, [one for one in words if one not in page]) == (413, [])
    assert "mina" in page
    assert UploadDraft.objects.count() == 0


@pytest.mark.parametrize("address", ["/accounts/login/", "/entries/1/promote/", "/nowhere/"])
@pytest.mark.django_db
def test_every_address_bounds_what_it_is_sent(client: Client, settings: Settings, address: str) -> None:
    settings.REVIEW_MAX_UPLOAD_BYTES = 100_000

    assert client.post(address, given(LARGE)).status_code == 413


@pytest.mark.parametrize("length", ["", "many", "-1", "１２"])
def test_a_length_that_is_none_is_left_to_the_server(length: str) -> None:
    request = RequestFactory().get("/", CONTENT_LENGTH=length)

    assert BoundRequests(lambda _request: HttpResponse("read"))(request).content == b"read"


class Stream(BytesIO):
    """The body of a request, and how much of it was asked for at once."""

    asked: list[int]

    def read(self, size: int | None = -1, /) -> bytes:
        self.asked = [*getattr(self, "asked", []), -1 if size is None else size]
        return super().read(size)


def test_what_is_refused_passes_by_in_small_pieces(settings: Settings) -> None:
    """A browser shows no answer while it is still sending, and a server would read what is left at once."""
    settings.REVIEW_MAX_UPLOAD_BYTES = 100_000
    body = Stream(b"x" * LARGE)
    environ = RequestFactory().post("/").environ | {"CONTENT_LENGTH": str(LARGE), "wsgi.input": body}

    response = BoundRequests(lambda _request: pytest.fail("it was read"))(WSGIRequest(environ))

    assert (response.status_code, super(Stream, body).read()) == (413, b"")
    assert max(body.asked) == READ_AT_ONCE
    assert min(body.asked) > 0


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["Your uploads that are not imported yet take 300 kB; with this one of 300.", "than 500 kB."]),
        ("ko", ["아직 가져오지 않은 업로드가 300 kB입니다. 이번 것 300.", "한도 500 kB를 넘습니다."]),
    ],
)
def test_a_person_keeps_no_more_than_so_much_that_is_not_imported(
    mina: Client, project: Project, settings: Settings, monkeypatch: pytest.MonkeyPatch, language: str, words: list[str]
) -> None:
    settings.REVIEW_MAX_DRAFTS_BYTES = 2 * LARGE - FORM_BYTES
    assert mina.post("/upload/", {"project": project.pk, **given(LARGE)}).status_code == 302
    kept = draft_bytes(make_user("mina"))

    with monkeypatch.context() as patch:
        patch.setattr(MultiPartParser, "parse", lambda _parser: pytest.fail("it was read"))
        refused = mina.post("/upload/", {"project": project.pk, **given(LARGE)}, headers={"accept-language": language})

    page = refused.content.decode()
    assert (refused.status_code, kept, [one for one in words if one not in page]) == (413, LARGE, [])
    assert UploadDraft.objects.filter(taken_from=None).count() == 1
    mina.post(f"/upload/{UploadDraft.objects.get(taken_from__isnull=False).pk}/discard/")
    assert mina.post("/upload/", {"project": project.pk, **given(LARGE)}).status_code == 302


def test_what_others_keep_and_what_is_imported_counts_for_nobody_else(mina: Client, project: Project) -> None:
    _, _, address = upload(mina, project, first=SESSION)

    assert (draft_bytes(make_user("mina")) > 0, draft_bytes(make_user("jun"))) == (True, 0)
    mina.post(address)
    assert draft_bytes(make_user("mina")) == 0
