"""The people that a text mentions: names after an "@", as people write them in a sentence."""

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

MAX_MENTIONS = 20
"""How many people one text can mention; further names stay plain text."""
MENTION = re.compile(r"(?<![\w.@+-])@(?P<name>[\w.@+-]{1,150})")
END = ".@+-"
"""The signs that may occur in a name, or follow it in a sentence."""
FOREIGN_ENDING = re.compile(r"[^\W\d_a-zA-Z][^\x00-\x7f]*$")
"""The letters of another script after a name in Latin letters: "@mina님"."""
ENDING = re.compile(r"(?:님|씨)?(?:께서|께|에게|한테|이랑|랑|하고|은|는|이|가|을|를|도|와|과|의|아|야)?$")


class Piece(NamedTuple):
    """A part of a text, and whether it mentions somebody."""

    text: str
    is_mention: bool = False


def possible_names(text: str) -> frozenset[str]:
    """Return the names that a text may mention, with and without what follows them.

    >>> sorted(possible_names("@mina, @jun.park. and mail@home.org"))
    ['jun.park', 'jun.park.', 'mina']
    >>> sorted(possible_names("@mina님 @민아님께"))
    ['mina', 'mina님', '민아', '민아님께']
    """
    return frozenset(name for match in MENTION.finditer(text) for name in _readings(match["name"]))


def mentioned(text: str, members: Collection[str]) -> tuple[str, ...]:
    """Return the members that a text mentions, in order.

    >>> mentioned("@jun: ask @mina님, not @minam or @jun", {"mina", "jun"})
    ('jun', 'mina')
    """
    named = (_member(match["name"], members) for match in MENTION.finditer(text))
    return tuple(dict.fromkeys(name for name in named if name))[:MAX_MENTIONS]


def pieces(text: str, names: Collection[str]) -> Iterator[Piece]:
    """Split a text at the names that it mentions; joined together the pieces are the text.

    >>> [*pieces("Ask @mina님.", {"mina"})]
    [Piece(text='Ask ', is_mention=False), Piece(text='@mina', is_mention=True), Piece(text='님.', is_mention=False)]
    """
    at = 0
    for match in MENTION.finditer(text):
        name = _member(match["name"], names)
        if name:
            end = match.start("name") + len(name)
            yield Piece(text[at : match.start()])
            yield Piece(text[match.start() : end], is_mention=True)
            at = end
    yield Piece(text[at:])


def _member(written: str, members: Collection[str]) -> str:
    return next((name for name in _readings(written) if name in members), "")


def _readings(written: str) -> Iterator[str]:
    """Yield the possible readings of a written name, the longest first."""
    bare = written.rstrip(END)
    latin = FOREIGN_ENDING.sub("", bare).rstrip(END) if bare[:1].isascii() else ""
    yield from dict.fromkeys(name for name in (written, bare, ENDING.sub("", bare), latin) if name)
