import pytest

from review.models import Entry
from review.models.sessions import Excerpt, excerpt
from review.selectors.quotes.faces import FaceState
from review.selectors.repair.quote_cards import Measure, entry_cards
from review.services.repair.quotes import retry_quote
from tests.factories import make_project, make_quote, make_user

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


def test_entry_cards_have_the_words_of_the_model_where_a_person_took_others() -> None:
    reviewer = make_user("mina")
    project = make_project(reviewer=reviewer)
    quote = make_quote("The log is kept for 90 days.", quote="The log is kept for 30 days.", project=project)
    retry_quote(quote_id=quote.pk, text="kept for 90 days", message_index=0, seen_attempt=1, actor=reviewer)

    (card,) = entry_cards(Entry.objects.get())

    assert (card.face.state, card.face.change) == (FaceState.EXACT, None)
    assert card.face.replaced is not None
