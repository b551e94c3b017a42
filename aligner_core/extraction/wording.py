"""What an extractor is told, in English and Korean: the texts are data, and all of them together have a digest."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from aligner_core.formats.prompts import Language, extractor_prompt, extractor_schema
from aligner_core.ledger.canonical_json import canonical_json, digest

VERSION_CHARS = 12
"""How much of the digest names a prompt."""
_HANGUL = range(0xAC00, 0xD7A4)
_HANGUL_SHARE = 0.1
"""The share of Hangul among the letters of a Korean conversation: names, code and terms are often written in Latin."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """The texts of one language; those with braces are formats."""

    again: str
    unreadable: str
    cut: str
    more: str
    no_quote: str
    copy: str
    drop: str
    by_hand: str
    claim: str
    claim_instead: str
    verdicts: dict[str, str]


@cache
def wording_of(language: Language) -> Wording:
    """Return the texts of a language."""
    return Wording(**tomllib.loads(_source(language)))


@cache
def prompt_version(language: Language = "en") -> str:
    """Return the name of the prompt in a language: the beginning of the digest of all that a model is told by it.

    Raises:
        InvalidValueError: there is no prompt in that language.

    >>> prompt_version("en") == prompt_version("ko"), len(prompt_version())
    (False, 12)

    """
    told = {"prompt": extractor_prompt(language), "schema": extractor_schema(), "again": _source(language)}
    return digest(canonical_json(told))[:VERSION_CHARS]


def language_of(texts: Sequence[str]) -> Language:
    """Return the language in which an extractor is asked about a conversation.

    >>> language_of(["JSONB를 JSON으로 바꿨어요."]), language_of(["The cache lives for one hour."])
    ('ko', 'en')
    """
    letters = [letter for text in texts for letter in text if letter.isalpha()]
    hangul = sum(ord(letter) in _HANGUL for letter in letters)
    return "ko" if hangul > len(letters) * _HANGUL_SHARE else "en"


def _source(language: Language) -> str:
    return files("aligner_core.extraction").joinpath("data", f"{language}.toml").read_text(encoding="utf-8")
