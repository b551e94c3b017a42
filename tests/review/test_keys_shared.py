"""Keys in the database: sealed with the secret of the server, one for all hosts, and never made twice."""

from pathlib import Path

import pytest
from django.core.checks import run_checks
from pytest_django import Settings

from aligner_core.ledger.dsse import open_sealed, seal
from aligner_core.ledger.keys import Signer
from review import keys
from review.domain.errors import KeyFileError
from review.keys import rows
from review.models import SigningKey

pytestmark = pytest.mark.django_db
OTHER = "another secret " * 5
KIND = "text/plain"


@pytest.fixture(autouse=True)
def _shared(settings: Settings, tmp_path: Path) -> None:
    settings.REVIEW_SHARED_STATE = "database"
    settings.REVIEW_SIGNING_KEY_DIR = tmp_path / "keys"


def test_who_only_checks_makes_no_key(tmp_path: Path) -> None:
    assert (keys.keyring().key_ids, keys.has_signing_key()) == ((), False)
    assert not SigningKey.objects.exists()
    assert not (tmp_path / "keys").exists()


def test_rotate_signs_with_a_new_key_and_still_trusts_what_the_old_one_signed(tmp_path: Path) -> None:
    sealed = seal(b"words", KIND, keys.rotate().newest)

    after = keys.rotate()

    assert len(after.key_ids) == 2
    assert open_sealed(sealed, KIND, after) == b"words"
    assert open_sealed(seal(b"more", KIND, after.newest), KIND, keys.keyring()) == b"more"
    assert keys.public_keys().count("BEGIN PUBLIC KEY") == 2
    assert not (tmp_path / "keys").exists()


def test_no_private_key_is_kept_that_signs_no_more() -> None:
    for _ in range(3):
        keys.rotate()

    opened = [rows._opened(row) for row in SigningKey.objects.all()]
    assert [isinstance(key, Signer) for key in opened] == [False, False, True]


def test_a_row_tells_nothing_without_the_secret(settings: Settings) -> None:
    pem = keys.rotate().newest.to_pem().decode()
    [row] = SigningKey.objects.all()

    assert [line for line in pem.splitlines() if line in row.sealed] == []
    settings.SECRET_KEY = OTHER
    for use in (keys.keyring, keys.has_signing_key, keys.rotate):
        with pytest.raises(KeyFileError, match="sealed_otherwise"):
            use()


def test_nobody_adds_a_key_who_does_not_know_the_secret() -> None:
    keys.rotate()
    SigningKey.objects.create(number=2, sealed=Signer.generate().public.to_pem().decode())

    with pytest.raises(KeyFileError, match="sealed_otherwise"):
        keys.keyring()


def test_a_lost_secret_can_be_given_up(settings: Settings) -> None:
    keys.rotate()
    settings.SECRET_KEY = OTHER

    ring = keys.rotate(after_loss=True)

    assert len(ring.key_ids) == 1
    assert [row.number for row in SigningKey.objects.all()] == [2]


def test_a_key_that_another_host_has_just_made_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other one was quicker: between looking for a key and this process's turn."""
    theirs = keys.rotate().newest.key_id
    looks = iter([0])
    monkeypatch.setattr(rows, "_last", lambda: next(looks, 1))

    assert keys.rotate().key_ids == (theirs,)


def test_no_file_is_looked_at(tmp_path: Path) -> None:
    (tmp_path / "keys").mkdir()
    (tmp_path / "keys" / "0001.pem").write_text("no key")

    assert keys.exposed_keys() == []
    assert "review.E001" not in {found.id for found in run_checks()}
    assert keys.keyring().key_ids == ()
