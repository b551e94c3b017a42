"""Words right beside a hit that reverse its meaning: a negation, a hedge, the rest of a value, the rest of a word.

The words of a quote can stand in a message verbatim and mean the opposite: ``deploy on Friday`` in ``do not deploy
on Friday``. So the text beside a hit is looked at by every method, as far as its clause goes (specification 3.9).
Hedges, such as *maybe*, *if* and 아마, apply only to the words right beside them.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from aligner_core._differences.beside import MAX_CHARS_BESIDE, Beside
from aligner_core._differences.cut_values import cut_values
from aligner_core._differences.cut_words import cut_words
from aligner_core._differences.severity import JUDGED
from aligner_core._differences.signs import denying_sign
from aligner_core._language.korean import is_word
from aligner_core._language.korean_particles import split_particle
from aligner_core._language.lexicon import Lexicon, lexicon, word_set_at, words_at
from aligner_core._language.word_list import word_list
from aligner_core._text.hangul import has_hangul
from aligner_core._text.normalized_text import fold
from aligner_core._text.tokens import words_in
from aligner_core.evidence.differences import Difference, DifferenceKind

MAX_WORDS_BEFORE, MAX_WORDS_AFTER, MAX_WORDS_TO_VERB = 8, 2, 3
"""How many words away from a hit a negation, and a verb that negates, are looked for in its clause."""
MAX_CHARS_AT_END = 12
"""How much of the end of a hit tells whether it is Korean, and how it ends: no ending is longer."""
MIN_KNOWN_SHARE = 0.5
"""The share of the words around a hit that must be listed to judge what is beside it in a language not known."""


@cache
def _korean_behind(name: str) -> re.Pattern[str]:
    """Return the pattern of what negates behind what ends a hit: a predicate, a connective ending, or a stem and 지."""
    forbidding = words_at("negations.behind.forbidding", "ko") if name != "stem" else ()
    return re.compile(f"^(?:{'|'.join((*words_at(f'negations.behind.{name}', 'ko'), *forbidding))})")


@cache
def _korean_end(name: str) -> re.Pattern[str]:
    """Return the pattern of what a hit ends with: connective endings, or a stem and 지."""
    return re.compile(f"(?:{'|'.join(words_at(f'negations.behind.{name}', 'ko'))})$")


def edge_differences(beside: Beside) -> Iterator[Difference]:
    """Yield a critical difference for everything beside the words of a hit that reverses their meaning.

    >>> text = "We do not deploy on Friday."
    >>> [(one.kind, one.source_text) for one in edge_differences(Beside(text, 10, 26, "en"))]
    [('negation', 'not')]
    """
    yield from cut_values(beside)
    yield from cut_words(beside)
    known = _lexicons(beside.language)
    words_before = _after_conjunction(words_in(beside.clause_before), known)
    negation = _negation_before(beside.clause_before, words_before, known) or _negation_after(beside, known)
    if negation or (negation := denying_sign(beside)):
        yield _difference("negation", negation)
    elif limit := _limit_before(beside.clause_before, words_before, known) or _limit_after(beside.clause_after, known):
        yield _difference("word", limit)
    elif word := _hedge_beside(beside, known) or _article_before(beside, words_before, known):
        yield _difference("word", word)
    elif word := _unjudged_beside(beside):
        yield _difference("unjudged", word)


def _lexicons(language: str | None) -> tuple[Lexicon, ...]:
    return tuple(map(lexicon, JUDGED)) if language in {None, *JUDGED} else (lexicon(str(language)), lexicon("en"))


def _difference(kind: DifferenceKind, source_text: str) -> Difference:
    return Difference(kind=kind, quote_text="", source_text=source_text, severity="critical")


def _negation_before(clause: str, words: Sequence[str], known: Sequence[Lexicon]) -> str:
    """Return the last negation of a clause before a hit; of Korean only one that stands right there."""
    for own in known:
        if own.code == "ko":
            if words[-1:] and words[-1] in own.negations.words and clause.endswith(words[-1]):
                return words[-1]
            continue
        near = words[-MAX_WORDS_BEFORE:]
        if any(map(own.negations.negates, near)):
            near = own.negations.without_harmless(near)
        of_next_word = own.negations.of_next_word
        negating = [
            word
            for at, word in enumerate(near, start=1)
            if own.negations.negates(word) and (word not in of_next_word or at == len(near))
        ]
        if negating:
            return negating[-1]
        contracted = [word for word in words if own.code == "en" and _is_contracted(word)]
        if contracted:
            return contracted[-1]
        verbs = [word for word in near[-MAX_WORDS_TO_VERB:] if word in own.negations.verbs]
        if verbs:
            return verbs[-1]
    return ""


def _after_conjunction(words: Sequence[str], known: Sequence[Lexicon]) -> Sequence[str]:
    """Return the words after the last conjunction of some languages."""
    conjunctions = _conjunctions(tuple(own.code for own in known))
    places = [at for at, word in enumerate(words, start=1) if word in conjunctions] if conjunctions else []
    return words[places[-1] :] if places else words


def _before_conjunction(words: Sequence[str], known: Sequence[Lexicon]) -> Sequence[str]:
    """Return the words before the first conjunction of some languages."""
    conjunctions = _conjunctions(tuple(own.code for own in known))
    places = (at for at, word in enumerate(words) if word in conjunctions)
    return words[: next(places, len(words))] if conjunctions else words


@cache
def _conjunctions(codes: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word for code in codes for word in lexicon(code).conjunctions)


def _is_contracted(word: str) -> bool:
    return word.endswith("n't") or word in word_set_at("auxiliaries.clipped")


def _negation_after(beside: Beside, known: Sequence[Lexicon]) -> str:
    """Return the negation of a clause after a hit, where Korean and others negate."""
    rest, words = beside.clause_after, beside.words
    end = words[-MAX_CHARS_AT_END:]
    if has_hangul(end) or has_hangul(rest[:MAX_CHARS_AT_END]):
        is_free = rest[:1] in {"", " ", *words_at("negations.behind.particles", "ko")}
        is_connected = is_free and _korean_end("connectives").search(end)
        behind = rest.removeprefix(" ")
        found = _korean_behind("connective" if is_connected else "predicate").search(behind)
        if not found and _korean_end("stem_ends").search(end):
            found = _korean_behind("stem").search(behind)
        return found[0].strip() if found else ""
    after = _before_conjunction(words_in(rest), known)
    for own in known:
        if own.code == "ko":
            continue
        if own.code == "en":
            if after[:1] and (after[0] in own.negations.words or _is_contracted(after[0])):
                return after[0]
            if after[1:2] and after[0] in word_set_at("auxiliaries.words") and after[1] in own.negations.words:
                return after[1]
        else:
            if not any(map(own.negations.negates, after)):
                continue
            near = own.negations.without_harmless(after)[:MAX_WORDS_AFTER]
            if negation := next(filter(own.negations.negates, near), ""):
                return negation
    return ""


def _limit_before(clause: str, words: Sequence[str], known: Sequence[Lexicon]) -> str:
    """Return the word right before a hit that limits it, as *only* does and 만 at the end of a word."""
    if not words or not clause.endswith(words[-1]):
        return ""
    last = words[-1]
    stem, particle = split_particle(last)
    if any(last in own.limits for own in known) or (particle in words_at("particles.only", "ko") and is_word(stem)):
        return last
    return ""


def _limit_after(rest: str, known: Sequence[Lexicon]) -> str:
    """Return the word right after a hit that ends its clause and limits it, as in *for you only*."""
    words = words_in(rest)
    return words[0] if len(words) == 1 and any(words[0] in own.limits for own in known) else ""


def _hedge_beside(beside: Beside, known: Sequence[Lexicon]) -> str:
    """Return the hedge right beside a hit; "" if there is none."""
    if before := beside.right_before():
        found = (own.hedges.before.search(before) for own in known if own.hedges.before is not None)
        if hedge := next((one[0] for one in found if one), ""):
            return hedge.strip(" ,")
    if not (after := beside.right_after()):
        return ""
    behind = (own.hedges.after.match(after, 1) for own in known if own.hedges.after is not None)
    return next((one[0].strip() for one in behind if one), "")


def _article_before(beside: Beside, words: Sequence[str], known: Sequence[Lexicon]) -> str:
    """Return the article right before a hit that begins with *few* or the like, with that word: *a few* are some."""
    if not words:
        return ""
    pairs = [pair for own in known for pair in own.at("quantities.with_article") or () if pair[0] == words[-1]]
    if not pairs or not beside.clause_before.endswith(words[-1]):
        return ""
    first = words_in(fold(beside.words[:MAX_CHARS_BESIDE]))[:1]
    return next((f"{article} {word}" for article, word in pairs if first == [word]), "")


def _unjudged_beside(beside: Beside) -> str:
    """Return the word by which a clause goes on beside a hit, in a language that nobody knows the negations of.

    A text of mostly English or Korean words is read as such, though it has too few of them to tell its language.
    """
    if beside.language is not None:
        return ""
    beside_hit = [*words_in(beside.clause_before)[-1:], *words_in(beside.clause_after)[:1]]
    if not beside_hit:
        return ""
    around = beside.text[max(0, beside.start - MAX_CHARS_BESIDE) : beside.end + MAX_CHARS_BESIDE]
    words = [word for word in words_in(fold(around)) if len(word) > 1]
    listed = sum(word.split("'")[0] in word_list("en") or has_hangul(word) for word in words)
    return "" if listed >= MIN_KNOWN_SHARE * len(words) else beside_hit[0]
