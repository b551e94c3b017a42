"""Whether a claim tells a plan as done."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from aligner_core._claims.contrary import Contrary
from aligner_core._claims.opposites import expressions_in
from aligner_core._claims.people import People
from aligner_core._claims.reading import Clause, Reading
from aligner_core._claims.saying import Near, matches, near_clauses
from aligner_core._claims.voices import words_in
from aligner_core._language.lexicon import word_set_at, words_at
from aligner_core._language.stemming import stems
from aligner_core._text.hangul import final_consonant, has_hangul

MIN_PAST = 5
"""The length from which a word that ends like a past is one."""


def plans_told_as_done(claim: Reading, people: People, evidence: Sequence[Reading]) -> Iterator[Contrary]:
    """Yield the verbs of a claim that tell as done what its evidence only plans."""
    if matches("tells_plan", claim.text) or (has_hangul(claim.text) and matches("tells", claim.text)):
        return
    for clause in claim.clauses:
        done = _done_in(clause, claim)
        near = near_clauses(clause, claim, people, evidence) if done else []
        if done and near and all(_is_planned(one, done[0]) for one in near):
            instead = tuple((one.message, (one.clause.start, one.clause.end)) for one in near)
            yield Contrary("modality", done[1:], instead)


def _done_in(clause: Clause, claim: Reading) -> tuple[str, int, int] | None:
    """Return the verb by which a clause tells something done: in Korean its last word, in English its first past."""
    words = words_in(clause, claim)
    if words and has_hangul(words[-1][0]):
        is_told = words[-1][0].startswith(
            (*words_at("claims.people.telling", "ko"), *words_at("claims.saying.settling"))
        )
        return words[-1] if _is_past(words[-1][0]) and not is_told else None
    be, before = word_set_at("claims.saying.be", "en"), ["", *(word for word, _, _ in words)]
    if any(word in words_at("claims.saying.since", "en") for word in before):
        be |= word_set_at("claims.saying.have", "en")
    pairs = zip(words, before, strict=False)
    return next((word for word, last in pairs if _is_past(word[0]) and not {word[0], last} & be), None)


@lru_cache(maxsize=4096)
def _is_past(word: str) -> bool:
    """Return whether a word is a past: in Korean by ㅆ, but for 있 and 겠, in English by its ending or a list."""
    if has_hangul(word):
        return any(final_consonant(letter) == "ㅆ" and letter not in "있겠" for letter in word if has_hangul(letter))
    if word.endswith("ed") and len(word) >= MIN_PAST:
        return True
    return word in word_set_at("claims.saying.pasts", "en") or (word in _irregular() and not word.endswith("s"))


@cache
def _irregular() -> frozenset[str]:
    """Return the irregular forms of verbs."""
    return frozenset(form for line in words_at("stems.irregular", "en") for form in line.split()[1:])


def _is_planned(near: Near, verb: str) -> bool:
    """Return whether a clause plans, or is about a time to come, and tells nothing done.

    A verb of telling counts only where the clause has it too.
    """
    words = [word for word, _, _ in words_in(near.clause, near.message)]
    is_telling = verb in word_set_at("claims.people.telling", "en")
    if is_telling and all(stems(word).isdisjoint(stems(verb)) for word in words):
        return False
    if any(map(_is_past, words)):
        return matches("plans_in_past", near.text) and matches("plan", near.text)
    periods = expressions_in(near.message, "periods").items()
    is_to_come = any(name == "next" and near.clause.start <= at[0] < near.clause.end for (name, _), at in periods)
    return is_to_come or matches("plan", near.text) or any(_is_going_on(word, verb) for word in words)


def _is_going_on(word: str, verb: str) -> bool:
    """Return whether an English word is the form of a verb for what goes on, as *flying* is of *flew*."""
    return word.endswith("ing") and not stems(word).isdisjoint(stems(verb))
