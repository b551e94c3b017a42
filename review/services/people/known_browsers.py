"""The accounts that a browser has logged in to, in a signed cookie: failed log-ins of others do not lock it out."""

from django.core import signing

from aligner_core import canonical_json, digest
from review.domain.limits import KNOWN_BROWSER_TIME

COOKIE = "known"
MAX_ACCOUNTS = 10
"""How many accounts a browser may remember; the one that logged in least recently is dropped."""
SALT = "review.known-browsers"


def knows(cookie: str, name: str) -> bool:
    """Return whether the browser that sent the cookie has logged in to the account."""
    return _mark(name) in _marks(cookie)


def with_account(cookie: str, name: str) -> str:
    """Return the cookie for a browser that has just logged in to the account."""
    marks = [mark for mark in _marks(cookie) if mark != _mark(name)]
    return signing.dumps([*marks, _mark(name)][-MAX_ACCOUNTS:], salt=SALT)


def _marks(cookie: str) -> list[str]:
    try:
        return list(signing.loads(cookie, salt=SALT, max_age=KNOWN_BROWSER_TIME))
    except signing.BadSignature:
        return []


def _mark(name: str) -> str:
    """Return a digest of an account, so that the cookie names nobody."""
    return digest(canonical_json(["account", name]))[:16]
