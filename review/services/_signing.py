"""The signing key: created when first needed, but never silently in place of a lost one. Private to the services."""

from aligner_core.ledger import Signer
from review import keys
from review.selectors.audit.checkpoint_files import lost_key


def signer() -> Signer:
    """Return the current signing key, after creating it if there never was one.

    Raises:
        KeyFileError: the keys cannot be used, or there are checkpoints that no key opens.

    """
    if keys.has_signing_key():
        return keys.keyring().newest
    _refuse_after_loss()
    return keys.begin().newest


def new_signer(*, after_loss: bool = False) -> Signer:
    """Create a new signing key; with *after_loss*, even though there are checkpoints that no key opens.

    Raises:
        KeyFileError: the keys cannot be used, or there are checkpoints that no key opens.

    """
    if not after_loss:
        _refuse_after_loss()
    return keys.rotate(after_loss=after_loss).newest


def _refuse_after_loss() -> None:
    lost = lost_key()
    if lost is not None:
        raise lost
