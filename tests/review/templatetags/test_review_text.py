import pytest
from django.template.defaultfilters import truncatechars
from django.utils.translation import override

from review.templatetags.review_text import kept, language_of, reveal, shown_badge, spelled_out


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


@pytest.mark.parametrize("text", ["plain", "a longer text", "cafe\u0301 noir", "caf\u00e9", "pay\u200b 100", ""])
@pytest.mark.parametrize("most", [4, 5, 6, 40])
def test_texts_are_cut_as_django_cuts_them(text: str, most: int) -> None:
    assert reveal(text, most) == reveal(truncatechars(text, most))
    assert spelled_out(text, most) == spelled_out(truncatechars(text, most))
    assert reveal(text, None) == reveal(text)


def test_a_kept_fragment_differs_by_language_and_values() -> None:
    with override("en"):
        english, surer = shown_badge("exact", "E=", "1.000"), shown_badge("exact", "E=", "0.990")
    with override("ko"):
        korean = shown_badge("exact", "E=", "1.000")

    assert len({english, surer, korean}) == 3
    with override("en"):
        assert shown_badge("exact", "E=", "1.000") == english


def test_a_kept_fragment_is_rendered_once() -> None:
    values = {"state": "exact", "letters": "<E>", "confidence": "", "in_words": False}

    assert kept("review/shared/_badge.html", **values) is kept("review/shared/_badge.html", **values)
    assert "&lt;E&gt;" in kept("review/shared/_badge.html", **values)
