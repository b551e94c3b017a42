"""Answers are bounded, and keys are those of the API."""

from aligner_core._mcp.wire import MAX_ANSWER_CHARS, Words, fitting, shown


def test_an_answer_holds_what_fits_and_at_least_one() -> None:
    one = Words(quote="a" * (MAX_ANSWER_CHARS // 4), message_index=0)
    huge = Words(quote="a" * (2 * MAX_ANSWER_CHARS), message_index=0)

    assert len(fitting([one] * 9)) == 3
    assert fitting([huge, one]) == [huge]
    assert fitting([]) == []


def test_a_long_text_is_cut_and_says_so() -> None:
    assert shown("가" * 2_000) == "가" * 2_000
    assert shown("가" * 2_001) == "가" * 2_000 + " […]"


def test_keys_are_camel_case() -> None:
    assert Words(quote="a", message_index=1).model_dump(by_alias=True) == {"quote": "a", "messageIndex": 1}
