"""What a text is about, and whether another text is about it too."""

import pytest

from aligner_core._language.terms import Terms, keywords


def held(text: str, other: str) -> list[bool]:
    return [Terms(other).holds(term) for term in Terms(text).distinct]


@pytest.mark.parametrize(
    ("text", "other"),
    [
        pytest.param("플라스틱 용기", "플라스틱용기는", id="written together"),
        pytest.param("종량제봉투", "종량제 봉투를", id="written apart"),
        pytest.param("database", "the data base", id="written apart in English"),
        pytest.param("재활용", "재활용품은", id="a longer word"),
        pytest.param("재활용품은", "재활용", id="a shorter word"),
        pytest.param("아파트 단지", "아파트", id="one of two"),
        pytest.param("DuckDB의", "duckdb에서", id="Latin letters with particles"),
        pytest.param("PDF파일", "pdf를", id="letters of two scripts"),
        pytest.param("７일 이내", "7일간", id="a number with its unit"),
        pytest.param("thirty days", "within 30 days", id="a number in words"),
        pytest.param("열두 시", "12시", id="a number in Korean words"),
        pytest.param("10%", "10퍼센트를", id="per cent"),
        pytest.param("2,400원", "2400원", id="thousands"),
        pytest.param("5 km", "5킬로미터를", id="a long unit with a particle"),
        pytest.param("3 마이크로미터", "3마이크로미터나", id="the longest unit"),
        pytest.param("12", "the 12", id="two digits"),
        pytest.param("7일이내", "7 days", id="a unit of one letter with more after it"),
        pytest.param("1937", "in 1937", id="a year"),
        pytest.param("20 MB", "20mb", id="a unit of letters"),
        pytest.param("Labels", "the label", id="a plural"),
    ],
)
def test_holds_finds_a_term_in_another_form(text: str, other: str) -> None:
    assert any(held(text, other))


@pytest.mark.parametrize(
    ("text", "other"),
    [
        pytest.param("물 한 잔", "물을", id="one letter"),
        pytest.param("a b c 1 2", "a b c 1 2", id="letters and digits"),
        pytest.param("할 수 있는 것이 있다", "할 수 있는 것이 있다", id="words of any text"),
        pytest.param("it is what they should have", "it is what they should have", id="function words"),
        pytest.param("as far as possible", "as long as it lasts", id="as"),
        pytest.param("7일", "7분", id="another unit"),
        pytest.param("7일", "17일", id="another number"),
        pytest.param("7 days", "9 days", id="another number of the same unit"),
        pytest.param("5 tables", "5 tons", id="a word that begins as a unit does"),
        pytest.param("DuckDB에서", "SQLite에서", id="the same particle"),
        pytest.param("30일", "30분", id="another unit of a longer number"),
        pytest.param("5킬로", "5킬로미터", id="a unit that another begins with"),
        pytest.param("art", "start the party", id="within a word"),
        pytest.param("수도", "수도권", id="the head of a word of two letters"),
        pytest.param("에서 에게", "서버에서", id="particles"),
        pytest.param("분리배출", "분리, 배출", id="two words with a comma between them"),
        pytest.param("", "라벨", id="nothing"),
        pytest.param("라벨", "", id="in nothing"),
        pytest.param("!!! ...", "!!! ...", id="signs"),
    ],
)
def test_holds_refuses_what_is_another_term_or_none(text: str, other: str) -> None:
    assert not any(held(text, other))


def test_terms_are_distinct() -> None:
    assert len(Terms("라벨 라벨 라벨").distinct) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("페트병은 어떻게 버려요?", ["페트병", "어떻게", "버려요"]),
        ("라벨을", ["라벨"]),
        ("회의 도로 물을", ["회의", "도로", "물을"]),
        ("Where is the label? THE LABEL!", ["is", "label"]),
        ("2026년 7", ["2026", "년"]),
        ("", []),
    ],
)
def test_keywords_are_the_words_of_a_query(text: str, words: list[str]) -> None:
    assert keywords(text) == [word for word in words if len(word) > 1]
