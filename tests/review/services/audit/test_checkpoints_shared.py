"""Checkpoints and keys where several hosts share them: one chain, which every host opens."""

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from pytest_django import Settings

from aligner_core.ledger.checkpoints import open_checkpoint
from review import keys
from review.databases.locks import Lock, hold
from review.domain.errors import CheckpointFileError, KeyFileError
from review.models import Checkpoint, SigningKey
from review.selectors.audit.checkpoint_files import checkpoint_file, sealing_troubles
from review.services.audit.audit_store import audit_store
from review.services.audit.checkpoints import make_checkpoint, move_keys, rotate_key
from tests.factories import make_entry, make_session
from tests.serving import manage, store

pytestmark = pytest.mark.django_db
OTHER = "another secret " * 5


@pytest.fixture(autouse=True)
def _shared(settings: Settings, tmp_path: Path) -> None:
    settings.REVIEW_SHARED_STATE = "database"
    settings.REVIEW_SIGNING_KEY_DIR = tmp_path / "keys"
    settings.REVIEW_CHECKPOINT_DIR = tmp_path / "checkpoints"
    settings.REVIEW_CHECKPOINT_FILE = False


@pytest.fixture
def _in_files(settings: Settings) -> None:
    """Begin with keys and checkpoints in files, as one machine has them."""
    settings.REVIEW_SHARED_STATE = "files"
    settings.REVIEW_CHECKPOINT_FILE = True


def talk() -> None:
    make_entry(make_session(["We keep the raw text."]), [(0, "the raw text")])


def test_a_checkpoint_is_kept_in_the_database_alone(tmp_path: Path) -> None:
    talk()

    row = make_checkpoint()

    assert open_checkpoint(row.sealed.encode(), keys.keyring()).size == row.size == 3
    assert list(tmp_path.iterdir()) == []
    assert [one for one in audit_store() if not one.is_note] == []
    assert sealing_troubles() == []


def test_a_file_has_it_too_where_a_folder_is_named(settings: Settings, tmp_path: Path) -> None:
    settings.REVIEW_CHECKPOINT_DIR, settings.REVIEW_CHECKPOINT_FILE = tmp_path / "elsewhere", True

    row = make_checkpoint()

    assert checkpoint_file().read_bytes() == row.sealed.encode() + b"\n"
    shutil.rmtree(tmp_path / "elsewhere")
    (tmp_path / "elsewhere").write_text("a file")
    with pytest.raises(CheckpointFileError):
        make_checkpoint()
    assert Checkpoint.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_checkpoint_is_refused_inside_of_a_transaction_that_may_be_rolled_back() -> None:
    make_checkpoint()
    with pytest.raises(RuntimeError), transaction.atomic():
        make_checkpoint()

    assert Checkpoint.objects.count() == 1


def test_keys_that_are_gone_are_not_made_in_silence() -> None:
    make_checkpoint()
    SigningKey.objects.all().delete()

    assert [error.trouble.value for error in sealing_troubles()] == ["lost_rows"]
    with pytest.raises(KeyFileError, match="lost_rows"):
        make_checkpoint()
    with pytest.raises(CommandError, match="move_keys"):
        call_command("checkpoint")
    assert rotate_key(after_loss=True) == keys.keyring().newest.key_id


def test_ansealed_otherwise_is_said(settings: Settings) -> None:
    make_checkpoint()
    settings.SECRET_KEY = OTHER

    with pytest.raises(CommandError, match="REVIEW_SECRET_KEY"):
        call_command("rotate_key")
    call_command("rotate_key", after_loss=True)
    assert len(keys.keyring().key_ids) == 1


@pytest.mark.usefixtures("_in_files")
def test_keys_and_checkpoints_move_from_files_and_all_stays_valid(settings: Settings, tmp_path: Path) -> None:
    talk()
    make_checkpoint()
    rotate_key()
    Checkpoint.objects.first().delete()  # type: ignore[union-attr]  # only the file has it
    with checkpoint_file().open("a") as file:
        file.write("damaged\n")
    known, path = keys.keyring().key_ids, checkpoint_file()
    settings.REVIEW_SHARED_STATE, settings.REVIEW_CHECKPOINT_FILE = "database", False
    assert [error.trouble.value for error in sealing_troubles()] == ["lost_rows"]

    assert move_keys(path) == (2, 1)

    assert keys.keyring().key_ids == known
    assert keys.keyring().newest.key_id == known[-1]
    assert [row.key_id for row in Checkpoint.objects.order_by("pk")] == [*known]
    assert [one for one in audit_store() if not one.is_note] == []
    assert make_checkpoint().origin == Checkpoint.objects.last().origin  # type: ignore[union-attr]
    assert move_keys(path) is None
    assert len(list((tmp_path / "keys").iterdir())) == 2


@pytest.mark.usefixtures("_in_files")
def test_the_command_says_what_moved_and_what_did_not(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(CommandError, match="REVIEW_SHARED_STATE=database"):
        call_command("move_keys")
    settings.REVIEW_SHARED_STATE = "database"
    with pytest.raises(CommandError, match="no key that signs"):
        call_command("move_keys")
    keys.files.rotate()
    call_command("move_keys", checkpoints=tmp_path / "none.jsonl")

    assert capsys.readouterr().out.startswith("Moved: 1 keys, 0 checkpoints.")


def test_a_turn_is_held_by_a_transaction() -> None:
    with transaction.atomic():
        hold(Lock.KEYS)


@pytest.mark.django_db(transaction=True)
def test_a_turn_is_not_held_by_nothing() -> None:
    with pytest.raises(transaction.TransactionManagementError):
        hold(Lock.KEYS)


@pytest.fixture
def hosts(tmp_path: Path, transactional_db: None) -> Iterator[tuple[dict[str, str], dict[str, str]]]:
    """Return the variables of two hosts with one database and one secret, and folders of their own."""
    with store(tmp_path / "store") as variables:
        shared = {"REVIEW_SHARED_STATE": "database", "REVIEW_SECRET_KEY": "x" * 60}
        database = {"REVIEW_DATABASE_URL": variables["REVIEW_DATABASE_URL"]}
        one, two = (
            {**database, **shared, "REVIEW_SIGNING_KEY_DIR": str(tmp_path / host / "keys")} for host in ("one", "two")
        )
        yield one, two


MAKES = """
from review.services.audit.checkpoints import make_checkpoint
for _ in range(8):
    make_checkpoint()
"""
OPENS = """
from aligner_core.ledger import open_checkpoint
from review.keys import keyring
from review.models import Checkpoint
ring = keyring()
rows = [(row.origin, open_checkpoint(row.sealed.encode(), ring).size) for row in Checkpoint.objects.order_by("pk")]
print(len(ring.key_ids), len(rows), len({origin for origin, _ in rows}))
"""


@pytest.mark.slow
def test_two_hosts_that_begin_at_once_make_one_key_and_one_chain(
    hosts: tuple[dict[str, str], dict[str, str]], tmp_path: Path
) -> None:
    ended: list[int] = []

    def work(host: dict[str, str]) -> None:
        ended.append(manage(host, "shell", "--no-imports", "--command", MAKES).returncode)

    threads = [threading.Thread(target=work, args=(host,)) for host in hosts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    answers = [manage(host, "shell", "--no-imports", "--command", OPENS).stdout.split() for host in hosts]
    assert ended == [0, 0]
    assert answers == [["1", "16", "1"], ["1", "16", "1"]]
    assert not (tmp_path / "one").exists()
    assert manage(hosts[1], "audit_store").returncode == 0


@pytest.mark.slow
@pytest.mark.skipif(connection.vendor != "postgresql", reason="hosts share no SQLite")
def test_two_hosts_that_migrate_at_once_wait_for_each_other(hosts: tuple[dict[str, str], dict[str, str]]) -> None:
    import psycopg  # noqa: PLC0415

    url = hosts[0]["REVIEW_DATABASE_URL"]
    with psycopg.connect(url, autocommit=True) as database:
        database.execute("DROP SCHEMA public CASCADE")
        database.execute("CREATE SCHEMA public")
    ended: list[tuple[int, str]] = []

    def work(host: dict[str, str]) -> None:
        done = manage(host, "migrate", "--verbosity", "0")
        ended.append((done.returncode, done.stderr))

    threads = [threading.Thread(target=work, args=(host,)) for host in hosts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [code for code, _ in ended] == [0, 0], ended
    assert manage(hosts[0], "migrate", "--check").returncode == 0
