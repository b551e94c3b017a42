"""The page of an audit bundle, and the download."""

import io
import json
import zipfile
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from aligner_core import digest
from review import keys
from review.jobs.worker import run_waiting
from review.models import Entry, Event, Job, JobFile, Membership, Project, Role
from review.selectors.bundles import contents
from review.services.bundles import large
from review.services.bundles import seal as sealing
from review.verifier import verify
from review.views import bundles
from tests.factories import make_entry, make_project, make_session, make_user

WORDS = ["We keep the raw text of every event.", "Nobody quotes this."]


@pytest.fixture
def entry(project: Project) -> Entry:
    return make_entry(make_session(WORDS, session_id="talk-1", project=project), ["the raw text"])


def addresses(entry: Entry) -> dict[str, str]:
    return {
        "entry": reverse("review:entry_bundle", args=[entry.pk]),
        "session": reverse("review:session_bundle", args=[entry.session_id]),
        "filter": f"{reverse('review:entries_bundle')}?stage=candidate&page=1",
    }


def files_of(response: Any) -> dict[str, bytes]:  # noqa: ANN401 - Django's test response
    with zipfile.ZipFile(io.BytesIO(response.content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.parametrize("kind", ["entry", "session", "filter"])
def test_the_page_says_what_would_be_inside(mina: Client, entry: Entry, kind: str) -> None:
    if not keys.has_signing_key():
        keys.rotate()

    response = mina.get(addresses(entry)[kind])

    assert response.status_code == HTTPStatus.OK
    assert "<span>1 entry</span>" in response.content.decode()
    assert keys.keyring().newest.key_id in response.content.decode()
    assert f"{2 if kind == 'session' else 1} message" in response.content.decode()
    assert not Event.objects.filter(event_type="bundle_sealed").exists()


@pytest.mark.parametrize("kind", ["entry", "session", "filter"])
def test_the_download_is_the_bundle(mina: Client, entry: Entry, kind: str) -> None:
    response = mina.post(addresses(entry)[kind])

    event = Event.objects.get(event_type="bundle_sealed")
    files = files_of(response)
    assert response.headers["Content-Type"] == "application/zip"
    assert (
        response.headers["Content-Disposition"]
        == f'attachment; filename="audit-bundle-{digest(response.content)[:12]}.zip"'
    )
    assert (event.actor, event.body["digest"], event.body["scope"]["kind"]) == ("mina", digest(response.content), kind)
    assert verify.check(files) == []
    assert json.loads(files["manifest.json"])["scope"].get("stage") == ("candidate" if kind == "filter" else None)


def test_the_words_of_messages_are_left_out_on_request(mina: Client, entry: Entry) -> None:
    response = mina.post(addresses(entry)["session"], {"withhold_messages": "on"})

    assert b"Nobody quotes this" not in response.content
    assert json.loads(files_of(response)["manifest.json"])["withheld"] == ["messages"]


@pytest.mark.parametrize("role", Role)
def test_whoever_reads_may_download(project: Project, entry: Entry, role: Role, as_person: Any) -> None:  # noqa: ANN401
    person = as_person(make_user("dana", project=project, role=role))

    responses = [person.post(address) for address in addresses(entry).values()]

    assert [response.status_code for response in responses] == [HTTPStatus.OK] * 3


def test_strangers_find_nothing(entry: Entry, as_person: Any) -> None:  # noqa: ANN401
    stranger = as_person(make_user("jun", project=make_project("other")))
    by_kind = addresses(entry)

    responses = {kind: stranger.post(address) for kind, address in by_kind.items()}

    assert {kind: response.status_code for kind, response in responses.items()} == {
        "entry": HTTPStatus.NOT_FOUND,
        "session": HTTPStatus.NOT_FOUND,
        "filter": HTTPStatus.UNPROCESSABLE_ENTITY,
    }
    assert "No entry matches these filters." in responses["filter"].content.decode()


def test_a_filter_without_matches_offers_no_download(mina: Client, entry: Entry) -> None:
    response = mina.get(f"{reverse('review:entries_bundle')}?stage=certified")

    assert "No entry matches these filters." in response.content.decode()
    assert "Download" not in response.content.decode()


@pytest.mark.parametrize("bound", ["MAX_BUNDLE_RECORDS", "MAX_BUNDLE_CHARS"])
def test_a_large_bundle_is_left_to_the_command(
    mina: Client, entry: Entry, bound: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(large, bound, 3)

    page, download = mina.get(addresses(entry)["session"]), mina.post(addresses(entry)["session"])

    assert (page.status_code, download.status_code) == (HTTPStatus.OK, HTTPStatus.UNPROCESSABLE_ENTITY)
    for response in (page, download):
        assert "manage.py export_bundle" in response.content.decode()
        assert "Download" not in response.content.decode()


def test_a_list_of_too_many_entries_is_not_counted_to_its_end(
    mina: Client, entry: Entry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bundles, "MAX_BUNDLE_ENTRIES", 1)
    address = addresses(entry)["filter"]
    enough = mina.get(address)
    make_entry(entry.session, ["every event"])

    page, download = mina.get(address), mina.post(address)

    assert "<span>1 entry</span>" in enough.content.decode()
    assert (page.status_code, download.status_code) == (HTTPStatus.OK, HTTPStatus.UNPROCESSABLE_ENTITY)
    for response in (page, download):
        assert "<span>more than 1 entries</span>" in response.content.decode()
        assert "manage.py export_bundle" in response.content.decode()
        assert "Download" not in response.content.decode()
    assert not Event.objects.filter(event_type="bundle_sealed").exists()


@pytest.mark.parametrize("kind", ["entry", "session", "filter"])
def test_a_bundle_that_takes_long_is_sealed_by_a_job_and_waits_for_its_owner(
    mina: Client, guest: Client, entry: Entry, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(large, "MAX_RECORDS_AT_ONCE", 1)
    address = addresses(entry)[kind]

    asked = mina.post(address, {"withhold_messages": "on"}, follow=True).content.decode()
    assert not Event.objects.filter(event_type="bundle_sealed").exists()
    run_waiting()
    job = Job.objects.get()
    page = mina.get(address).content.decode()
    response = mina.get(f"/jobs/{job.pk}/file/")

    event = Event.objects.get(event_type="bundle_sealed")
    assert "Sealing" in asked
    assert f'href="/jobs/{job.pk}/file/"' in page
    assert (event.actor, event.body["digest"], event.body["scope"]["kind"]) == ("mina", digest(response.content), kind)
    assert (
        response.headers["Content-Disposition"]
        == f'attachment; filename="audit-bundle-{digest(response.content)[:12]}.zip"'
    )
    assert json.loads(files_of(response)["manifest.json"])["withheld"] == ["messages"]
    assert guest.get(f"/jobs/{job.pk}/file/").status_code == HTTPStatus.NOT_FOUND
    Membership.objects.filter(user__username="mina").delete()
    assert mina.get(f"/jobs/{job.pk}/file/").status_code == HTTPStatus.NOT_FOUND


def test_a_job_seals_nothing_that_its_owner_cannot_see_any_more(
    mina: Client, entry: Entry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(large, "MAX_RECORDS_AT_ONCE", 1)
    for address in addresses(entry).values():
        mina.post(address)
    Membership.objects.filter(user__username="mina").delete()

    run_waiting()

    assert {job.reason for job in Job.objects.all()} == {"gone"}
    assert not JobFile.objects.exists()


def test_a_bundle_whose_session_changes_while_it_is_read_is_read_again(
    mina: Client, entry: Entry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(large, "MAX_RECORDS_AT_ONCE", 1)
    mina.post(addresses(entry)["session"])
    moves = [False, True, True]
    monkeypatch.setattr(sealing, "heads_of", lambda chains: moves.pop(0) and contents.heads_of(chains))

    run_waiting()

    assert (Job.objects.get().state, JobFile.objects.count(), moves) == ("done", 1, [True])
    assert Event.objects.filter(event_type="bundle_sealed").count() == 1


def test_pages_link_to_the_bundle(mina: Client, entry: Entry) -> None:
    pages = {
        "entry": mina.get(entry.get_absolute_url()),
        "session": mina.get(entry.session.get_absolute_url()),
        "filter": mina.get(f"{reverse('review:entry_list')}?stage=candidate&page=1"),
    }

    for kind, address in addresses(entry).items():
        assert f'href="{address.replace("&", "&amp;")}"' in pages[kind].content.decode()


def test_a_small_bundle_is_kept_with_its_statement(mina: Client, entry: Entry) -> None:
    address = addresses(entry)["session"]

    answer = mina.post(address, {"keep": "yes"})
    job = Job.objects.get()
    page = mina.get(address).content.decode()

    assert (answer.status_code, answer.headers["Location"]) == (HTTPStatus.FOUND, address)
    assert reverse("review:job_statement", args=[job.pk]) in page
    statement = json.loads(mina.get(reverse("review:job_statement", args=[job.pk])).content)
    assert statement["payloadType"] == "application/vnd.in-toto+json"
    assert digest(mina.get(reverse("review:job_file", args=[job.pk])).content) == job.result["digest"]
