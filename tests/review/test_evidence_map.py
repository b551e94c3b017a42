from itertools import pairwise

from review.evidence_map import HEIGHT, STEP, TOP, Tick, ticks


def test_ticks_gives_every_quote_its_shape_in_reading_order() -> None:
    places = [(1, 0, "exact", False), (2, 5, "fuzzy", False), (3, 5, "exact", True), (4, None, "none", False)]

    marks = [tick for tick in ticks(places, total=10, first=0, last=9) if tick.key]

    assert [tick.shape for tick in marks] == ["exact", "fuzzy", "ambiguous", "none"]
    assert [later.y - earlier.y >= STEP for earlier, later in pairwise(marks)] == [True] * 3


def test_ticks_stays_inside_the_map_however_many_quotes_there_are() -> None:
    places = [(number, 99, "exact", False) for number in range(1, 60)]

    marks = [tick for tick in ticks(places, total=100, first=0, last=99) if tick.key]

    assert len(marks) == 59
    assert min(tick.y for tick in marks) >= TOP
    assert max(tick.y for tick in marks) <= TOP + HEIGHT


def test_ticks_shares_a_tick_where_there_is_no_room() -> None:
    places = [(number, number % 50, "exact", False) for number in range(1, 2001)]

    marks = [tick for tick in ticks(places, total=50, first=0, last=49) if tick.key]

    assert len(marks) == 50


def test_ticks_frames_the_window_on_the_page() -> None:
    drawn = ticks([], total=400, first=200, last=399)

    assert [tick for tick in drawn if tick.shape == "view"] == [Tick(TOP + HEIGHT // 2, "view", height=HEIGHT // 2)]


def test_ticks_frames_nothing_when_everything_is_on_the_page() -> None:
    assert [tick.shape for tick in ticks([], total=3, first=0, last=2)] == ["label"] * 3
