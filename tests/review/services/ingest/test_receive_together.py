"""Conversations that are received together are stored as if each was received alone."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db.models import Model

from aligner_core import SessionUpload
from review.models import (
    Alignment,
    Chain,
    Entry,
    EntryMark,
    Event,
    Extraction,
    FailedQuote,
    Message,
    Project,
    Quote,
    ReviewSession,
    RunTally,
)
from review.payloads import check_combined
from review.services.audit.audit_store import audit_store
from review.services.ingest.receive import receive_extraction, receive_session
from review.services.ingest.receive_together import Conversation, receive_together
from tests.factories import make_project, make_user, switch
from tests.quoted import AMBIGUOUS, DIFFERING, EXACT, LOST, MOVED, SAID

pytestmark = pytest.mark.django_db

EVIDENCE: tuple[list[dict[str, object]], ...] = (
    [EXACT],
    [DIFFERING],
    [AMBIGUOUS, EXACT],
    [MOVED],
    [LOST, {"quote": 7}],
    [],
)
ENTRIES = [{"entryId": f"e{at}", "title": "21 builds", "evidence": some} for at, some in enumerate(EVIDENCE)]
PAYLOADS: tuple[dict[str, Any], ...] = (
    {"sessionId": "one", "title": "First", "messages": SAID, "extraction": {"model": "m", "entries": ENTRIES}},
    {"messages": SAID[:1], "extraction": {"entries": ENTRIES[:2]}},
    {"sessionId": "bare", "messages": SAID},
    {"sessionId": "none", "messages": SAID, "extraction": {"entries": []}},
)
SESSION, ENTRY = "session__session_id", "entry__entry_id"
PATHS: dict[type[Model], tuple[str, ...]] = {
    ReviewSession: ("project", "created_by__username"),
    Message: ("session__project", SESSION),
    Extraction: ("session__project", SESSION, "received_by__username"),
    Entry: ("session__project", SESSION, "extraction__digest"),
    Quote: ("entry__session__project", f"entry__{SESSION}", ENTRY, "current__attempt"),
    Alignment: ("quote__entry__session__project", f"quote__entry__{SESSION}", "quote__position", "message__index"),
    EntryMark: ("project", SESSION, ENTRY),
    FailedQuote: ("project", SESSION, f"quote__{ENTRY}", "quote__position", "alignment__attempt"),
    RunTally: ("project", f"sample__{SESSION}", f"extraction__{SESSION}"),
    Chain: ("session__project", SESSION),
    Event: ("session__project", SESSION, f"chain__{SESSION}", ENTRY),
}
"""How the rows of each table belong to a project, and what names the rows that they refer to."""
OWN = {"id", "event_id", "hash", "prev_hash", "head_hash", "name", "created_at", "received_at", "payload"}


def conversation(payload: dict[str, Any]) -> Conversation:
    upload = check_combined(payload)
    assert isinstance(upload.session, SessionUpload)
    return Conversation(upload.session, upload.extraction)


def receive_alone(project: Project, upload: Conversation, actor: User) -> None:
    session = receive_session(project=project, upload=upload.session, actor=actor).session
    if upload.extraction is not None:
        receive_extraction(session=session, checked=upload.extraction, actor=actor)


def rows_of(project: Project) -> dict[str, list[dict[str, Any]]]:
    """Return all rows of a project in their order, without keys, times and hashes of them."""
    found = {}
    for table, (path, *names) in PATHS.items():
        columns = [one.attname for one in table._meta.concrete_fields if not one.is_relation and one.name not in OWN]
        rows = table._base_manager.filter(**{path: project}).order_by("pk")
        found[table.__name__] = list(rows.values(*columns, *names))
    return found


def bodies_of(project: Project) -> list[dict[str, Any]]:
    """Return the payloads of all events, with the numbers of the events that they name in the place of the ids."""
    events = list(Event.objects.filter(session__project=project).order_by("pk"))
    numbers = {event.event_id: f"{event.session_id} {event.seq}" for event in events}
    first = events[0].session_id or 0
    bodies = [{key: numbers.get(str(value), value) for key, value in event.body.items()} for event in events]
    for body in bodies:
        for key in ("source_event_id", "extraction_event_id"):
            if key in body:
                session, number = body[key].split()
                body[key] = (int(session) - first, number)
        body.pop("project", None)
    return bodies


@pytest.mark.parametrize("is_asked", [False, True])
def test_what_is_received_together_is_stored_as_if_each_came_alone(*, is_asked: bool) -> None:
    actor, uploads = make_user(), [conversation(payload) for payload in PAYLOADS]
    alone, together = make_project("alone"), make_project("together")
    switch(alone, claim_facts=is_asked)
    switch(together, claim_facts=is_asked)

    for upload in uploads:
        receive_alone(alone, upload, actor)
    received = receive_together(project=together, uploads=uploads, actor=actor)

    assert list(received) == [0, 1, 2, 3]
    assert rows_of(together) == rows_of(alone)
    assert all(rows_of(together).values())
    assert bodies_of(together) == bodies_of(alone)
    assert list(audit_store()) == []


def test_the_outcomes_are_returned_with_the_extraction() -> None:
    received = receive_together(
        project=make_project(), uploads=[conversation(payload) for payload in PAYLOADS], actor=None
    )

    stored = Alignment.objects.filter(quote__entry__session=received[0].session).order_by("pk")
    assert [one.evidence for one in stored] == [evidence for some in received[0].outcomes for evidence in some]
    assert [one.extraction is None for one in received.values()] == [False, False, True, False]


def test_known_sessions_and_second_ones_of_a_name_are_left_to_the_caller() -> None:
    project = make_project()
    one, other, bare, none = (conversation(payload) for payload in PAYLOADS)
    receive_together(project=project, uploads=[one], actor=None)

    received = receive_together(project=project, uploads=[bare, one, other, bare, none, other], actor=None)

    assert sorted(received) == [0, 2, 4]
    assert ReviewSession.objects.count() == 4
    assert receive_together(project=project, uploads=[one, other, bare, none], actor=None) == {}
    assert list(audit_store()) == []


def test_the_same_name_in_another_project_is_new() -> None:
    upload = conversation(PAYLOADS[0])
    receive_together(project=make_project("first"), uploads=[upload], actor=None)

    assert list(receive_together(project=make_project("second"), uploads=[upload], actor=None)) == [0]
