"""Whether a claim tells of one person what another one said."""

from collections.abc import Iterator, Sequence

from aligner_core._claims.clauses import best_clauses, shared_starts
from aligner_core._claims.contrary import Contrary, Range
from aligner_core._claims.people import Mention, People, person_of
from aligner_core._claims.reading import Clause, Reading
from aligner_core._claims.voices import speaks_of_speaker, speaks_to_somebody, voices_of, words_in
from aligner_core._language.lexicon import word_set_at, words_at
from aligner_core._language.speakers import Speaker
from aligner_core._language.stemming import stems
from aligner_core._language.terms import is_general
from aligner_core._text.hangul import has_hangul

MAX_CHARS_BEFORE = 8
"""How far from the beginning of a clause its subject stands."""
MIN_SHARED = 2
"""How many words and values clauses share to be about the same."""
MAX_WORDS_TO_HEAD = 5


def told_of_others(claim: Reading, people: People, evidence: Sequence[Reading]) -> Iterator[Contrary]:
    """Yield who a claim tells of what somebody else said, with the words for who did."""
    mentions = people.mentions_in(claim) if people.speakers else []
    for clause in claim.clauses if mentions else ():
        mention = subject_of(clause, claim, mentions)
        if (
            mention
            and mention.who not in people.speakers
            and _is_said_of_another(mention, clause, claim, people, evidence)
        ):
            instead = tuple((text, _first_person(text)) for text in evidence)
            yield Contrary("speaker", (mention.start, mention.end), instead)


def subject_of(clause: Clause, claim: Reading, mentions: Sequence[Mention]) -> Mention | None:
    """Return the participant that a clause of a claim tells something of: by its place, in Korean by its particle."""
    inside = [mention for mention in mentions if clause.start <= mention.start < clause.end]
    begin = (
        clause.start + len(claim.text[clause.start : clause.end]) - len(claim.text[clause.start : clause.end].lstrip())
    )
    for mention in inside:
        is_marked = mention.rest in word_set_at("claims.people.subjects") and bool(mention.rest)
        if is_marked or mention.start - begin <= MAX_CHARS_BEFORE:
            return mention
    return None


def _first_person(text: Reading) -> Range:
    """Return the first word for who speaks in a text, or all of it."""
    places = [(start, end) for word, start, end in text.pieces if person_of(word) == "first"]
    return places[0] if places else (0, len(text.text))


def _is_said_of_another(
    mention: Mention, clause: Clause, claim: Reading, people: People, evidence: Sequence[Reading]
) -> bool:
    """Return whether the evidence speaks of its speaker where a clause of a claim tells of somebody else."""
    texts = list(zip(people.said, evidence, strict=False))
    is_named = any(people.is_named_in(mention.who, text) for text in evidence)
    addressed = [text for said, text in texts if mention.who in said.to]
    is_addressed = any(speaks_to_somebody(one, text) for text in addressed for one in text.clauses)
    if not (is_named or is_addressed):
        return True
    return (
        _tells_what_was_said(mention, clause, claim, evidence)
        or _is_near_the_speaker(mention.who, clause, claim, people, evidence)
        or _does_the_speaker(mention, clause, claim, evidence)
    )


def _tells_what_was_said(mention: Mention, clause: Clause, claim: Reading, evidence: Sequence[Reading]) -> bool:
    """Return whether a claim says by its verb that somebody spoke: only the speaker did, unless that is told."""
    verb = _word_behind(mention, clause, claim)
    return verb in word_set_at("claims.people.telling", "en") and not any(
        not stems(verb).isdisjoint(stems(word)) for text in evidence for word, _, _ in text.pieces
    )


def _word_behind(mention: Mention, clause: Clause, claim: Reading) -> str:
    """Return the first word behind a name that says something."""
    behind = (word for word, start, _ in words_in(clause, claim) if start >= mention.end)
    return next((word for word in behind if not (is_general(word) or word.endswith("ly"))), "")


def _is_near_the_speaker(
    who: Speaker, clause: Clause, claim: Reading, people: People, evidence: Sequence[Reading]
) -> bool:
    """Return whether all clauses that share most with one of a claim speak of the speaker alone."""
    found = list[tuple[Reading, Clause]]()
    least = min(MIN_SHARED, len(clause.words) - 1)
    for text in evidence:
        best = best_clauses(clause, claim, text)
        found += [(text, one) for one in best if len(shared_starts(clause, claim, one, text)) >= max(1, least)]
    named = {text: people.mentions_in(text, typed=True) for text, _ in found}
    return bool(found) and all(
        speaks_of_speaker(one, text)
        and not speaks_to_somebody(one, text)
        and not any(one.start <= mention.start < one.end and mention.who == who for mention in named[text])
        for text, one in found
    )


def _does_the_speaker(mention: Mention, clause: Clause, claim: Reading, evidence: Sequence[Reading]) -> bool:
    """Return whether before every form of a verb of a claim the nearest subject is *I* or *we*, in English."""
    behind = [word for word, start, _ in words_in(clause, claim) if start >= mention.end][:MAX_WORDS_TO_HEAD]
    head = next((word for word in behind if not (is_general(word) or word.endswith("ly"))), "")
    if not head or has_hangul(head) or head in word_set_at("claims.people.telling", "en"):
        return False
    subjects = [
        _subject_before(at, one, text)
        for text in evidence
        for one in text.clauses
        for word, at, _ in words_in(one, text)
        if not stems(word).isdisjoint(stems(head))
    ]
    return bool(subjects) and set(subjects) == {"first"}


def _subject_before(position: int, clause: Clause, text: Reading) -> str:
    """Return the person of the last pronoun of a clause before a position; of the clause before it if it has none."""
    subjects = [
        person
        for word, start, _ in words_in(clause, text)
        if start < position and word in words_at("claims.people.subject_pronouns") and (person := person_of(word))
    ]
    if subjects:
        return subjects[-1]
    persons = voices_of(text)[clause.number].persons
    return next(iter(persons)) if len(persons) == 1 else ""
