"""One name for each unit."""

import pytest

from aligner_core.units import SIGNS, unit


@pytest.mark.parametrize(
    "names",
    [
        "s sec secs second seconds 초",
        "kg kilogram kilograms 킬로그램",
        "metre metres meter m 미터",
        "mb megabyte megabytes 메가바이트",
        "% percent 퍼센트",
        "$ dollar dollars usd 달러",
        "week weeks 주 주일 주간",
        "month months 달 개월",
    ],
)
def test_names_of_one_unit(names: str) -> None:
    assert len({unit(name) for name in names.split()}) == 1


@pytest.mark.parametrize(
    "names", ["ms m s", "kg g mg", "월 개월", "시 시간", "mile meter", "원 엔 위안", "$ € £ ¥ ₩ % °"]
)
def test_names_of_several_units(names: str) -> None:
    found = [unit(name) for name in names.split()]

    assert all(found)
    assert len(set(found)) == len(found)


def test_other_words_are_no_units() -> None:
    assert [unit(word) for word in ("table", "서버", "", "ss")] == ["", "", "", ""]
    assert {unit(sign) for sign in SIGNS - {"‰"}} >= {"percent", "dollar", "degree"}
