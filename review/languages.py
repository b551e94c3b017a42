"""Guess the language of a text from its letters, so that screen readers and line breaking treat it right."""

import re

HANGUL = re.compile(r"[\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3]")
LATIN = re.compile(r"[A-Za-z]")
SAMPLE = 2000


def language_of(text: str) -> str:
    """Give ``ko`` or ``en``, or nothing where the letters do not tell."""
    sample = text[:SAMPLE]
    hangul, latin = len(HANGUL.findall(sample)), len(LATIN.findall(sample))
    if hangul * 3 >= latin and hangul:
        return "ko"
    return "en" if latin and sample.isascii() else ""
