"""The rows by which the failed quotes are listed follow every change of what they follow from."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import transaction
from pytest_django import Settings

from aligner_core import ENGINE_VERSION, AlignerConfig, Fix
from review.domain.failures import RANKS
from review.domain.limits import MAX_DIAGNOSED
from review.models import Entry, FailedQuote, Quote, Role
from review.payloads import check_session
from review.services.ingest.receive import receive_session
from review.services.people.members import set_aligner
from review.services.promotion.stages import reject_entry, reopen_entry
from review.services.repair.quotes import retry_quote, withdraw_quote
from review.services.repair.splitting import split_quote, undo_split
from tests.factories import make_entries, make_entry, make_project, make_session, make_user
from tests.review.services.ingest.test_confirm import confirm, make_draft

pytestmark = pytest.mark.django_db
FIRST, SECOND = "Nothing of interest is said in this one.", "The index is rebuilt on Friday, before the release."
WORDS, NEVER = "The index is rebuilt on Friday", "never said in here at all"


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


def groups() -> list[str]:
    return [row.group_name for row in FailedQuote.objects.order_by("quote_id")]


def act(entry: Entry) -> dict[str, Any]:
    return {"entry_id": entry.pk, "seen_version": Entry.objects.get(pk=entry.pk).version}


def test_an_upload_stores_what_is_wrong_and_what_would_repair_it() -> None:
    entry = make_entry(make_session([FIRST, SECOND]), [WORDS, "before the release", NEVER, (1, WORDS)])

    misplaced, _, never = FailedQuote.objects.order_by("quote_id")
    assert groups() == ["off_by_one_index", "off_by_one_index", "no_trace"]
    assert misplaced.alignment_id == misplaced.quote.current_id
    assert (misplaced.session_id, misplaced.project_id) == (entry.session_id, entry.session.project_id)
    assert (misplaced.message_index, misplaced.last_index, misplaced.engine) == (0, 1, ENGINE_VERSION)
    assert Fix.model_validate_json(misplaced.fix).evidence[0].message_index == 1
    assert [(row.is_repairable, bool(row.fix)) for row in (misplaced, never)] == [(True, True), (False, False)]


def test_an_attempt_changes_the_diagnosis_and_ends_it(mina: User) -> None:
    quote = make_entry(make_session([FIRST, SECOND]), [WORDS]).quotes.get()
    retry: dict[str, Any] = {"quote_id": quote.pk, "message_index": 0, "actor": mina}

    retry_quote(text=NEVER, seen_attempt=1, **retry)
    assert groups() == ["no_trace"]
    assert FailedQuote.objects.get().alignment_id == Quote.objects.get().current_id

    retry_quote(text=WORDS, seen_attempt=2, **{**retry, "message_index": 1})
    assert groups() == []


def test_what_a_person_does_with_a_failed_quote_moves_it(mina: User) -> None:
    entry = make_entry(make_session([FIRST, SECOND]), [f"{FIRST} {WORDS}", NEVER])
    whole, never = entry.quotes.order_by("pk")

    withdraw_quote(quote_id=never.pk, reason="invented", seen_attempt=1, actor=mina)
    assert groups() == ["merged", "withdrawn"]
    assert FailedQuote.objects.get(quote=never).engine == ""

    split_quote(quote_id=whole.pk, parts=[(FIRST, 0), (WORDS, 1)], seen_attempt=1, actor=mina)
    assert groups() == ["withdrawn"]
    undo_split(quote_id=whole.pk, seen_attempt=1, actor=mina)
    assert groups() == ["merged", "withdrawn"]

    reject_entry(reason="Not ours.", actor=mina, **act(entry))
    assert groups() == []
    reopen_entry(actor=mina, **act(entry))
    assert groups() == ["merged", "withdrawn"]


def test_a_message_that_is_added_or_changed_changes_the_diagnosis() -> None:
    make_entry(make_session([FIRST, "Another one."], session_id="talk"), [WORDS])
    assert groups() == ["no_trace"]

    make_session([FIRST, "Another one.", SECOND], session_id="talk")
    assert groups() == ["wrong_message"]
    assert FailedQuote.objects.get().last_index == 2

    make_session([SECOND, "Another one.", SECOND], session_id="talk")
    assert groups() == ["near_miss"]


def test_messages_that_were_taken_back_leave_no_diagnosis_behind() -> None:
    """The next ones may get their keys, which name a state of the session to what is kept in memory."""
    session = make_session([FIRST], session_id="talk")
    make_entry(session, [WORDS])

    def add(*messages: str) -> None:
        upload = check_session({"sessionId": "talk", "messages": [FIRST, *messages, "And so on."]})
        receive_session(project=session.project, upload=upload, actor=None, accept_changes=True)

    before = transaction.savepoint()
    add(SECOND)
    assert groups() == ["off_by_one_index"]
    transaction.savepoint_rollback(before)
    assert groups() == ["no_trace"]
    add("Nobody talks of it.")

    assert groups() == ["no_trace"]


def test_the_settings_of_a_project_change_the_diagnosis(mina: User) -> None:
    project = make_project()
    dana = make_user("dana", project=project, role=Role.MANAGER)
    make_entry(make_session([FIRST, SECOND]), ["The indx is rebuilt on Fridy", NEVER])
    assert groups() == ["off_by_one_index", "no_trace"]
    withdraw_quote(quote_id=Quote.objects.latest("pk").pk, reason="invented", seen_attempt=1, actor=mina)

    seen = AlignerConfig()
    set_aligner(project_id=project.pk, config=AlignerConfig(fuzzy_threshold=0.99), seen=seen, actor=dana)

    assert groups() == ["near_miss", "withdrawn"]


def test_so_many_are_diagnosed_at_once_and_a_command_diagnoses_the_others() -> None:
    entry = make_entry(make_session([FIRST]), [""] * (MAX_DIAGNOSED + 2))
    assert groups() == ["empty"] * MAX_DIAGNOSED + ["undiagnosed"] * 2

    call_command("realign", "--dry-run")
    assert "undiagnosed" in groups()
    call_command("realign", "--apply")

    assert set(groups()) == {"empty"}
    assert Entry.objects.get(pk=entry.pk).version == entry.version


def test_so_many_are_diagnosed_of_all_entries_of_an_upload(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("review.services.derived.refresh.BATCH_SIZE", 1)
    half = {"evidence": [{"messageIndex": 0, "quote": ""}] * (MAX_DIAGNOSED // 2 + 1)}

    make_entries(make_session([FIRST]), [half, half])

    assert groups().count("empty") == MAX_DIAGNOSED


def test_what_was_not_searched_to_the_end_waits_for_its_diagnosis(settings: Settings) -> None:
    settings.REVIEW_MAX_UPLOAD_WORK = 1
    extracted = {"evidence": [{"messageIndex": 0, "quote": NEVER}]}
    confirm(make_draft({"messages": [FIRST, SECOND]}, {"entries": [extracted]}))
    assert groups() == ["undiagnosed"]

    call_command("realign", "--apply")

    assert groups() == ["no_trace"]


def test_a_command_diagnoses_anew_what_older_rules_diagnosed() -> None:
    make_entry(make_session([FIRST, SECOND]), [WORDS])
    FailedQuote.objects.update(engine="0.1", group=RANKS["no_trace"], is_repairable=False, fix="")

    call_command("realign", "--apply")

    row = FailedQuote.objects.get()
    assert (row.group_name, row.engine, row.is_repairable) == ("off_by_one_index", ENGINE_VERSION, True)
