"""Which accounts a browser has logged in to, in a signed cookie: the tries of others do not keep it out."""

from django.core import signing

from aligner_core import canonical_json, digest
from review.domain.limits import KNOWN_BROWSER_TIME

COOKIE = "known"
MAX_ACCOUNTS = 10
"""People who share a browser; the account that logged in least recently is forgotten."""
SALT = "review.known-browsers"


def knows(cookie: str, name: str) -> bool:
    """Return whether somebody logged in to the account on the browser that sent the cookie."""
    return _mark(name) in _marks(cookie)


def with_account(cookie: str, name: str) -> str:
    """Return the cookie for a browser on which somebody has logged in to the account just now."""
    marks = [mark for mark in _marks(cookie) if mark != _mark(name)]
    return signing.dumps([*marks, _mark(name)][-MAX_ACCOUNTS:], salt=SALT)


def _marks(cookie: str) -> list[str]:
    try:
        return list(signing.loads(cookie, salt=SALT, max_age=KNOWN_BROWSER_TIME))
    except signing.BadSignature:
        return []


def _mark(name: str) -> str:
    """Return what stands for an account, so that the cookie names nobody."""
    return digest(canonical_json(["account", name]))[:16]
