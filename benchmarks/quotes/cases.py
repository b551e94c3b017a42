"""The cases of QuoteBench: a source, a quote from it, and whether the quote is true. Generated from a seed.

What is changed is either a fact, and then the quote is false, or only what stands around or behind the letters, and
then it is true.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Literal, get_args

from benchmarks.quotes.texts import FACTS, JOINT, LANGUAGES, SPEAKER, Fact, Language, sentences

SEED = 15
Form = Literal["unicode", "wrapped", "markdown", "typo"]
Kind = Fact | Form
FORMS: tuple[Form, ...] = get_args(Form)
VARIANTS_OF_FORM = 3
"""How many changes of each form a sentence gets, where as many change it."""

_FACT = re.compile(r"\{(?P<kind>\w+):(?P<true>[^|}]*)\|(?P<false>[^}]*)\}")
_LONG_WORD = re.compile(r"[a-zäöüßáéíóúñ]{6,}|[가-힣]{3,}|[ぁ-ん]{2,}")
_FIRST_WORDS = re.compile(r"\S+ \S+|.{4}")


@dataclass(frozen=True, slots=True)
class Case:
    """A quote as a model gives it; *truth* is what stands in the source in its place."""

    language: Language
    kind: Kind
    source: str
    truth: str
    quote: str

    @property
    def is_true(self) -> bool:
        """Whether the quote matches the source."""
        return self.kind in FORMS


Change = Callable[[str, Language, Random], str]


def cases(seed: int = SEED) -> list[Case]:
    """Return every case, in a fixed order."""
    return [
        case
        for language in LANGUAGES
        for at in range(len(sentences(language)))
        for case in _cases_of(language, at, Random(f"{seed} {language} {at}"))
    ]


def stated(sentence: str) -> str:
    """Return a sentence as its source states it.

    >>> stated("It takes {number:30|90} days.")
    'It takes 30 days.'
    """
    return _FACT.sub(lambda fact: fact["true"], sentence)


def lies(sentence: str) -> Iterator[tuple[Fact, str]]:
    """Yield the class of each fact, with the sentence in which only that fact is false.

    >>> list(lies("It takes {number:30|90} days."))
    [('number', 'It takes 90 days.')]
    """
    for fact in _FACT.finditer(sentence):
        changed = f"{stated(sentence[: fact.start()])}{fact['false']}{stated(sentence[fact.end() :])}"
        yield FACTS[FACTS.index(fact["kind"])], f"{changed[0].upper()}{changed[1:]}"


def _cases_of(language: Language, at: int, random: Random) -> Iterator[Case]:
    """Yield the cases of one sentence, alone and together with the sentence after it."""
    others = sentences(language)
    sentence, joint = others.pop(at), JOINT[language]
    before, after = random.sample(others, 2)
    source = joint.join(map(stated, (before, sentence, after)))
    truth = stated(sentence)
    for rest in ("", joint + stated(after)):
        for kind, lie in lies(sentence):
            yield Case(language, kind, source, truth + rest, lie + rest)
    for form, changes in CHANGES.items():
        quotes = {change(truth, language, random) for change in changes} - {truth}
        for quote in random.sample(sorted(quotes), min(VARIANTS_OF_FORM, len(quotes))):
            yield Case(language, form, source, truth, quote)
    for quote in sorted(_misspelled(sentence, random)):
        yield Case(language, "typo", source, truth, quote)


def _decomposed(text: str, _language: Language, _random: Random) -> str:
    return unicodedata.normalize("NFD", text)


def _with_fixed_spaces(text: str, _language: Language, _random: Random) -> str:
    return text.replace(" ", "\u00a0")


def _with_wide_digits(text: str, _language: Language, _random: Random) -> str:
    return re.sub(r"\d", lambda digit: chr(ord(digit[0]) + 0xFEE0), text)


def _with_zero_width(text: str, _language: Language, random: Random) -> str:
    """Insert a zero-width space, as pages do where a line may break."""
    at = random.choice([place for place in range(2, len(text) - 2) if text[place - 1] in " 、,"] or [2])
    return f"{text[:at]}\u200b{text[at:]}"


def _with_curly_marks(text: str, _language: Language, _random: Random) -> str:
    return text.replace("'", "’")


def _with_two_spaces(text: str, _language: Language, _random: Random) -> str:
    return text.replace(" ", "  ")


def _around(before: str, after: str = "") -> Change:
    return lambda text, _language, _random: f"{before}{text}{after}"


def _with_speaker(text: str, language: Language, _random: Random) -> str:
    return f"{SPEAKER[language]}: {text}"


def _broken(text: str, _language: Language, random: Random) -> str:
    """Break the line at a space, or after a comma where no spaces are written."""
    places = [place for place in range(2, len(text) - 2) if text[place] == " "]
    if places:
        at = random.choice(places)
        return f"{text[:at]}\n{text[at + 1 :]}"
    return text.replace("、", "、\n")


def _bold(text: str, _language: Language, _random: Random) -> str:
    return _FIRST_WORDS.sub(lambda words: f"**{words[0]}**", text, count=1)


def _linked(text: str, _language: Language, _random: Random) -> str:
    return _FIRST_WORDS.sub(lambda words: f"[{words[0]}](https://example.org/source)", text, count=1)


def _number_in_code(text: str, _language: Language, _random: Random) -> str:
    return re.sub(r"\d[\d.,]*\d|\d", lambda number: f"`{number[0]}`", text, count=1)


CHANGES: Mapping[Form, tuple[Change, ...]] = {
    "unicode": (
        _decomposed,
        _with_fixed_spaces,
        _with_wide_digits,
        _with_zero_width,
        _with_curly_marks,
        _with_two_spaces,
    ),
    "wrapped": (
        _around("- "),
        _around("1. "),
        _around("> "),
        _around("“", "”"),
        _around('"', '"'),
        _around("", "..."),
        _around("[…] "),
        _with_speaker,
        _broken,
    ),
    "markdown": (_around("*", "*"), _around("**", "**"), _around("### "), _bold, _linked, _number_in_code),
}


def _misspelled(sentence: str, random: Random) -> set[str]:
    """Return a sentence with a letter doubled, or two swapped, in a long word that is no fact."""
    words = [
        (found.start(), found[0])
        for found in _LONG_WORD.finditer(_FACT.sub(lambda fact: "\0" * len(fact["true"]), sentence))
    ]
    text = stated(sentence)
    chosen = random.sample(words, min(VARIANTS_OF_FORM - 1, len(words)))
    return {f"{text[:at]}{_misspell(word, random)}{text[at + len(word) :]}" for at, word in chosen} - {text}


def _misspell(word: str, random: Random) -> str:
    at = random.randrange(1, len(word) - 1) if len(word) > 2 else 0
    if word.isascii() and random.random() < 0.5 and word[at] != word[at + 1]:
        return f"{word[:at]}{word[at + 1]}{word[at]}{word[at + 2 :]}"
    return f"{word[: at + 1]}{word[at:]}"
