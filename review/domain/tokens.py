"""Tokens: what a program may do for a person in one project, and which token the current work is done with."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple
from zlib import crc32

from review.domain.roles import Capability


class Scope(StrEnum):
    """What a token is issued for."""

    READ = "read"
    INGEST = "ingest"
    REPAIR = "repair"
    PROMOTE = "promote"
    AUDIT = "audit"


NEEDS: Mapping[Scope, Capability] = MappingProxyType(
    {
        Scope.READ: Capability.READ,
        Scope.INGEST: Capability.REVIEW,
        Scope.REPAIR: Capability.REVIEW,
        Scope.PROMOTE: Capability.REVIEW,
        Scope.AUDIT: Capability.AUDIT,
    }
)
"""What the owner of a token has to be allowed for each scope, when it is issued and at every call."""
PREFIX = "evr_"
SHOWN_CHARS = 12
"""How much of a token pages show: too little to use it, enough to tell it from others."""


class TokenInUse(NamedTuple):
    """The token that the current work is done with, as the journal names it."""

    number: int
    name: str


_in_use: ContextVar[TokenInUse | None] = ContextVar("token in use", default=None)


token_in_use = _in_use.get
"""Returns the token that the current work is done with; None where a person acts, or nobody."""


@contextmanager
def using(token: TokenInUse | None) -> Iterator[None]:
    """Do the work of the block with a token: the journal names it beside its owner, and the gate knows of it."""
    before = _in_use.set(token)
    try:
        yield
    finally:
        _in_use.reset(before)


def spelled(secret: str) -> str:
    """Return a token: its prefix, a random secret, and a checksum by which scanners tell it from noise.

    >>> spelled("c2VjcmV0")
    'evr_c2VjcmV0ae4b82ac'
    """
    return f"{PREFIX}{secret}{crc32(secret.encode()):08x}"


def is_well_formed(token: str) -> bool:
    """Return whether a text can be a token: any other one is refused without looking for it.

    >>> is_well_formed(spelled("c2VjcmV0")), is_well_formed("evr_c2VjcmV0"), is_well_formed("")
    (True, False, False)
    """
    return token.startswith(PREFIX) and token == spelled(token[len(PREFIX) : -8])


def grantable(capabilities: frozenset[Capability]) -> tuple[Scope, ...]:
    """Return the scopes that somebody with some capabilities can give a token."""
    return tuple(scope for scope in Scope if NEEDS[scope] in capabilities)


def as_stored(scopes: Iterable[Scope]) -> str:
    """Return scopes as they are stored, in their own order."""
    given = set(scopes)
    return " ".join(scope for scope in Scope if scope in given)
