"""Checkpoints: made every so many events and on demand, signed, and kept outside the database."""

import os
from pathlib import Path

import pytest
from django.db import transaction
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from aligner_core.ledger.checkpoints import open_checkpoint
from aligner_core.ledger.hash_chain import Head
from review import keys
from review.domain import events
from review.domain.errors import CheckpointFileError, Trouble
from review.models import Chain, Checkpoint, ReviewSession
from review.selectors.audit.checkpoint_files import checkpoint_file
from review.services import _checkpoints, _journal
from review.services.audit.checkpoints import make_checkpoint, rotate_key
from tests.factories import make_entry, make_session

pytestmark = pytest.mark.django_db

WORDS = ["We keep the raw text of every event."]


@pytest.fixture(autouse=True)
def _folders(settings: Settings, tmp_path: Path) -> None:
    settings.REVIEW_SIGNING_KEY_DIR = tmp_path / "keys"
    settings.REVIEW_CHECKPOINT_DIR = tmp_path / "elsewhere"


@pytest.fixture
def session() -> ReviewSession:
    session = make_session(WORDS, session_id="talk-1")
    make_entry(session, ["the raw text"])
    return session


def lines() -> list[bytes]:
    path = checkpoint_file()
    return path.read_bytes().splitlines() if path.exists() else []


def append_events(session: ReviewSession, count: int = 1) -> None:
    facts: list[_journal.NewEvent] = [(events.EntryReopened(stage="raw"), None)] * count
    _journal.append_all(facts, session=session, actor=None)


def test_a_checkpoint_names_where_every_chain_ends(session: ReviewSession) -> None:
    other = make_session(WORDS, session_id="talk-2")
    Chain.objects.create(name=Chain.STORE)

    row = make_checkpoint()

    [sealed] = lines()
    checkpoint = open_checkpoint(sealed, keys.keyring())
    ends = {chain.name: chain for chain in Chain.objects.filter(session__in=[session, other])}
    assert checkpoint.heads == tuple(Head(name, ends[name].head_seq, ends[name].head_hash) for name in sorted(ends))
    assert (checkpoint.size, checkpoint.created_at, checkpoint.origin) == (4, row.created_at, row.origin)
    assert (row.size, row.chains, row.key_id, row.sealed) == (4, 2, keys.keyring().newest.key_id, sealed.decode())


def test_checkpoints_are_appended_and_name_the_same_store(session: ReviewSession) -> None:
    first = make_checkpoint()
    append_events(session)

    second = make_checkpoint()

    assert [first.sealed.encode(), second.sealed.encode()] == lines()
    assert (first.origin, first.size + 1) == (second.origin, second.size)


def test_an_empty_store_has_a_checkpoint_too() -> None:
    assert (make_checkpoint().size, len(lines())) == (0, 1)


@pytest.mark.parametrize(("every", "count", "made"), [(1, 3, 1), (1_000_000, 3, 0)])
def test_a_checkpoint_follows_the_commit_after_so_many_events(
    session: ReviewSession,
    settings: Settings,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    every: int,
    count: int,
    made: int,
) -> None:
    settings.REVIEW_CHECKPOINT_EVERY = every

    with django_capture_on_commit_callbacks(execute=True):
        append_events(session, count)
        assert lines() == []

    assert len(lines()) == made
    assert [open_checkpoint(line, keys.keyring()).size for line in lines()] == [6] * made


def test_an_event_is_due_once_in_so_many(settings: Settings) -> None:
    settings.REVIEW_CHECKPOINT_EVERY = 100

    assert [number for number in range(1, 1001) if _journal.is_checkpoint_due(number)] == list(range(100, 1001, 100))


def test_a_store_of_many_chains_waits_for_as_many_events(session: ReviewSession) -> None:
    others = [make_session(WORDS, session_id=f"more-{number}") for number in range(4)]
    make_checkpoint()

    for other in others:
        append_events(other)
        _checkpoints.make_when_due()
        assert len(lines()) == 1
    append_events(session)
    _checkpoints.make_when_due()

    assert len(lines()) == 2


def test_work_is_done_even_where_no_checkpoint_can_be_made(
    session: ReviewSession,
    settings: Settings,
    tmp_path: Path,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    settings.REVIEW_CHECKPOINT_EVERY = 1
    (tmp_path / "elsewhere").write_text("a file where the folder should be")

    with django_capture_on_commit_callbacks(execute=True):
        append_events(session)

    assert not Checkpoint.objects.exists()
    assert session.events.count() == 4


def test_half_a_line_is_taken_back(session: ReviewSession, monkeypatch: pytest.MonkeyPatch) -> None:
    make_checkpoint()
    before = lines()
    write = os.write

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", lambda descriptor, line: write(descriptor, line[:10]))
        with pytest.raises(OSError, match="no room"):
            make_checkpoint()

    assert lines() == before
    assert Checkpoint.objects.count() == 1


def test_rotate_key_signs_a_checkpoint_with_the_new_key(session: ReviewSession) -> None:
    old = make_checkpoint()

    new = rotate_key()

    assert old.key_id != new == Checkpoint.objects.all()[0].key_id
    assert [open_checkpoint(line, keys.keyring()).size for line in lines()] == [3, 3]


@pytest.mark.django_db(transaction=True)
def test_a_checkpoint_is_refused_inside_of_a_transaction_that_may_be_rolled_back() -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        make_checkpoint()

    assert lines() == []


@pytest.mark.parametrize("where", ["elsewhere", "elsewhere/deeper"])
def test_a_folder_that_cannot_be_made_is_reported_and_no_checkpoint_is_kept(
    where: str, session: ReviewSession, settings: Settings, tmp_path: Path
) -> None:
    settings.REVIEW_CHECKPOINT_DIR = tmp_path / where
    (tmp_path / "elsewhere").write_text("a file where the folder should be")

    with pytest.raises(CheckpointFileError) as raised:
        make_checkpoint()

    assert (raised.value.trouble, raised.value.path) == (Trouble.UNWRITABLE, checkpoint_file())
    assert not Checkpoint.objects.exists()
