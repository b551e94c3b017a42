"""Seal texts that are stored in the database with a key that REVIEW_SECRET_KEY gives: it encrypts and authenticates."""

import base64

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings


def sealed(content: bytes, *, purpose: bytes) -> str:
    """Return a text that only the same secret opens, for the same purpose."""
    return _box(purpose).encrypt(content).decode()


def opened(text: str, *, purpose: bytes) -> bytes | None:
    """Return what was sealed; None where it was with another secret, or by somebody who does not know it."""
    try:
        return _box(purpose).decrypt(text.encode())
    except InvalidToken:
        return None


def _box(purpose: bytes) -> Fernet:
    """Return what seals; its key is derived for one purpose alone."""
    secret = settings.SECRET_KEY.encode()
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=purpose).derive(secret)
    return Fernet(base64.urlsafe_b64encode(derived))
