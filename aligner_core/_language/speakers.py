"""Who said a message, and by which words before a quote that person, or another one, is named."""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from aligner_core._language.lexicon import table
from aligner_core._text.normalized_text import fold


class Speaker(NamedTuple):
    """Who said a message: a role, as *user* or *assistant*, and a name; each may be empty."""

    role: str = ""
    name: str = ""

    @property
    def shown(self) -> str:
        """The name, else the role."""
        return self.name or self.role

    @property
    def called(self) -> frozenset[str]:
        """The folded words by which the speaker may be called: the name, its first part, and what the role is called.

        >>> sorted(Speaker("user", "Dana Roth").called & {"dana", "dana roth", "user", "사용자", "roth"})
        ['dana', 'dana roth', 'user', '사용자']
        """
        name, role = fold(self.name), fold(self.role)
        return frozenset(filter(None, (name, name.split(" ")[0], role, *_names_of_roles().get(role, ()))))


NOBODY = Speaker()
"""Who said a text of which it is not known."""


class Participants(NamedTuple):
    """By which folded words the speaker of a message is called, and the others who take part."""

    own: frozenset[str] = frozenset()
    others: frozenset[str] = frozenset()

    @property
    def names(self) -> frozenset[str]:
        """All of them."""
        return self.own | self.others


def participants_of(speaker: Speaker, everyone: Iterable[Speaker]) -> Participants:
    """Return the participants as seen from a message; what both are called names nobody else.

    >>> seen = participants_of(Speaker("user", "Dana"), [Speaker("user", "Dana"), Speaker("user", "Omar")])
    >>> sorted(seen.others)
    ['omar']
    """
    others = (one.called for one in everyone if one != speaker)
    return Participants(speaker.called, frozenset().union(*others) - speaker.called)


@cache
def _names_of_roles() -> dict[str, tuple[str, ...]]:
    """Return what each role is called, by each of these words."""
    return {word: tuple(words) for words in table("signs")["roles"].values() for word in words}
