"""The keys of the installation: kept private, and rotated without invalidating signatures."""

import stat
from pathlib import Path

import pytest
from django.core.checks import run_checks
from pytest_django import Settings

from aligner_core.errors import SignatureError
from aligner_core.ledger.dsse import open_sealed, seal
from review import keys
from review.domain.errors import KeyFileError

KIND = "text/plain"


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path) -> Path:
    settings.REVIEW_SIGNING_KEY_DIR = tmp_path / "keys"
    return tmp_path / "keys"


def test_who_only_checks_makes_no_key(folder: Path) -> None:
    assert keys.keyring().key_ids == ()
    assert not folder.exists()


def test_a_key_file_can_be_read_by_nobody_else(folder: Path) -> None:
    keys.rotate()

    [path] = folder.iterdir()
    assert (path.name, stat.S_IMODE(path.stat().st_mode)) == ("0001.pem", 0o600)


def test_rotate_signs_with_a_new_key_and_still_trusts_what_the_old_one_signed() -> None:
    sealed = seal(b"words", KIND, keys.rotate().newest)

    after = keys.rotate()

    assert len(after.key_ids) == 2
    assert open_sealed(sealed, KIND, after) == b"words"
    assert open_sealed(seal(b"more", KIND, after.newest), KIND, keys.keyring()) == b"more"


def test_rotate_keeps_no_private_key_that_signs_no_more(folder: Path) -> None:
    for _ in range(3):
        keys.rotate()

    assert sorted(path.name for path in folder.iterdir()) == ["0001.pub", "0002.pub", "0003.pem"]


def test_the_key_of_somebody_else_is_not_trusted(settings: Settings, tmp_path: Path) -> None:
    sealed = seal(b"words", KIND, keys.rotate().newest)
    settings.REVIEW_SIGNING_KEY_DIR = tmp_path / "others"

    with pytest.raises(SignatureError):
        open_sealed(sealed, KIND, keys.rotate())


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604])
def test_a_key_that_others_can_read_is_refused(folder: Path, mode: int) -> None:
    keys.rotate()
    (folder / "0001.pem").chmod(mode)

    with pytest.raises(KeyFileError, match="exposed"):
        keys.keyring()
    with pytest.raises(KeyFileError, match="exposed"):
        keys.rotate()
    assert "review.E001" in {found.id for found in run_checks()}


def test_a_private_key_passes_the_checks() -> None:
    keys.rotate()

    assert "review.E001" not in {found.id for found in run_checks()}


def test_other_files_are_left_alone(folder: Path) -> None:
    folder.mkdir()
    (folder / "notes.pem").write_text("no key")

    assert len(keys.rotate().key_ids) == 1


@pytest.mark.parametrize("name", ["0001.pem", "0001.pub"])
def test_a_file_that_holds_no_key_is_named(folder: Path, name: str) -> None:
    folder.mkdir()
    (folder / name).write_text("no key")
    (folder / name).chmod(0o600)

    with pytest.raises(KeyFileError, match=f"{name}: no_key"):
        keys.keyring()


def test_a_key_that_cannot_be_read_is_named(folder: Path) -> None:
    (folder / "0001.pub").mkdir(parents=True)

    with pytest.raises(KeyFileError, match="unreadable"):
        keys.keyring()


def test_a_file_where_the_folder_should_be_is_named(folder: Path) -> None:
    folder.write_text("not a folder")

    with pytest.raises(KeyFileError, match="no_folder"):
        keys.keyring()
    assert "review.E001" not in {found.id for found in run_checks()}


def test_a_folder_that_cannot_be_made_is_named(folder: Path, settings: Settings) -> None:
    folder.write_text("not a folder")
    settings.REVIEW_SIGNING_KEY_DIR = folder / "keys"

    with pytest.raises(KeyFileError, match="unwritable"):
        keys.rotate()
