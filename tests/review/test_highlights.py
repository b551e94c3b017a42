from hypothesis import given
from hypothesis import strategies as st

from review.highlights import Highlight, Segment, assign_lanes, cut, fold, stretches

METHODS = st.sampled_from(["exact", "normalized", "fuzzy"])


@st.composite
def highlighted(draw: st.DrawFn) -> tuple[str, list[Highlight]]:
    text = draw(st.text(alphabet="ab 가🙂\r\n<&", min_size=1, max_size=30))
    spans = draw(st.lists(st.tuples(st.integers(0, len(text) - 1), st.integers(1, 12), METHODS), max_size=8))
    return text, [
        Highlight(key, start, min(len(text), start + length), f"b{key}", method=method)
        for key, (start, length, method) in enumerate(spans)
    ]


@given(highlighted())
def test_cut_keeps_every_character(case: tuple[str, list[Highlight]]) -> None:
    """No white space inside .msg-text: the text content equals the stored message."""
    text, highlights = case

    segments = cut(text, highlights)

    assert "".join(segment.text for segment in segments) == text


@given(highlighted())
def test_cut_makes_segments_that_lie_wholly_inside_or_outside_of_each_quote(case: tuple[str, list[Highlight]]) -> None:
    """Cut the text at every span boundary into flat segments, never nested."""
    text, highlights = case

    at, covered = 0, []
    for segment in cut(text, highlights):
        end = at + len(segment.text)
        covered.append({one.key for one in highlights if one.start < end and one.end > at} == set(segment.keys))
        at = end

    assert all(covered)


@given(highlighted())
def test_assign_lanes_gives_overlapping_marks_different_lanes(case: tuple[str, list[Highlight]]) -> None:
    """Lane per evidence by greedy interval colouring; exact duplicates collapse into one mark."""
    _, highlights = case

    lanes = assign_lanes(highlights)

    clashes = [
        (one, other)
        for one in highlights
        for other in highlights
        if one.key < other.key
        and lanes[one] == lanes[other]
        and one.start < other.end
        and other.start < one.end
        and (one.start, one.end, one.method) != (other.start, other.end, other.method)
    ]
    assert clashes == []


def test_cut_gives_a_plain_text_as_one_segment() -> None:
    assert cut("plain", []) == (Segment("plain"),)


def test_cut_gives_nothing_for_an_empty_text() -> None:
    assert cut("", []) == ()


def test_cut_gives_the_fuzzy_quote_the_underline_and_the_other_the_line_below() -> None:
    exact = Highlight(1, 0, 6, "E=", method="exact")
    fuzzy = Highlight(2, 4, 9, "F~.91", method="fuzzy")

    first, both, last = cut("abcdefghi", [exact, fuzzy])

    assert (first.under, first.below, first.badge) == ("", "exact", "E=")
    assert (both.under, both.below, both.badge, both.fill) == ("fuzzy", "exact", "F~.91 ×2", "fuzzy")
    assert (last.under, last.below, last.badge) == ("fuzzy", "", "")


def test_cut_tells_a_third_quote_by_the_count_alone() -> None:
    marks = [Highlight(key, 0, 3, "E=", method=method) for key, method in ((1, "exact"), (2, "normalized"))]

    (segment,) = cut("abc", [*marks, Highlight(3, 0, 3, "F~.90", method="fuzzy")])

    assert (segment.under, segment.below, segment.badge) == ("fuzzy", "exact", "E= F~.90 ×3")


def test_cut_draws_the_same_words_found_twice_as_one_mark() -> None:
    twins = [Highlight(key, 0, 3, "E=", method="exact") for key in (1, 2)]

    (segment,) = cut("abc", twins)

    assert (segment.keys, segment.under, segment.below, segment.badge) == ((1, 2), "exact", "", "E= ×2")


def test_cut_marks_where_a_quote_goes_on_after_a_boundary() -> None:
    long = Highlight(1, 0, 6, "E=", method="exact")
    short = Highlight(2, 2, 4, "N≈", method="normalized")

    segments = cut("abcdef", [long, short])

    joins = [(segment.came_from, segment.goes_on) for segment in segments]
    assert joins == [(False, True), (True, True), (True, False)]
    assert [segment.starts for segment in segments] == [(1,), (2,), ()]


def test_cut_draws_other_places_and_ghosts_without_calling_them_marks() -> None:
    other = Highlight(1, 0, 2, "2/3", method="exact", kind="occurrence")
    ghost = Highlight(2, 3, 5, "✗.84", kind="ghost")

    segments = cut("ab cd", [other, ghost])

    assert [segment.is_mark for segment in segments] == [False, False, False]
    assert [(segment.badge, segment.fill) for segment in segments] == [("2/3", "exact"), ("", ""), ("✗.84", "")]
    assert segments[0].starts == ()


def test_fold_shows_a_short_text_whole() -> None:
    assert fold(10, [], limit=10, around=2) == ((0, 10),)


def test_fold_shows_the_beginning_of_a_long_text_without_quotes() -> None:
    assert fold(100, [], limit=10, around=4) == ((0, 8),)


def test_fold_shows_what_stands_around_quotes_and_joins_what_touches() -> None:
    near = [Highlight(1, 20, 22, ""), Highlight(2, 25, 27, ""), Highlight(3, 90, 95, "")]

    assert fold(100, near, limit=10, around=4) == ((16, 31), (86, 99))


def test_stretches_say_how_much_is_hidden_before_and_after() -> None:
    shown, rest = stretches("x" * 100, [Highlight(1, 50, 52, "E=", method="exact")], limit=10, around=5)

    assert [stretch.hidden for stretch in shown] == [45]
    assert rest == 43
