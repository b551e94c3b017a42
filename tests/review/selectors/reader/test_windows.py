from review.presentation.evidence_map import QuotePlace
from review.selectors.reader.windows import (
    HEAD_PX,
    LINE_PX,
    MessageWindow,
    estimated_height,
    pending_windows,
    window_at,
    window_size,
)


def test_window_at_returns_the_twenty_messages_around_one() -> None:
    assert window_at(250, 300) == MessageWindow(240, 259, 300)
    assert window_at(250, 255) == MessageWindow(240, 254, 255)
    assert window_at(9999, 255) == MessageWindow(240, 254, 255)


def test_window_at_returns_larger_windows_of_a_very_long_session() -> None:
    assert [window_size(total) for total in (0, 5_000, 5_001, 10_001, 20_000)] == [20, 20, 40, 80, 80]
    assert window_at(19_999, 20_000) == MessageWindow(19_920, 19_999, 20_000)


def test_window_at_of_no_messages_is_empty() -> None:
    assert window_at(3, 0) == MessageWindow(0, -1, 0)


def test_window_knows_whether_another_follows() -> None:
    assert [window_at(index, 60).next_first for index in (0, 39, 40)] == [20, 40, None]


def test_estimated_height_grows_with_the_text_that_is_shown() -> None:
    heights = [estimated_height(length, role="user") for length in (0, 600, 6000, 60_000)]

    assert heights == [HEAD_PX + LINE_PX, HEAD_PX + 11 * LINE_PX, HEAD_PX + 14 * LINE_PX, HEAD_PX + 14 * LINE_PX]
    assert estimated_height(3000, role="tool") == HEAD_PX + LINE_PX
    assert estimated_height(300, role="tool") == HEAD_PX + 6 * LINE_PX


def test_pending_windows_count_quotes_where_they_claim_to_be() -> None:
    places = [
        QuotePlace(1, 5, 5, "exact"),
        QuotePlace(2, 5, 25, "failed"),
        QuotePlace(3, None, None, "failed"),
        QuotePlace(4, 900, 0, "fuzzy"),
    ]

    windows = pending_windows([10] * 30, places)

    assert [(one.window.first, one.height, one.quotes, one.failed) for one in windows] == [
        (0, 200, 2, 1),
        (20, 100, 2, 1),
    ]
