"""Signing keys in files of this machine, in a folder outside the database.

A numbered `.pem` file holds a private key, a `.pub` file the public half of one that no longer signs.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.conf import settings

from aligner_core import SignatureError
from aligner_core.ledger import Keyring, Signer, VerifyingKey
from review.domain.errors import KeyFileError, Trouble

GROUP_AND_OTHERS = 0o077
"""The permission bits that a private key must not have."""
TRIES = 3
"""How often keys are read that are rotated while they are read."""


def keyring() -> Keyring:
    """Return all keys without creating one.

    Raises:
        KeyFileError: a file cannot be read or holds no key, or other users of this machine can read a private key.

    """
    retired = [_public_key(path) for path in _key_files(".pub")]
    return Keyring(map(_signer, _key_files(".pem")), retired)


def has_signing_key() -> bool:
    """Return whether there is a private key."""
    return bool(_key_files(".pem"))


def begin() -> Keyring:
    """Create a signing key where there is none, and return all keys: of several processes, the first one does.

    Raises:
        KeyFileError: the folder cannot be written, or a key in it cannot be used.

    """
    numbers = [int(path.stem) for path in _key_files(".pub")]
    if not has_signing_key():
        try:
            _write_once(_folder() / f"{max(numbers, default=0) + 1:04}.pem", Signer.generate().to_pem())
        except OSError as error:
            raise KeyFileError(Trouble.UNWRITABLE, _folder()) from error
    return keyring()


def rotate() -> Keyring:
    """Create a new signing key, and return all keys; only the public halves of older ones are kept.

    Raises:
        KeyFileError: the folder cannot be written, or a key in it cannot be used.

    """
    former = [(path, _signer(path)) for path in _key_files(".pem")]
    numbers = [int(path.stem) for path in (*_key_files(".pem"), *_key_files(".pub"))]
    try:
        _write_once(_folder() / f"{max(numbers, default=0) + 1:04}.pem", Signer.generate().to_pem())
        for path, signer in former:
            _write_once(path.with_suffix(".pub"), signer.public.to_pem())
            path.unlink(missing_ok=True)
    except OSError as error:
        raise KeyFileError(Trouble.UNWRITABLE, _folder()) from error
    return keyring()


def exposed_keys() -> list[Path]:
    """Return the files of private keys that other users of this machine can read."""
    return [path for path in _key_files(".pem") if path.stat().st_mode & GROUP_AND_OTHERS]


def copy_to(target: Path) -> None:
    """Copy the files of all keys to a folder, which is made where there are any; again if one is rotated meanwhile.

    Raises:
        KeyFileError: a file cannot be read.

    """
    for _ in range(TRIES):
        paths = [*_key_files(".pem"), *_key_files(".pub")]
        try:
            held = {path.name: path.read_bytes() for path in paths}
        except FileNotFoundError:
            continue
        except OSError as error:
            raise KeyFileError(Trouble.UNREADABLE, _folder()) from error
        for name, data in held.items():
            target.mkdir(mode=0o700, exist_ok=True)
            (target / name).write_bytes(data)
        return
    raise KeyFileError(Trouble.UNREADABLE, _folder())


def _folder() -> Path:
    return Path(settings.REVIEW_SIGNING_KEY_DIR)


def _key_files(suffix: str) -> list[Path]:
    if _folder().exists() and not _folder().is_dir():
        raise KeyFileError(Trouble.NO_FOLDER, _folder())
    return sorted(path for path in _folder().glob(f"*{suffix}") if path.stem.isdigit())


def _signer(path: Path) -> Signer:
    if path.stat().st_mode & GROUP_AND_OTHERS:
        raise KeyFileError(Trouble.EXPOSED, path)
    with _key_in(path):
        return Signer.load(path.read_bytes())


def _public_key(path: Path) -> VerifyingKey:
    with _key_in(path):
        return VerifyingKey.load(path.read_bytes())


@contextmanager
def _key_in(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise KeyFileError(Trouble.UNREADABLE, path) from error
    except SignatureError as error:
        raise KeyFileError(Trouble.NO_KEY, path) from error


def _write_once(path: Path, data: bytes) -> None:
    """Create a whole file, unless another process has created it first."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent) as scratch:  # only its owner can read it
        scratch.write(data)
        scratch.flush()
        os.fsync(scratch.fileno())
        with suppress(FileExistsError):
            os.link(scratch.name, path)
