"""Make signed checkpoints: where every chain ends, kept outside of the database. Private to the services."""

import fcntl
import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from aligner_core import checkpoints
from aligner_core.journal import Head
from review.keys import signing_keyring
from review.models import Chain, Checkpoint

FILE = "checkpoints.jsonl"


def is_due(event_id: int) -> bool:
    """Say whether a checkpoint follows an event, from its place in the store: nobody has to count."""
    return event_id % settings.REVIEW_CHECKPOINT_EVERY == 0


def make_when_due() -> None:
    """Make a checkpoint, unless fewer events were appended since the last one than there are chains to name.

    So a store of very many sessions pays no more than one line an event for all its checkpoints together.
    """
    latest = Checkpoint.objects.first()
    heads = _heads()
    if latest is None or sum(head.seq for head in heads) - latest.size >= len(heads):
        make()


def make() -> Checkpoint:
    """Sign where every chain ends, append it to the file, and list it."""
    signer = signing_keyring().newest
    with _appending(checkpoint_file()) as descriptor:
        heads = _heads()
        value = checkpoints.Checkpoint(
            origin=_origin(), size=sum(head.seq for head in heads), heads=heads, created_at=timezone.now()
        )
        sealed = checkpoints.seal_checkpoint(value, signer)
        _write(descriptor, sealed + b"\n")
    return Checkpoint.objects.create(
        origin=value.origin,
        size=value.size,
        chains=len(heads),
        key_id=signer.key_id,
        sealed=sealed.decode(),
        created_at=value.created_at,
    )


def checkpoint_file() -> Path:
    """Name the file that checkpoints are appended to, one a line."""
    return Path(settings.REVIEW_CHECKPOINT_DIR) / FILE


@transaction.atomic(durable=True)
def _heads() -> tuple[Head, ...]:
    """Read where the chains end at one moment: durable, since what may be rolled back must not be signed."""
    chains = Chain.objects.filter(head_seq__gt=0).order_by("name")
    return tuple(Head(*row) for row in chains.values_list("name", "head_seq", "head_hash"))


def _origin() -> str:
    """Name the store as its first checkpoint did."""
    first = Checkpoint.objects.last()
    return uuid.uuid4().hex if first is None else first.origin


@contextmanager
def _appending(path: Path) -> Iterator[int]:
    """Open a file for one writer at a time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield descriptor
    finally:
        os.close(descriptor)


def _write(descriptor: int, line: bytes) -> None:
    """Append a whole line or nothing: half a line would be a broken checkpoint for ever."""
    size, written = os.fstat(descriptor).st_size, 0
    try:
        written = os.write(descriptor, line)
        os.fsync(descriptor)
    finally:
        if written != len(line):
            os.ftruncate(descriptor, size)
    if written != len(line):
        message = "there is no room for the whole checkpoint"
        raise OSError(message)
