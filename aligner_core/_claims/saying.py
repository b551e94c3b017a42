"""How a thing is said: asked, under a condition, as a maybe, by hearsay, of somebody else, planned.

A claim that asserts what was said so says more than its words. That is read from the sentence of the message around
the words, and only where the claim tells no such thing itself.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from aligner_core._claims.additions import additions_in
from aligner_core._claims.clauses import best_clauses, shared_starts
from aligner_core._claims.contrary import Range
from aligner_core._claims.models import FactPlace, Saying, SayingKind
from aligner_core._claims.people import People, person_of
from aligner_core._claims.reading import Clause, Reading, kept, read
from aligner_core._claims.said import Said
from aligner_core._claims.sentences import sentences_of
from aligner_core._claims.speakers import subject_of
from aligner_core._claims.spellings import spelled_out
from aligner_core._claims.voices import voices_of, words_in
from aligner_core._language.korean_particles import split_particle
from aligner_core._language.lexicon import word_set_at, words_at
from aligner_core._text.hangul import has_hangul

MAX_CHARS = 100_000
"""How much is read of the messages around the evidence, and of a claim."""
MAX_CHARS_BESIDE = 1_000
"""How much of a message is read before its words, and behind them."""
SPEAKING_ROLES = frozenset({"", "user", "human", "customer", "participant"})
"""The roles of people; what an assistant, a tool or a summary says is nobody's statement."""
MAX_WORDS_TO_KIN = 4
"""How many words of a clause lead to who it is about."""
MIN_SHARED, MANY_WORDS = 2, 3
"""How many words clauses share at least, and more than how many words of a claim that is asked of."""


class Near(NamedTuple):
    """A clause of a message that shares most with a claim."""

    clause: Clause
    message: Reading

    @property
    def text(self) -> str:
        """Its words."""
        return self.message.text[self.clause.start : self.clause.end]


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{one})" for one in words_at(f"claims.saying.{name}")))


def matches(name: str, text: str) -> bool:
    """Return whether a folded text has what a list of the languages matches."""
    return _pattern(name).search(text) is not None


def near_clauses(clause: Clause, claim: Reading, people: People, messages: Sequence[Reading]) -> list[Near]:
    """Return the clauses of messages that share most with a clause of a claim, its names left out."""
    names = {mention.start for mention in people.mentions_in(claim)}
    found = list[tuple[int, Near]]()
    for message in messages:
        for one in best_clauses(clause, claim, message):
            shared = len(shared_starts(clause, claim, one, message) - names)
            found.append((shared, Near(one, message)))
    most = max((shared for shared, _ in found), default=0)
    least = MIN_SHARED if len(clause.words) - len(names) > MANY_WORDS else 1
    return [near for shared, near in found if shared == most] if most >= least else []


def sayings_in(claim: str, said: Sequence[Said], around: Sequence[str] = ()) -> Iterator[Saying]:
    """Yield where the messages of the evidence only ask, suppose or report what a claim asserts; once a kind.

    Each sentence of the claim is held against them. What it adds to a list may stand in the messages *around* them.
    """
    people = People(said)
    if not people.speakers or len(claim) > MAX_CHARS or not are_sayings_read(said):
        return
    messages = [read(spelled_out(_beside(one)).text) for one in said]
    nearby, found = [*messages, *map(read, around)], set[SayingKind]()
    answered = [messages[number] for number, one in enumerate(said) if _is_answered(one, said)]
    for sentence in sentences_of(claim, by_sign=False):
        text = read(sentence.text)
        for kind, place, near in _of_sentence(text, people, messages, nearby):
            if kind in found or (kind == "asked" and any(near.message is one for one in answered)):
                continue
            found.add(kind)
            start, end = (sentence.start + edge for edge in text.span(*place))
            yield Saying(kind=kind, start=start, end=end, place=_place_of(near, messages, said))


def are_sayings_read(said: Sequence[Said]) -> bool:
    """Return whether the messages of some evidence are short enough together for how things are said to be read."""
    return sum(len(_beside(one)) for one in said) <= MAX_CHARS


def _beside(one: Said) -> str:
    """Return the words with what stands beside them in their message."""
    return one.whole[_start_of(one) : one.start + len(one.text) + MAX_CHARS_BESIDE]


def _start_of(one: Said) -> int:
    return max(0, one.start - MAX_CHARS_BESIDE)


def _of_sentence(
    text: Reading, people: People, messages: Sequence[Reading], nearby: Sequence[Reading]
) -> Iterator[tuple[SayingKind, Range, Near]]:
    """Yield how what a sentence of a claim asserts was said, where in it, and a clause that says so."""
    begin = next((Near(one.clauses[0], one) for one in messages if one.clauses), None)
    if begin is None or not text.clauses:
        return
    if _is_of_another_role(text, people):
        yield "role", _range_of(text.clauses[0]), begin
    for kind, clause, near in _sayings_of(text, people, messages):
        yield kind, _range_of(clause), near
    for word in additions_in(text, people, nearby):
        yield "word", (word.start, word.end), begin


def _is_answered(one: Said, said: Sequence[Said]) -> bool:
    """Return whether the message behind that of some words is evidence too: it tells what came of a question."""
    return one.at is not None and any(other.at == one.at + 1 for other in said)


def _range_of(clause: Clause) -> Range:
    return clause.start, clause.end


def _place_of(near: Near, messages: Sequence[Reading], said: Sequence[Said]) -> FactPlace:
    """Return the place of a clause in the message around the evidence."""
    where = next(number for number, message in enumerate(messages) if message is near.message)
    before, seen = _start_of(said[where]), spelled_out(_beside(said[where]))
    start, end = seen.source_range(*near.message.span(near.clause.start, near.clause.end))
    return FactPlace(where=where, start=before + start, end=before + end, text=said[where].whole[before:][start:end])


def _is_of_another_role(claim: Reading, people: People) -> bool:
    """Return whether only an assistant, a tool or a summary says what a claim tells of somebody else."""
    if any(speaker.role in SPEAKING_ROLES for speaker in people.speakers):
        return False
    return not any(mention.who in people.speakers for mention in people.mentions_in(claim))


def _sayings_of(
    claim: Reading, people: People, messages: Sequence[Reading]
) -> Iterator[tuple[SayingKind, Clause, Near]]:
    """Yield how what a claim asserts was said, with the clause of the claim and one that says so."""
    is_told = matches("tells", claim.text)
    if is_told and not matches("tells_statement", claim.text):
        return
    for clause in claim.clauses:
        near = near_clauses(clause, claim, people, messages)
        for kind in _kinds_of(near, clause, claim, people):
            if kind == "asked" or not is_told:
                yield kind, clause, near[0]


def _kinds_of(near: Sequence[Near], clause: Clause, claim: Reading, people: People) -> Iterator[SayingKind]:
    """Yield how all of some clauses say what a clause of a claim asserts."""
    if not near:
        return
    if all(map(_is_asked, near)) and not (matches("tells_asking", claim.text) or "?" in claim.text):
        yield "asked"
    elif all(map(_is_conditional, near)) and not matches("tells_condition", claim.text):
        yield "condition"
    if all(map(_is_hedged, near)) and not matches("tells_hedge", claim.text):
        yield "hedge"
    is_of_source = _speaks_of_kin(claim) and all(matches("hearsay_of", one.text) for one in near)
    if all(map(_is_hearsay, near)) and not (is_of_source or matches("tells_hearsay", claim.text)):
        yield "hearsay"
    if _is_of_speaker(clause, claim, people) and all(map(_is_of_kin, near)):
        yield "about"


def _is_hedged(near: Near) -> bool:
    """Return whether a clause is a maybe: in Korean by its own ending, or by an adverb of its sentence."""
    sentence = _sentence_of(near)
    if has_hangul(near.text):
        return matches("hedge", near.text) or matches("hedge_adverbs", sentence)
    return matches("hedge", sentence)


def _is_of_speaker(clause: Clause, claim: Reading, people: People) -> bool:
    """Return whether a clause of a claim tells something of who speaks, and not of one of theirs."""
    mention = subject_of(clause, claim, people.mentions_in(claim))
    is_owner = mention is not None and mention.rest in word_set_at("claims.people.owners")
    return mention is not None and mention.who in people.speakers and not is_owner and not _speaks_of_kin(claim)


def _is_hearsay(near: Near) -> bool:
    """Return whether a clause reports, or the one behind it says who said it: *it's closed, the porter said*."""
    if matches("hearsay", near.text):
        return True
    behind = near.message.clauses[near.clause.number + 1 : near.clause.number + 2]
    voices = voices_of(near.message)
    return any(
        voices[one.number].sentence == voices[near.clause.number].sentence
        and matches("behind", Near(one, near.message).text)
        for one in behind
    )


def _is_asked(near: Near) -> bool:
    """Return whether a clause asks: a tag behind a statement asks nothing."""
    voice = voices_of(near.message)[near.clause.number]
    if not voice.is_question:
        return False
    return _pattern("asks").match(near.text.strip()) is not None


def _is_conditional(near: Near) -> bool:
    sentence = _sentence_of(near)
    return matches("condition", sentence) and not matches("polite", sentence)


def _sentence_of(near: Near) -> str:
    """Return the sentence around a clause."""
    voices = voices_of(near.message)
    number = voices[near.clause.number].sentence
    clauses = [clause for clause in near.message.clauses if voices[clause.number].sentence == number]
    end = near.message.clauses[clauses[-1].number + 1].start if clauses[-1].number + 1 < len(voices) else None
    return near.message.text[clauses[0].start : end]


@kept
def _speaks_of_kin(claim: Reading) -> bool:
    return any(_is_kin(word) for word, _, _ in claim.pieces)


def _is_kin(word: str) -> bool:
    kin = word_set_at("claims.saying.kin")
    bare = split_particle(word)[0]
    return word in kin or bare in kin or word.removesuffix("'s") in kin or bare.removesuffix("네") in kin


def _is_of_kin(near: Near) -> bool:
    """Return whether a clause begins with who is told of: *my sister*, 언니가, *he*."""
    for word, start, _ in words_in(near.clause, near.message)[:MAX_WORDS_TO_KIN]:
        if _is_kin(word):
            return _pattern("about").fullmatch(near.message.text[near.clause.start : start]) is not None
        if person_of(word) == "third":
            return word in word_set_at("claims.saying.third")
        if word in word_set_at("claims.saying.first"):
            return False
    return False
