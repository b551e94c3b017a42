"""Korean particles: taking them off nouns, and what changes when one replaces another."""

from collections.abc import Mapping
from functools import cache, lru_cache

from aligner_core._language.lexicon import table_at, words_at

MAX_CACHED_WORDS = 4096


@cache
def _roles() -> Mapping[str, str]:
    """Return the role of every particle."""
    particles: Mapping[str, list[str]] = table_at("particles", "ko")
    return {particle: role for role, names in particles.items() if role != "omissible" for particle in names}


@cache
def _lengths() -> tuple[int, ...]:
    return tuple(sorted({len(particle) for particle in _roles()}, reverse=True))


@lru_cache(maxsize=MAX_CACHED_WORDS)
def split_particle(word: str) -> tuple[str, str]:
    """Return a word without its particle, and the particle: the longest it may have, or "".

    >>> split_particle("서버에서는"), split_particle("서버"), split_particle("kg을")
    (('서버', '에서는'), ('서버', ''), ('kg', '을'))
    """
    for length in _lengths():
        if len(word) > length and word[-length:] in _roles():
            return word[:-length], word[-length:]
    return word, ""


def is_particle(text: str) -> bool:
    """Return whether a text is a particle by itself, as what follows a number is."""
    return text in _roles()


def changed_role(particle: str, source_particle: str) -> str:
    """Return how a claim changes when one particle stands for another: `role`, `word`, or "" for not at all.

    A topic may be a subject or an object; a few particles may be left out. *Only* and *also* change how much holds.

    >>> changed_role("가", "를"), changed_role("는", "가"), changed_role("", "을"), changed_role("만", "")
    ('role', '', '', 'word')
    """
    role, source_role = (_roles().get(text, "") for text in (particle, source_particle))
    if particle == source_particle or (role == source_role and role != "combined"):
        return ""
    if {role, source_role} & {"only", "also", "even"} or _limit(particle) != _limit(source_particle):
        return "word"
    omissible = {"", *words_at("particles.omissible", "ko")}
    if "" in {role, source_role} and {role, source_role} <= omissible:
        return ""
    if "topic" in {role, source_role} and {role, source_role} <= {"topic", "subject", "object"}:
        return ""
    return "role"


def _limit(particle: str) -> str:
    marks = (*words_at("particles.only", "ko"), *words_at("particles.also", "ko"))
    return next((mark for mark in marks if mark in particle), "")
