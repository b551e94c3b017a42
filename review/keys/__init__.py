"""The signing keys of this installation: in files of one machine, or in the database, where all hosts share them."""

from pathlib import Path

from django.conf import settings

from aligner_core.ledger import Keyring
from review.keys import files, rows
from review.keys.rows import ROWS as ROWS


def is_shared() -> bool:
    """Return whether keys and checkpoints are in the database."""
    return bool(settings.REVIEW_SHARED_STATE == "database")


def keyring() -> Keyring:
    """Return all keys without creating one, to verify with.

    Raises:
        KeyFileError: a key cannot be read or is none; other users of this machine can read a private key in a file; one
            in the database was stored with another secret.

    """
    return rows.keyring() if is_shared() else files.keyring()


def has_signing_key() -> bool:
    """Return whether there is a private key."""
    return rows.has_signing_key() if is_shared() else files.has_signing_key()


def begin() -> Keyring:
    """Create a signing key where there is none, and return all keys: of several processes, the first one does.

    Raises:
        KeyFileError: the folder cannot be written, or a key cannot be used.

    """
    return rows.begin() if is_shared() else files.begin()


def rotate(*, after_loss: bool = False) -> Keyring:
    """Create a new signing key, and return all keys; only the public halves of older ones are kept.

    *after_loss* drops keys that a lost secret has closed.

    Raises:
        KeyFileError: the folder cannot be written, or a key cannot be used.

    """
    return rows.rotate(after_loss=after_loss) if is_shared() else files.rotate()


def public_keys() -> str:
    """Return the public half of every key as PEM, oldest first."""
    ring = keyring()
    return "".join(ring.find(key_id).to_pem().decode() for key_id in ring.key_ids)


def exposed_keys() -> list[Path]:
    """Return the files of private keys that other users of this machine can read."""
    return [] if is_shared() else files.exposed_keys()
