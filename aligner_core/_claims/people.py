"""The people of a claim: who speaks in its evidence, and where a text speaks of them."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from aligner_core._claims.reading import Reading
from aligner_core._claims.said import Said
from aligner_core._language import english
from aligner_core._language.korean_particles import is_particle
from aligner_core._language.lexicon import word_set_at, words_at
from aligner_core._language.speakers import Speaker
from aligner_core._text.hangul import has_hangul
from aligner_core._text.normalized_text import fold

MIN_SHORT_FORM = 3
"""The length of the beginning by which a name is called, as *Mel* for Melanie."""
FULL_KOREAN_NAME = 3
MAX_CHARS_JOINED = 5
"""How far behind a name another one stands that is joined to it."""
NAMED_ROLES = ("user", "assistant")


class Mention(NamedTuple):
    """Words at [start, end) of a folded text that call a participant; `rest` is what follows the name in the word."""

    who: Speaker
    start: int
    end: int
    rest: str


class People:
    """The participants of what was said, to be found in texts by name, short name or role."""

    def __init__(self, said: Sequence[Said]) -> None:
        self.said = said
        self.speakers = frozenset(one.speaker for one in said if one.speaker.is_known)
        addressed = [one for each in said for one in each.to]
        self.all = tuple(dict.fromkeys((*(one.speaker for one in said if one.speaker.is_known), *addressed)))
        self._by_role = {role: self._of_role(role) for role in NAMED_ROLES}

    def _of_role(self, role: str) -> Speaker | None:
        """Return the one participant with a role: of several, none is *the user*."""
        having = [one for one in self.all if one.role == role]
        return having[0] if len(having) == 1 else None

    def mentions_in(self, text: Reading, *, typed: bool = False) -> list[Mention]:
        """Return where a text calls participants, in reading order; in a *typed* one names have no capitals."""
        return list(_joined(self._mentions(text, typed=typed))) if self.all else []

    def _mentions(self, text: Reading, *, typed: bool) -> Iterator[Mention]:
        for word, start, end in text.pieces:
            found = self._called(word)
            if found is None:
                continue
            who, length, is_name = found
            is_plain = is_name and word.isascii() and not text.as_written(start, end)[:1].isupper()
            if not is_plain or (typed and not english.is_word(word)):
                yield Mention(who, start, start + length, word[length:])

    def _called(self, word: str) -> tuple[Speaker, int, bool] | None:
        """Return whom a folded word calls, the length of the name in it, and whether that is a name and no role."""
        for role, who_has in self._by_role.items():
            length = _length_of_word(word, word_set_at(f"claims.people.{role}")) if who_has else 0
            if who_has and length:
                return who_has, length, False
        for who in self.all:
            if who.name and (length := _length_of_name(word, fold(who.name))):
                return who, length, True
        return None

    def is_one_of_us(self, start: int, claim: Reading, evidence: Sequence[Reading]) -> bool:
        """Return whether a name in a claim is joined to that of a speaker who says *we*: *Ana and Dan*, 아나랑 댄."""
        joined = words_at("claims.people.joined")
        is_joined = any(
            mention.who in self.speakers and (mention.rest or claim.text[mention.end : start].strip()) in joined
            for mention in self.mentions_in(claim)
            if 0 <= start - mention.end - len(mention.rest) <= MAX_CHARS_JOINED
        )
        we = word_set_at("claims.people.we")
        return is_joined and any(word in we for text in evidence for word, _, _ in text.pieces)

    def is_named_in(self, who: Speaker, text: Reading) -> bool:
        """Return whether a text of the evidence calls a participant."""
        return any(mention.who == who for mention in self.mentions_in(text, typed=True))


def _joined(mentions: Iterator[Mention]) -> Iterator[Mention]:
    """Yield mentions, those of first and last name as one."""
    before: Mention | None = None
    for mention in mentions:
        if before and before.who == mention.who and mention.start - before.end == 1 and not before.rest:
            before = mention._replace(start=before.start)
            continue
        if before:
            yield before
        before = mention
    if before:
        yield before


@lru_cache(maxsize=4096)
def _length_of_name(word: str, name: str) -> int:
    """Return how much of a word is a participant's name, one of its parts, or a short form; 0 for none of it."""
    parts = [part for part in name.split() if len(part) > 1] or [name]
    if has_hangul(name):
        given = [part[1:] for part in parts if len(part) == FULL_KOREAN_NAME]
        return _length_of_word(word, frozenset((*parts, *given)))
    bare = word.removesuffix("'s")
    is_short = any(
        MIN_SHORT_FORM <= len(bare) < len(part) and part.startswith(bare) and not english.is_word(bare)
        for part in parts
    )
    return len(bare) if bare in parts or is_short else 0


def _length_of_word(word: str, names: frozenset[str]) -> int:
    """Return the length of the name that a word is or begins with, before a particle or title; 0 without one."""
    if not has_hangul(word):
        bare = word.removesuffix("'s")
        return len(bare) if bare in names else 0
    return max((len(name) for name in names if word.startswith(name) and _may_follow(word[len(name) :])), default=0)


def _may_follow(rest: str) -> bool:
    """Return whether what follows a Korean name in its word is no part of it: a particle, a title, 이 of 예린이는."""
    bare = rest.removeprefix("이")
    return not rest or any(
        not left or is_particle(left) or any(left.startswith(title) for title in words_at("claims.names.titles", "ko"))
        for left in (rest, bare)
    )


@cache
def person_words(person: str) -> frozenset[str]:
    """Return the words for the first, second or third person."""
    return word_set_at(f"claims.people.{person}")


def person_of(word: str) -> str:
    """Return the person that a folded word speaks in: `first`, `second`, `third`, or "" for none."""
    return next((person for person in ("first", "second", "third") if word in person_words(person)), "")
