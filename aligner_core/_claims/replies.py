"""What a short answer denies: *Did you buy it? – Not yet* says that it was not bought."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from aligner_core._claims.clauses import best_clauses, clauses_sharing, shared_starts
from aligner_core._claims.contrary import Contrary, Range
from aligner_core._claims.denials import negations_in
from aligner_core._claims.people import People
from aligner_core._claims.reading import Clause, Reading, read
from aligner_core._claims.said import Said
from aligner_core._claims.voices import voices_of
from aligner_core._language.lexicon import words_at

MAX_QUESTION_CHARS = 2_000
"""How much of the message before an answer is read, from its end."""


@cache
def _no() -> re.Pattern[str]:
    """Return the pattern of an answer that denies, behind fillers and questions in return."""
    fillers, answers = ("|".join(words_at(f"claims.answers.{name}")) for name in ("fillers", "no"))
    return re.compile(rf"(?:(?:{fillers})[\s,.!~]*|[^.!?\n]{{0,20}}\?\s*)*(?P<no>{answers})")


def denied_by_replies(
    claim: Reading, people: People, evidence: Sequence[Reading], elsewhere: Sequence[str]
) -> Iterator[Contrary]:
    """Yield the clauses of a claim that state what the evidence was asked, and answers by denying it."""
    names = {mention.start for mention in people.mentions_in(claim)}
    for said, text in zip(people.said, evidence, strict=False):
        question = _question_before(said, elsewhere)
        found = _no().match(text.text) if question is not None else None
        if question is not None and found is not None:
            for clause in claim.clauses:
                if _is_asked(clause, claim, names, question, text):
                    yield Contrary("negation", _range_of(clause, claim), ((text, found.span("no")),))


def _question_before(said: Said, elsewhere: Sequence[str]) -> Reading | None:
    """Return the message before the one that an answer begins, where it asks."""
    if not said.at or said.start or said.at > len(elsewhere):
        return None
    before = elsewhere[said.at - 1][-MAX_QUESTION_CHARS:]
    return read(before) if "?" in before else None


def _is_asked(clause: Clause, claim: Reading, names: set[int], question: Reading, answer: Reading) -> bool:
    """Return whether a clause affirms what a question asks for, and the answer has nothing else of it."""
    if negations_in(clause, claim):
        return False
    asked = [
        other
        for other in best_clauses(clause, claim, question)
        if voices_of(question)[other.number].is_question and shared_starts(clause, claim, other, question) - names
    ]
    if not asked or any(negations_in(other, question) for other in asked):
        return False
    shared = frozenset().union(*(shared_starts(clause, claim, other, question) for other in asked))
    said = (shared_starts(clause, claim, other, answer) for other in clauses_sharing(clause, claim, answer))
    return frozenset().union(*said) <= shared | names


def _range_of(clause: Clause, claim: Reading) -> Range:
    text = claim.text[clause.start : clause.end]
    return clause.start + len(text) - len(text.lstrip()), clause.start + len(text.rstrip())
