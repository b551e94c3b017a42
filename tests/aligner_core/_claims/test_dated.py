"""Days that a message tells by when it was written."""

import pytest

from aligner_core import Said, Speaker, check_claim
from aligner_core._claims.dated import day_of
from aligner_core.guards import guard

MONDAY = "2023-05-08T13:56:00+09:00"
OLGA, HANNE = Speaker("Olga", "user"), Speaker("Hanne", "user")


def missing(claim: str, words: str, when: str = MONDAY) -> list[str]:
    report = check_claim(claim, [Said(words, OLGA, (HANNE,), words, 0, 0, when)])
    return [fact.text for fact in report.missing]


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("Olga mended the kayak on 7 May 2023.", "I mended the kayak yesterday"),
        ("Olga mends the kayak on May 9, 2023.", "I'll mend the kayak tomorrow"),
        ("Olga paddles in June 2023.", "we paddle next month"),
        ("Olga bought the kayak in May 2023.", "bought the kayak last week"),
        ("Olga bought the kayak in 2022.", "bought the kayak last year"),
        ("Olga paddled on Sunday, 7 May 2023.", "paddled on sunday"),
        ("Olga paddles on 14 May 2023.", "we paddle on the 14th"),
        ("Olga paddled on 31 March 2023.", "we paddled on March 31st"),
        ("Olga bought the kayak on April 24, 2023.", "bought the kayak two weeks ago"),
        ("Olga bought the kayak in February 2023.", "bought the kayak three months ago"),
        ("Olga paddles on 11 May 2023.", "we paddle in 3 days"),
        ("Olga paddles on 11 May 2023.", "we paddle 3 days from now"),
        ("Olga paddled on 6 May 2023.", "we paddled last weekend"),
        ("Olga paddles on Tuesday.", "we paddle tomorrow"),
        ("Olga paddled on 8 May 2023.", "we paddled"),
        ("2023년 5월 7일에 카약을 고쳤다.", "어제 카약을 고쳤어"),
        ("2023년 4월에 카약을 샀다.", "지난달에 카약을 샀어"),
        ("2021년에 카약을 샀다.", "재작년에 카약을 샀어"),
        ("5월 5일에 카약을 샀다.", "3일 전에 카약을 샀어"),
        ("5월 14일에 카약을 탄다.", "14일에 카약을 타"),
    ],
)
def test_a_day_is_found_by_when_the_message_was_written(claim: str, words: str) -> None:
    assert missing(claim, words) == []
    assert missing(claim, words, "") != []


@pytest.mark.parametrize(
    ("claim", "words", "lacking"),
    [
        ("Olga mended the kayak on 8 May 2023.", "I mended the kayak yesterday", ["8 May 2023"]),
        ("Olga mended the kayak on 7 May 2022.", "I mended the kayak yesterday", ["7 May 2022"]),
        ("Olga paddles in July 2023.", "we paddle next month", ["July 2023"]),
        ("Olga bought the kayak in 2021.", "bought the kayak last year", ["2021"]),
        ("Olga paddles on 20 May 2023.", "we paddle on the 14th", ["20 May 2023"]),
        ("Olga paddles on 31 April 2023.", "we paddle on the 31st", ["31 April 2023"]),
        ("Olga bought the kayak on May 1, 2023.", "bought the kayak two weeks ago", ["May 1, 2023"]),
        ("Olga paddled on 29 April 2023.", "paddled last saturday", ["29 April 2023"]),
        ("Olga paddles for 2 days.", "we paddle for 3 days", ["2 days"]),
        ("Olga paddles on Thursday.", "we paddle tomorrow", ["Thursday"]),
        ("Olga paddles on 8 May 2023.", "we paddle on 9 June 2023", ["8 May 2023"]),
    ],
)
def test_another_day_is_missing(claim: str, words: str, lacking: list[str]) -> None:
    assert missing(claim, words) == lacking


@pytest.mark.parametrize("when", ["", "yesterday", "1683550000", "2023-13-40", "0001-01-01", "9999-12-31T00:00:00Z"])
def test_any_time_of_a_message_is_read(when: str) -> None:
    words = (
        "last year, a month ago, yesterday, the day after tomorrow, in 9 days, on the 31st, last weekend, last week, "
        "on monday, on friday, at 5 pm, in 3 hours, 2.5 days ago, on February 30th, in may, v2.1"
    )

    assert missing("Olga mended it on 7 May 2023.", words, when) == ["7 May 2023"]


def test_day_of_reads_the_day_where_it_was_written() -> None:
    assert str(day_of("2026-11-26T23:30:00-10:00")) == "2026-11-26"
    assert day_of("26.11.2026") is None


def test_guard_reads_the_times_of_messages() -> None:
    message = {"role": "user", "name": "Olga", "content": "I mended the kayak yesterday."}

    dated = guard(
        "Olga mended the kayak on 7 May 2023.", "mended the kayak yesterday", [message | {"timestamp": MONDAY}]
    )
    undated = guard("Olga mended the kayak on 7 May 2023.", "mended the kayak yesterday", [message])

    assert (dated.decision.value, undated.decision.value) == ("store", "hold")
