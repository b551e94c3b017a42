import pytest

from review.templatetags.review_text import language_of


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
def test_language_of_recognizes_korean_and_english_and_nothing_else(text: str, language: str) -> None:
    assert language_of(text) == language
