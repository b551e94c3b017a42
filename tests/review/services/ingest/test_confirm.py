"""A draft is aligned once, for its preview; confirming it stores what was shown, all of it or nothing."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import CodeType, FrameType

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from aligner_core import AlignerConfig, EvidenceAligner
from review.domain.errors import UploadRefusedError
from review.models import Alignment, Entry, Extraction, FailedQuote, Message, ReviewSession, UploadDraft
from review.payloads import check_combined
from review.services._attempts import attempt_columns, quote_columns
from review.services.audit.audit_store import audit_store
from review.services.ingest.confirm import UploadReceipt, confirm_upload, prepared, store_upload
from review.services.ingest.preview import preview_upload
from review.services.ingest.receive import receive_extraction, receive_session, session_digest
from review.services.people._project_people import set_aligner
from tests.factories import make_project, make_session, make_user

pytestmark = pytest.mark.django_db

WORDS = ["We keep the raw text of every event.", "The cache lives for one hour. The cache lives for one hour."]
QUOTES = [
    {"messageIndex": 0, "quote": "keep the raw text of every event"},
    {"messageIndex": 0, "quote": "keep the row text of every event"},
    {"messageIndex": 0, "quote": "The cache lives for one hour."},
    {"messageIndex": 1, "quote": "the CACHE lives for one hour."},
    {"messageIndex": 0, "quote": "nobody has ever said anything like it here"},
    {"messageIndex": 9, "quote": "keep the raw text"},
    {"messageIndex": 0, "quote": "raw text", "start": 3},
    {"messageIndex": "x", "quote": "raw text of every"},
    {"messageIndex": 0, "quote": 7},
]
EXTRACTION = {
    "run": {"model": "m-1"},
    "entries": [{"entryId": "e-1", "stage": "candidate", "evidence": QUOTES}, {"entryId": "e-2", "evidence": []}],
}
SESSION = {"sessionId": "s-1", "title": "One", "messages": WORDS}


def reviewer() -> User:
    return make_user("mina", project=make_project())


def make_draft(
    session: object = SESSION, extraction: object = EXTRACTION, *, known: ReviewSession | None = None
) -> UploadDraft:
    texts = [one if isinstance(one, str) else json.dumps(one) for one in (session, extraction)]
    project, author = make_project(), reviewer()
    return UploadDraft.objects.create(
        project=project, created_by=author, session=known, session_json=texts[0], extraction_json=texts[1]
    )


def confirm(draft: UploadDraft, *, seen: str = "/0") -> UploadReceipt:
    """Confirm a draft as a new request does: it is read again, with its alignment."""
    fresh = UploadDraft.objects.select_related("project", "session").get(pk=draft.pk)
    return confirm_upload(fresh, preview=preview_upload(fresh), actor=draft.created_by, seen=seen)


@contextmanager
def counted(*codes: CodeType) -> Iterator[list[str]]:
    """List the calls of some functions meanwhile; without any, how often an extraction is aligned."""
    listed = codes or (EvidenceAligner.align.__code__,)
    calls: list[str] = []

    def count(frame: FrameType, event: str, _arg: object) -> None:
        if event == "call" and frame.f_code in listed:
            calls.append(frame.f_code.co_name)

    sys.setprofile(count)
    try:
        yield calls
    finally:
        sys.setprofile(None)


def stored(session: ReviewSession) -> list[dict[str, object]]:
    """Return the attempts of a session without what differs in every row."""
    rows = Alignment.objects.filter(quote__entry__session=session).order_by("quote_id").values()
    own = {"id", "quote_id", "message_id", "created_at"}
    return [{name: value for name, value in row.items() if name not in own} for row in rows]


def test_preview_and_confirmation_align_once_between_them() -> None:
    draft = make_draft()

    with counted() as calls:
        preview_upload(UploadDraft.objects.get())
        preview_upload(UploadDraft.objects.get())
        receipt = confirm(draft)

    assert calls == ["align"]
    assert (receipt.is_created, receipt.is_whole, Entry.objects.count()) == (True, True, 2)
    assert list(audit_store()) == []


@pytest.mark.parametrize("before", ["new", "stored"])
def test_a_transaction_reads_messages_once_at_most_and_draws_no_row(before: str) -> None:
    session = {"messages": WORDS}
    if before == "stored":
        receive_session(project=make_project(), upload=check_combined(session).session, actor=None)
    make_draft(session)
    draft = UploadDraft.objects.select_related("project", "session").get()
    ready = prepared(preview_upload(draft))
    outside = [one.__code__ for one in (attempt_columns, quote_columns, session_digest)]

    with counted(*outside) as calls, CaptureQueriesContext(connection) as queries:
        receipt = store_upload(draft, ready, actor=draft.created_by, seen="/0")

    assert len([one for one in queries if '"review_message"."content"' in one["sql"]]) == (before == "stored")
    assert (calls, receipt.is_created) == ([], True)
    assert list(audit_store()) == []


def test_a_confirmation_stores_what_receiving_would_store_byte_for_byte() -> None:
    receipt = confirm(make_draft())
    upload = check_combined({**SESSION, "extraction": EXTRACTION})
    session = receive_session(project=make_project("other"), upload=upload.session, actor=None).session
    assert upload.extraction is not None

    receive_extraction(session=session, checked=upload.extraction, actor=None)

    assert len(stored(session)) == len(QUOTES)
    assert stored(receipt.session) == stored(session)


def test_a_draft_that_was_received_keeps_no_text() -> None:
    draft = make_draft()

    receipt = confirm(draft)

    draft.refresh_from_db()
    assert (draft.session_json, draft.extraction_json, draft.alignment) == ("", "", "")
    assert (draft.session, draft.received_at is not None) == (receipt.session, True)


def test_a_draft_is_received_once() -> None:
    """Two requests confirm the same preview: the second one finds it done."""
    draft = make_draft()
    preview = preview_upload(draft)
    confirm_upload(draft, preview=preview, actor=reviewer(), seen="/0")

    with pytest.raises(UploadRefusedError):
        confirm_upload(draft, preview=preview, actor=reviewer(), seen="/0")

    assert (ReviewSession.objects.count(), Extraction.objects.count()) == (1, 1)


def test_a_draft_that_was_deleted_since_its_preview_is_not_received() -> None:
    draft = make_draft()
    preview = preview_upload(draft)
    UploadDraft.objects.all().delete()

    with pytest.raises(UploadRefusedError):
        confirm_upload(draft, preview=preview, actor=reviewer(), seen="/0")

    assert ReviewSession.objects.count() == 0


def test_a_draft_that_was_changed_since_its_preview_is_not_received() -> None:
    draft = make_draft()
    preview = preview_upload(draft)
    UploadDraft.objects.update(session_json=json.dumps({"messages": ["other"]}))

    with pytest.raises(UploadRefusedError):
        confirm_upload(draft, preview=preview, actor=reviewer(), seen="/0")

    assert ReviewSession.objects.count() == 0


def test_messages_that_came_since_the_alignment_keep_both_parts_out() -> None:
    """The upload is a beginning of what is stored by now: the consequences are the same, but not the messages."""
    make_session(WORDS, session_id="s-1")
    draft = make_draft({**SESSION, "messages": [*WORDS, "Third."]})
    preview = preview_upload(draft)
    make_session([*WORDS, "Third.", "Fourth."], session_id="s-1")

    with pytest.raises(UploadRefusedError):
        confirm_upload(draft, preview=preview, actor=reviewer(), seen="/0")

    assert (Message.objects.count(), Extraction.objects.count()) == (4, 0)
    again = preview_upload(UploadDraft.objects.get())
    assert (again.is_realigned, again.last_index) == (True, 3)
    assert confirm(draft).is_created


@pytest.mark.parametrize("change", ["fuzzy_threshold", "max_quote_length"])
def test_another_configuration_of_the_project_aligns_anew(change: str) -> None:
    draft = make_draft()
    first = preview_upload(draft)
    project = make_project()
    setattr(project, change, 0.99 if change == "fuzzy_threshold" else 20)
    project.save()

    second = preview_upload(UploadDraft.objects.get())

    assert (first.is_realigned, second.is_realigned) == (False, True)
    assert first.reasons != second.reasons
    assert not preview_upload(UploadDraft.objects.get()).is_realigned


def test_another_extraction_in_the_draft_aligns_anew() -> None:
    draft = make_draft()
    preview_upload(draft)
    draft.extraction_json = json.dumps({"evidence": QUOTES[:1]})

    preview = preview_upload(draft)

    assert preview.is_realigned
    assert preview.state_counts is not None
    assert preview.state_counts.total == 1


@pytest.mark.parametrize(("honest", "forged"), [('"spanStart":3', '"spanStart":2'), ("{", "["), (":", "")])
def test_an_alignment_that_somebody_wrote_into_the_draft_is_not_believed(honest: str, forged: str) -> None:
    draft = make_draft()
    first = preview_upload(draft)
    kept = UploadDraft.objects.get().alignment
    UploadDraft.objects.update(alignment=kept.replace(honest, forged))
    assert kept.count(honest) > 0

    second = preview_upload(UploadDraft.objects.get())

    assert (first.aligned is not None, second.is_realigned) == (True, True)
    assert (second.state_counts, second.failed) == (first.state_counts, first.failed)


def test_a_session_with_a_refused_extraction_is_stored_and_the_draft_says_so() -> None:
    draft = make_draft(extraction="[]")

    receipt = confirm(draft)

    draft.refresh_from_db()
    assert (receipt.is_whole, receipt.extraction, draft.received_at) == (False, None, None)
    assert (draft.extraction_json, Message.objects.count()) == ("[]", 2)
    preview = preview_upload(draft)
    assert preview.plan is not None
    assert (preview.plan.change, preview.can_confirm) == ("identical", False)
    draft.extraction_json = json.dumps(EXTRACTION)
    draft.save()
    assert confirm(draft).is_whole
    assert (Message.objects.count(), Entry.objects.count()) == (2, 2)


def test_an_extraction_of_a_known_session_is_received_alone() -> None:
    session = make_session(WORDS)
    draft = make_draft(session="", known=session)

    receipt = confirm(draft)

    assert (receipt.received, receipt.session, receipt.is_created) == (None, session, True)


def test_a_session_without_an_extraction_is_received_alone() -> None:
    receipt = confirm(make_draft(extraction=""))

    assert (receipt.extraction, receipt.is_created, receipt.is_whole) == (None, False, True)


def test_a_preview_without_a_session_cannot_be_confirmed() -> None:
    draft = make_draft(session="")

    with pytest.raises(UploadRefusedError):
        confirm(draft)


def test_consequences_that_were_not_seen_keep_both_parts_out() -> None:
    make_session(["Other.", WORDS[1]], session_id="s-1")
    draft = make_draft()

    with pytest.raises(UploadRefusedError):
        confirm(draft)

    assert (Message.objects.count(), Extraction.objects.count()) == (2, 0)
    assert confirm(draft, seen="0/0").is_created


def test_what_the_work_did_not_suffice_for_is_counted(settings: Settings) -> None:
    settings.REVIEW_MAX_UPLOAD_WORK = 1
    draft = make_draft()

    preview = preview_upload(draft)

    assert preview.aligned is not None
    assert preview.aligned.unfinished == 5
    assert dict(preview.reasons)["budget_exceeded"] == 5
    settings.REVIEW_MAX_UPLOAD_WORK = 10**9
    assert confirm(draft).is_created
    assert Alignment.objects.filter(reason="budget_exceeded").count() == 5


def _never(*_given: object, **_options: object) -> None:
    pytest.fail("it was found out within the transaction")


def test_what_is_wrong_with_quotes_is_found_out_before_the_transaction(monkeypatch: pytest.MonkeyPatch) -> None:
    draft, steps = make_draft(), list[int]()
    ready = prepared(preview_upload(draft), begin=steps.append, on_quote=lambda: steps.append(0))

    with monkeypatch.context() as patch:
        patch.setattr(EvidenceAligner, "prescribe", _never)
        store_upload(draft, ready, actor=draft.created_by, seen="/0")

    failed = FailedQuote.objects.exclude(engine="").count()
    assert (failed, steps) == (FailedQuote.objects.count(), [failed] + [0] * failed)
    assert failed > 2
    assert list(audit_store()) == []


def test_what_was_found_out_by_other_settings_is_found_out_again() -> None:
    draft = make_draft()
    ready = prepared(preview_upload(draft))
    set_aligner(draft.project, AlignerConfig(fuzzy_threshold=0.95), actor=None)

    store_upload(draft, ready, actor=draft.created_by, seen="/0")

    assert [one for one in audit_store() if not one.is_note] == []
    assert FailedQuote.objects.exclude(engine="").count() == FailedQuote.objects.count()
