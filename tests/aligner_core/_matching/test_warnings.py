"""Warnings on aligned evidence, of every method."""

import pytest

from aligner_core import AlignedEvidence, EvidenceAligner

WORDS = "we keep the raw text of every event for ninety days"


def warnings(quote: str, source: str) -> tuple[str, tuple[str, ...]]:
    found = EvidenceAligner().align_quote(quote, source)
    assert isinstance(found, AlignedEvidence)
    return found.match_method, found.warnings


def test_warnings_for_a_plain_quote_are_none() -> None:
    assert warnings(WORDS, f"And so {WORDS}.") == ("exact", ())


@pytest.mark.parametrize("char", ["\u200b", "\u202e", "\u3164", "\ufe0f", "\x08", "\U000e0041"])
def test_warnings_report_hidden_characters_on_either_side(char: str) -> None:
    """The warning reports what folding would silently ignore, or what a reader of an exact quote cannot see."""
    laced = WORDS.replace("raw", f"ra{char}w")

    for quote, source in ((laced, WORDS), (WORDS, laced), (laced, laced)):
        assert "hidden_characters" in warnings(quote, f"And so {source}.")[1]


def test_warnings_ignore_hidden_characters_next_to_the_words() -> None:
    assert warnings(WORDS, f"And\u200b so {WORDS}.") == ("exact", ())


def test_warnings_report_look_alike_letters_on_either_side() -> None:
    laced = WORDS.replace("raw", "rаw")

    assert warnings(laced, WORDS) == ("fuzzy", ("confusable_letters",))
    assert warnings(WORDS, laced) == ("fuzzy", ("confusable_letters",))
    assert warnings(laced, laced) == ("exact", ("confusable_letters",))


def test_warnings_report_all_that_applies_in_a_fixed_order() -> None:
    assert warnings("pаy\u200b 1 dollar", "I think we prepаy\u200b 1 dollar") == (
        "exact",
        ("short_quote", "cut_word", "hidden_characters", "confusable_letters", "hedged"),
    )


def test_warnings_report_hearsay_before_the_words_of_every_method() -> None:
    heard = f"Kim says {WORDS}."

    found = [warnings(quote, heard) for quote in (WORDS, WORDS.upper(), WORDS.replace("keep", "kep"))]

    assert found == [(method, ("hedged",)) for method in ("exact", "normalized", "fuzzy")]
