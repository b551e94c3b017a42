"""Make signed checkpoints: the heads of all chains, to be kept outside the database. Private to the services."""

import errno
import fcntl
import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import transaction
from django.utils import timezone

from aligner_core.ledger import Checkpoint as SignedCheckpoint
from aligner_core.ledger import Head, seal_checkpoint
from review.databases.locks import Lock, hold
from review.domain.errors import CheckpointFileError, Trouble
from review.keys import is_shared
from review.models import Chain, Checkpoint
from review.selectors.audit.checkpoint_files import checkpoint_file, has_checkpoint_file
from review.services._signing import signer


def make_when_due() -> None:
    """Make a checkpoint, unless fewer events were appended since the last one than there are chains to record.

    This bounds the cost in a store with very many sessions: on average, one head is recorded per event.
    """
    latest = Checkpoint.objects.first()
    heads = _heads()
    if latest is None or sum(head.seq for head in heads) - latest.size >= len(heads):
        make()


def make() -> Checkpoint:
    """Sign the heads of all chains, append the checkpoint to the file, and return its stored row.

    One follows another: whoever writes a file locks it, and where hosts share the database they take turns there. In
    no transaction of the caller, since nothing that may be rolled back must be signed.

    Raises:
        KeyFileError: the keys cannot be used, or there are checkpoints that no key opens.
        CheckpointFileError: the file cannot be written.

    """
    key = signer()
    if not is_shared():
        with _locked_for_appending(checkpoint_file()) as file:
            with transaction.atomic(durable=True):
                value = _value()
            sealed = seal_checkpoint(value, key)
            _write(file, sealed + b"\n")
        return _stored(row_of(value, key.key_id, sealed))
    with transaction.atomic(durable=True):
        hold(Lock.CHECKPOINTS)
        value = _value()
        sealed = seal_checkpoint(value, key)
        if has_checkpoint_file():
            with _locked_for_appending(checkpoint_file()) as file:
                _write(file, sealed + b"\n")
        return _stored(row_of(value, key.key_id, sealed))


def row_of(value: SignedCheckpoint, key_id: str, sealed: bytes) -> Checkpoint:
    """Return the row of a checkpoint, not stored yet."""
    return Checkpoint(
        origin=value.origin,
        size=value.size,
        chains=len(value.heads),
        key_id=key_id,
        sealed=sealed.decode(),
        created_at=value.created_at,
    )


def _stored(row: Checkpoint) -> Checkpoint:
    row.save(force_insert=True)
    return row


def _value() -> SignedCheckpoint:
    """Return what a checkpoint says now: the heads of all chains at one moment."""
    heads = _heads()
    return SignedCheckpoint(
        origin=_origin(), size=sum(head.seq for head in heads), heads=heads, created_at=timezone.now()
    )


def _heads() -> tuple[Head, ...]:
    """Return the heads of all chains, by one statement."""
    chains = Chain.objects.filter(head_seq__gt=0).order_by("name")
    return tuple(Head(*row) for row in chains.values_list("name", "head_seq", "head_hash"))


def _origin() -> str:
    """Return the id of the store: that of its first checkpoint, or a new one."""
    first = Checkpoint.objects.last()
    return uuid.uuid4().hex if first is None else first.origin


@contextmanager
def _locked_for_appending(path: Path) -> Iterator[int]:
    """Open a file to append to, for one writer at a time; yield its descriptor."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    except OSError as error:
        raise CheckpointFileError(Trouble.UNWRITABLE, path) from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield descriptor
    finally:
        os.close(descriptor)


def _write(descriptor: int, line: bytes) -> None:
    """Append a whole line or nothing: half a line would remain a broken checkpoint.

    Raises:
        OSError: the line could not be written; the file is as it was.

    """
    size, written = os.fstat(descriptor).st_size, 0
    try:
        written = os.write(descriptor, line)
        os.fsync(descriptor)
    finally:
        if written != len(line):
            os.ftruncate(descriptor, size)
    if written != len(line):
        message = "there is no room for the whole checkpoint"
        raise OSError(errno.ENOSPC, message)
