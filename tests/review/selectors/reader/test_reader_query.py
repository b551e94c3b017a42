"""What the reader is asked, and what of it goes along to further windows."""

from review.selectors.reader.session_page import ReaderQuery


def test_a_further_window_is_asked_for_what_was_asked_for() -> None:
    assert ReaderQuery(first=3, quote=7).kept == ""
    assert (
        ReaderQuery(show="failed", find="a&b 가/?", later=12).kept
        == "show=failed&find=a%26b%20%EA%B0%80%2F%3F&later=12&"
    )
