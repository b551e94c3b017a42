"""The lines of a file around the place where it could not be read."""

from review.presentation.code_lines import MAX_LINE_CHARS, CodeLine, code_lines


def test_code_lines_shows_what_stands_around_the_stop() -> None:
    data = "\n".join("abcdefgh").encode()

    lines = code_lines(data, "line 5: extractions")

    numbered = [(line.number, line.text, line.is_stop) for line in lines]
    stop = [(5, "e", True)]
    assert numbered == [(2, "b", False), (3, "c", False), (4, "d", False), *stop, (6, "f", False), (7, "g", False)]


def test_code_lines_begins_at_the_top_where_no_line_is_named() -> None:
    assert code_lines(b"a\nb", "entries") == (CodeLine(1, "a", is_stop=False), CodeLine(2, "b", is_stop=False))


def test_code_lines_cuts_long_lines() -> None:
    assert code_lines(b"x" * (MAX_LINE_CHARS + 1), "")[0].text == "x" * MAX_LINE_CHARS + "…"


def test_code_lines_shows_none_of_an_archive() -> None:
    assert code_lines(b"PK\x03\x04", "") == ()
