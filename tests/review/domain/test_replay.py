"""States from events alone: no row is needed, and what was undone or is not known has no effect."""

from datetime import UTC, datetime, timedelta

from review.domain.entry_state import EntryState
from review.domain.events import Recorded
from review.domain.events.sessions import RecordedMessage
from review.domain.people_state import PeopleState
from review.domain.replay import recorded_messages, replay, replay_people

START = datetime(2026, 10, 1, tzinfo=UTC)


def at(minute: int) -> datetime:
    return START + timedelta(minutes=minute)


def event(minute: int, event_type: str, actor: str = "mina", /, **body: object) -> Recorded:
    return Recorded(f"e-{minute}", event_type, body, actor, at(minute), session=1)


def test_replay_of_nothing_is_an_entry_without_a_stage() -> None:
    assert replay([]) == EntryState()


def test_replay_adds_up_decisions() -> None:
    state = replay(
        [
            event(1, "entry_promoted", from_stage="candidate", to_stage="verified", switches=["two_reviewers"]),
            event(2, "entry_promoted", "jun", from_stage="verified", to_stage="certified", switches=None),
            event(3, "entry_rejected", reason="empty"),
        ]
    )

    assert (state.stage, state.verifier, state.verified_at, state.switches) == (
        "certified",
        ("mina",),
        at(1),
        ["two_reviewers"],
    )
    assert (state.certifier, state.certified_at) == (("jun",), at(2))
    assert (state.rejection, state.rejected_at) == (("mina", "empty"), at(3))


def test_replay_leaves_out_what_was_undone_and_lists_undone_statements() -> None:
    approved = event(1, "entry_approved", fingerprint="f")
    rejected = event(2, "entry_rejected", reason="empty")
    undoing = [
        event(number + 2, "decision_reverted", reverts=one.event_id, undone=one.event_type, stage="raw")
        for number, one in enumerate([rejected, approved], start=1)
    ]

    assert replay([approved, rejected, *undoing]) == EntryState(
        undone={("entry_approved", "mina", "f"): [(at(1), at(4))]}
    )


def test_replay_passes_over_what_it_does_not_know() -> None:
    unknown, elsewhere = event(1, "entry_painted"), event(2, "account_deactivated", account="jun")

    assert replay([unknown, elsewhere]) == EntryState()
    assert replay_people([unknown, event(3, "entry_reopened", stage="raw")]) == PeopleState()


def test_the_author_of_an_attempt_that_was_restored_is_that_of_the_words() -> None:
    attempt = {"outcome": {}, "provenance": "edited_quote", "made_with": {}}
    events = [
        event(1, "quote_retried", "jun", quote=0, attempt=2, **attempt),
        event(2, "quote_retried", "mina", quote=0, attempt=3, **attempt),
        event(3, "quote_retried", "mina", quote=0, attempt=4, reverts="e-2", **attempt),
        event(4, "quote_retried", "mina", quote=1, attempt=3, reverts="e-0", **attempt),
    ]

    authors = {place: known.actor for place, known in replay(events).attempts.items()}

    assert authors == {(0, 2): "jun", (0, 3): "mina", (0, 4): "jun", (1, 3): None}


def test_replay_people_names_projects_and_gives_roles_with_invitations() -> None:
    given = {"project": "talks", "member": "jun", "role": "viewer", "invitation": 7}

    people = replay_people([event(1, "member_added", **given)])

    assert people == PeopleState(
        roles={("talks", "jun"): "viewer"},
        projects={"talks"},
        granted={7: ("talks", "viewer")},
        accepted={7: ("jun", at(1))},
    )


def test_recorded_messages_are_those_received_and_their_newer_versions() -> None:
    received = event(1, "session_ingested", first_index=3, message_hashes=["a"], message_digests=["b"])
    newer = {"message_index": 3, "version": 2, "hash": "c", "digest": "d"}

    messages = recorded_messages([received, event(2, "session_revised", messages=[newer])])

    assert messages == {(3, 1): RecordedMessage("a", "b"), (3, 2): RecordedMessage("c", "d")}
