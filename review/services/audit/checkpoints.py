"""Make a checkpoint now, rotate the signing key, and move keys to where all hosts share them."""

import json
from pathlib import Path

from django.db import transaction

from aligner_core import SignatureError
from aligner_core.ledger import Keyring, open_checkpoint
from review.databases.locks import Lock, hold
from review.keys import files, rows
from review.models import Checkpoint
from review.selectors.audit.checkpoint_files import lines_of
from review.services import _checkpoints
from review.services._signing import new_signer


def make_checkpoint() -> Checkpoint:
    """Sign the current heads of all chains, and append the checkpoint to the file outside the database."""
    return _checkpoints.make()


def rotate_key(*, after_loss: bool = False) -> str:
    """Make a new signing key, sign a checkpoint with it, and return its id; older signatures stay valid.

    When no key opens the existing checkpoints, one is made only with *after_loss*.
    """
    key_id = new_signer(after_loss=after_loss).key_id
    _checkpoints.make()
    return key_id


def move_keys(checkpoints: Path) -> tuple[int, int] | None:
    """Take the keys of this machine over into the database, and from a file the checkpoints that it lacks.

    Return how many keys and checkpoints came; None if there was no key to move, or the database has keys already.
    The files stay as they are.
    """
    if not files.has_signing_key():
        return None
    ring = files.keyring()
    with transaction.atomic(durable=True):
        if not rows.take_over(ring):
            return None
        hold(Lock.CHECKPOINTS)
        known = set(Checkpoint.objects.values_list("sealed", flat=True))
        lacking = [line for line in lines_of(checkpoints) if line.decode() not in known] if checkpoints.exists() else []
        added = Checkpoint.objects.bulk_create(filter(None, (_row_of(sealed, ring) for sealed in lacking)))
    return len(ring.key_ids), len(added)


def _row_of(sealed: bytes, ring: Keyring) -> Checkpoint | None:
    """Return the row of a checkpoint; None if no key opens it."""
    try:
        value = open_checkpoint(sealed, ring)
    except SignatureError:
        return None
    return _checkpoints.row_of(value, json.loads(sealed)["signatures"][0]["keyid"], sealed)
