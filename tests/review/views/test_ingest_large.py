"""Large uploads: the answer is at once, jobs read, align and import, and every page says how far they are."""

import json

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import Settings

from aligner_core import EvidenceAligner, parse_session
from review.jobs.worker import run_waiting
from review.models import (
    Entry,
    Event,
    Extraction,
    Job,
    Membership,
    Message,
    Project,
    ReviewSession,
    UploadDraft,
    UploadFile,
)
from review.payloads import files
from review.services.audit.audit_store import audit_store
from review.services.ingest import preview, session_parts
from review.services.ingest.large import start_job
from review.services.ingest.preview_page import keep_preview, kept_page, page_of
from review.services.ingest.receive import receive_session
from review.services.jobs.holding import step, take_next
from tests.review.views.test_ingest import EXTRACTION, SESSION, upload

BOTH = {**SESSION, "extraction": EXTRACTION}


@pytest.fixture(autouse=True)
def _everything_is_large(settings: Settings) -> None:
    settings.REVIEW_MAX_CHARS_AT_ONCE = 10


def never(*_given: object, **_options: object) -> None:
    pytest.fail("it was done within a request")


def test_a_large_upload_is_read_aligned_and_imported_by_jobs(
    mina: Client, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(files, "read", never)
        patch.setattr(EvidenceAligner, "align", never)
        status, page, address = upload(mina, project, first=BOTH)
    assert (status, "Reading" in page) == (200, True)

    run_waiting()
    draft = UploadDraft.objects.get(taken_from__isnull=False)
    led = mina.get(f"/jobs/{Job.objects.get(kind='read').pk}/").headers["Location"]
    with monkeypatch.context() as patch:
        patch.setattr(preview, "read_json_text", never)
        shown = mina.get(led).content.decode()
        confirmed = mina.post(led, {"seen": "/0"}, follow=True).content.decode()
    assert (led, address != led) == (f"/upload/{draft.pk}/", True)
    assert "New session with 2 messages." in shown
    assert "nobody ever said anything like this" in shown
    assert "Importing" in confirmed
    assert ReviewSession.objects.count() == 0
    run_waiting()

    imported = mina.get(led).content.decode()
    assert "is imported" in imported
    assert (ReviewSession.objects.count(), Extraction.objects.count(), Entry.objects.count()) == (1, 1, 1)
    assert [job.kind for job in Job.objects.order_by("pk")] == ["read", "align", "confirm"]
    assert {job.state for job in Job.objects.all()} == {"done"}
    assert [one for one in audit_store() if not one.is_note] == []


def test_progress_counts_files_and_quotes(mina: Client, project: Project) -> None:
    upload(mina, project, first=SESSION, second=EXTRACTION)

    run_waiting()

    assert [(job.kind, job.done, job.total) for job in Job.objects.order_by("pk")] == [("read", 2, 2), ("align", 2, 2)]


def test_what_cannot_be_read_is_told_and_the_rest_is_kept(mina: Client, project: Project) -> None:
    broken = SimpleUploadedFile("broken.json", b'{"messages": [')

    _, _, address = upload(mina, project, first=SESSION, second=broken)
    run_waiting()
    page = mina.get(address).content.decode()

    assert "Could not read this file" in page
    assert "broken.json" in page
    assert [file.name for file in UploadFile.objects.all()] == ["first.json"]
    assert Job.objects.count() == 1


def test_a_choice_waits_for_the_person(mina: Client, project: Project) -> None:
    two = [{**SESSION, "sessionId": "s-1"}, {**SESSION, "sessionId": "s-2", "messages": ["Another one."]}]
    _, _, address = upload(mina, project, first="\n".join(map(json.dumps, two)))
    run_waiting()

    page = mina.get(address).content.decode()
    chosen = mina.post(address, {"conversation": ["0-0"]}, follow=True).request["PATH_INFO"]
    run_waiting()

    assert "Which conversations" in page
    assert "New session with 2 messages." in mina.get(chosen).content.decode()


def test_files_that_come_while_others_are_read_are_read_too(mina: Client, project: Project) -> None:
    upload(mina, project, first=SESSION)
    draft = UploadDraft.objects.get()
    upload(mina, project, second=EXTRACTION, draft=draft.pk)

    run_waiting()

    assert all(file.found for file in UploadFile.objects.all())
    assert UploadFile.objects.count() == 2


def test_a_preview_of_many_quotes_is_aligned_by_a_job(mina: Client, project: Project, settings: Settings) -> None:
    settings.REVIEW_MAX_CHARS_AT_ONCE, settings.REVIEW_MAX_QUOTES_AT_ONCE = 10**6, 1

    _, page, address = upload(mina, project, first=BOTH)
    run_waiting()

    assert "Aligning" in page
    assert "New session with 2 messages." in mina.get(address).content.decode()


def test_a_large_session_without_an_extraction_has_nothing_to_align(mina: Client, project: Project) -> None:
    upload(mina, project, first=SESSION)

    run_waiting()

    shown = mina.get(f"/upload/{UploadDraft.objects.get(taken_from__isnull=False).pk}/").content.decode()
    assert "New session with 2 messages." in shown
    assert [(job.kind, job.state) for job in Job.objects.order_by("pk")] == [("read", "done"), ("align", "done")]


def test_what_is_aligned_already_is_not_aligned_again(
    mina: Client, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    upload(mina, project, first=BOTH)
    run_waiting()
    start_job("align", UploadDraft.objects.get(taken_from__isnull=False))

    monkeypatch.setattr(EvidenceAligner, "align", never)
    run_waiting()

    assert [job.state for job in Job.objects.filter(kind="align")] == ["done", "done"]


def test_what_is_small_is_answered_in_the_request(mina: Client, project: Project, settings: Settings) -> None:
    settings.REVIEW_MAX_CHARS_AT_ONCE = 10**6

    _, page, address = upload(mina, project, first=BOTH)
    mina.post(address, {"seen": "/0"})

    assert "New session with 2 messages." in page
    assert (ReviewSession.objects.count(), Job.objects.count()) == (1, 0)


def previewed(mina: Client, project: Project) -> str:
    """Return the address of a preview that is ready to be confirmed."""
    upload(mina, project, first=BOTH)
    run_waiting()
    return f"/upload/{UploadDraft.objects.get(taken_from__isnull=False).pk}/"


def test_confirming_twice_imports_once(mina: Client, project: Project) -> None:
    address = previewed(mina, project)

    mina.post(address, {"seen": "/0"})
    mina.post(address, {"seen": "/0"})
    run_waiting()

    assert (ReviewSession.objects.count(), Extraction.objects.count()) == (1, 1)
    assert Job.objects.filter(kind="confirm").count() == 1


LONG = {
    "messages": ["The cache lives for one hour.", "Why?", "It is small.", "I see.", "Good."],
    "extraction": {"entries": [{"evidence": [{"messageIndex": 4, "quote": "Good."}, {"quote": "nobody said it"}]}]},
}


@pytest.fixture
def long_one(mina: Client, project: Project, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the address of a confirmed upload that is stored in three parts."""
    monkeypatch.setattr(session_parts, "MAX_MESSAGES_AT_ONCE", 2)
    upload(mina, project, first=LONG)
    run_waiting()
    address = f"/upload/{UploadDraft.objects.get(taken_from__isnull=False).pk}/"
    mina.post(address, {"seen": "/0"})
    return address


def store_a_part() -> Job:
    """Do what a worker does that is killed after the first part."""
    job = take_next()
    assert job is not None
    draft = UploadDraft.objects.select_related("project").get(taken_from__isnull=False)
    with step(job):
        first = session_parts.session_parts(preview.preview_upload(draft))[0]
        session_parts.store_part(draft, first, actor=job.owner, seen="/0")
    return job


def ingested() -> list[tuple[int, int]]:
    """Return from which message on each part was stored, and how many."""
    events = [event.body for event in Event.objects.filter(event_type="session_ingested").order_by("seq")]
    return [(event["first_index"], len(event["message_hashes"])) for event in events]


def test_a_long_session_is_stored_in_parts(mina: Client, long_one: str) -> None:
    run_waiting()

    assert ingested() == [(0, 2), (2, 2), (4, 1)]
    assert (ReviewSession.objects.count(), Extraction.objects.count(), Message.objects.count()) == (1, 1, 5)
    assert Job.objects.get(kind="confirm").state == "done"
    assert [one for one in audit_store() if not one.is_note] == []


def test_an_import_of_a_killed_worker_goes_on_after_its_parts(mina: Client, long_one: str) -> None:
    job = store_a_part()
    assert Message.objects.count() == 2

    Job.objects.filter(pk=job.pk).update(until=job.created_at)
    run_waiting()

    assert ingested() == [(0, 2), (2, 2), (4, 1)]
    assert (Extraction.objects.count(), Job.objects.get(pk=job.pk).state) == (1, "done")
    assert "is imported" in mina.get(long_one).content.decode()


def test_an_import_that_is_cancelled_between_its_parts_says_so_and_goes_on_when_asked(
    mina: Client, long_one: str
) -> None:
    job = store_a_part()
    mina.post(f"/jobs/{job.pk}/cancel/")
    Job.objects.filter(pk=job.pk).update(until=job.created_at)
    run_waiting()

    page = mina.get(long_one).content.decode()
    mina.post(f"/jobs/{job.pk}/again/")
    run_waiting()

    assert "A part of it is stored, and nothing twice" in page
    assert ingested() == [(0, 2), (2, 2), (4, 1)]
    assert Extraction.objects.count() == 1


def test_an_import_whose_session_changed_between_its_parts_is_looked_at_again(mina: Client, long_one: str) -> None:
    job = store_a_part()
    session = ReviewSession.objects.get()
    changed = parse_session({"sessionId": session.session_id, "messages": ["It lives longer.", "Why?"]})
    receive_session(project=session.project, upload=changed, actor=None, accept_changes=True)

    Job.objects.filter(pk=job.pk).update(until=job.created_at)
    run_waiting()

    assert (Job.objects.get(pk=job.pk).reason, Extraction.objects.count()) == ("changed", 0)


def test_changed_messages_come_with_the_first_part_as_they_were_seen(
    mina: Client, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_parts, "MAX_MESSAGES_AT_ONCE", 2)
    for said in (["One.", "Two."], ["One!", "Two.", "Three.", "Four.", "Five."]):
        upload(mina, project, first={"sessionId": "s-1", "messages": said})
        run_waiting()
        draft = UploadDraft.objects.get(taken_from__isnull=False, received_at=None)
        shown = mina.get(f"/upload/{draft.pk}/").content.decode()
        seen = "0/0" if 'value="0/0"' in shown else "/0"
        mina.post(f"/upload/{draft.pk}/", {"seen": seen})
        run_waiting()

    assert ingested() == [(0, 2), (2, 2), (4, 1)]
    assert seen == "0/0"
    assert {job.state for job in Job.objects.all()} == {"done"}
    assert [message.content for message in ReviewSession.objects.get().current_messages()][:2] == ["One!", "Two."]
    assert [one for one in audit_store() if not one.is_note] == []


def test_an_import_that_is_no_longer_what_was_shown_stores_nothing(mina: Client, project: Project) -> None:
    address = previewed(mina, project)

    mina.post(address, {"seen": "0/3"})
    run_waiting()
    page = mina.get(address).content.decode()

    assert ReviewSession.objects.count() == 0
    assert "Aligning" in page
    run_waiting()
    again = mina.get(address).content.decode()
    assert "It is no longer what the preview showed" in again
    assert 'id="confirm"' in again


def test_an_import_whose_numbering_was_changed_meanwhile_stores_nothing(mina: Client, project: Project) -> None:
    address = previewed(mina, project)
    mina.post(address, {"seen": "/0"})

    mina.post(f"{address}change/", {"title": "", "numbering": "from_one"})
    run_waiting()

    assert Message.objects.count() == 0
    assert Job.objects.get(kind="confirm").reason == "changed"


def test_an_import_by_somebody_who_may_not_any_more_stores_nothing(
    mina: Client, project: Project, reviewer: User
) -> None:
    address = previewed(mina, project)
    mina.post(address, {"seen": "/0"})
    Membership.objects.filter(user=reviewer).update(role="viewer")

    run_waiting()

    assert (ReviewSession.objects.count(), Job.objects.get(kind="confirm").reason) == (0, "not_permitted")


def test_what_is_kept_of_a_preview_is_all_that_its_page_shows(mina: Client, project: Project) -> None:
    previewed(mina, project)
    draft = UploadDraft.objects.get(taken_from__isnull=False)

    assert kept_page(draft) == page_of(preview.preview_upload(draft))


def test_a_preview_that_somebody_wrote_into_the_store_is_made_again(mina: Client, project: Project) -> None:
    address = previewed(mina, project)
    kept = UploadDraft.objects.get(taken_from__isnull=False).shown
    UploadDraft.objects.filter(taken_from__isnull=False).update(shown=kept.replace("exact", "fuzzy"))

    assert "Aligning" in mina.get(address).content.decode()


def test_messages_counted_another_way_are_previewed_by_another_job(mina: Client, project: Project) -> None:
    address = previewed(mina, project)

    changed = mina.post(f"{address}change/", {"title": "Notes", "numbering": "from_one"}, follow=True)
    run_waiting()
    shown = mina.get(address).content.decode()

    assert "Aligning" in changed.content.decode()
    assert 'value="Notes"' in shown
    assert Job.objects.filter(kind="align", state="done").count() == 2


def test_a_preview_of_messages_counted_otherwise_meanwhile_is_not_kept(mina: Client, project: Project) -> None:
    address = previewed(mina, project)
    draft = UploadDraft.objects.get(taken_from__isnull=False)

    made = preview.align_upload(draft, begin=lambda _: None, on_quote=lambda: None)
    mina.post(f"{address}change/", {"title": "", "numbering": "from_one"})
    keep_preview(draft, made)

    draft.refresh_from_db()
    assert draft.shown == ""


def test_what_takes_too_long_to_align_within_a_request_is_aligned_by_a_job(
    mina: Client, project: Project, settings: Settings
) -> None:
    settings.REVIEW_MAX_CHARS_AT_ONCE, settings.REVIEW_MAX_WORK_AT_ONCE = 10**6, 1

    _, page, address = upload(mina, project, first=BOTH)
    run_waiting()

    assert "Aligning" in page
    assert "nobody ever said anything like this" in mina.get(address).content.decode()


def test_an_extraction_for_a_long_stored_session_is_large(mina: Client, project: Project, settings: Settings) -> None:
    settings.REVIEW_MAX_CHARS_AT_ONCE = 10**6
    _, _, address = upload(mina, project, first=SESSION)
    mina.post(address, {"seen": "/0"})
    session = ReviewSession.objects.get()
    settings.REVIEW_MAX_CHARS_AT_ONCE = 1 + len(json.dumps(EXTRACTION))

    _, page, _ = upload(mina, project, first=EXTRACTION, session=session.pk)

    assert "Aligning" in page


def test_a_large_file_is_read_in_another_format_by_a_job(
    mina: Client, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    two = [{**SESSION, "sessionId": "s-1"}, {**SESSION, "sessionId": "s-2", "messages": ["Another one."]}]
    _, _, address = upload(mina, project, first="\n".join(map(json.dumps, two)))
    run_waiting()
    as_other = f"/upload/{UploadDraft.objects.get().pk}/format/"

    with monkeypatch.context() as patch:
        patch.setattr(files, "read", never)
        asked = mina.post(as_other, {"position": "0", "format": "chatgpt"}, follow=True).content.decode()
    run_waiting()
    page = mina.get(address).content.decode()
    mina.post(as_other, {"position": "0", "format": "session"})
    run_waiting()

    assert "Reading" in asked
    assert "Could not read this file" in page
    assert "Another one." in "".join(UploadFile.objects.get().parts.values_list("text", flat=True))
    assert UploadFile.objects.get().format == "session"


def test_a_draft_that_was_discarded_has_nothing_to_do(mina: Client, project: Project) -> None:
    upload(mina, project, first=BOTH)
    mina.post(f"/upload/{UploadDraft.objects.get().pk}/discard/")

    run_waiting()

    assert Job.objects.get().reason == "gone"


def test_an_alignment_that_was_cancelled_is_told_and_tried_again(mina: Client, project: Project) -> None:
    upload(mina, project, first=BOTH)
    job = take_next()
    assert job is not None
    mina.post(f"/jobs/{job.pk}/cancel/")
    Job.objects.update(state="cancelled")

    draft = UploadDraft.objects.get()
    page = mina.get(f"/upload/{draft.pk}/files/").content.decode()
    mina.post(f"/jobs/{job.pk}/again/")
    run_waiting()

    assert "Cancelled by mina" in page
    assert UploadDraft.objects.filter(taken_from=draft).count() == 1
