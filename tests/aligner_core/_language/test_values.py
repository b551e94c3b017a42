"""Expressions of one value, however they are written, and expressions that only look alike."""

from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core._language.lexicon import lexicon
from aligner_core._language.numbers import split_counters
from aligner_core._language.value_tokens import Value
from aligner_core._language.values import read_values
from aligner_core._text.normalized_text import fold
from aligner_core._text.tokens import tokenize


def values(text: str, language: str | None) -> list[Value]:
    tokens = list(split_counters(tokenize(fold(text))))
    return [value for value, _ in read_values(tokens, lexicon(language) if language else None)]


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["$1,200", "1,200 dollars", "1200 usd", "$1.2k", "$1200", "US$1,200"]),
        ("en", ["$2.5 million", "$2.5m", "2.5 million dollars", "$2,500,000"]),
        ("en", ["€5", "5 euros", "5 EUR"]),
        ("en", ["$3bn", "3 billion dollars", "$3b"]),
        ("en", ["$5", "$5 dollars"]),
        ("en", ["1.5k", "1,500", "1500"]),
        ("en", ["fifteen", "15"]),
        ("en", ["twenty-five", "25", "twenty five"]),
        ("en", ["21st", "21", "twenty-first"]),
        ("en", ["two hundred thousand", "200,000", "200k"]),
        ("en", ["three million two hundred", "3,000,200"]),
        ("en", ["20%", "20 percent", "20 %", "twenty percent"]),
        ("en", ["3 km", "3000 m", "3,000 meters", "3 kilometres"]),
        ("en", ["90 minutes", "1.5 hours", "1.5h"]),
        ("en", ["3 hours", "3 hrs"]),
        ("en", ["5 mg", "0.005 g", "5,000 mcg"]),
        ("en", ["3 pm", "15:00", "3 p.m.", "3:00 pm", "3PM"]),
        ("en", ["3:30 a.m.", "3:30 am"]),
        ("en", ["4 March 2025", "March 4th, 2025", "2025-03-04", "4th of March 2025", "2025/3/4", "4 Mar 2025"]),
        ("en", ["March 4", "4 March", "the 4th of March", "Mar. 4"]),
        ("en", ["March 2025", "Mar 2025"]),
        ("ko", ["2025년 3월 4일", "2025-03-04", "2025년 3월 4일에"]),
        ("ko", ["2025년 3월", "2025년 3월에"]),
        ("ko", ["3월 4일", "삼월 4일", "3월 4일부터"]),
        ("ko", ["시월에", "10월에", "10월"]),
        ("ko", ["3억 2천만 원", "3.2억 원", "320000000원", "3억2천만원을"]),
        ("ko", ["3억 2천만", "3.2억"]),
        ("ko", ["1만 5천 명", "15,000명"]),
        ("ko", ["삼십만", "30만", "300,000"]),
        ("ko", ["이천오백만 원", "2,500만 원"]),
        ("ko", ["만 원", "10,000원", "₩10,000"]),
        ("ko", ["스물다섯 명", "25명", "25 사람"]),
        ("ko", ["세 시간", "3시간", "180분"]),
        ("ko", ["오후 3시 30분", "15:30", "3:30 pm", "오후 3시 반", "15시 30분"]),
        ("ko", ["열두 시", "12시", "12:00"]),
        ("ko", ["새벽 3시", "오전 3시"]),
        ("ko", ["20%", "20 퍼센트", "20프로"]),
        ("ko", ["2%p", "2%포인트", "2 % 포인트가"]),
        ("de", ["fünfzehn", "15"]),
        ("de", ["4. März 2025", "2025-03-04"]),
        ("de", ["15 Uhr", "15:00", "15:00 Uhr"]),
        ("de", ["zwei Millionen", "2000000"]),
        ("fr", ["4 mars 2025", "2025-03-04"]),
        ("es", ["4 de marzo de 2025", "2025-03-04"]),
        ("ja", ["午後3時", "15時", "15:00"]),
        ("en", ["-$5", "−$5", "$-5", "($5)", "-5 dollars"]),
        ("en", ["-$1,250", "($1,250)"]),
        ("en", ["(1,250)", "-1,250"]),
        ("en", ["(-$400)", "($400)", "-$400"]),
        ("en", ["10³", "10^3", "1000"]),
        ("en", ["10⁻³", "10^-3"]),
        ("en", ["5 m²", "5 m^2", "5 m2", "5m²"]),
        ("en", ["3 p.m.", "3 P.M.", "3 p. m.", "3pm", "15:00"]),
        ("zh", ["一 万 五", "15000", "一 万 五 千"]),
        ("zh", ["三 百 二", "320", "三 百 二 十"]),
        ("zh", ["一 万 零 五", "10005"]),
        ("ja", ["2025年3月4日", "2025-03-04"]),
        (None, ["12", "twelve", "12"]),
    ],
    ids=lambda given: " = ".join(given) if isinstance(given, list) else str(given),
)
def test_read_values_are_equal_however_they_are_written(language: str | None, texts: list[str]) -> None:
    first, *others = (values(text, language) for text in texts)

    assert len(first) == 1
    assert [text for text, other in zip(texts[1:], others, strict=True) if other != first] == []


@pytest.mark.parametrize(
    ("language", "left", "right"),
    [
        ("en", "20%", "20%p"),
        ("en", "20%", "20"),
        ("en", "2 percent", "2 percentage points"),
        ("ko", "2%", "2%포인트"),
        ("en", "5 mg", "5 mcg"),
        ("en", "5 mg", "5 g"),
        ("en", "5 GB", "5 MB"),
        ("en", "$5", "€5"),
        ("en", "$5", "5"),
        ("en", "$5m", "$5k"),
        ("en", "15 March", "16 March"),
        ("en", "4 March 2025", "4 March 2024"),
        ("en", "March 4", "April 4"),
        ("en", "2025-03-04", "2025-04-03"),
        ("en", "3 am", "3 pm"),
        ("en", "3:30", "3:30 pm"),
        ("en", "10:30:15", "10:30:45"),
        ("en", "10:30", "10:31"),
        ("en", "fifteen", "fifty"),
        ("en", "1.5", "15"),
        ("en", "1.5k", "1.5"),
        ("en", "-5", "5"),
        ("en", "12 days", "12 weeks"),
        ("en", "1/2", "1/3"),
        ("ko", "오전 3시", "오후 3시"),
        ("ko", "3시", "3시간"),
        ("ko", "3월", "3개월"),
        ("ko", "3억 2천만", "3억 2백만"),
        ("ko", "3억 원", "3만 원"),
        ("ko", "세 명", "세 대"),
        ("ko", "9시 반", "9시"),
        ("de", "2.000 Euro", "2 Euro"),
        ("es", "1.500 euros", "1.5 euros"),
        ("en", "-$5", "$5"),
        ("en", "(1,250)", "1,250"),
        ("en", "10³", "10²"),
        ("en", "10³", "103"),
        ("en", "10⁻³", "10³"),
        ("en", "10^60", "10^61"),
        ("en", "5 m²", "5 m³"),
        ("en", "5 m²", "5 m"),
        ("en", "x²", "x³"),
        ("en", "3 p.m.", "3 a.m."),
        ("en", "3.10", "3.1"),
        ("zh", "一 万 五", "一 万 零 五"),
        ("zh", "三 百 二", "三 百 零 二"),
        ("ja", "一 万 五", "一 万 五 千"),
    ],
    ids=lambda given: given,
)
def test_read_values_differ_for_what_only_looks_alike(language: str, left: str, right: str) -> None:
    assert values(left, language) != values(right, language)


@pytest.mark.parametrize(
    ("text", "language", "keys"),
    [
        pytest.param("12 builds", "en", [("number", Fraction(12))], id="a bare number"),
        pytest.param("12 kg", "en", [("mass", Fraction(12_000))], id="a measure of a quantity"),
        pytest.param("12 weeks", "en", [("measure", Fraction(12), "week")], id="a measure without one"),
        pytest.param("2.10.1", "en", [("number", "2.10.1")], id="a version"),
        pytest.param("3.10", "en", [("version", "3.10")], id="a zero that is kept"),
        pytest.param("$3.10", "en", [("money", Fraction(31, 10), "dollar")], id="a zero of money"),
        pytest.param("3.00", "en", [("number", Fraction(3))], id="zeros alone"),
        pytest.param("(12 people)", "en", [("measure", Fraction(12), "person")], id="parentheses of prose"),
        pytest.param("(1,250 km)", "en", [("length", Fraction(1250000))], id="parentheses around a length"),
        pytest.param("(250)", "en", [("number", Fraction(250))], id="parentheses around a small number"),
        pytest.param("a-$5", "en", [("money", Fraction(5), "dollar")], id="a hyphen before money"),
        pytest.param("3 kg and 4 kg", "en", [("mass", Fraction(3000)), ("mass", Fraction(4000))], id="two"),
        pytest.param("$3 and 5%", "en", [("money", Fraction(3), "dollar"), ("percent", Fraction(5))], id="two kinds"),
        pytest.param(
            "at 25:99 or 32 March", "en", [("number", "25:99"), ("number", Fraction(32))], id="no time, no date"
        ),
        pytest.param("13 pm", "en", [("measure", Fraction(13), "pm")], id="no hour of half a day"),
        pytest.param("0 pm", "en", [("measure", Fraction(0), "pm")], id="hour nought"),
        pytest.param("12 am", "en", [("time", 0, True)], id="midnight"),
        pytest.param("12 pm", "en", [("time", 720, True)], id="noon"),
        pytest.param("3시", "ko", [("time", 180, False)], id="an hour of either half"),
        pytest.param("15시", "ko", [("time", 900, True)], id="an hour of the second half"),
        pytest.param("1.5시", "ko", [("measure", Fraction(3, 2), "시")], id="an hour in fractions"),
        pytest.param("1999-13-04", "en", [("number", Fraction(n)) for n in (1999, 13, 4)], id="a month too many"),
        pytest.param("12-03-04", "en", [("number", Fraction(n)) for n in (12, 3, 4)], id="a year too short"),
        pytest.param("may we go", "en", [], id="a month without a day"),
        pytest.param("in may 2025", "en", [("date", 2025, 5, None)], id="a month of a year"),
        pytest.param("4 de marzo", "es", [("date", None, 3, 4)], id="a word between"),
        pytest.param("xiv", "en", [("number", Fraction(14))], id="Roman digits"),
        pytest.param("m² ½", "en", [("power", 2), ("number", "½")], id="raised digits and fractions"),
        pytest.param("$ and %", "en", [], id="signs without a number"),
        pytest.param("$x", "en", [], id="a currency without a number"),
        pytest.param(
            "2억 3억", "ko", [("number", Fraction(n * 10**8)) for n in (2, 3)], id="no smaller number follows"
        ),
        pytest.param("2.5억 3만", "ko", [("number", Fraction(250_030_000))], id="a smaller number follows"),
        pytest.param("1.5만 5백", "ko", [("number", Fraction(15_500))], id="parts of other magnitudes"),
        pytest.param("0만 5백", "ko", [("number", Fraction(n)) for n in (0, 500)], id="nothing goes on"),
        pytest.param("2 h 30 min", "en", [("duration", Fraction(9000))], id="a duration in two units"),
        pytest.param("two hours and thirty minutes", "en", [("duration", Fraction(9000))], id="one in words"),
        pytest.param("1시간 5분 30초", "ko", [("duration", Fraction(3930))], id="one in three"),
        pytest.param(
            "90 min and 30 min", "en", [("duration", Fraction(5400)), ("duration", Fraction(1800))], id="two durations"
        ),
        pytest.param("half past three pm", "en", [("time", 930, True)], id="a part of an hour"),
        pytest.param("quarter to one", "en", [("time", 765, False)], id="a part that an hour lacks"),
        pytest.param("half of three", "en", [("number", Fraction(3))], id="a part of something else"),
        pytest.param("27인치", "ko", [("measure", Fraction(27), "inch")], id="a unit of another system"),
        pytest.param("3/4", "ko", [("date", None, 3, 4)], id="a month before its day"),
        pytest.param("1/2/3, 13/4", "ko", [("number", Fraction(n)) for n in (1, 2, 3, 13, 4)], id="no month and day"),
        pytest.param("3/4", "en", [("number", Fraction(n)) for n in (3, 4)], id="a day or a month first"),
        pytest.param("밤 12시", "ko", [("time", 0, True)], id="midnight in Korean"),
        pytest.param("밤 11시 30분", "ko", [("time", 1410, True)], id="late in the evening"),
        pytest.param("오후 회의", "ko", [], id="half a day without an hour"),
        pytest.param("오후 3건", "ko", [("measure", Fraction(3), "건")], id="half a day and a count"),
        pytest.param("", "en", [], id="nothing"),
    ],
)
def test_read_values_returns_kinds_and_numbers(text: str, language: str, keys: list[tuple[object, ...]]) -> None:
    assert [value.key for value in values(text, language)] == keys


def test_read_values_returns_the_tokens_of_each() -> None:
    tokens = tokenize("on march 4, 2025 we paid $1,200 at 3 p.m. sharp")

    read = read_values(tokens, lexicon("en"))

    assert ["".join(tokens[at].text for at in indices) for _, indices in read] == ["march4,2025", "$1,200", "3p.m."]


@pytest.mark.parametrize(
    ("language", "text", "number"),
    [
        ("de", "zwei hundert", 200),
        ("de", "drei tausend zwei hundert", 3200),
        ("de", "tausend", 1000),
        ("fr", "deux mille", 2000),
        ("ja", "三十", 30),
        ("ru", "двадцать пять", 25),
        ("es", "dos mil", 2000),
    ],
)
def test_read_values_reads_the_number_words_of_a_language(language: str, text: str, number: int) -> None:
    assert [value.key for value in values(text, language)] == [("number", Fraction(number))]


@given(st.integers(1, 10**12), st.sampled_from(["en", "ko", "de", None]))
def test_read_values_of_digits_is_their_number(number: int, language: str | None) -> None:
    assert values(str(number), language) == values(f"{number:,}", language) == [Value("number", ("number", number))]


@given(st.integers(0, 23), st.integers(0, 59))
def test_read_values_of_a_time_are_those_of_the_other_ways_to_write_it(hour: int, minute: int) -> None:
    half, of_half = ("오전", "오후")[hour // 12], hour % 12 or 12

    korean = values(f"{half} {of_half}시 {minute}분" if minute else f"{half} {of_half}시", "ko")

    assert (
        korean
        == values(f"{of_half}:{minute:02} {'ap'[hour // 12]}m", "en")
        == [Value("number", ("time", 60 * hour + minute, True))]
    )


@given(st.dates(min_value=date(1000, 1, 1)))
def test_read_values_of_a_date_are_those_of_the_other_ways_to_write_it(day: date) -> None:
    year, number = day.year, day.day
    name = day.strftime("%B")

    first = values(day.isoformat(), "en")

    assert first == values(f"{name} {number}, {year}", "en") == values(f"{number} {name} {year}", "en")
    assert (
        first
        == values(f"{year}년 {day.month}월 {number}일", "ko")
        == [Value("number", ("date", year, day.month, number))]
    )
