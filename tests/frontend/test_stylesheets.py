"""What `make check` says about stylesheets."""

import pytest

from frontend.stylesheets import Rule, complaints, rules_of

TOKENS = ":root { --ink: light-dark(#111, #eee); }"


def test_rules_of_reads_conditions_and_leaves_comments_out() -> None:
    css = "/* { */ a { color: red; }\n@media print { a, b { top: 0 } }\n@keyframes k { to { top: 1px } }"

    assert [(rule.around, rule.selectors) for rule in rules_of(css)] == [
        ("", "a"),
        ("@media print", "a, b"),
        ("@keyframes k", "to"),
    ]
    assert next(rules_of("a { b: c }")) == Rule("", "a", " b: c ")


@pytest.mark.parametrize(
    ("css", "found"),
    [
        ("a { color: var(--ink); } @media print { a { color: var(--ink); } }", []),
        ("a { color: var(--ink); } b { top: 0 } a { top: 0; }", ["x.css: a stands 2 times"]),
        (
            "a { color: var(--ink); border: 1px solid #fff; }",
            ["x.css: a has a colour of its own: border: 1px solid #fff"],
        ),
        ("a { fill: var(--ink); color: red }", ["x.css: a has a colour of its own: color: red"]),
        ('a { color: var(--ink); content: "#fff"; }', []),
        ("a { color: var(--ink); top: var(--gap); }", ["--gap is declared nowhere"]),
        ("a { top: 0 }", ["--ink is used nowhere"]),
        (f"a {{ color: var(--ink);{' ' * 96} }}", []),
        (f"\na {{ color: var(--ink);{' ' * 97} }}", ["x.css: line 2 has 121 characters; 120 are allowed"]),
    ],
)
def test_complaints_names_what_is_wrong(css: str, found: list[str]) -> None:
    assert complaints({"tokens.css": TOKENS, "x.css": css}) == found


def test_complaints_knows_of_properties_that_another_stylesheet_reads() -> None:
    sheets = {"tokens.css": ":root { --ink: light-dark(#111, #eee); --theirs: var(--ink); }"}

    assert complaints(sheets) == ["--theirs is used nowhere"]
    assert complaints(sheets, beside=["a { color: var(--theirs); }"]) == []
