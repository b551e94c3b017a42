"""The page that checks a bundle: whatever is sent, it says what was found and stores nothing."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from review.models import Event, Project
from review.selectors.bundles.contents import session_scope
from review.services.bundles.seal import SealedBundle, seal_bundle
from review.verifier.verify import MAX_PRINTED
from tests.factories import make_retrieval


@pytest.fixture
def bundle(project: Project) -> SealedBundle:
    session = make_retrieval([{"content": "The cache lives."}], project=project, answer="Source: `gone.md`")
    sealed = seal_bundle(scope=session_scope(session), withheld=(), actor=None)
    assert isinstance(sealed, SealedBundle)
    return sealed


def check(client: Client, data: bytes, name: str = "bundle.zip") -> tuple[int, str]:
    response = client.post("/bundles/verify/", {"bundle": SimpleUploadedFile(name, data)})
    return response.status_code, " ".join(response.content.decode().split())


def test_verify_says_that_a_bundle_holds_and_who_signed(mina: Client, bundle: SealedBundle) -> None:
    events = Event.objects.count()

    status, page = check(mina, bundle.content)

    assert status == 200
    assert "Everything was checked and holds." in page
    assert bundle.key_id in page
    assert 'id="issues"' not in page
    assert Event.objects.count() == events


def test_verify_names_what_was_changed(mina: Client, bundle: SealedBundle) -> None:
    _, page = check(mina, bundle.content.replace(b"The cache lives.", b"The cache dies.."))

    assert "This is not what was sealed." in page
    assert "messages.jsonl, record 1 (message 0)" in page
    assert bundle.key_id not in page


def test_verify_names_bytes_that_belong_to_no_file(mina: Client, bundle: SealedBundle) -> None:
    _, page = check(mina, bundle.content + b"more", name="mine.zip")

    assert 'mine.zip</code>: <span lang="en">contains bytes that belong to none of its files' in page


@pytest.mark.parametrize("data", [b"", b"no zip", b"PK\5\6" + b"\xff" * 18])
def test_verify_says_that_a_file_is_no_bundle(mina: Client, data: bytes) -> None:
    status, page = check(mina, data, name="<img src=x>.zip")

    assert status == 200
    assert "This is not what was sealed." in page
    assert "<img" not in page.split('id="main"')[1].split("</main>")[0]


def test_verify_asks_for_a_file(mina: Client) -> None:
    response = mina.post("/bundles/verify/")

    assert (response.status_code, b"Choose the zip of an audit bundle." in response.content) == (422, True)


def test_verify_lists_a_limited_number_of_issues(mina: Client, bundle: SealedBundle) -> None:
    content = bundle.content
    assert MAX_PRINTED > 1
    _, page = check(mina, content[: len(content) // 2])

    assert page.count("<li><code") <= MAX_PRINTED


def test_page_of_a_bundle_leads_to_the_check(mina: Client, project: Project) -> None:
    session = make_retrieval([{"content": "The cache lives."}], project=project)

    assert 'href="/bundles/verify/"' in mina.get(f"/sessions/{session.pk}/bundle/").content.decode()
