"""Signing keys in the database, where all hosts share them: encrypted with a key that REVIEW_SECRET_KEY gives."""

from collections.abc import Sequence
from pathlib import Path

from django.db import transaction

from aligner_core import SignatureError
from aligner_core.ledger import Keyring, Signer, VerifyingKey
from review.databases.locks import Lock, hold
from review.domain.errors import KeyFileError, Trouble
from review.keys.sealing import opened, sealed
from review.models import SigningKey

ROWS = Path("review_signingkey")
"""What stands for a path in the problems of these keys."""
PURPOSE = b"evidence-review: signing keys"
Key = Signer | VerifyingKey


def keyring() -> Keyring:
    """Return all keys without creating one.

    Raises:
        KeyFileError: a row cannot be opened: it was stored with another secret, or by somebody who does not know it.

    """
    return _ring([_opened(row) for row in SigningKey.objects.all()])


def has_signing_key() -> bool:
    """Return whether there is a private key."""
    return any(isinstance(_opened(row), Signer) for row in SigningKey.objects.all())


def begin() -> Keyring:
    """Create a signing key where there is none, and return all keys: of several processes, the first one does.

    Raises:
        KeyFileError: a row cannot be opened.

    """
    with transaction.atomic():
        hold(Lock.KEYS)
        if not has_signing_key():
            SigningKey.objects.create(number=_last() + 1, sealed=_sealed(Signer.generate()))
    return keyring()


def rotate(*, after_loss: bool) -> Keyring:
    """Create a new signing key, and return all keys; only the public halves of older ones are kept.

    Where another process has made one since, that is it. *after_loss* drops the rows that cannot be opened.

    Raises:
        KeyFileError: a row cannot be opened.

    """
    seen = _last()
    with transaction.atomic():
        hold(Lock.KEYS)
        if _last() == seen:
            for row in SigningKey.objects.all():
                _retire(row, after_loss=after_loss)
            SigningKey.objects.create(number=seen + 1, sealed=_sealed(Signer.generate()))
    return keyring()


def take_over(ring: Keyring) -> bool:
    """Store keys that were kept elsewhere, of which one signs; return whether: not where there are some already."""
    with transaction.atomic():
        hold(Lock.KEYS)
        if SigningKey.objects.exists():
            return False
        signer = ring.newest
        kept: list[Key] = [ring.find(key_id) for key_id in ring.key_ids if key_id != signer.key_id]
        SigningKey.objects.bulk_create(
            SigningKey(number=number, sealed=_sealed(key)) for number, key in enumerate([*kept, signer], start=1)
        )
    return True


def _last() -> int:
    """Return the number of the newest row; 0 where there is none."""
    return SigningKey.objects.order_by("-number").values_list("number", flat=True).first() or 0


def _retire(row: SigningKey, *, after_loss: bool) -> None:
    """Keep only the public half of a key."""
    try:
        key = _opened(row)
    except KeyFileError:
        if not after_loss:
            raise
        row.delete()
        return
    if isinstance(key, Signer):
        row.sealed = _sealed(key.public)
        row.save(update_fields=["sealed"])


def _ring(found: Sequence[Key]) -> Keyring:
    retired = [key for key in found if isinstance(key, VerifyingKey)]
    return Keyring([key for key in found if isinstance(key, Signer)], retired)


def _opened(row: SigningKey) -> Key:
    pem = opened(row.sealed, purpose=PURPOSE)
    try:
        if pem is not None:
            return VerifyingKey.load(pem) if b"PUBLIC" in pem.partition(b"\n")[0] else Signer.load(pem)
    except SignatureError as error:
        raise KeyFileError(Trouble.SEALED_OTHERWISE, ROWS) from error
    raise KeyFileError(Trouble.SEALED_OTHERWISE, ROWS)


def _sealed(key: Key) -> str:
    return sealed(key.to_pem(), purpose=PURPOSE)
