"""The keys that sign for this installation: files in a folder outside of the database, made when first needed.

A numbered `.pem` holds a private key, a `.pub` the public half of one that signs no more.
"""

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from django.conf import settings

from aligner_core.keys import Keyring, Signer, VerifyingKey
from review.errors import KeyFileError

OTHERS = 0o077


def keyring() -> Keyring:
    """Read every key and make none: for who only checks."""
    retired = [VerifyingKey.load(path.read_bytes()) for path in _numbered(".pub")]
    return Keyring(map(_signer, _numbered(".pem")), retired)


def signing_keyring() -> Keyring:
    """Read every key, and make the first one where there is none."""
    return keyring() if _numbered(".pem") else rotate()


def rotate() -> Keyring:
    """Make the key that signs from now on; of those before, only the public halves stay."""
    former = _numbered(".pem")
    numbers = [int(path.stem) for path in (*former, *_numbered(".pub"))]
    _write_once(_folder() / f"{max(numbers, default=0) + 1:04}.pem", Signer.generate().to_pem())
    for path in former:
        _write_once(path.with_suffix(".pub"), _signer(path).public.to_pem())
        path.unlink(missing_ok=True)
    return keyring()


def public_keys() -> str:
    """Write the public half of every key, oldest first."""
    ring = keyring()
    return "".join(ring.find(key_id).to_pem().decode() for key_id in ring.key_ids)


def exposed_keys() -> list[Path]:
    """Name the private keys that others on this machine can read."""
    return [path for path in _numbered(".pem") if path.stat().st_mode & OTHERS]


def _folder() -> Path:
    return Path(settings.REVIEW_SIGNING_KEY_DIR)


def _numbered(suffix: str) -> list[Path]:
    return sorted(path for path in _folder().glob(f"*{suffix}") if path.stem.isdigit())


def _signer(path: Path) -> Signer:
    if path.stat().st_mode & OTHERS:
        message = f"{path} can be read by others on this machine: chmod 600, and rotate the key."
        raise KeyFileError(message)
    return Signer.load(path.read_bytes())


def _write_once(path: Path, data: bytes) -> None:
    """Put a file in its place whole, unless somebody was first."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent) as scratch:  # only its owner can read it
        scratch.write(data)
        scratch.flush()
        os.fsync(scratch.fileno())
        with suppress(FileExistsError):
            os.link(scratch.name, path)
