from hypothesis import given
from hypothesis import strategies as st

from review.presentation.highlights import Highlight, Segment, assign_lanes, cut_at_highlights, passages, shown_ranges

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
def test_cut_at_highlights_keeps_every_character(case: tuple[str, list[Highlight]]) -> None:
    """No white space inside .msg-text: the text content equals the stored message."""
    text, highlights = case

    segments = cut_at_highlights(text, highlights)

    assert "".join(segment.text for segment in segments) == text


@given(highlighted())
def test_cut_at_highlights_makes_segments_wholly_inside_or_outside_each_quote(
    case: tuple[str, list[Highlight]],
) -> None:
    """The segments are flat, never nested."""
    text, highlights = case

    at, covered = 0, []
    for segment in cut_at_highlights(text, highlights):
        end = at + len(segment.text)
        covered.append({one.key for one in highlights if one.start < end and one.end > at} == set(segment.keys))
        at = end

    assert all(covered)


@given(highlighted())
def test_assign_lanes_gives_overlapping_marks_different_lanes(case: tuple[str, list[Highlight]]) -> None:
    """Marks with the same span and method may share a lane."""
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


def test_cut_at_highlights_returns_plain_text_as_one_segment() -> None:
    assert cut_at_highlights("plain", []) == (Segment("plain"),)


def test_cut_at_highlights_returns_nothing_for_an_empty_text() -> None:
    assert cut_at_highlights("", []) == ()


def test_cut_at_highlights_underlines_the_fuzzy_quote_above_the_other_one() -> None:
    exact = Highlight(1, 0, 6, "E=", method="exact")
    fuzzy = Highlight(2, 4, 9, "F~.91", method="fuzzy")

    first, both, last = cut_at_highlights("abcdefghi", [exact, fuzzy])

    assert (first.underline, first.second_underline, first.badge) == ("", "exact", "E=")
    assert (both.underline, both.second_underline, both.badge, both.fill) == ("fuzzy", "exact", "F~.91 ×2", "fuzzy")
    assert (last.underline, last.second_underline, last.badge) == ("fuzzy", "", "")


def test_cut_at_highlights_shows_a_third_quote_only_in_the_count() -> None:
    marks = [Highlight(key, 0, 3, "E=", method=method) for key, method in ((1, "exact"), (2, "normalized"))]

    (segment,) = cut_at_highlights("abc", [*marks, Highlight(3, 0, 3, "F~.90", method="fuzzy")])

    assert (segment.underline, segment.second_underline, segment.badge) == ("fuzzy", "exact", "E= F~.90 ×3")


def test_cut_at_highlights_draws_the_same_words_found_twice_as_one_mark() -> None:
    twins = [Highlight(key, 0, 3, "E=", method="exact") for key in (1, 2)]

    (segment,) = cut_at_highlights("abc", twins)

    assert (segment.keys, segment.underline, segment.second_underline, segment.badge) == ((1, 2), "exact", "", "E= ×2")


def test_cut_at_highlights_marks_where_a_quote_continues() -> None:
    long = Highlight(1, 0, 6, "E=", method="exact")
    short = Highlight(2, 2, 4, "N≈", method="normalized")

    segments = cut_at_highlights("abcdef", [long, short])

    joins = [(segment.continues_before, segment.continues_after) for segment in segments]
    assert joins == [(False, True), (True, True), (True, False)]
    assert [segment.starts for segment in segments] == [(1,), (2,), ()]


def test_cut_at_highlights_draws_occurrences_and_ghosts_but_not_as_marks() -> None:
    other = Highlight(1, 0, 2, "2/3", method="exact", kind="occurrence")
    ghost = Highlight(2, 3, 5, "✗.84", kind="ghost")

    segments = cut_at_highlights("ab cd", [other, ghost])

    assert [segment.is_mark for segment in segments] == [False, False, False]
    assert [(segment.badge, segment.fill) for segment in segments] == [("2/3", "exact"), ("", ""), ("✗.84", "")]
    assert segments[0].starts == ()


def test_shown_ranges_include_all_of_a_short_text() -> None:
    assert shown_ranges(10, [], limit=10, around=2) == ((0, 10),)


def test_shown_ranges_are_the_beginning_of_a_long_text_without_quotes() -> None:
    assert shown_ranges(100, [], limit=10, around=4) == ((0, 8),)


def test_shown_ranges_surround_quotes_and_join_where_they_touch() -> None:
    near = [Highlight(1, 20, 22, ""), Highlight(2, 25, 27, ""), Highlight(3, 90, 95, "")]

    assert shown_ranges(100, near, limit=10, around=4) == ((16, 31), (86, 99))


def test_passages_count_the_characters_hidden_before_and_after() -> None:
    shown, rest = passages("x" * 100, [Highlight(1, 50, 52, "E=", method="exact")], limit=10, around=5)

    assert [passage.hidden for passage in shown] == [45]
    assert rest == 43
