"""Make a checkpoint now, and rotate the signing key."""

from review import keys
from review.models import Checkpoint
from review.services import _checkpoints


def make_checkpoint() -> Checkpoint:
    """Sign the current heads of all chains, and append the checkpoint to the file outside the database."""
    return _checkpoints.make()


def rotate_key() -> str:
    """Make a new signing key, sign a checkpoint with it, and return its id; older signatures stay valid."""
    key_id = keys.rotate().newest.key_id
    _checkpoints.make()
    return key_id
