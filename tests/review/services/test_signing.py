"""The key that signs: made once, and never in silence where checkpoints exist that no key opens."""

import shutil
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.core.management.base import OutputWrapper
from pytest_django import Settings

from review import keys
from review.domain.errors import CheckpointFileError, KeyFileError
from review.keys import keyring
from review.models import Checkpoint
from review.selectors.audit.checkpoint_files import checkpoint_file, sealing_troubles
from review.services._signing import new_signer, signer
from review.services.audit.audit_store import audit_store
from review.services.audit.checkpoints import make_checkpoint, rotate_key
from tests.factories import make_session

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path) -> Path:
    settings.REVIEW_SIGNING_KEY_DIR = tmp_path / "keys"
    settings.REVIEW_CHECKPOINT_DIR = tmp_path / "checkpoints"
    return tmp_path / "keys"


def codes() -> list[str]:
    return [error.trouble.value for error in sealing_troubles()]


def test_the_first_key_is_made_once() -> None:
    first, again = signer(), signer()

    assert (first.key_id,) == (again.key_id,) == keyring().key_ids


@pytest.mark.parametrize("kept", ["files", "database"])
def test_the_key_of_a_process_that_was_first_is_taken(
    kept: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process makes the first key after this one has seen that there is none."""
    settings.REVIEW_SHARED_STATE = kept
    made = list[str]()

    def lost_key() -> None:
        made.append(keys.begin().newest.key_id)

    monkeypatch.setattr("review.services._signing.lost_key", lost_key)

    assert [signer().key_id] == made == list(keyring().key_ids)


def test_an_installation_that_begins_has_no_trouble() -> None:
    assert codes() == []
    make_checkpoint()
    assert codes() == []


@pytest.mark.parametrize("keep", ["row", "file"])
def test_no_key_is_made_where_one_was_lost(folder: Path, keep: str) -> None:
    make_session(["a"])
    make_checkpoint()
    shutil.rmtree(folder)
    if keep == "row":
        checkpoint_file().unlink()
    else:
        Checkpoint.objects.all().delete()

    with pytest.raises(KeyFileError, match="lost"):
        make_checkpoint()
    with pytest.raises(KeyFileError, match="lost"):
        rotate_key()
    assert (codes(), folder.exists()) == (["lost"], False)


def test_a_key_of_another_folder_is_reported_as_the_wrong_one(folder: Path) -> None:
    make_checkpoint()
    shutil.rmtree(folder)
    new_signer(after_loss=True)

    assert codes() == ["lost"]
    with pytest.raises(KeyFileError, match="lost"):
        rotate_key()


def test_after_a_loss_one_goes_on_when_one_says_so(folder: Path) -> None:
    make_checkpoint()
    shutil.rmtree(folder)

    rotate_key(after_loss=True)

    assert codes() == []
    assert {finding.code for finding in audit_store()} == {"checkpoint_unreadable"}


def test_who_keeps_the_public_half_of_an_older_key_may_rotate() -> None:
    make_checkpoint()
    rotate_key()
    make_checkpoint()

    assert codes() == []
    assert len(keyring().key_ids) == 2


def test_a_broken_key_is_reported(folder: Path) -> None:
    signer()
    (folder / "0001.pem").write_text("broken")

    assert codes() == ["no_key"]
    with pytest.raises(KeyFileError, match="no_key"):
        signer()


def test_a_checkpoint_folder_that_is_a_file_is_reported(settings: Settings) -> None:
    Path(settings.REVIEW_CHECKPOINT_DIR).write_text("a file")

    assert codes() == ["unwritable"]
    with pytest.raises(CheckpointFileError, match="unwritable"):
        make_checkpoint()
    with pytest.raises(CheckpointFileError, match="unwritable"):
        list(audit_store())


def test_a_checkpoint_file_that_is_a_folder_is_reported() -> None:
    checkpoint_file().mkdir(parents=True)

    assert codes() == ["unwritable"]
    with pytest.raises(CheckpointFileError, match="unreadable"):
        make_checkpoint()
    with pytest.raises(CheckpointFileError, match="unreadable"):
        list(audit_store())


def test_a_key_folder_below_a_file_is_reported(folder: Path, settings: Settings) -> None:
    folder.write_text("a file")
    settings.REVIEW_SIGNING_KEY_DIR = folder / "keys"

    assert codes() == ["unwritable"]


@pytest.mark.parametrize("command", ["checkpoint", "rotate_key"])
def test_commands_say_what_to_do(command: str, folder: Path) -> None:
    make_checkpoint()
    shutil.rmtree(folder)

    with pytest.raises(CommandError, match="--after-loss"):
        call_command(command)


def test_rotate_key_takes_the_loss(folder: Path, tmp_path: Path) -> None:
    make_checkpoint()
    shutil.rmtree(folder)

    with (tmp_path / "out").open("w") as out:
        call_command("rotate_key", after_loss=True, stdout=OutputWrapper(out))

    assert len(keyring().key_ids) == 1


def test_audit_store_says_what_to_do(folder: Path) -> None:
    folder.write_text("a file")

    with pytest.raises(CommandError, match="is a file where a folder should be"):
        call_command("audit_store")
