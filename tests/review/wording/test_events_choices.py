import pytest
from django.utils import translation

from review.domain.quotes import WORDS_CHOSEN
from review.models import Provenance
from review.presentation.badges import PROVENANCE_SIGNS
from review.selectors.quotes.quote_rows import PLACE_CHOSEN, HumanChoice
from review.wording import CHOICES, choice_sentence


def test_every_choice_has_words_and_a_sign() -> None:
    assert set(CHOICES) == {*WORDS_CHOSEN, *PLACE_CHOSEN}
    assert set(PROVENANCE_SIGNS) == {*CHOICES, "looked_again"}
    assert all(PROVENANCE_SIGNS.values())


@pytest.mark.parametrize(("language", "expected"), [("en", "selected by mina"), ("ko", "mina 님이 직접 선택함")])
def test_choice_sentence_names_the_person(language: str, expected: str) -> None:
    with translation.override(language):
        assert choice_sentence(HumanChoice(Provenance.SELECTED_BY_HAND, "mina")) == expected


def test_choice_sentence_cuts_a_long_name() -> None:
    with translation.override("en"):
        sentence = choice_sentence(HumanChoice(Provenance.RESTORED, "m" * 150))

    assert sentence == f"restored by {'m' * 29}…"
