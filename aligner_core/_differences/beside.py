"""The text beside a hit, as far as its clauses and its sentence go; what is read of it is folded once."""

import re
from functools import cache

from aligner_core._language.lexicon import pattern_at, words_at
from aligner_core._text.decoding import decoded
from aligner_core._text.normalized_text import fold

MAX_CHARS_BESIDE = 160
"""How much text beside a hit is read: a clause is seldom longer."""
MAX_HEDGE_CHARS = 40
"""How much of it is read for a hedge right beside the hit: none is longer."""
BY_CHARACTER = frozenset({"ja", "zh"})
"""Languages in which words and prefixes are characters."""
MAX_CHARACTERS_BEFORE, MAX_CHARACTERS_AFTER = 8, 12
"""How many characters away from a hit a negation is looked for in such a language."""
SPACED_CLAUSES = frozenset({"th"})
"""Languages that put a space between clauses, and none between words."""

_CLAUSE_END = re.compile(
    r"[.!?…](?=[\s\"')\]]|$)|[\u3002\uff01\uff1f\u0964;,\u060c\u061b\u3001\uff0c|\n\r]|[:](?=\s)|(?<=\s)-+(?=\s)"
)
_MAY_END_CLAUSE = re.compile("[.!?…\u3002\uff01\uff1f\u0964;,\u060c\u061b\u3001\uff0c|\n\r:-]")
"""The signs that the end of a clause begins with: they are found sooner than it is."""
_SENTENCE_END = re.compile(r"[.!?…](?=[\s\"')\]]|$)|[\u3002\uff01\uff1f\u0964|\n\r]")
_CLAUSE_ENDS = ".!?…;,\u3002\uff01\uff1f\u0964\u060c\u3001\uff0c"


@cache
def _title_negation() -> re.Pattern[str]:
    """Return the pattern of negations in a title, as of *You Don't Know Jack*."""
    words = "|".join(word.capitalize() for word in words_at("negations.in_titles", "en"))
    return re.compile(rf"(?<=[A-Z][a-z]{{2}} )(?:{words})(?= [A-Z])")


class Beside:
    """The text beside the words at [start, end) of a raw message, and the language by which it is read.

    `clause_before` and `clause_after` are what belongs to the clause of the words, folded, without negations in titles
    and with the space before the second. They are empty where the hit itself begins behind the end of a clause, as one
    may behind a bullet, or ends where its clause ends. *similar* is the folded quote where the words are only similar
    to it, so that they may begin and end too early.
    """

    __slots__ = (
        *("text", "start", "end", "language", "similar", "before", "words", "after"),
        *("begins_clause", "ends_clause", "clause_before", "clause_after", "_raw_clause", "_folded_clause"),
    )

    def __init__(self, text: str, start: int, end: int, language: str | None, *, similar: str = "") -> None:
        self.text, self.start, self.end, self.language, self.similar = text, start, end, language, similar
        self.before = decoded(text[max(0, start - MAX_CHARS_BESIDE) : start]).text
        self.words = text[start:end]
        self.after = decoded(text[end : end + MAX_CHARS_BESIDE]).text
        self.begins_clause = _CLAUSE_END.match(self.words) is not None
        self.ends_clause = self.words.rstrip("\"')]\u201d\u2019」』 ")[-1:] in _CLAUSE_ENDS
        self._raw_clause = "" if self.begins_clause else _behind_last_clause(self.before)
        self._folded_clause = fold(_title_negation().sub(" ", self._raw_clause)) if self._raw_clause else ""
        self.clause_before = self._clause_before() if self._folded_clause else ""
        self.clause_after = "" if self.ends_clause else self._clause_after()

    def sentence_before(self) -> str:
        """Return the folded text between the beginning of the sentence and the hit."""
        if self.begins_clause:
            return ""
        head = self.before[: len(self.before) - len(self._raw_clause)]
        folded = fold(behind_last(_SENTENCE_END, head)) if head else ""
        return f"{folded} {self._folded_clause}".rstrip() if folded else self._folded_clause

    def right_before(self) -> str:
        """Return the folded text before the hit in which a hedge is looked for; "" where it touches the hit."""
        if self.begins_clause or not self.before[-1:].isspace():
            return ""
        return fold(self.before[-MAX_HEDGE_CHARS:])

    def right_after(self) -> str:
        """Return the folded text after the hit in which a hedge is looked for, behind the last character of the hit."""
        if self.ends_clause or not self.after:
            return ""
        return fold(self.words[-1:] + self.after[:MAX_HEDGE_CHARS])

    def _clause_before(self) -> str:
        clause = behind_last(pattern_at("clauses.ends", "en"), self._folded_clause)
        clause = clause if clause.isascii() else behind_last(pattern_at("clauses.ends", "ko"), clause)
        if self.language in SPACED_CLAUSES:
            return clause.rsplit(" ", 1)[-1] if self.before[-1:].strip() else ""
        return clause[-MAX_CHARACTERS_BEFORE:] if self.language in BY_CHARACTER else clause

    def _clause_after(self) -> str:
        first = _CLAUSE_END.search(self.after)
        part = self.after[: first.start()] if first else self.after
        glued = part[:1] and not part[0].isspace()
        clause = ("" if glued else " ") + fold(part)
        end = pattern_at("clauses.ends", "en").search(clause)
        clause = clause[: end.start()] if end else clause
        if self.language in SPACED_CLAUSES:
            return clause.split(" ", 1)[0]
        return clause[:MAX_CHARACTERS_AFTER] if self.language in BY_CHARACTER else clause


def _behind_last_clause(text: str) -> str:
    """Return what follows the last end of a clause in a text; the text when there is none."""
    for place in reversed([found.start() for found in _MAY_END_CLAUSE.finditer(text)]):
        if end := _CLAUSE_END.match(text, place):
            return text[end.end() :]
    return text


def behind_last(pattern: re.Pattern[str], text: str) -> str:
    """Return what follows the last match in a text; the text when there is none.

    >>> behind_last(re.compile(","), "one, two, three")
    ' three'
    """
    end = 0
    for found in pattern.finditer(text):
        end = found.end()
    return text[end:]
