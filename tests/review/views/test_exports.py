"""The page of exports, what it streams, and the job of a large one."""

import gzip
import json
from http import HTTPStatus
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from review.domain.policy import Stage
from review.jobs.worker import run_waiting
from review.models import Entry, Event, Job, JobFile, Membership, Project
from review.services.exports.formats import FORMATS
from review.services.promotion.stages import promote_entry
from review.views import exports
from tests.factories import make_entry, make_project, make_session

WORDS = ["We keep the raw text of every event.", "Nobody quotes this."]


@pytest.fixture
def entry(project: Project) -> Entry:
    return make_entry(make_session(WORDS, session_id="talk-1", project=project), ["the raw text"])


def of_session(entry: Entry) -> str:
    return reverse("review:session_export", args=[entry.session_id])


def body_of(response: Any) -> bytes:  # noqa: ANN401 - Django's test response
    return b"".join(response.streaming_content)


def test_the_page_offers_every_format_and_journals_nothing(mina: Client, entry: Entry) -> None:
    page = mina.get(of_session(entry)).content.decode()

    assert all(f'value="{name}"' in page for name in FORMATS)
    assert "Not for import" in page
    assert not Event.objects.filter(event_type="exported").exists()


@pytest.mark.parametrize("name", FORMATS)
def test_each_format_is_streamed_as_a_file(mina: Client, entry: Entry, name: str) -> None:
    response = mina.post(of_session(entry), {"format": name})

    assert response.streaming
    assert FORMATS[name].file_name in response.headers["Content-Disposition"]
    assert body_of(response)
    assert Event.objects.get(event_type="exported").actor == "mina"


def test_a_stream_is_compressed_where_the_client_takes_that(mina: Client, entry: Entry) -> None:
    response = mina.post(of_session(entry), {"format": "jsonl"}, headers={"Accept-Encoding": "gzip"})
    lines = gzip.decompress(body_of(response)).decode().splitlines()

    assert response.headers["Content-Encoding"] == "gzip"
    assert json.loads(lines[0])["format"] == "evidence-review"


def test_the_entries_of_a_list_are_those_of_its_filters(mina: Client, entry: Entry) -> None:
    make_entry(make_session(["Another."], project=entry.session.project), ["Another."], stage="raw")

    response = mina.post(f"{reverse('review:entries_export')}?stage=candidate", {"format": "csv"})

    assert body_of(response).decode().count("\r\n") == 2
    assert Event.objects.get(event_type="exported").body["scope"]["stage"] == "candidate"


def test_an_unknown_format_is_refused_and_journals_nothing(mina: Client, entry: Entry) -> None:
    assert mina.post(of_session(entry), {"format": "xlsx"}).status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert not Event.objects.filter(event_type="exported").exists()


def test_the_session_of_another_project_is_not_there(mina: Client) -> None:
    foreign = make_entry(make_session(WORDS, project=make_project("foreign")), ["the raw text"])

    assert mina.post(of_session(foreign), {"format": "csv"}).status_code == HTTPStatus.NOT_FOUND


def test_a_large_export_is_made_by_a_job_and_kept_for_its_owner(
    mina: Client, entry: Entry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exports, "MAX_RECORDS_AT_ONCE", 1)

    response = mina.post(of_session(entry), {"format": "jsonl"})
    run_waiting()

    job = Job.objects.get(kind="export")
    assert (response.status_code, job.state) == (HTTPStatus.FOUND, "done")
    kept = JobFile.objects.get(job=job)
    assert kept.name == "evidence.jsonl.gz"
    assert b'"record": "entry"' in gzip.decompress(bytes(kept.data))
    assert Event.objects.filter(event_type="exported", actor="mina").count() == 1
    assert reverse("review:job_file", args=[job.pk]) in mina.get(of_session(entry)).content.decode()


def test_a_job_exports_nothing_to_who_may_no_longer_read_it(
    mina: Client, entry: Entry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exports, "MAX_RECORDS_AT_ONCE", 1)
    mina.post(of_session(entry), {"format": "jsonl"})
    Membership.objects.all().delete()

    run_waiting()

    assert Job.objects.get(kind="export").state == "failed"
    assert not JobFile.objects.exists()
    assert not Event.objects.filter(event_type="exported").exists()


def test_what_is_too_large_is_left_to_the_command(mina: Client, entry: Entry, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exports, "MAX_BUNDLE_RECORDS", 1)

    response = mina.post(of_session(entry), {"format": "csv"})

    assert response.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "manage.py export_records" in response.content.decode()


def test_an_entry_is_a_page_to_send_with_its_verdict_and_without_a_script(mina: Client, entry: Entry) -> None:
    response = mina.post(reverse("review:entry_export", args=[entry.pk]), {"format": "html"})

    page = b"".join(response.streaming_content).decode()  # type: ignore[attr-defined]
    assert response.headers["Content-Disposition"] == 'attachment; filename="evidence.html"'
    assert ("<script" in page, "default-src 'none'" in page, "Conversation" in page) == (False, True, True)


def test_a_page_to_send_is_in_the_language_of_its_reader(mina: Client, entry: Entry) -> None:
    address = reverse("review:entry_export", args=[entry.pk])

    response = mina.post(address, {"format": "html"}, headers={"accept-language": "ko"})

    assert '<html lang="ko">' in b"".join(response.streaming_content).decode()  # type: ignore[attr-defined]


def test_a_page_to_send_says_who_verified_it(mina: Client, reviewer: User, entry: Entry) -> None:
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=entry.version, actor=reviewer)

    page = body_of(mina.post(reverse("review:entry_export", args=[entry.pk]), {"format": "html"})).decode()

    assert "<span class=stage>verified</span> mina, 20" in page
