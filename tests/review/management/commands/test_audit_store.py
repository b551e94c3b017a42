"""`manage.py audit_store`: says what it found, and exits 1 when it found something."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from review.models import Alignment, Message
from tests.behind import rewrite
from tests.factories import make_entry, make_session

pytestmark = pytest.mark.django_db

WORDS = ["We keep the raw text of every event."]


def test_audit_store_says_that_all_agrees() -> None:
    make_entry(make_session(WORDS), ["the raw text"])
    out = StringIO()

    call_command("audit_store", stdout=out)

    assert out.getvalue() == "No findings: every digest, proof, flag and chain agrees with its sources.\n"


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
    assert str(caught.value) == "Findings: 2. The store does not agree with its own sources."
    assert caught.value.returncode == 1


def test_audit_store_gives_the_place_where_it_knows_one() -> None:
    session = make_session(WORDS)
    rewrite("review_event", "actor", "somebody")
    out = StringIO()

    with pytest.raises(CommandError):
        call_command("audit_store", stdout=out)

    event = session.events.get()
    assert out.getvalue() == f"event_changed  event {event.pk}  session:{session.pk} seq 1\n"
