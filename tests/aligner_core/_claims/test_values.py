"""Values of a text as they are read, and which of them states one of a claim."""

import pytest

from aligner_core._claims.reading import read
from aligner_core._claims.values import value_index, values_of
from aligner_core._claims.worth import MAX_PLACES_OF_VALUE, Quantity, quantity_of


def states(evidence: str, claim: str) -> bool:
    """Return whether a text states the first value of another."""
    return bool(
        value_index(read(evidence)).stating(next(one.worth for one in values_of(read(claim)) if not one.is_article))
    )


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("two weeks", "14 days"),
        ("48 hours", "2일"),
        ("2 years", "24개월"),
        ("half an hour", "30 minutes"),
        ("four and a half hours", "270 minutes"),
        ("an hour and a half", "90분"),
        ("90 minutes", "한 시간 반이나 했네요"),
        ("2시간 반", "150분"),
        ("$3,750", "three thousand seven hundred and fifty dollars"),
        ("2027년 2월 3일", "2027. 2. 3.까지만"),
        ("10일", "열흘"),
        ("나흘", "4 days"),
        ("12,000 pounds", "£12,000"),
        ("1,850유로", "€1,850"),
        ("950 euros", "7,600 EUR and 950 more"),
        ("7천5백 원", "7,500원"),
        ("CHF 20", "20 chf"),
        ("6 square metres", "6 제곱미터"),
        ("2 GB", "2,000 MB"),
        ("3 days", "3 working days"),
        ("90-day", "90 days"),
        ("50MB급", "50 MB"),
        ("5밀리그램이다", "5 mg"),
        ("20부입니다", "20부"),
        ("네 명", "네 분"),
        ("three guests", "손님 세 명"),
        ("세 가지", "3개"),
        ("두 번", "twice"),
        ("2회", "double"),
        ("third quarter", "Q3"),
        ("the 14th", "October 14"),
        ("14일", "2026-10-14"),
        ("2026년", "2026-10-14"),
        ("May 2026", "3 May 2026"),
        ("in October", "until October"),
        ("October 8", "8 to 19 October"),
        ("3월 5일", "3월 2일부터 5일까지"),
        ("9 in the evening", "21:00"),
        ("half past 7", "7:30"),
        ("quarter to 9", "8:45"),
        ("7 in the morning", "오전 7시"),
        ("on Fridays", "금요일마다"),
        ("Sat", "on Saturday"),
        ("tomorrow", "내일 봐요"),
        ("오늘", "오늘펑펑 울었어"),
        ("모레", "모레까지"),
        ("noon", "12:00"),
        ("12시", "정오까지"),
        ("7:30 pm", "half past seven"),
        ("6:45", "quarter to seven"),
        ("9 am", "9 in the morning"),
        ("14:00", "2 in the afternoon"),
        ("10:30 am", "10.30 am"),
        ("3 pm", "오후 3시"),
        ("10시", "at 10"),
        ("15 h", "15 hours"),
        ("v2.1", "release v2.1"),
        ("version 4.7", "notes of 4.7"),
        ("4.7", "version 4.7"),
        ("010-4821-7730", "call 01048217730 or 010-4821-7730"),
    ],
)
def test_one_value_states_another(claim: str, evidence: str) -> None:
    assert states(evidence, claim)


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("30 days", "90 days"),
        ("60 minutes", "it took an hour and a half"),
        ("60분", "한 시간 반이나 했네요"),
        ("2.5 years", "2년 반드시"),
        ("102", "one hundred and two hundred"),
        ("30 days", "30 hours"),
        ("30 days", "30 orders"),
        ("120권", "120쪽"),
        ("20줄", "20쪽"),
        ("6 square feet", "6 square metres"),
        ("$15", "$50"),
        ("15%", "15 points"),
        ("10월 30일", "10월 20일"),
        ("18 September", "23 September, until the 18th"),
        ("4 March 2026", "4 March"),
        ("3 pm", "3 am"),
        ("15:00", "16:00"),
        ("Friday", "on Thursday"),
        ("오늘", "오늘날의 기준"),
        ("3.5 pm", "3:05 pm"),
        ("version 3.10", "version 3.1"),
        ("v2.1", "v2.2"),
        ("5 kg", "an era and a half, half a dozen of them, every era"),
        ("the 14th", "2:30"),
        ("order-12", "12:00"),
    ],
)
def test_another_value_does_not_state_it(claim: str, evidence: str) -> None:
    assert not states(evidence, claim)


def test_a_word_for_one_and_an_article_are_no_facts() -> None:
    text = "one of the teams, an hour each day, 한 명이 한 번에 한 달에, the first one doubled"

    assert [text[value.start : value.end] for value in values_of(read(text)) if not value.is_article] == []


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("$5 at 5 pm on 5 May, 5 times v5.1", ["amount", "time", "date", "number", "identifier"]),
        ("hotel_name = Bahia", []),
        ("hotel_name == 5", ["identifier", "number"]),
        ("we may march on a sunny sun day", []),
        ("the March of the may", []),
    ],
)
def test_values_are_of_kinds(text: str, kinds: list[str]) -> None:
    assert [value.kind for value in values_of(read(text))] == kinds


def test_a_number_without_a_single_value_is_compared_as_written() -> None:
    assert quantity_of("1.2.3", "day") == Quantity("1.2.3", "day", "1.2.3")
    assert states("at 99:99", "99:99")


def test_so_many_places_of_one_value_are_looked_at() -> None:
    index = value_index(read("5 kg, " * (MAX_PLACES_OF_VALUE + 9)))

    assert len(index.stating(values_of(read("5 kg"))[0].worth)) == MAX_PLACES_OF_VALUE
    assert [one.start for one in index.instead_of(values_of(read("7 kg"))[0], ())] == [0]
