"""The keys that sign for this installation: files in a folder outside the database, created when first needed.

A numbered `.pem` file holds a private key, a `.pub` file the public half of one that no longer signs.
"""

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from django.conf import settings

from aligner_core.ledger import Keyring, Signer, VerifyingKey
from review.domain.errors import KeyFileError

GROUP_AND_OTHERS = 0o077
"""The permission bits that a private key must not have."""


def keyring() -> Keyring:
    """Return all keys without creating one, to verify with.

    Raises:
        KeyFileError: others on this machine can read a private key.

    """
    retired = [VerifyingKey.load(path.read_bytes()) for path in _key_files(".pub")]
    return Keyring(map(_signer, _key_files(".pem")), retired)


def signing_keyring() -> Keyring:
    """Return all keys, after creating the first one where there is none.

    Raises:
        KeyFileError: others on this machine can read a private key.

    """
    return keyring() if _key_files(".pem") else rotate()


def rotate() -> Keyring:
    """Create the key that signs from now on, and return all keys; of older ones only the public halves stay."""
    former = _key_files(".pem")
    numbers = [int(path.stem) for path in (*former, *_key_files(".pub"))]
    _write_once(_folder() / f"{max(numbers, default=0) + 1:04}.pem", Signer.generate().to_pem())
    for path in former:
        _write_once(path.with_suffix(".pub"), _signer(path).public.to_pem())
        path.unlink(missing_ok=True)
    return keyring()


def public_keys() -> str:
    """Return the public half of every key as PEM, oldest first."""
    ring = keyring()
    return "".join(ring.find(key_id).to_pem().decode() for key_id in ring.key_ids)


def exposed_keys() -> list[Path]:
    """Return the files of the private keys that others on this machine can read."""
    return [path for path in _key_files(".pem") if path.stat().st_mode & GROUP_AND_OTHERS]


def _folder() -> Path:
    return Path(settings.REVIEW_SIGNING_KEY_DIR)


def _key_files(suffix: str) -> list[Path]:
    return sorted(path for path in _folder().glob(f"*{suffix}") if path.stem.isdigit())


def _signer(path: Path) -> Signer:
    if path.stat().st_mode & GROUP_AND_OTHERS:
        message = f"{path} can be read by others on this machine: chmod 600, and rotate the key."
        raise KeyFileError(message)
    return Signer.load(path.read_bytes())


def _write_once(path: Path, data: bytes) -> None:
    """Create a whole file, unless another process has created it first."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent) as scratch:  # only its owner can read it
        scratch.write(data)
        scratch.flush()
        os.fsync(scratch.fileno())
        with suppress(FileExistsError):
            os.link(scratch.name, path)
