import pytest

from review.languages import language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("배포하지 않기로 결정했습니다", "ko"),
        ("DuckDB에서 JSONB 타입을 제거", "ko"),
        ("\u1112\u1161\u11ab\u1100\u1173\u11af", "ko"),
        ("We decided to ship", "en"),
        ("Wir hören später", ""),
        ("12345", ""),
        ("", ""),
    ],
)
def test_language_of_tells_korean_from_english_and_leaves_the_rest_open(text: str, language: str) -> None:
    assert language_of(text) == language
