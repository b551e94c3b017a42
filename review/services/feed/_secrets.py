"""The secrets of webhooks: made, sealed, and what they sign by Standard Webhooks. Private to the services."""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Iterator
from datetime import datetime

from review.keys.sealing import opened
from review.keys.sealing import sealed as sealed_for
from review.models import Webhook

PREFIX = "whsec_"
SECRET_BYTES = 32
PURPOSE = b"evidence-review: secrets of webhooks"


def new_secret() -> str:
    """Return a secret in the form that receivers configure."""
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def sealed(secret: str) -> str:
    """Return a secret as it is stored."""
    return sealed_for(secret.encode(), purpose=PURPOSE)


def secrets_of(webhook: Webhook, *, at: datetime) -> list[str]:
    """Return the secrets that sign at a moment, the newest first; none where the server has another secret by now."""
    return list(_secrets(webhook, at))


def signatures(secrets_used: list[str], *, name: str, at: datetime, body: bytes) -> str:
    """Return the header with a signature by each secret."""
    return " ".join(_signature(secret, name, at, body) for secret in secrets_used)


def _secrets(webhook: Webhook, at: datetime) -> Iterator[str]:
    stored = [webhook.secret]
    if webhook.previous_until is not None and at < webhook.previous_until:
        stored.append(webhook.previous)
    for one in stored:
        secret = opened(one, purpose=PURPOSE)
        if secret is not None:
            yield secret.decode()


def _signature(secret: str, name: str, at: datetime, body: bytes) -> str:
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signed = f"{name}.{int(at.timestamp())}.".encode() + body
    return f"v1,{base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()}"
