"""Words right beside a hit that reverse its meaning: a negation, a hedge, the rest of a number, a prefix.

The words of a quote can stand in a message verbatim and mean the opposite: ``deploy on Friday`` in ``do not deploy
on Friday``. So the text beside a hit is looked at by every method, as far as its clause goes (specification 3.9).
Hedges, such as *maybe*, *if* and 아마, apply only to the words right beside them.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from aligner_core._differences.severity import JUDGED
from aligner_core._language.korean import is_word
from aligner_core._language.korean_particles import is_particle, split_particle
from aligner_core._language.lexicon import Lexicon, lexicon, pattern_at, word_set_at, words_at
from aligner_core._language.word_list import word_list
from aligner_core._text.hangul import has_hangul
from aligner_core._text.normalized_text import fold
from aligner_core._text.tokens import MAGNITUDES, words_in
from aligner_core.evidence.models import Difference, DifferenceKind

MAX_CHARS_BESIDE = 160
"""How much text beside a hit is read: a clause is seldom longer."""
MAX_HEDGE_CHARS = 40
"""How much of it is read for a hedge: none is longer."""
BY_CHARACTER = frozenset({"ja", "zh"})
"""Languages in which words and prefixes are characters."""
MAX_CHARACTERS_BEFORE, MAX_CHARACTERS_AFTER = 8, 12
"""How many characters away from a hit a negation is looked for in such a language."""
SPACED_CLAUSES = frozenset({"th"})
"""Languages that put a space between clauses, and none between words."""
MAX_WORDS_BEFORE, MAX_WORDS_AFTER, MAX_WORDS_TO_VERB = 8, 2, 3
"""How many words away from a hit a negation, and a verb that negates, are looked for in its clause."""
MIN_CHARS_IN_WORD = 8
"""Shorter hits are compared with the Korean word that they are a part of."""
MIN_PREFIXED_CHARS = 3
"""The fewest letters of a word that a prefix can be cut off from."""

_CLAUSE_END = re.compile(
    r"[.!?…](?=[\s\"')\]]|$)|[\u3002\uff01\uff1f\u0964;,\u060c\u061b\u3001\uff0c|\n\r]|[:](?=\s)|(?<=\s)-+(?=\s)"
)
_BEFORE_NUMBER = re.compile(r"\d[.,:]?$|(?<![\w.)])[-−]\s?$|[$€£¥₩]\s?$")
_LETTERS = re.compile(r"[^\W\d_]+")
_LETTERS_AT_END = re.compile(r"[^\W\d_]+$")
_HANGUL_RUN = re.compile("[가-힣]+")
_HANGUL_BEFORE = re.compile("[가-힣]+$")
_LIST_MARK = re.compile(r"(?:^|\n)\s*[-−]\s?$|\d\s?[-−]\s?$")


@cache
def _title_negation() -> re.Pattern[str]:
    """Return the pattern of negations in a title, as of *You Don't Know Jack*."""
    words = "|".join(word.capitalize() for word in words_at("negations.in_titles", "en"))
    return re.compile(rf"(?<=[A-Z][a-z]{{2}} )(?:{words})(?= [A-Z])")


@cache
def _magnitude() -> str:
    return rf"(?:\s?(?:{'|'.join(lexicon('en').scales)})|k|bn|m)\b"


@cache
def _number_behind() -> re.Pattern[str]:
    marks = f"[{MAGNITUDES}]"
    return re.compile(rf"^[.,:]?\d|^\s?{marks}(?![가-힣])|^{marks}|^{_magnitude()}", re.IGNORECASE)


@cache
def _beginning_of_number() -> re.Pattern[str]:
    marks = f"[{MAGNITUDES}]"
    return re.compile(rf"[\d.,:]*\d{marks}*|\s?{marks}+|[.,:]\d+|{_magnitude()}", re.IGNORECASE)


@cache
def _korean_behind(name: str) -> re.Pattern[str]:
    """Return the pattern of what negates behind what ends a hit: a predicate, a connective ending, or a stem and 지."""
    forbidding = words_at("negations.behind.forbidding", "ko") if name != "stem" else ()
    return re.compile(f"^(?:{'|'.join((*words_at(f'negations.behind.{name}', 'ko'), *forbidding))})")


@cache
def _korean_end(name: str) -> re.Pattern[str]:
    """Return the pattern of what a hit ends with: connective endings, or a stem and 지."""
    return re.compile(f"(?:{'|'.join(words_at(f'negations.behind.{name}', 'ko'))})$")


def edge_differences(text: str, start: int, end: int, language: str | None) -> Iterator[Difference]:
    """Yield a critical difference for everything beside the words at [start, end) that reverses their meaning.

    *text* is the raw message; only the clauses beside the words are folded.
    """
    before = text[max(0, start - MAX_CHARS_BESIDE) : start]
    after = text[end : end + MAX_CHARS_BESIDE]
    words = text[start:end]
    yield from _cut_number(before, words, after)
    yield from _cut_prefix(before, words, language)
    if word := _inside_korean_word(text, start, end):
        yield _difference("word", word)
    clause = _clause_before(before) if not _begins_clause(words) else ""
    if language in SPACED_CLAUSES:
        clause = clause.rsplit(" ", 1)[-1] if before[-1:].strip() else ""
    rest = _clause_after(after) if not _ends_clause(words) else ""
    if language in SPACED_CLAUSES:
        rest = rest.split(" ", 1)[0]
    if language in BY_CHARACTER:
        clause, rest = clause[-MAX_CHARACTERS_BEFORE:], rest[:MAX_CHARACTERS_AFTER]
    known = _lexicons(language)
    words_before = _after_conjunction(words_in(clause), known)
    negation = _negation_before(clause, words_before, known) or _negation_after(rest, words, known)
    if negation:
        yield _difference("negation", negation)
    elif limit := _limit_before(clause, words_before, known) or _limit_after(rest, known):
        yield _difference("word", limit)
    elif hedge := _hedge_beside(text, (start, end), known, begins=_begins_clause(words), ends=_ends_clause(words)):
        yield _difference("word", hedge)


def _inside_korean_word(text: str, start: int, end: int) -> str:
    """Return the listed Korean word that a very short hit is a part of; "" when it is a word there.

    A particle, a title or another ending may follow; nobody lists all compounds, so only a listed word counts, and none
    that cuts the word behind the hit: 한미동맹 is not of 미동.
    """
    if end - start >= MIN_CHARS_IN_WORD or not (has_hangul(text[start]) and has_hangul(text[end - 1])):
        return ""
    before = _HANGUL_BEFORE.search(text[max(0, start - MAX_CHARS_BESIDE) : start])
    after = _HANGUL_RUN.match(text, end)
    head, tail = before[0] if before else "", after[0] if after else ""
    stem = split_particle(tail)[0]
    if not head and (not tail or is_particle(tail) or stem in words_at("suffixes.sides", "ko")):
        return ""
    word, size = head + text[start:end] + tail, len(head) + end - start
    shortest = size if head else size + (len(stem) if len(stem) > 1 and stem in word_list("ko") else 1)
    longer = (word[:stop] for stop in range(len(word), shortest - 1, -1))
    return next((listed for listed in longer if len(listed) > end - start and listed in word_list("ko")), "")


def _lexicons(language: str | None) -> tuple[Lexicon, ...]:
    return tuple(map(lexicon, JUDGED)) if language in {None, *JUDGED} else (lexicon(str(language)), lexicon("en"))


def _difference(kind: DifferenceKind, source_text: str) -> Difference:
    return Difference(kind=kind, quote_text="", source_text=source_text, severity="critical")


def _begins_clause(words: str) -> bool:
    """Return whether a hit itself begins with the end of the clause before it, as one may behind a bullet."""
    return _CLAUSE_END.match(words) is not None


def _ends_clause(words: str) -> bool:
    """Return whether a hit itself ends where its clause ends."""
    return words.rstrip("\"')]\u201d\u2019」』 ")[-1:] in ".!?…;,\u3002\uff01\uff1f\u0964\u060c\u3001\uff0c"


def _clause_before(text: str) -> str:
    """Return the folded part of a text that belongs to the clause at its end, without negations in titles."""
    clause = fold(_title_negation().sub(" ", _behind_last(_CLAUSE_END, text)))
    clause = _behind_last(pattern_at("clauses.ends", "en"), clause)
    return clause if clause.isascii() else _behind_last(pattern_at("clauses.ends", "ko"), clause)


def _behind_last(pattern: re.Pattern[str], text: str) -> str:
    """Return what follows the last match in a text; the text when there is none."""
    ends = [found.end() for found in pattern.finditer(text)]
    return text[ends[-1] :] if ends else text


def _clause_after(text: str) -> str:
    """Return the folded part of a text that belongs to the clause at its beginning, with the space before it."""
    first = _CLAUSE_END.search(text)
    part = text[: first.start()] if first else text
    glued = part[:1] and not part[0].isspace()
    part = ("" if glued else " ") + fold(part)
    first = pattern_at("clauses.ends", "en").search(part)
    return part[: first.start()] if first else part


def _negation_before(clause: str, words: Sequence[str], known: Sequence[Lexicon]) -> str:
    """Return the last negation of a clause before a hit; of Korean only one that stands right there."""
    for own in known:
        if own.code == "ko":
            if words[-1:] and words[-1] in own.negations.words and clause.endswith(words[-1]):
                return words[-1]
            continue
        near = own.negations.without_harmless(words[-MAX_WORDS_BEFORE:])
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
    places = [at for at, word in enumerate(words, start=1) if any(word in own.conjunctions for own in known)]
    return words[places[-1] :] if places else words


def _before_conjunction(words: Sequence[str], known: Sequence[Lexicon]) -> Sequence[str]:
    """Return the words before the first conjunction of some languages."""
    places = (at for at, word in enumerate(words) if any(word in own.conjunctions for own in known))
    return words[: next(places, len(words))]


def _is_contracted(word: str) -> bool:
    return word.endswith("n't") or word in word_set_at("auxiliaries.clipped")


def _negation_after(rest: str, words: str, known: Sequence[Lexicon]) -> str:
    """Return the negation of a clause after a hit, where Korean and others negate."""
    if has_hangul(words[-12:]) or has_hangul(rest[:12]):
        is_free = rest[:1] in {"", " ", *words_at("negations.behind.particles", "ko")}
        is_connected = is_free and _korean_end("connectives").search(words)
        behind = rest.removeprefix(" ")
        found = _korean_behind("connective" if is_connected else "predicate").search(behind)
        if not found and _korean_end("stem_ends").search(words):
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


def _hedge_beside(
    text: str, hit: tuple[int, int], known: Sequence[Lexicon], *, begins: bool = False, ends: bool = False
) -> str:
    """Return the hedge right beside a hit; "" if there is none.

    If the hit itself *begins* or *ends* its clause, the text beyond that is ignored.
    """
    start, end = hit
    before, after = text[max(0, start - MAX_HEDGE_CHARS) : start], text[max(0, end - 1) : end + MAX_HEDGE_CHARS]
    if not begins and before[-1:].isspace():
        folded = fold(before)
        found = (own.hedges.before.search(folded) for own in known if own.hedges.before is not None)
        if hedge := next((one[0] for one in found if one), ""):
            return hedge.strip(" ,")
    if ends or not after:
        return ""
    behind = (own.hedges.after.match(fold(after), 1) for own in known if own.hedges.after is not None)
    return next((one[0].strip() for one in behind if one), "")


def _cut_number(before: str, words: str, after: str) -> Iterator[Difference]:
    """Yield a difference where a hit begins or ends inside a number, its sign or its currency."""
    if words[:1].isdigit() and (found := _BEFORE_NUMBER.search(before)) and not _LIST_MARK.search(before):
        kind: DifferenceKind = "unit" if found[0].strip() in {"$", "€", "£", "¥", "₩"} else "number"
        yield _difference(kind, (_number_at_end(before) + _number_at_start(words)).lstrip())
    elif words[-1:].isdigit() and _number_behind().search(after):
        yield _difference("number", (_number_at_end(words) + _number_at_start(after)).lstrip())


def _number_at_end(text: str) -> str:
    found = re.search(r"[-−$€£¥₩]?\s?[\d.,:]*$", text)
    return found[0] if found else ""


def _number_at_start(text: str) -> str:
    found = _beginning_of_number().match(text)
    return found[0] if found else ""


def _cut_prefix(before: str, words: str, language: str | None) -> Iterator[Difference]:
    """Yield a difference where a hit leaves off a prefix that reverses a word, as of disagree."""
    if language in BY_CHARACTER:
        prefix = next((one for one in lexicon(str(language)).negations.prefixes if before.endswith(one)), "")
        if prefix and words[:1].isalpha():
            yield _difference("negation", prefix + words[:2])
        return
    if not (before[-1:].isalnum() and words[:1].isalnum()):
        return
    cut = _LETTERS_AT_END.search(before)
    begun = _LETTERS.match(words)
    if cut is None or begun is None:
        return
    prefix, word = fold(cut[0]), fold(begun[0])
    if has_hangul(word):
        is_word_left = len(split_particle(word)[0]) > 1 and is_word(word)
        if prefix in lexicon("ko").negations.prefixes and is_word_left:
            yield _difference("negation", prefix + word)
    elif len(word) >= MIN_PREFIXED_CHARS and _is_negating_prefix(prefix, word, language):
        yield _difference("negation", prefix + word)


def _is_negating_prefix(prefix: str, word: str, language: str | None) -> bool:
    """Return whether a prefix reverses a word: in English only if the rest is a word, else always."""
    if prefix in lexicon("en").negations.prefixes and word in word_list("en"):
        return True
    return language not in {None, *JUDGED} and prefix in lexicon(str(language)).negations.prefixes
