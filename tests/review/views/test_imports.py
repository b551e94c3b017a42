"""The page on which a manager imports an export, and what it says came of it."""

import json
from http import HTTPStatus

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, override_settings
from django.urls import reverse

from review.jobs.worker import run_waiting
from review.models import Entry, Job, Project, Role
from tests.factories import make_entry, make_project, make_session, make_user
from tests.review.services.imports.test_records import exported

pytestmark = pytest.mark.django_db
PAGE = "/projects/archive/import/"
WORDS = "We keep the raw text of every event."


@pytest.fixture
def entry() -> Entry:
    return make_entry(make_session([WORDS], session_id="talk", project=make_project()), ["the raw text"])


@pytest.fixture
def dana(client: Client) -> Client:
    client.force_login(make_user("dana", project=make_project("archive"), role=Role.MANAGER))
    return client


def file_of(project: Project) -> SimpleUploadedFile:
    lines = b"".join(json.dumps(one).encode() + b"\n" for one in exported(project))
    return SimpleUploadedFile("demo.jsonl", lines)


def test_a_manager_imports_and_reads_what_came_of_it(dana: Client, entry: Entry) -> None:
    assert "Choose an export" not in dana.get(PAGE).content.decode()

    done = dana.post(PAGE, {"export": file_of(entry.session.project)})
    again = dana.post(PAGE, {"export": file_of(entry.session.project)})

    assert done.status_code == HTTPStatus.OK
    assert "1 new session, 1 new extraction, 1 new entry" in done.content.decode()
    assert "Everything is here." in again.content.decode()
    assert "1 session known" in again.content.decode()


def test_what_was_refused_is_listed(dana: Client, entry: Entry) -> None:
    make_session(["We keep nothing."], session_id="talk", project=make_project("archive"))

    page = dana.post(PAGE, {"export": file_of(entry.session.project)}).content.decode()

    assert "Not everything was imported." in page
    assert "talk messages[0]" in page


@pytest.mark.parametrize(("data", "said"), [(b"{}", "no complete export"), (b"PK", "no audit bundle")])
def test_another_file_is_refused_with_a_sentence(dana: Client, data: bytes, said: str) -> None:
    answer = dana.post(PAGE, {"export": SimpleUploadedFile("x", data)})

    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert said in answer.content.decode()


def test_a_form_without_a_file_asks_for_one(dana: Client) -> None:
    answer = dana.post(PAGE)

    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Choose an export as JSONL" in answer.content.decode()


@pytest.mark.django_db(transaction=True)
@override_settings(REVIEW_MAX_CHARS_AT_ONCE=10)
def test_a_large_export_is_imported_beside_the_page(dana: Client, entry: Entry) -> None:
    answer = dana.post(PAGE, {"export": file_of(entry.session.project)})
    assert (answer.status_code, answer.headers["Location"]) == (HTTPStatus.FOUND, PAGE)
    assert "Importing" in dana.get(PAGE).content.decode() or Job.objects.get().is_open

    run_waiting()

    assert "1 new entry" in dana.get(PAGE).content.decode()


def test_the_page_is_linked_where_exports_are_for_who_manages(dana: Client) -> None:
    session = make_session([WORDS], project=make_project("archive"))

    assert PAGE in dana.get(reverse("review:session_export", args=[session.pk])).content.decode()
    dana.force_login(make_user("jun", project=make_project("archive")))
    assert PAGE not in dana.get(reverse("review:session_export", args=[session.pk])).content.decode()
    assert dana.get(PAGE).status_code == HTTPStatus.FORBIDDEN
