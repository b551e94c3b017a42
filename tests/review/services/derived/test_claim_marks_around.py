"""Claims are judged anew when messages are added to, or changed in, the stretch around their words."""

import pytest

from review.domain.policy import PolicyItem
from review.models import Entry
from review.payloads import check_session
from review.services.audit.audit_store import audit_store
from review.services.ingest.receive import receive_session
from tests.factories import make_entry, make_project, make_session, switch

pytestmark = pytest.mark.django_db
FIRST = ["Hello", "Ana signed the lease."]


def receive(messages: list[str]) -> None:
    upload = check_session({"sessionId": "talk", "messages": messages})
    receive_session(project=make_project(), upload=upload, actor=None, accept_changes=True)


def is_open(entry: Entry) -> bool:
    return Entry.objects.get(pk=entry.pk).claim_open


def test_a_name_that_comes_to_stand_near_the_words_is_no_longer_missing() -> None:
    switch(**{PolicyItem.CLAIM_FACTS: True})
    session = make_session(FIRST, project=make_project(), session_id="talk")
    entry = make_entry(session, [(1, FIRST[1])], title="Ana signed the lease with Mina")
    assert is_open(entry)

    receive([*FIRST, "Mina did too."])

    assert not is_open(entry)
    receive([*FIRST, "Nobody else did."])
    assert is_open(entry)
    assert list(audit_store()) == []


def test_messages_behind_the_stretch_change_nothing() -> None:
    switch(**{PolicyItem.CLAIM_FACTS: True})
    session = make_session([*FIRST, "one", "two"], project=make_project(), session_id="talk")
    entry = make_entry(session, [(1, FIRST[1])], title="Ana signed the lease with Mina")

    receive([*FIRST, "one", "two", "Mina did too."])

    assert is_open(entry)
    assert list(audit_store()) == []
