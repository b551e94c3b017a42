from review.evidence_map import Place
from review.selectors.windows import HEAD, LINE, Window, height_of, window_at, windows_ahead


def test_window_at_gives_the_hundred_that_hold_a_message() -> None:
    assert window_at(250, 300) == Window(200, 299, 300)
    assert window_at(250, 260) == Window(200, 259, 260)
    assert window_at(9999, 260) == Window(200, 259, 260)


def test_window_at_of_no_messages_is_empty() -> None:
    assert window_at(3, 0) == Window(0, -1, 0)


def test_window_knows_whether_another_follows() -> None:
    assert [window_at(index, 260).later for index in (0, 199, 200)] == [100, 200, None]


def test_height_of_grows_with_the_text_and_not_with_what_is_folded_or_closed() -> None:
    heights = [height_of(length, role="user") for length in (0, 600, 6000, 60_000)]

    assert heights == [HEAD + LINE, HEAD + 11 * LINE, HEAD + 14 * LINE, HEAD + 14 * LINE]
    assert height_of(3000, role="tool") == HEAD + LINE
    assert height_of(300, role="tool") == HEAD + 6 * LINE


def test_windows_ahead_count_quotes_where_they_claim_to_stand() -> None:
    places = [
        Place(1, 5, 5, "exact"),
        Place(2, 5, 120, "failed"),
        Place(3, None, None, "failed"),
        Place(4, 900, 0, "fuzzy"),
    ]

    windows = windows_ahead([10] * 150, places)

    assert [(one.window.first, one.height, one.quotes, one.failed) for one in windows] == [
        (0, 1000, 2, 1),
        (100, 500, 2, 1),
    ]
