"""The values of number expressions."""

from fractions import Fraction

import pytest

from aligner_core._language.numbers import read_numbers, split_counters
from aligner_core._text.tokens import tokenize


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("12 of 2,400", [12, 2400]),
        ("-3.5 and +4", [Fraction(-7, 2), 4]),
        ("10:30", ["10:30"]),
        ("2.10.1", ["2.10.1"]),
        ("2,40", ["2,40"]),
        ("3 million users", [3_000_000]),
        ("five", [5]),
        ("twenty-five thousand", [25_000]),
        ("two hundred thirty one", [231]),
        ("three million two hundred", [3_000_200]),
        ("one two", [1, 2]),
        ("twenty - odd", [20]),
        ("the third time", [3]),
        ("chapter xiv", [14]),
        ("chapter ix", [9]),
        ("mix and civil", []),
        ("3억 5천만원", [300_000_000, 50_000_000]),
        ("2천", [2000]),
        ("열두시", [12]),
        ("스물다섯 명", [25]),
        ("하나", [1]),
        ("the 3rd and the 21st", [3, 21]),
        ("3 rd", [3]),
        ("17。5", [Fraction(35, 2)]),
        ("m² and ½", ["²", "½"]),
        ("이천오백만 원", [25_000_000]),
        ("백만", [1_000_000]),
        ("십이억삼천만", [1_230_000_000]),
        ("만나서 이야기", []),
        ("(%)", []),
        ("", []),
    ],
)
def test_read_numbers_returns_the_values(text: str, values: list[Fraction | str]) -> None:
    assert [value for value, _ in read_numbers([*split_counters(tokenize(text))])] == values


def test_read_numbers_returns_the_indices_of_the_tokens() -> None:
    words = tokenize("about twenty-five thousand of 3만")

    assert [[words[at].text for at in indices] for _, indices in read_numbers(words)] == [
        ["twenty", "-", "five", "thousand"],
        ["3", "만"],
    ]
