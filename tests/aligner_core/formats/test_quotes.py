"""One quote as it came."""

from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict, Field

from aligner_core import ExtractedQuote, FailureReason, first_unstorable
from aligner_core.formats.quotes import is_blank, quote_text, read_quote


class Given(BaseModel):
    """A quote as some program models it."""

    model_config = ConfigDict(populate_by_name=True)

    message_index: int = Field(alias="messageIndex")
    quote: str


@pytest.mark.parametrize(
    ("item", "text", "index", "refusal"),
    [
        pytest.param({"messageIndex": 3, "quote": "words"}, "words", 3, None, id="a good one"),
        pytest.param({"message_index": 3, "quote": "words"}, "words", 3, None, id="in snake case"),
        pytest.param(Given(message_index=3, quote="words"), "words", 3, None, id="a model"),
        pytest.param({"messageIndex": 0, "quote": " w "}, " w ", 0, None, id="spaces are kept"),
        pytest.param({"messageIndex": 0, "quote": None}, "", 0, "empty_quote", id="null"),
        pytest.param({"messageIndex": 0}, "", 0, "empty_quote", id="no quote"),
        pytest.param({"messageIndex": 0, "quote": " \t\n"}, " \t\n", 0, "empty_quote", id="white space"),
        pytest.param({"messageIndex": 0, "quote": "\u200b\u3164"}, "\u200b\u3164", 0, "empty_quote", id="invisible"),
        pytest.param({"quote": None, "spanStart": 1}, "", None, "empty_quote", id="empty comes before offsets"),
        pytest.param({"messageIndex": 0, "quote": 7}, "7", 0, "invalid_quote", id="a number"),
        pytest.param({"messageIndex": 0, "quote": True}, "true", 0, "invalid_quote", id="a bool"),
        pytest.param({"messageIndex": 0, "quote": ["가"]}, '["가"]', 0, "invalid_quote", id="a list"),
        pytest.param({"quote": {}, "spanStart": 1}, "{}", None, "invalid_quote", id="invalid comes before offsets"),
        pytest.param({"messageIndex": 0, "quote": "w", "spanStart": 1}, "w", 0, "offsets_not_allowed", id="a start"),
        pytest.param(
            {"quote": "w", "spanEnd": 1}, "w", None, "offsets_not_allowed", id="offsets come before the index"
        ),
        pytest.param({"quote": "w"}, "w", None, "invalid_index", id="no index"),
        pytest.param({"messageIndex": None, "quote": "w"}, "w", None, "invalid_index", id="null as index"),
        pytest.param({"messageIndex": True, "quote": "w"}, "w", None, "invalid_index", id="true as index"),
        pytest.param({"messageIndex": 1.0, "quote": "w"}, "w", None, "invalid_index", id="a float as index"),
        pytest.param({"messageIndex": "1", "quote": "w"}, "w", None, "invalid_index", id="a string as index"),
        pytest.param({"messageIndex": -1, "quote": "w"}, "w", None, "invalid_index", id="a negative index"),
        pytest.param({"messageIndex": 10**30, "quote": "w"}, "w", 10**30, None, id="a huge index is an index"),
        pytest.param("w", "w", None, "invalid_index", id="a bare string is a quote without an index"),
        pytest.param(None, "", None, "empty_quote", id="null as item"),
        pytest.param(7, "7", None, "invalid_quote", id="a number as item"),
    ],
)
def test_claim_reads_one_quote(item: object, text: str, index: int | None, refusal: str | None) -> None:
    """The first that applies: empty_quote, invalid_quote, offsets_not_allowed, invalid_index (specification 3.7)."""
    read = read_quote(item, "evidence[0]")

    assert (read.where, read.text, read.message_index, read.refusal) == ("evidence[0]", text, index, refusal)


def test_claim_keeps_the_index_as_it_came() -> None:
    expected = ExtractedQuote(where="", text="w", raw_index="3", refusal=FailureReason.INVALID_INDEX)

    assert read_quote({"messageIndex": "3", "quote": "w"}) == expected


@pytest.mark.parametrize(
    "key",
    [
        *("spanStart", "spanEnd", "span_start", "SPAN-END", "span", "start", "end", "offset", "offsets"),
        *("startOffset", "end_offset", "charStart", "char_end", "characterStart", "startIndex", "endIndex"),
        *("startPos", "endPosition", "startCharIndex", "char_interval", "textStart", "quoteEnd", "position"),
    ],
)
def test_claim_refuses_offsets_by_any_name(key: str) -> None:
    """LLMs give quotes only; a quote with offsets is a failed outcome (specification 2)."""
    assert read_quote({"messageIndex": 0, "quote": "w", key: 1}).refusal == FailureReason.OFFSETS_NOT_ALLOWED


@pytest.mark.parametrize("key", ["score", "reason", "speaker", "startTime", "index", "messageId", "endorsed", "", 7])
def test_claim_ignores_other_fields(key: object) -> None:
    assert read_quote({"messageIndex": 0, "quote": "w", key: 1}).refusal is None


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        pytest.param(None, "", id="null"),
        pytest.param("가\ud800", "가\ud800", id="a text"),
        pytest.param({"a": ["가", None, 1.5]}, '{"a": ["가", null, 1.5]}', id="an object"),
        pytest.param(10**5000, "<int>", id="a number too long to write"),
        pytest.param({(1, 2): 3}, "<dict>", id="keys that are no JSON"),
        pytest.param(float("inf"), "Infinity", id="infinity"),
    ],
)
def test_quote_text_is_what_stands_in_failed_quotes(raw: object, text: str) -> None:
    """The text, "" for null, JSON text for other types (specification 2)."""
    assert quote_text(raw) == text


def test_quote_text_survives_what_contains_itself_or_is_too_deep() -> None:
    around: list[Any] = []
    around.append(around)
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]

    assert quote_text(around) == "<list>"
    assert quote_text(deep) == "<list>"


@pytest.mark.parametrize(
    ("text", "blank"),
    [
        pytest.param("", True, id="nothing"),
        pytest.param(" \t\r\n\u00a0\u3000\u2028", True, id="white space"),
        pytest.param("\u200b\u200d\ufeff\u2060\u00ad\u202e\ufe0f", True, id="formats"),
        pytest.param("\u115f\u1160\u3164\uffa0\u2800\u034f", True, id="fillers"),
        pytest.param("\x00\x07\x9f", True, id="controls"),
        pytest.param("\U000e0041\U0001d173", True, id="tags and musical formats"),
        pytest.param("\u200ba\u200b", False, id="a letter between"),
        pytest.param("\u0600", False, id="an Arabic number sign is a format one can see"),
        pytest.param("ㅋ", False, id="a laugh"),
        pytest.param(".", False, id="a full stop"),
        pytest.param("\ud800", False, id="half of a pair"),
        pytest.param("\u0301", False, id="an accent alone"),
    ],
)
def test_is_blank_finds_nothing_to_see(text: str, *, blank: bool) -> None:
    assert is_blank(text) is blank


@pytest.mark.parametrize(
    ("text", "at"), [("가나", None), ("", None), ("가\x00", 1), ("가나\ud800", 2), ("\udfff\x00", 0), ("🙂", None)]
)
def test_first_unstorable_gives_the_place(text: str, at: int | None) -> None:
    assert first_unstorable(text) == at
