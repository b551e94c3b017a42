import pytest

from review.models.sessions import Excerpt, excerpt
from review.selectors.repair.quote_cards import Measure, entry_cards
from tests.factories import make_entry, make_quote, make_session

pytestmark = pytest.mark.django_db


def test_excerpt_says_where_it_was_cut() -> None:
    assert excerpt("0123456789", 4, 6, around=2) == Excerpt("23", "45", "67", is_cut_before=True, is_cut_after=True)
    assert excerpt("0123", 0, 4, around=2) == Excerpt("", "0123", "", is_cut_before=False, is_cut_after=False)


def test_entry_cards_show_the_integers_of_a_fuzzy_similarity() -> None:
    quote = make_quote("이 기능은 배포하지 않기로 결정했습니다", quote="이 기능은 배포하기로 결정했습니다")

    (card,) = entry_cards(quote.entry)

    assert card.measure == Measure("0.857", 3, 21)


def test_entry_cards_show_how_far_a_near_miss_is_below_the_threshold() -> None:
    quote = make_quote("감사 로그는 2년 동안 지우지 않고 보관합니다.", quote="감사 로그는 2년 동안 안 지우고 보관된다")

    (card,) = entry_cards(quote.entry)

    assert card.near_miss is not None
    similarity = 1 - card.near_miss.measure.distance / card.near_miss.measure.length
    assert float(card.row.shortfall) == pytest.approx(0.85 - similarity, abs=0.001)
    assert card.near_miss.excerpt.words == card.near_miss.place.text


def test_entry_cards_list_every_occurrence_of_an_ambiguous_quote() -> None:
    quote = make_quote("배포 완료. 배포 완료. 배포 완료.", quote="배포 완료.")

    (card,) = entry_cards(quote.entry)

    assert [(place.number, place.start, place.is_current) for place in card.occurrences] == [
        (1, 0, True),
        (2, 7, False),
        (3, 14, False),
    ]


def test_entry_cards_know_which_quotes_are_verbatim() -> None:
    entry = make_entry(make_session(["Words as they are, and Other words."]), ["Words as they are", "other words."])

    assert [card.is_verbatim for card in entry_cards(entry)] == [True, False]
