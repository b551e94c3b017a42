from itertools import pairwise

from review.presentation.evidence_map import HEIGHT, LANES, STEP, TOP, QuotePlace, Tick, ticks


def test_ticks_gives_every_quote_its_shape_in_reading_order() -> None:
    places = [
        QuotePlace(1, 0, 0, "exact"),
        QuotePlace(2, 5, 5, "fuzzy"),
        QuotePlace(3, 5, 5, "exact", ambiguous=True),
        QuotePlace(4, None, None, "failed"),
    ]

    marks = [tick for tick in ticks(places, total=10, first=0, last=9) if tick.key]

    assert [tick.shape for tick in marks] == ["exact", "fuzzy", "ambiguous", "failed"]
    assert [later.y - earlier.y >= STEP for earlier, later in pairwise(marks)] == [True] * 3


def test_ticks_stays_inside_the_map_however_many_quotes_there_are() -> None:
    places = [QuotePlace(number, 99, 99, "exact") for number in range(1, 60)]

    marks = [tick for tick in ticks(places, total=100, first=0, last=99) if tick.key]

    assert len(marks) == 59
    assert min(tick.y for tick in marks) >= TOP
    assert max(tick.y for tick in marks) <= TOP + HEIGHT


def test_ticks_shares_a_tick_where_there_is_no_room() -> None:
    places = [QuotePlace(number, number % 50, number % 50, "exact") for number in range(1, 2001)]

    marks = [tick for tick in ticks(places, total=50, first=0, last=49) if tick.key]

    assert len(marks) == 50


def test_ticks_frames_the_window_on_the_page() -> None:
    drawn = ticks([], total=400, first=200, last=399)

    assert [tick for tick in drawn if tick.shape == "view"] == [Tick(TOP + HEIGHT // 2, "view", height=HEIGHT // 2)]


def test_ticks_frames_everything_when_everything_is_on_the_page() -> None:
    assert [tick.shape for tick in ticks([], total=3, first=0, last=2)] == ["label"] * 3 + ["view"]


def test_ticks_puts_a_failed_quote_where_its_words_probably_are() -> None:
    (mark,) = [tick for tick in ticks([QuotePlace(1, 2, 8, "failed")], total=10, first=0, last=9) if tick.key]

    assert (mark.index, mark.y) == (8, TOP + HEIGHT * 8 // 10)


def test_ticks_leaves_out_withdrawn_quotes() -> None:
    assert [tick for tick in ticks([QuotePlace(1, 2, 2, "withdrawn")], total=10, first=0, last=9) if tick.key] == []


def test_ticks_of_thousands_of_quotes_are_few_and_none_hides_another() -> None:
    """One tick per evidence (bucketed ≤ 500), shape by state."""
    places = [QuotePlace(number, number, number, LANES[number % 5]) for number in range(1, 4001)]

    marks = [tick for tick in ticks(places, total=4001, first=0, last=99) if tick.key]

    assert len(marks) <= 500
    assert len({(tick.x, tick.y) for tick in marks}) == len(marks)
    assert {tick.shape for tick in marks} == set(LANES)
