"""The keys of the installation: created once, kept private, and rotated without invalidating signatures."""

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


def test_the_first_key_is_made_once() -> None:
    first, again = keys.signing_keyring(), keys.signing_keyring()

    assert first.key_ids == again.key_ids == keys.keyring().key_ids
    assert len(first.key_ids) == 1


def test_who_only_checks_makes_no_key(folder: Path) -> None:
    assert keys.keyring().key_ids == ()
    assert not folder.exists()


def test_a_key_file_can_be_read_by_nobody_else(folder: Path) -> None:
    keys.signing_keyring()

    [path] = folder.iterdir()
    assert (path.name, stat.S_IMODE(path.stat().st_mode)) == ("0001.pem", 0o600)


def test_rotate_signs_with_a_new_key_and_still_trusts_what_the_old_one_signed() -> None:
    sealed = seal(b"words", KIND, keys.signing_keyring().newest)

    after = keys.rotate()

    assert len(after.key_ids) == 2
    assert open_sealed(sealed, KIND, after) == b"words"
    assert open_sealed(seal(b"more", KIND, after.newest), KIND, keys.keyring()) == b"more"


def test_rotate_keeps_no_private_key_that_signs_no_more(folder: Path) -> None:
    keys.signing_keyring()

    keys.rotate()
    keys.rotate()

    assert sorted(path.name for path in folder.iterdir()) == ["0001.pub", "0002.pub", "0003.pem"]


def test_the_key_of_somebody_else_is_not_trusted(settings: Settings, tmp_path: Path) -> None:
    sealed = seal(b"words", KIND, keys.signing_keyring().newest)
    settings.REVIEW_SIGNING_KEY_DIR = tmp_path / "others"

    with pytest.raises(SignatureError):
        open_sealed(sealed, KIND, keys.signing_keyring())


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604])
def test_a_key_that_others_can_read_is_refused(folder: Path, mode: int) -> None:
    keys.signing_keyring()
    (folder / "0001.pem").chmod(mode)

    with pytest.raises(KeyFileError):
        keys.signing_keyring()
    assert "review.E001" in {found.id for found in run_checks()}


def test_a_private_key_passes_the_checks() -> None:
    keys.signing_keyring()

    assert "review.E001" not in {found.id for found in run_checks()}


def test_other_files_are_left_alone(folder: Path) -> None:
    folder.mkdir()
    (folder / "notes.pem").write_text("no key")

    assert len(keys.signing_keyring().key_ids) == 1
