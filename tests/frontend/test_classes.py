"""Classes agree: what a stylesheet names is written somewhere, and a page links the sheets of what it shows."""

import re
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from frontend import templates
from frontend.stylesheets import rules_of, selectors_of

ROOT = Path(__file__).parents[2]
SHEETS = {path.name: path.read_text(encoding="utf-8") for path in sorted((ROOT / "static").glob("*.css"))}
OF_EVERY_PAGE = "review.css"
OF_THE_ADMIN = "registers.css"
HOOKS = {"answer", "err", "explain", "resolved", "spots", "unfinished"}
"""Classes without a look of their own, by which tests find what they press."""
PAGES = [name for name in templates.names() if templates.is_page(name)]


def classes_of(selectors: str) -> frozenset[str]:
    """Return the classes that selectors name, and the ids with their signs."""
    plain = re.sub(r"\"[^\"]*\"|\[[^]]*\]", "", selectors)
    return frozenset([*re.findall(r"\.(-?[a-zA-Z_][\w-]*)", plain), *re.findall(r"#[a-zA-Z][\w-]*", plain)])


@cache
def looks_in(sheet: str) -> frozenset[frozenset[str]]:
    """Return the classes of each selector of a stylesheet that names any."""
    rules = rules_of(SHEETS[sheet])
    return frozenset(filter(None, (classes_of(one) for rule in rules for one in selectors_of(rule.selectors))))


def classes_in(sheet: str) -> frozenset[str]:
    """Return the classes that a stylesheet names."""
    return frozenset().union(*looks_in(sheet))


@cache
def written() -> str:
    """Return everything that may write a class: templates, scripts and our Python."""
    folders = (("templates", "*.html"), ("static", "*.js"), ("review", "*.py"))
    texts = [path.read_text(encoding="utf-8") for folder, files in folders for path in (ROOT / folder).rglob(files)]
    return "\n".join(texts)


def is_written(one: str) -> bool:
    """Whether a class is written somewhere, if only its beginning before a variable."""
    return re.search(rf"(?<![\w-]){one.lstrip('#')}(?![\w-])", written()) is not None or any(
        re.search(rf"[\"\s]{one[:length]}\{{\{{", written()) for length in range(1, len(one))
    )


def shown_on(page: str) -> frozenset[str]:
    """Return the classes and ids of a page and of everything that it includes."""
    parts = templates.parts_of(page)
    return frozenset().union(*(templates.classes_of(part) | templates.ids_of(part) for part in parts))


def unlinked(page: str) -> set[str]:
    """Return selectors, as classes, that fit to a page and stand only in stylesheets that it does not link."""
    linked = {OF_EVERY_PAGE, *templates.stylesheets_of(page)}
    here = {looks for sheet in linked for looks in looks_in(sheet)}
    elsewhere = {looks for sheet in SHEETS if sheet not in linked for looks in looks_in(sheet)}
    return {" ".join(sorted(looks)) for looks in elsewhere - here if looks <= shown_on(page)}


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_class_of_a_stylesheet_is_written_somewhere(sheet: str) -> None:
    assert [one for one in sorted(classes_in(sheet)) if not is_written(one)] == []


def test_every_class_of_a_template_has_a_look_or_is_a_hook() -> None:
    looks = {one for sheet in SHEETS for one in classes_in(sheet)}
    shown = {one for name in templates.names() for one in templates.classes_of(name)}
    scripts = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "static").glob("*.js"))

    unstyled = {one for one in shown - looks if not re.search(rf"\.{one}(?![\w-])", scripts)}

    assert unstyled == HOOKS


@pytest.mark.parametrize("name", PAGES)
def test_a_page_links_the_stylesheets_of_what_it_shows(name: str) -> None:
    assert unlinked(name) == set()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_links_no_stylesheet_of_which_it_shows_nothing(name: str) -> None:
    assert [one for one in templates.stylesheets_of(name) if not classes_in(one) & shown_on(name)] == []


def test_stylesheets_are_all_linked() -> None:
    linked = {sheet for page in PAGES for sheet in templates.stylesheets_of(page)}

    assert set(SHEETS) - linked == {OF_EVERY_PAGE, OF_THE_ADMIN}


def test_no_two_templates_link_the_same_three_stylesheets() -> None:
    """What pages share is linked in one template that they include, or by the page that they extend."""
    linked = {name: set(templates.LINKED.findall(templates.text_of(name))) for name in templates.names()}

    alike = [(one, two) for one, two in combinations(linked, 2) if len(linked[one] & linked[two]) > 2]

    assert alike == []
