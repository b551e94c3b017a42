"""What `make check` says about templates."""

from frontend.templates import LONGEST, TEMPLATES, complaints

AT_MOST = "x" * LONGEST


def test_complaints_names_the_lines_that_are_too_long() -> None:
    sources = {"a.html": f"{AT_MOST}\n  {AT_MOST}\n", "b.html": f"{AT_MOST}\n"}

    assert list(complaints(sources)) == ["a.html:2 has 162 characters, 160 are allowed"]


def test_no_template_has_a_line_that_is_too_long() -> None:
    sources = {path.name: path.read_text(encoding="utf-8") for path in TEMPLATES.rglob("*.html")}

    assert (len(sources) > 100, list(complaints(sources))) == (True, [])
