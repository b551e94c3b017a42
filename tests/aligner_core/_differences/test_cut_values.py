"""Values that a hit cuts: what lies beyond its edge belongs to them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core._differences.beside import Beside
from aligner_core._differences.cut_values import cut_values

Found = tuple[str, str]


def cut(marked: str, language: str | None = "en") -> list[Found]:
    """Return kind and source text of the values that the words in brackets cut."""
    start, end = marked.index("["), marked.index("]") - 1
    text = marked.replace("[", "").replace("]", "")
    return [(one.kind, one.source_text) for one in cut_values(Beside(text, start, end, language))]


@pytest.mark.parametrize(
    ("marked", "found"),
    [
        pytest.param("[it rose by 12] % a year", ("unit", "12 %"), id="percent"),
        pytest.param("[it rose by 12]% a year", ("unit", "12%"), id="percent that touches"),
        pytest.param("[it is 12] km away", ("unit", "12 km"), id="a unit"),
        pytest.param("[we took 5]kg of it", ("unit", "5kg"), id="a unit that touches"),
        pytest.param("[it costs 20]€ here", ("unit", "20€"), id="a currency behind"),
        pytest.param("[it costs 20] dollars", ("unit", "20 dollars"), id="a currency in words"),
        pytest.param("[it costs five] dollars", ("unit", "five dollars"), id="a number in words"),
        pytest.param("[it costs 5 million] euros", ("unit", "million euros"), id="a scale in words"),
        pytest.param("[within 30] days of it", ("unit", "30 days"), id="days"),
        pytest.param("[a 5]-year plan", ("unit", "5-year"), id="a unit behind a hyphen"),
        pytest.param("[it is 31] °C here", ("unit", "31 °"), id="degrees"),
        pytest.param("[they did 5]/6 of it", ("number", "5/6"), id="a fraction"),
        pytest.param("they did 5/[6 of it]", ("number", "5/6"), id="the other half of a fraction"),
        pytest.param("[at 3]pm on Monday", ("number", "3pm"), id="a half of the day"),
        pytest.param("[at 3] p.m. on Monday", ("number", "3 p.m."), id="a half of the day with points"),
        pytest.param("[on 12] March we met", ("number", "12 March"), id="a month"),
        pytest.param("[it is 10]³ in all", ("number", "10³"), id="a power"),
        pytest.param("[it is 10]^3 in all", ("number", "10^"), id="a written power"),
        pytest.param("[the 5]th floor", ("number", "5th"), id="an ordinal"),
        pytest.param("it is -[$5 million] in all", ("number", "-$5"), id="a sign before a currency"),
        pytest.param("-[5 degrees]", ("number", "-5"), id="a sign that begins a line"),
        pytest.param("it costs USD [300 a month]", ("unit", "USD 300"), id="the code of a currency"),
        pytest.param("a loss of ([1,250]) in all", ("number", "(1,250)"), id="parentheses of an account"),
        pytest.param("rates of [5 mg]/kg a day", ("unit", "5 mg/kg"), id="a rate"),
        pytest.param("rates rose by [0.5%]p this year", ("unit", "0.5%p"), id="percentage points"),
        pytest.param("[a loss of 5]k in all", ("number", "5k"), id="a scale"),
        pytest.param("[it takes 2 hours] and 30 minutes", ("number", "2 hours and 30 minutes"), id="a duration"),
        pytest.param("[it takes 2h]30min", ("number", "2h30min"), id="a duration that touches"),
        pytest.param("it took 2 hours and [30 minutes]", ("number", "2 hours and 30 minutes"), id="hours before"),
    ],
)
def test_cut_values_are_those_that_lose_a_part(marked: str, found: Found) -> None:
    assert cut(marked) == [found]


@pytest.mark.parametrize(
    ("marked", "found"),
    [
        pytest.param("[금리는 12]%입니다", ("unit", "12%"), id="percent"),
        pytest.param("[금리는 12] 퍼센트입니다", ("unit", "12 퍼센트입니다"), id="percent in words"),
        pytest.param("[거리는 28]km입니다", ("unit", "28km"), id="a unit in Latin letters"),
        pytest.param("[회의는 45]분 동안", ("unit", "45분"), id="minutes"),
        pytest.param("[회의는 3]시에", ("unit", "3시에"), id="an hour"),
        pytest.param("오후 [3시에 만나요]", ("number", "오후 3"), id="the half of the day before"),
        pytest.param("△[120억 원]", ("number", "△120억"), id="the sign of an account"),
        pytest.param("[약 2시간] 30분이 걸려요", ("number", "2시간 30분이"), id="a duration"),
        pytest.param("2시간 [30분이 걸려요]", ("number", "2시간 30분이"), id="hours before"),
    ],
)
def test_cut_values_in_korean_are_those_that_lose_a_part(marked: str, found: Found) -> None:
    assert cut(marked, "ko") == [found]


@pytest.mark.parametrize(
    ("marked", "language", "found"),
    [
        pytest.param("[La cuenta es de 45] euros", "es", [("unit", "45 euros")], id="money"),
        pytest.param("[Der Umbau kostet 80] Millionen Euro", "de", [("number", "80 Millionen")], id="a scale"),
        pytest.param("[um 15] Uhr", "de", [("unit", "15 Uhr")], id="an hour"),
        pytest.param("[Wir liefern am 5]. Mai aus", "de", [("number", "5. Mai")], id="a day before its month"),
        pytest.param("[Es sind genau 5]. Morgen mehr", "de", [], id="the end of a sentence"),
        pytest.param("[Мы сдаём отчёт 5] мая", "ru", [("number", "5 мая")], id="a Russian month"),
        pytest.param("[每年3000]万英镑", "zh", [("number", "3000万英镑")], id="a Chinese scale"),
        pytest.param("[会议在12]月举行", "zh", [("unit", "12月举行")], id="a Chinese month"),
        pytest.param("[在2025]年", "zh", [], id="a Chinese year"),
        pytest.param("số [118] lần", "vi", [], id="a word that begins as a unit does"),
    ],
)
def test_cut_values_know_the_words_of_a_language(marked: str, language: str, found: list[Found]) -> None:
    assert cut(marked, language) == found


@pytest.mark.parametrize(
    ("marked", "language"),
    [
        pytest.param("[we counted 12] geese", "en", id="what is counted"),
        pytest.param("[we counted 12] people", "en", id="a unit that only counts"),
        pytest.param("[room 12] may be free", "en", id="a verb that is a month too"),
        pytest.param("[there are 12]. May I see them", "en", id="a sentence that begins like a month"),
        pytest.param("[try number 5] try again", "en", id="a verb that is a currency too"),
        pytest.param("[team 5] won it", "en", id="another one"),
        pytest.param("[we paid 5] $10 notes", "en", id="the currency of the next number"),
        pytest.param("[room 5] a floor up", "en", id="a letter that is no unit here"),
        pytest.param("[about $4000] / 2 is left", "en", id="a division"),
        pytest.param("- [$40 for the taxi]", "en", id="a bullet"),
        pytest.param("rooms 3-[5 are free]", "en", id="a range"),
        pytest.param("the hall ([5 seats]) is full", "en", id="parentheses of prose"),
        pytest.param("[it moved to 2024], in May", "en", id="the end of a clause"),
        pytest.param("[one] day it rained", "en", id="one"),
        pytest.param("[we met for 2 hours] 5 times", "en", id="a number of something else"),
        pytest.param("[30 minutes] 2 hours before", "en", id="a greater unit"),
        pytest.param("2 hours to [5 days]", "en", id="a range of durations"),
        pytest.param("[회의실 12]에서 만나요", "ko", id="a particle"),
        pytest.param("[정답은 12]입니다", "ko", id="a copula"),
        pytest.param("[우리는 2025]년에 만났다", "ko", id="a year"),
        pytest.param("[정답 12] 사람들은 모른다", "ko", id="a word behind a space"),
    ],
)
def test_cut_values_leave_out_whole_ones(marked: str, language: str) -> None:
    assert cut(marked, language) == []


@given(st.text("ab 5.,-$%/(", max_size=12), st.text("ab 5.,-$%/)kmg", max_size=12))
def test_cut_values_lie_at_the_edges_of_the_hit(before: str, after: str) -> None:
    """What they show is in the text, with the number of the hit; nothing is cut from words without one."""
    text = f"{before}7 of them, or 7{after}"
    found = list(cut_values(Beside(text, len(before), len(before) + 15, "en")))

    assert len(found) <= 2
    assert all("7" in one.source_text and one.source_text in text for one in found)
    assert list(cut_values(Beside(f"{before}all of them{after}", len(before), len(before) + 11, "en"))) == []
