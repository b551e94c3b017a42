"""Who said a message, and by which words before a quote that person, or another one, is named."""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from aligner_core._language.lexicon import table
from aligner_core._text.normalized_text import fold

NOBODY_ROLES = frozenset({"", "document"})
"""The roles of texts that nobody speaks."""


class Speaker(NamedTuple):
    """Who speaks in a session, by name and role, as far as they are known."""

    name: str = ""
    role: str = ""

    @property
    def is_known(self) -> bool:
        """Whether somebody speaks here."""
        return bool(self.name) or self.role not in NOBODY_ROLES

    @property
    def shown(self) -> str:
        """The name, else the role."""
        return self.name or self.role

    @property
    def called(self) -> frozenset[str]:
        """The folded words by which the speaker may be called: the name, its first part, and what the role is called.

        >>> sorted(Speaker("Dana Roth", "user").called & {"dana", "dana roth", "user", "사용자", "roth"})
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

    >>> seen = participants_of(Speaker("Dana", "user"), [Speaker("Dana", "user"), Speaker("Omar", "user")])
    >>> sorted(seen.others)
    ['omar']
    """
    others = (one.called for one in everyone if one != speaker)
    return Participants(speaker.called, frozenset().union(*others) - speaker.called)


@cache
def _names_of_roles() -> dict[str, tuple[str, ...]]:
    """Return what each role is called, by each of these words."""
    return {word: tuple(words) for words in table("signs")["roles"].values() for word in words}
