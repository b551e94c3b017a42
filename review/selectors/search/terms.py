"""The terms of a query, in all the spellings that match."""

import re
import unicodedata
from dataclasses import dataclass
from itertools import product

from django.db import connection

from review.domain.limits import MIN_SEARCH_CHARS

BETWEEN_TERMS = re.compile(r"[\x00-\x20\s]+")
MEANS_SOMETHING, BACKSLASHED = re.compile(r"([\\%_])"), r"\\\1"
MAX_GRAMS = 24
"""The maximum number of trigrams of one spelling in an index query; the stored text decides in the end."""
CAPITALS = str.maketrans({chr(code): chr(code + 32) for code in range(ord("A"), ord("Z") + 1)})


@dataclass(frozen=True, slots=True)
class Term:
    """Characters without white space between them, in all spellings that match: the text has to contain one."""

    spellings: tuple[str, ...]

    @property
    def is_indexed(self) -> bool:
        """Whether the index can find the term."""
        return all(len(spelling) >= MIN_SEARCH_CHARS for spelling in self.spellings)

    @property
    def patterns(self) -> tuple[str, ...]:
        """The spellings as LIKE patterns, with special characters escaped by a backslash."""
        return tuple(f"%{MEANS_SOMETHING.sub(BACKSLASHED, spelling)}%" for spelling in self.spellings)


def terms_of(query: str) -> tuple[Term, ...]:
    """Return the terms of a query, each once."""
    return tuple(dict.fromkeys(Term(_spellings(word)) for word in BETWEEN_TERMS.split(query) if word))


def is_searchable(terms: tuple[Term, ...]) -> bool:
    """Return whether the terms are long enough to search; no terms at all match everything."""
    return not terms or any(term.is_indexed for term in terms)


def lowered(text: str) -> str:
    """Return text with the letters A to Z in lower case, the only ones that both databases case-fold alike."""
    return text.translate(CAPITALS)


def _spellings(word: str) -> tuple[str, ...]:
    """Return a word composed and decomposed; with letters beyond A to Z, also in lower and upper case."""
    cases = (word, word.lower(), word.upper(), word.capitalize())
    composed = [unicodedata.normalize("NFC", case) for case in cases]
    decomposed = [unicodedata.normalize("NFD", case) for case in cases]
    return tuple(dict.fromkeys(map(lowered, (word, *composed, *decomposed))))


def asked_of_index(terms: tuple[Term, ...], source: str) -> tuple[str, list[object]]:
    """Return the condition, with its parameters, on the index of a source for all terms that can be indexed."""
    known = [term for term in terms if term.is_indexed]
    if connection.vendor == "sqlite":
        asked = " AND ".join(f"({_fts(term, source)})" for term in known)
        return f"review_find_{source} MATCH %s", [asked]
    grams = [[sorted(_grams(spelling)) for spelling in term.spellings] for term in known]
    sql = " AND ".join(_any_of("{grams} @> %s::text[]", len(spellings)) for spellings in grams)
    return sql, [one for spellings in grams for one in spellings]


def found_in(words: str, terms: tuple[Term, ...]) -> tuple[str, list[object]]:
    """Return the condition, with its parameters, that the SQL expression *words* contains every term."""
    text = words if connection.vendor == "sqlite" else f'lower({words} COLLATE "C")'
    sql = " AND ".join(_any_of(f"{text} LIKE %s ESCAPE '\\'", len(term.patterns)) for term in terms)
    return sql, [pattern for term in terms for pattern in term.patterns]


def _any_of(condition: str, count: int) -> str:
    return f"({' OR '.join([condition] * count)})"


def _grams(spelling: str) -> set[str]:
    """Return the trigrams of a spelling, or its only two characters."""
    size = min(len(spelling), 3)
    places = range(len(spelling) - size + 1)
    return {spelling[at : at + size] for at in list(places)[:MAX_GRAMS]}


def _fts(term: Term, source: str) -> str:
    """Return the FTS5 expression for a term; if no trigram begins with it, one that matches nothing."""
    spelled = [
        " OR ".join(_quoted(begun) for begun in _beginning(spelling, source))
        if len(spelling) == MIN_SEARCH_CHARS
        else " AND ".join(_quoted(gram) for gram in sorted(_grams(spelling)))
        for spelling in term.spellings
    ]
    return " OR ".join(f"({one})" for one in spelled if one) or _quoted("\x1f\x1f\x1f")


def _beginning(pair: str, source: str) -> list[str]:
    """Return the trigrams of a source that begin with two characters, in the case in which FTS5 stores them."""
    starts = {"".join(signs) for signs in product(*({sign, *_folded(sign)} for sign in pair))}
    query = f"SELECT term FROM review_find_{source}_terms WHERE term >= %s AND term < %s"  # noqa: S608 - names of ours
    found = list[str]()
    with connection.cursor() as cursor:
        for start in sorted(starts):
            cursor.execute(query, [start, f"{start}\U0010ffff"])
            found += [term for (term,) in cursor.fetchall()]
    return found


def _folded(sign: str) -> set[str]:
    return {one for one in (sign.lower(), sign.casefold()) if len(one) == 1}


def _quoted(gram: str) -> str:
    return '"' + gram.replace('"', '""') + '"'
