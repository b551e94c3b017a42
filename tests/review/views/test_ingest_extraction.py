"""The page of an extraction: its run and its notes stay, and a second one stands beside the first."""

import pytest
from django.test import Client

from review.models import Entry, Extraction, Project, ReviewSession
from review.payloads import check_extraction
from review.services.audit.audit_store import Finding, audit_store
from review.services.ingest.receive import receive_extraction
from tests.behind import rewrite
from tests.factories import make_session

pytestmark = pytest.mark.django_db

WORDS = ["We keep the raw text of every event.", "The cache lives for one hour."]
RUN = {"extractor": "mem", "model": "m-1", "promptVersion": "7", "runId": "r-1", "createdAt": "2026-10-02"}


@pytest.fixture
def session(project: Project) -> ReviewSession:
    return make_session(WORDS, project=project, session_id="talk")


def extract(session: ReviewSession, title: str = "Raw text stays", **given: object) -> Extraction:
    evidence = [{"messageIndex": 0, "quote": "keep the raw text"}]
    entries = [{"entryId": "e-1", "title": title, "evidence": evidence}, {"entryId": "e-2", "stage": "certified"}]
    checked = check_extraction({"entries": entries, **given})
    return receive_extraction(session=session, checked=checked, actor=None).extraction


def shown(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def test_extraction_detail_shows_the_run_and_the_notes(mina: Client, session: ReviewSession) -> None:
    extraction = extract(session, run=RUN, mood="good")

    page = shown(mina, extraction.get_absolute_url())

    for text in (*RUN.values(), "entries[1].stage", "Left out: only people verify.", "mood", extraction.digest):
        assert text in page
    assert "Raw text stays" in page


def test_extraction_detail_says_that_nothing_is_known(mina: Client, session: ReviewSession) -> None:
    checked = check_extraction({"evidence": [{"messageIndex": 0, "quote": "keep the raw text"}]})
    extraction = receive_extraction(session=session, checked=checked, actor=None).extraction

    page = shown(mina, extraction.get_absolute_url())

    assert "The upload does not say which model or prompt made it." in page
    assert "Everything in the upload was read and imported." in page


def test_a_second_extraction_is_its_own_run_beside_the_first(mina: Client, session: ReviewSession) -> None:
    first, second = extract(session, run=RUN), extract(session, run={**RUN, "model": "m-2"})

    one, other = Entry.objects.get(extraction=first), Entry.objects.get(extraction=second)
    assert f'href="{other.get_absolute_url()}"' in shown(mina, one.get_absolute_url())
    assert f'href="{one.get_absolute_url()}"' in shown(mina, other.get_absolute_url())
    assert f'href="{second.get_absolute_url()}"' in shown(mina, first.get_absolute_url())
    session_page = shown(mina, session.get_absolute_url())
    assert all(f'href="{one.get_absolute_url()}"' in session_page for one in (first, second))


def test_entries_without_a_name_are_linked_to_nothing(mina: Client, session: ReviewSession) -> None:
    quotes = {"evidence": [{"messageIndex": 0, "quote": "keep the raw text"}]}
    for model in ("m-1", "m-2"):
        receive_extraction(session=session, checked=check_extraction({**quotes, "model": model}), actor=None)

    assert 'id="other-runs"' not in shown(mina, Entry.objects.earliest("pk").get_absolute_url())


@pytest.mark.parametrize("key", ["extractor", "model", "promptVersion", "runId"])
def test_entry_list_filters_by_run(mina: Client, session: ReviewSession, key: str) -> None:
    extract(session, "From the first run", run=RUN)
    extract(session, "From the second run", run={name: f"other {value}" for name, value in RUN.items()})

    page = shown(mina, f"/entries/?run={RUN[key]}")

    assert ("From the first run" in page, "From the second run" in page) == (True, False)


def test_entry_list_filters_by_the_digest_of_an_extraction(mina: Client, session: ReviewSession) -> None:
    first, _ = extract(session, "From the first run", run=RUN), extract(session, "From the second run")

    page = shown(mina, f"/entries/?run={first.digest[:8]}")
    too_short = shown(mina, f"/entries/?run={first.digest[:7]}")

    assert ("From the first run" in page, "From the second run" in page) == (True, False)
    assert "From the first run" not in too_short


def test_audit_store_finds_notes_that_were_changed(session: ReviewSession) -> None:
    extraction = extract(session)
    rewrite("review_extraction", "notes", "[]", where=f"id = {extraction.pk}")

    assert list(audit_store()) == [Finding("notes_changed", "extraction", extraction.pk)]


def test_a_run_with_characters_that_cannot_be_stored_is_kept_escaped(session: ReviewSession) -> None:
    extraction = extract(session, model="m\0 \ud800")

    assert extraction.model == "m\\u0000 \\ud800"
    assert list(audit_store()) == []


def test_an_index_out_of_range_is_shown_with_the_range(mina: Client, session: ReviewSession) -> None:
    checked = check_extraction({"entries": [{"evidence": [{"messageIndex": 7, "quote": "never said by anybody"}]}]})
    entry = receive_extraction(session=session, checked=checked, actor=None).extraction.entries.get()

    assert "It named message 7 of 0–1." in shown(mina, entry.get_absolute_url())
    assert ">#7</a>" in shown(mina, "/failed/")
