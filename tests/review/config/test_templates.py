"""Templates are sent without their indentation, and with all white space that is seen."""

from pathlib import Path

import pytest
from django.template import Engine

from frontend.templates import TEMPLATES


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    return Engine(dirs=[str(tmp_path)], loaders=["review.config.templates.Loader"])


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("<p>Some\n    words</p>\n", "<p>Some words</p>\n"),
        ("<p>\n  <b>Some</b>\n  <i>words</i>\n</p>\n", "<p><b>Some</b> <i>words</i></p>\n"),
        ('<li{% if not text %} id="{{ text }}"{% endif %}>\n  {{ text }}\n  </li>', "<li>a\n  b</li>"),
        ("<p>Some</p>\n  <p>\nwords\n</p>", "<p>Some</p> <p>words</p>"),
        ("<picture>\n  </picture>\n  <pre>", "<picture> </picture> <pre>"),
        ('<a class="btn"\n  href="/">', '<a class="btn" href="/">'),
        ("<b\n    >{{ text }}</b\n  ><i>", "<b>a\n  b</b><i>"),
        ("<b>\n<i>\n</i></b>", "<b>\n<i>\n</i></b>"),
        ("<textarea>\n{{ text }}</textarea>", "<textarea>\na\n  b</textarea>"),
        ("{% if text %}\n  {{ text }}\n{% endif %}", " a\n  b\n"),
    ],
)
def test_an_indented_line_goes_on_from_the_one_before(engine: Engine, tmp_path: Path, written: str, sent: str) -> None:
    (tmp_path / "some.html").write_text(written, encoding="utf-8")

    assert engine.render_to_string("some.html", {"text": "a\n  b"}) == sent


def test_what_a_text_field_begins_with_is_at_the_beginning_of_a_line() -> None:
    sources = [path.read_text(encoding="utf-8") for path in TEMPLATES.rglob("*.html")]
    fields = [one for source in sources for one in source.split("<textarea")[1:]]
    contents = [one.split("</textarea")[0] for one in fields]

    assert len(contents) > 10
    assert [one for one in contents if ">\n " in one] == []
