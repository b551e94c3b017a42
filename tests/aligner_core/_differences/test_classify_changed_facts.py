"""What changes a fact and what does not: two texts per line; no line is from a corpus.

"quote | source" is read in both directions, "quote > source" as it stands.
"""

from pathlib import Path

import pytest

from aligner_core._differences.classify import differences
from aligner_core._language.detection import language_of
from aligner_core._text.hangul import has_hangul
from aligner_core._text.normalized_text import NormalizedText

CASES = Path(__file__).with_name("cases")
FRAMES = {
    False: ("as we all said in that long meeting of ours", "as we all heard in that long meeting of ours"),
    True: ("지난 회의에서 모두 함께 천천히 이야기한 대로", "하고 모두 함께 천천히 이야기했다고 들었다"),
}
"""Words before and after a case, in English and in Korean."""


def pairs(name: str) -> list[tuple[str, str]]:
    """Return the quote and the source of every line, and those of a "|" the other way round too."""
    lines = (CASES / name).read_text(encoding="utf-8").splitlines()
    both = [tuple(line.split(" | ")) for line in lines if " | " in line]
    one = [tuple(line.split(" > ")) for line in lines if " > " in line]
    return [(left, right) for left, right in (*both, *((right, left) for left, right in both), *one)]


def critical(quote: str, words: str) -> list[tuple[str, str, str]]:
    source = NormalizedText(words)
    found = differences(quote, source, (0, len(source)), "ko" if has_hangul(words) else "en")
    return [(one.kind, one.quote_text, one.source_text) for one in found if one.critical]


@pytest.mark.parametrize(("quote", "words"), pairs("changed_facts.txt"))
def test_differences_of_a_changed_fact_are_critical(quote: str, words: str) -> None:
    """What is not known to be harmless is critical (specification 3.9)."""
    assert critical(quote, words)


@pytest.mark.parametrize(("quote", "words"), pairs("harmless.txt"))
def test_differences_of_a_typo_or_another_form_are_not_critical(quote: str, words: str) -> None:
    assert critical(quote, words) == []


@pytest.mark.parametrize(("quote", "words"), pairs("not_known.txt"))
def test_differences_that_nothing_is_known_of_are_critical(quote: str, words: str) -> None:
    """False alarms: a line moves to harmless.txt once something says that it is."""
    assert critical(quote, words)


def test_differences_of_a_changed_fact_are_critical_in_a_long_text_too() -> None:
    """What is the same at both ends is left out before anything is read."""
    missed = [
        (quote, words)
        for quote, words in pairs("changed_facts.txt")
        for before, after in [FRAMES[has_hangul(words)]]
        if not critical(f"{before} {quote} {after}", f"{before} {words} {after}")
    ]

    assert missed == []


def test_language_of_the_cases_is_known() -> None:
    """They are judged as a message of one sentence is."""
    texts = {text for name in ("changed_facts.txt", "harmless.txt") for pair in pairs(name) for text in pair}
    unknown = [text for text in texts if language_of(NormalizedText(text).text) != ("ko" if has_hangul(text) else "en")]

    assert unknown == []
