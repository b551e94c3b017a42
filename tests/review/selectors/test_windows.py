from review.evidence_map import Place
from review.selectors.windows import HEAD, LINE, Window, height_of, window_at, window_size, windows_ahead


def test_window_at_gives_the_twenty_that_hold_a_message() -> None:
    assert window_at(250, 300) == Window(240, 259, 300)
    assert window_at(250, 255) == Window(240, 254, 255)
    assert window_at(9999, 255) == Window(240, 254, 255)


def test_window_at_gives_larger_windows_of_a_very_long_session() -> None:
    assert [window_size(total) for total in (0, 5_000, 5_001, 10_001, 20_000)] == [20, 20, 40, 80, 80]
    assert window_at(19_999, 20_000) == Window(19_920, 19_999, 20_000)


def test_window_at_of_no_messages_is_empty() -> None:
    assert window_at(3, 0) == Window(0, -1, 0)


def test_window_knows_whether_another_follows() -> None:
    assert [window_at(index, 60).later for index in (0, 39, 40)] == [20, 40, None]


def test_height_of_grows_with_the_text_and_not_with_what_is_folded_or_closed() -> None:
    heights = [height_of(length, role="user") for length in (0, 600, 6000, 60_000)]

    assert heights == [HEAD + LINE, HEAD + 11 * LINE, HEAD + 14 * LINE, HEAD + 14 * LINE]
    assert height_of(3000, role="tool") == HEAD + LINE
    assert height_of(300, role="tool") == HEAD + 6 * LINE


def test_windows_ahead_count_quotes_where_they_claim_to_stand() -> None:
    places = [
        Place(1, 5, 5, "exact"),
        Place(2, 5, 25, "failed"),
        Place(3, None, None, "failed"),
        Place(4, 900, 0, "fuzzy"),
    ]

    windows = windows_ahead([10] * 30, places)

    assert [(one.window.first, one.height, one.quotes, one.failed) for one in windows] == [
        (0, 200, 2, 1),
        (20, 100, 2, 1),
    ]
