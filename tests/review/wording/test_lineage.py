"""How accounts are related, in sentences of both languages."""

import pytest
from django.utils import translation

from review.domain.lineage import Act, SecondPerson
from review.wording import kinship_sentences, second_person_sentence

OPEN = "They count as one person; staff can confirm that they are two."
CASES = [
    ("mina", "jun was invited by you.", "jun was invited by mina."),
    ("jun", "jun invited you.", "jun invited mina."),
    ("dana", "jun and you were invited by dana.", "jun and mina were invited by dana."),
    (None, "Who invited jun is not known.", "Who invited jun is not known."),
]


@pytest.mark.parametrize(("through", "to_reader", "to_others"), CASES)
def test_kinship_sentences_say_why_two_accounts_count_as_one(
    through: str | None, to_reader: str, to_others: str
) -> None:
    jun = SecondPerson(Act.APPROVED, "jun", counts_as_one=True, through=through)

    assert kinship_sentences(jun, beside="mina", is_reader=True) == f"{to_reader} {OPEN}"
    assert kinship_sentences(jun, beside="mina") == f"{to_others} {OPEN}"


def test_kinship_sentences_say_who_confirmed_that_they_are_two() -> None:
    jun = SecondPerson(Act.APPROVED, "jun", through="mina", confirmed_by="root")

    said = kinship_sentences(jun, beside="mina")

    assert said == "jun was invited by mina. root confirmed that these are two people."


def test_kinship_sentences_say_nothing_of_people_who_are_not_related() -> None:
    assert kinship_sentences(SecondPerson(Act.APPROVED, "jun"), beside="mina") == ""


@pytest.mark.parametrize("act", Act)
@pytest.mark.parametrize("language", ["en", "ko"])
def test_second_person_sentence_names_both(act: Act, language: str) -> None:
    jun = SecondPerson(act, "jun", counts_as_one=True, through="dana")

    with translation.override(language):
        said = second_person_sentence(jun, beside="mina")

    assert all(name in said for name in ("jun", "mina", "dana"))


def test_second_person_sentence_is_one_where_the_two_are_not_related() -> None:
    assert second_person_sentence(SecondPerson(Act.VERIFIED, "jun"), beside="mina") == (
        "jun verified what mina certified."
    )
