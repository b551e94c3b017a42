"""The sentences that QuoteBench quotes, in five languages, written for it: `sentences/`, a file a language.

A part in braces is a fact: its class, the words of the source, and the words of a false quote.
"""

from pathlib import Path
from typing import Literal, get_args

Language = Literal["en", "ko", "de", "ja", "es"]
Fact = Literal["number", "unit", "negation", "name", "role"]

LANGUAGES: dict[Language, str] = {"en": "English", "ko": "Korean", "de": "German", "ja": "Japanese", "es": "Spanish"}
FACTS: tuple[Fact, ...] = get_args(Fact)
JOINT: dict[Language, str] = {"en": " ", "ko": " ", "de": " ", "ja": "", "es": " "}
"""The separator of two sentences."""
SPEAKER: dict[Language, str] = {"en": "User", "ko": "사용자", "de": "User", "ja": "User", "es": "User"}


def sentences(language: Language) -> list[str]:
    """Return the sentences of a language, with their facts in braces."""
    return (Path(__file__).parent / "sentences" / f"{language}.txt").read_text(encoding="utf-8").splitlines()
