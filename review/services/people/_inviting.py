"""By whose link an account is being made. Private to the services."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.contrib.auth.models import User

_inviter: ContextVar[User | None] = ContextVar("inviter", default=None)


@contextmanager
def invited_by(person: User) -> Iterator[None]:
    """Record a person as who invited the accounts that are made in the block."""
    token = _inviter.set(person)
    try:
        yield
    finally:
        _inviter.reset(token)


def inviter() -> User | None:
    """Return who invited the account that is being made; None outside of such a block."""
    return _inviter.get()
