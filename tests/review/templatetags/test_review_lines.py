import pytest
from django.template import Context, Template


@pytest.mark.parametrize(
    ("source", "rendered"),
    [
        ("a\n  b", "ab"),
        ("<b>\n  {{ x }}\n</b> <i>\n</i>", "<b>1</b> <i></i>"),
        ('<a href="#"\n    id="{{ x }}">\n  {{ x }}\n</a>', '<a href="#" id="1">1</a>'),
        (
            '<a class="{{ x }}"\n    {% if x %}id="y"{% endif %}\n    hidden>\n  z\n</a>',
            '<a class="1" id="y" hidden>z</a>',
        ),
        ("{% if not x %}\n  a\n{% else %}\n  , b\n{% endif %}", ", b"),
        ("{% for y in xs %}\n  {{ y }}\n{% empty %}\n  -\n{% endfor %}", "12"),
    ],
)
def test_joined_leaves_out_line_breaks_but_keeps_attributes_apart(source: str, rendered: str) -> None:
    template = Template("{% load review_lines %}{% joined %}" + source + "{% endjoined %}")

    assert template.render(Context({"x": 1, "xs": [1, 2]})) == rendered


def test_joined_keeps_the_line_breaks_of_values() -> None:
    template = Template("{% load review_lines %}{% joined %}\n  {{ x }}\n{% endjoined %}")

    assert template.render(Context({"x": "a\n  b"})) == "a\n  b"
