"""The spellings of chats, and where each stands in the text as it was typed."""

import pytest

from aligner_core import check_claim
from aligner_core._claims.spellings import SpelledOut


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("paid 90 bucks", "paid 90 dollars"),
        ("got 2k for it", "got 2 thousand 2 km for it"),
        ("w/o him, b4 noon, ppl", "without him, before noon, people"),
        ("I may march in may, sept 20", "I may march in May, Sept 20"),
        ("see you friday, last mon", "see you Friday, last Monday"),
        ("a mon in the sun", "a mon in the sun"),
        ("담주 토욜에", "다음 주 토요일에"),
        ("74키로야, 10 센치", "74킬로그램 74킬로미터야, 10센티미터"),
        ("전세 3억 2천, 16평", "전세 3억 2천만, 16평"),
        ("월수금 저녁", "월요일 수요일 금요일 저녁"),
        ("배포는 화, 목만", "배포는 화요일, 목요일만"),
        ("월~금에, 토·일은 쉬고", "월요일~금요일에, 토요일·일요일은 쉬고"),
        ("화목만 빼고, 화목한 집", "화요일 목요일만 빼고, 화목한 집"),
        ("연봉 8천 정도, 1억 2천에서", "연봉 8천 8천만 정도, 1억 2천만에서"),
        ("회비 8천 원, 8천명, 9천 개", "회비 8천 원, 8천명, 9천 개"),
        ("raised 4.3M, 4.3m long", "raised 4.3 million 4.3 m, 4.3m long"),
        ("카톡으로", "카카오톡으로"),
        ("nothing to do", "nothing to do"),
    ],
)
def test_spellings_are_written_out(typed: str, written: str) -> None:
    assert SpelledOut(typed).text == written


def test_a_place_is_that_of_the_typed_words() -> None:
    spelled = SpelledOut("so 90 bucks on friday, ok")

    assert {
        written: spelled.source[slice(*spelled.source_range(at, at + len(written)))]
        for written in ("so", "90 dollars", "dollars", "on Friday", ", ok")
        for at in [spelled.text.index(written)]
    } == {"so": "so", "90 dollars": "90 bucks", "dollars": "90 bucks", "on Friday": "on friday", ", ok": ", ok"}


def test_the_evidence_is_read_more_leniently_than_the_claim() -> None:
    report = check_claim("It costs 45 dollars, on Friday", ["costs me like 45 bucks on friday"])

    assert [(fact.text, fact.place.text if fact.place else "") for fact in report.facts] == [
        ("45 dollars", "45 bucks"),
        ("Friday", "friday"),
    ]
