"""`manage.py audit_store`: prints its findings, and exits with 1 when there are any."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from review.models import Alignment, Checkpoint, Message
from review.services.audit.checkpoints import make_checkpoint
from tests.behind import forget_checkpoints, remove, rewrite
from tests.factories import make_entry, make_session

pytestmark = pytest.mark.django_db

WORDS = ["We keep the raw text of every event."]


def test_audit_store_says_that_all_agrees() -> None:
    make_entry(make_session(WORDS), ["the raw text"])
    out = StringIO()

    call_command("audit_store", stdout=out)

    assert out.getvalue().splitlines() == [
        "No findings: every digest, proof, flag and chain agrees with its sources.",
        "3 events intact, compared with 0 checkpoints.",
    ]


def test_audit_store_names_every_finding_and_exits_1() -> None:
    session = make_session(WORDS)
    make_entry(session, ["the raw text"])
    rewrite("review_message", "content", "We keep nothing.")
    out = StringIO()

    with pytest.raises(CommandError) as caught:
        call_command("audit_store", stdout=out)

    assert out.getvalue().splitlines() == [
        f"message_changed  message {Message.objects.get().pk}",
        f"proof_failed  alignment {Alignment.objects.get().pk}",
    ]
    assert str(caught.value) == "Findings: 2. What is stored does not match its sources."
    assert caught.value.returncode == 1


def test_audit_store_gives_the_place_where_it_knows_one() -> None:
    session = make_session(WORDS)
    rewrite("review_event", "actor", "somebody")
    out = StringIO()

    with pytest.raises(CommandError):
        call_command("audit_store", stdout=out)

    event = session.events.get()
    assert out.getvalue().splitlines() == [
        f"event_changed  event {event.pk}  session:{session.pk} seq 1",
        f"session_unaccounted  session {session.pk}",
    ]


def test_audit_store_holds_the_chains_against_a_file_that_was_kept(tmp_path: Path) -> None:
    session = make_session(WORDS)
    make_entry(session, ["the raw text"])
    kept = tmp_path / "mailed.json"
    kept.write_text(Checkpoint.objects.get(pk=make_checkpoint().pk).sealed)
    forget_checkpoints()
    last = session.events.latest("seq")
    remove("review_event", where=f"id = {last.pk}")
    rewrite("review_chain", "head_seq", 2)
    rewrite("review_chain", "head_hash", last.prev_hash)
    out = StringIO()

    with pytest.raises(CommandError):
        call_command("audit_store", since=[kept], stdout=out)

    chain = session.chain
    assert f"checkpoint_ahead  chain {chain.pk}  {chain.name} seq 3" in out.getvalue().splitlines()


def test_audit_store_names_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No such file"):
        call_command("audit_store", since=[tmp_path / "none"])


def test_checkpoint_prints_what_is_kept_elsewhere() -> None:
    make_session(WORDS)
    out = StringIO()

    call_command("checkpoint", stdout=out)

    assert out.getvalue() == f"{Checkpoint.objects.get().sealed}\n"


def test_rotate_key_names_the_new_key() -> None:
    out = StringIO()

    call_command("rotate_key", stdout=out)

    assert out.getvalue().startswith(Checkpoint.objects.get().key_id)
