"""What was done in the queue in a sitting, which ends with a pause."""

from datetime import timedelta

import pytest
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.utils import timezone

from review.services.queue.sitting import MAX_SKIPPED, PAUSE, note_decided, note_skipped, note_undone, sitting_of


@pytest.fixture
def log_in() -> SessionStore:
    return SessionStore()


def test_decisions_are_counted_by_kind(log_in: SessionStore) -> None:
    assert (sitting_of(log_in).decided, sitting_of(log_in).skipped) == (0, ())
    for kind, entry in (("verified", 1), ("verified", 2), ("rejected", 3)):
        note_decided(log_in, kind, entry)

    assert dict(sitting_of(log_in).counts) == {"verified": 2, "rejected": 1}
    assert sitting_of(log_in).decided == 3


def test_what_was_taken_back_counts_no_more(log_in: SessionStore) -> None:
    note_decided(log_in, "verified", 1)
    note_undone(log_in, "verified")
    note_undone(log_in, "verified")
    note_undone(log_in, "rejected")

    assert sitting_of(log_in).decided == 0


def test_skipped_entries_are_kept_once_until_they_are_decided_on(log_in: SessionStore) -> None:
    for entry in (1, 2, 1):
        note_skipped(log_in, entry)
    note_decided(log_in, "verified", 1)
    assert sitting_of(log_in).skipped == (2,)

    for entry in range(10, 10 + MAX_SKIPPED):
        note_skipped(log_in, entry)

    assert sitting_of(log_in).skipped == tuple(range(10, 10 + MAX_SKIPPED))


def test_another_sitting_begins_when_the_clock_was_set_back(
    log_in: SessionStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    note_decided(log_in, "verified", 1)
    before = timezone.now() - PAUSE - timedelta(seconds=1)
    monkeypatch.setattr(timezone, "now", lambda: before)

    assert sitting_of(log_in).decided == 0


def test_what_was_seen_is_kept_in_its_order_and_once(log_in: SessionStore) -> None:
    assert (sitting_of(log_in).last_seen, sitting_of(log_in).seen_before(1)) == (None, None)
    note_decided(log_in, "verified", 1)
    note_skipped(log_in, 2)
    note_decided(log_in, "rejected", 3)
    note_decided(log_in, "verified", 2)

    assert sitting_of(log_in).seen == (1, 3, 2)
    assert (sitting_of(log_in).last_seen, sitting_of(log_in).seen_before(2), sitting_of(log_in).seen_before(1)) == (
        2,
        3,
        None,
    )
    note_undone(log_in, "verified")
    assert sitting_of(log_in).seen == (1, 3)


def test_another_sitting_begins_after_a_pause(log_in: SessionStore, monkeypatch: pytest.MonkeyPatch) -> None:
    note_decided(log_in, "verified", 1)
    note_skipped(log_in, 2)
    later = timezone.now() + PAUSE + timedelta(seconds=1)
    monkeypatch.setattr(timezone, "now", lambda: later)

    assert (sitting_of(log_in).decided, sitting_of(log_in).skipped) == (0, ())
    note_decided(log_in, "rejected", 3)
    assert dict(sitting_of(log_in).counts) == {"rejected": 1}
