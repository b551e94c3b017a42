"""Make a checkpoint now, and rotate the signing key."""

from review.models import Checkpoint
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
