"""One name for each unit."""

import pytest

from aligner_core._language.units import canonical_unit, unit_signs


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
def test_canonical_unit_is_the_same_for_all_spellings(names: str) -> None:
    assert len({canonical_unit(name) for name in names.split()}) == 1


@pytest.mark.parametrize(
    "names", ["ms m s", "kg g mg", "월 개월", "시 시간", "mile meter", "원 엔 위안", "$ € £ ¥ ₩ % °"]
)
def test_canonical_unit_differs_between_units(names: str) -> None:
    found = [canonical_unit(name) for name in names.split()]

    assert all(found)
    assert len(set(found)) == len(found)


def test_canonical_unit_is_empty_for_other_words() -> None:
    assert [canonical_unit(word) for word in ("table", "서버", "", "ss")] == ["", "", "", ""]
    assert {canonical_unit(sign) for sign in unit_signs() - {"‰"}} >= {"percent", "dollar", "degree"}
