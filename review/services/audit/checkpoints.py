"""Make a checkpoint now, and change the key that signs."""

from review import keys
from review.models import Checkpoint
from review.services import _checkpoints


def make_checkpoint() -> Checkpoint:
    """Sign where every chain ends now, and append it to the file outside of the database."""
    return _checkpoints.make()


def rotate_key() -> str:
    """Make the key that signs from now on, sign a checkpoint with it, and name it; what others signed stays valid."""
    key_id = keys.rotate().newest.key_id
    _checkpoints.make()
    return key_id
