"""The stored checkpoints, and whether they and the keys are usable."""

import os
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path

from django.conf import settings

from aligner_core import SignatureError
from aligner_core.ledger import Keyring, open_checkpoint
from review.domain.errors import CheckpointFileError, KeyFileError, SealingError, Trouble
from review.keys import ROWS, has_signing_key, is_shared, keyring
from review.models import Checkpoint

FILE_NAME = "checkpoints.jsonl"


def checkpoint_file() -> Path:
    """Return the path of the file to which checkpoints are appended, one a line."""
    return Path(settings.REVIEW_CHECKPOINT_DIR) / FILE_NAME


def has_checkpoint_file() -> bool:
    """Return whether checkpoints are appended to a file, as they are where keys are in files."""
    return settings.REVIEW_CHECKPOINT_FILE


def sealed_checkpoints(files: Iterable[Path] = ()) -> Iterator[tuple[str, bytes]]:
    """Yield every signed checkpoint of the database, the checkpoint file and *files*, each with its location.

    Raises:
        CheckpointFileError: the checkpoint file cannot be read.

    """
    for row in Checkpoint.objects.order_by("pk").iterator(chunk_size=20):
        yield f"row {row.pk}", row.sealed.encode()
    for path in (*_own_file(), *files):
        for number, line in enumerate(lines_of(path), start=1):
            yield f"{path.name} line {number}", line


def lost_key() -> KeyFileError | None:
    """Return an error if the installation has checkpoints that none of its keys verifies."""
    ring = keyring()
    is_lost = any(not _opens(ring, sealed) for _, sealed in sealed_checkpoints())
    return _lost() if is_lost else None


def sealing_troubles() -> list[SealingError]:
    """Return why nothing can be signed or pinned; only the newest checkpoints are verified."""
    found: list[SealingError] = []
    try:
        ring = keyring()
        if any(not _opens(ring, sealed) for sealed in _newest()):
            found.append(_lost())
        elif not is_shared() and not has_signing_key() and not _can_write(_key_folder()):
            found.append(KeyFileError(Trouble.UNWRITABLE, _key_folder()))
    except SealingError as error:
        found.append(error)
    if has_checkpoint_file() and (checkpoint_file().is_dir() or not _can_write(checkpoint_file())):
        found.append(CheckpointFileError(Trouble.UNWRITABLE, checkpoint_file()))
    return list({error.path: error for error in found}.values())


def _key_folder() -> Path:
    return Path(settings.REVIEW_SIGNING_KEY_DIR)


def _lost() -> KeyFileError:
    return KeyFileError(Trouble.LOST_ROWS, ROWS) if is_shared() else KeyFileError(Trouble.LOST, _key_folder())


def _newest() -> Iterator[bytes]:
    row = Checkpoint.objects.first()
    yield from ([row.sealed.encode()] if row else [])
    for path in _own_file():
        yield from deque(lines_of(path), maxlen=1)


def _own_file() -> list[Path]:
    if not has_checkpoint_file():
        return []
    own = checkpoint_file()
    if own.parent.exists() and not own.parent.is_dir():
        raise CheckpointFileError(Trouble.UNWRITABLE, own)
    return [own] if own.exists() else []


def lines_of(path: Path) -> Iterator[bytes]:
    """Yield the signed checkpoints of a file.

    Raises:
        CheckpointFileError: it cannot be read.

    """
    try:
        with path.open("rb") as lines:
            for line in lines:
                yield line.rstrip(b"\n")
    except OSError as error:
        raise CheckpointFileError(Trouble.UNREADABLE, path) from error


def _opens(ring: Keyring, sealed: bytes) -> bool:
    try:
        open_checkpoint(sealed, ring)
    except SignatureError:
        return False
    return True


def _can_write(path: Path) -> bool:
    """Return whether a file or folder can be written, or made where there is none yet."""
    while not path.exists() and path != path.parent:
        path = path.parent
        if path.exists() and not path.is_dir():
            return False
    return os.access(path, os.W_OK)
