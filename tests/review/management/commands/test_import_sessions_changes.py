"""`manage.py import_sessions` of what grew: it appends, and changes nothing that is stored unless it may."""

from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from review.domain.policy import Granted, Stage
from review.models import Entry, Message, Quote, ReviewSession
from review.services.audit.audit_store import audit_store
from review.services.promotion.stages import promote_entry
from tests.aligner_core.formats.agent_logs import SESSION, Log, logs, long_logs
from tests.factories import make_entries, make_entry, make_project, make_session, make_user
from tests.review.management.commands.test_import_sessions import WORDS, run_bad, write

pytestmark = pytest.mark.django_db

NEW = "We keep the raw text of some events."


@pytest.fixture(autouse=True)
def _demo() -> None:
    make_project("demo")


@pytest.fixture
def verified() -> Entry:
    """Return a verified entry that rests on the first message of a session."""
    project = make_project("demo")
    mina = make_user("mina", project=project)
    session = make_session(WORDS, session_id="a", project=project)
    entry = make_entry(session, [(0, "keep the raw text of every event")], title="Raw text is kept")
    assert promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=mina) == Granted(Stage.VERIFIED)
    return entry


def stored() -> list[Any]:
    tables = (Message.objects.values(), Entry.objects.values(), Quote.objects.values())
    return [list(rows.order_by("pk")) for rows in tables]


def accept(file: Path, *more: str) -> CommandError:
    with pytest.raises(CommandError) as caught:
        call_command("import_sessions", str(file), "--accept-changes", *more, project="demo")
    return caught.value


def test_import_sessions_refuses_a_changed_message_and_names_what_would_fall(tmp_path: Path, verified: Entry) -> None:
    before = stored()

    out, err, error = run_bad(write(tmp_path, {"sessionId": "a", "messages": [NEW, *WORDS[1:], "More."]}))

    assert stored() == before
    assert out[0] == "0 of 1 sessions: none"
    changed = "line 1: messages[0] Messages differ from those stored: #0. Nothing stored is changed unasked."
    assert err == [f"{changed} Verified entries that would go back to candidate: {verified.pk} “Raw text is kept”."]
    assert error.returncode == 1
    assert str(error).endswith(" --accept-changes accepts changed messages.")


def test_import_sessions_names_no_entries_where_none_would_fall(tmp_path: Path) -> None:
    make_session(WORDS, session_id="a", project=make_project("demo"))

    _, err, _ = run_bad(write(tmp_path, {"sessionId": "a", "messages": [NEW, "No cache."]}))

    assert err == ["line 1: messages[0] Messages differ from those stored: #0, #1. Nothing stored is changed unasked."]


def test_import_sessions_names_the_first_of_many(tmp_path: Path) -> None:
    make_session(["x"] * 30, session_id="a", project=make_project("demo"))

    _, [line], _ = run_bad(write(tmp_path, {"sessionId": "a", "messages": ["y"] * 30}))

    assert "#0, #1, " in line
    assert "#19, … (30)." in line


def test_import_sessions_of_other_mistakes_offers_no_acceptance(tmp_path: Path) -> None:
    _, _, error = run_bad(write(tmp_path, "{not json", {"sessionId": "a", "messages": WORDS}))

    assert "--accept-changes" not in str(error)


def test_import_sessions_accepting_changes_names_what_fell_and_exits_with_1(
    tmp_path: Path, verified: Entry, capsys: pytest.CaptureFixture[str]
) -> None:
    error = accept(write(tmp_path, {"sessionId": "a", "messages": [NEW, *WORDS[1:]]}), "--allow-left-out")

    verified.refresh_from_db()
    assert verified.stage == Stage.CANDIDATE
    told = f"Back to candidate, as words they rest on have changed: {verified.pk} “Raw text is kept”."
    assert told in capsys.readouterr().err
    assert (error.returncode, str(error)) == (
        1,
        "Back to candidate: 1 verified, listed above; the file was imported.",
    )
    assert list(audit_store()) == []


def test_import_sessions_accepting_changes_that_fell_nothing_exits_with_0(tmp_path: Path) -> None:
    make_session(WORDS, session_id="a", project=make_project("demo"))

    call_command(
        "import_sessions", str(write(tmp_path, {"sessionId": "a", "messages": [NEW, WORDS[1]]})), "--accept-changes"
    )
    call_command("import_sessions", str(write(tmp_path, {"sessionId": "a", "messages": [NEW, WORDS[1]]})))

    assert [one.content for one in ReviewSession.objects.get().current_messages()] == [NEW, WORDS[1]]


@pytest.mark.parametrize("log", [pytest.param(log, id=log.name) for log in (*logs(), *long_logs())])
def test_import_sessions_of_a_log_on_the_next_day_leaves_verified_entries_alone(tmp_path: Path, log: Log) -> None:
    file, mina = tmp_path / "log.jsonl", make_user("mina", project=make_project("demo"))
    file.write_bytes(log.while_written())
    with pytest.raises(CommandError, match="Not imported: 1, listed above"):
        call_command("import_sessions", str(file), "--allow-left-out")
    session = ReviewSession.objects.get(session_id=SESSION)
    quoted = [one for one in session.current_messages() if one.role in ("user", "assistant")]
    entries = make_entries(
        session, [{"evidence": [{"messageIndex": one.index, "quote": one.content}]} for one in quoted]
    )
    for entry in entries:
        promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=mina)
    messages, rows, quotes = stored()

    file.write_bytes(log.on_day(2))
    call_command("import_sessions", str(file), "--allow-left-out")

    assert stored()[0][: len(messages)] == messages
    assert stored()[1:] == [rows, quotes]
    assert {row["stage"] for row in rows} == {Stage.VERIFIED}
    said = [(one.role, one.content) for one in session.current_messages()]
    assert [one for one in said if one[0] in ("user", "assistant") or one in log.said] == log.said
    assert list(audit_store()) == []
