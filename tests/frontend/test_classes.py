"""Classes agree: what a stylesheet names is written somewhere, and a page links the sheets of what it shows."""

import re
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from django.contrib import admin

from frontend import templates
from frontend.stylesheets import rules_of, selectors_of

ROOT = Path(__file__).parents[2]
SHEETS = {path.name: path.read_text(encoding="utf-8") for path in sorted((ROOT / "static").glob("*.css"))}
OF_EVERY_PAGE = "review.css"
OF_THE_ADMIN = "admin.css"
"""The look of what Django's templates and scripts write; it is linked by their pages alone."""
ADMIN = Path(admin.__file__).parent
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
def written(sheet: str) -> str:
    """Return everything that may write a class of a stylesheet: templates, scripts and Python, ours or the admin's."""
    ours = ((ROOT / "templates", "*.html"), (ROOT / "static", "*.js"), (ROOT / "review", "*.py"))
    admins = ((ADMIN, "*.html"), (ADMIN, "*.js"), (ADMIN, "*.py")) if sheet == OF_THE_ADMIN else ()
    texts = [path.read_text(encoding="utf-8") for folder, files in (*ours, *admins) for path in folder.rglob(files)]
    return "\n".join(texts)


def is_written(one: str, sheet: str) -> bool:
    """Whether a class of a stylesheet is written somewhere, if only its beginning before a variable."""
    text = written(sheet)
    return re.search(rf"(?<![\w-]){one.lstrip('#')}(?![\w-])", text) is not None or any(
        re.search(rf"[\"\s]{one[:length]}\{{\{{", text) for length in range(1, len(one))
    )


def shown_on(page: str) -> frozenset[str]:
    """Return the classes and ids of a page and of everything that it includes."""
    parts = templates.parts_of(page)
    return frozenset().union(*(templates.classes_of(part) | templates.ids_of(part) for part in parts))


def unlinked(page: str) -> set[str]:
    """Return selectors, as classes, that fit to a page and stand only in stylesheets that it does not link."""
    linked = {OF_EVERY_PAGE, *templates.stylesheets_of(page)}
    here = {looks for sheet in linked for looks in looks_in(sheet)}
    elsewhere = {looks for sheet in SHEETS if sheet not in {*linked, OF_THE_ADMIN} for looks in looks_in(sheet)}
    return {" ".join(sorted(looks)) for looks in elsewhere - here if looks <= shown_on(page)}


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_class_of_a_stylesheet_is_written_somewhere(sheet: str) -> None:
    assert [one for one in sorted(classes_in(sheet)) if not is_written(one, sheet)] == []


def test_every_class_of_a_template_has_a_look_or_is_a_hook() -> None:
    looks = {one for sheet in SHEETS if sheet != OF_THE_ADMIN for one in classes_in(sheet)}
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
