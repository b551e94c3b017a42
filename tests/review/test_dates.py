"""Dates: every page writes them in one form, in both languages."""

import re

import pytest
from django.utils.html import strip_tags

from docs import make_pages
from frontend import templates
from tests.doors import DOORS, World, make_world

FORMS = {"SHORT_DATE_FORMAT", "SHORT_DATETIME_FORMAT", "TIME_FORMAT"}
TO_THE_SECOND = {"Y-m-d H:i:s", "Y-m-d H:i:s.u e"}
"""Of the journal, and of the attempts of a quote in the admin: the same form, finer."""
FOR_MACHINES = {"c", "Y-m-d"}
"""The attribute `datetime`, and `data-until`."""
WRITTEN = re.compile(r"\|date(?!time)(?::(\"[^\"]*\"|'[^']*'))?")
FORM = re.compile(r"(\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d(\.\d{6} UTC)?)?)?|\d\d:\d\d)")
TIME = re.compile(r"<time\b[^>]*>(.*?)</time>", re.DOTALL)
CODE = re.compile(r"<pre\b.*?</pre>", re.DOTALL)
"""What the files of other programs look like."""
ANOTHER = re.compile(
    r"\d{1,2}/\d{1,2}/\d{4}|\d{4}\. ?\d{1,2}\. ?\d|\d{4}년|\b[ap]\.m\.|(?:오전|오후) \d"
    r"|\b(?:Jan|Feb|March|April|May|June|July|Aug|Sept?|Oct|Nov|Dec)\w*\.? \d{1,2}, \d{4}"
)


@pytest.fixture
def world(db: None) -> World:
    return make_world()


def pages_of(world: World, language: str) -> dict[str, str]:
    """Return the text of every page by its address."""
    found = {}
    for _, view, name in make_pages.addresses():
        door = DOORS[f"review:{name}"]
        if 200 in door.get and any(templates.is_page(one) for one in make_pages.rendered_by(view)):
            person, address = ("auditor", "reviewer")[door.get[2] == 200], world.address(f"review:{name}")
            response = world.client(person).get(address, headers={"accept-language": language})
            found[address] = response.content.decode()
    return found


@pytest.mark.parametrize("language", ["en", "ko"])
def test_every_page_writes_dates_in_one_form(language: str, world: World) -> None:
    pages = pages_of(world, language)
    times = {page: [strip_tags(one).strip() for one in TIME.findall(text)] for page, text in pages.items()}

    assert len(pages) > 25
    assert sum(len(some) for some in times.values()) > 30
    assert [(page, one) for page, some in times.items() for one in some if not FORM.fullmatch(one)] == []
    assert [
        (page, one) for page, text in pages.items() for one in ANOTHER.findall(strip_tags(CODE.sub("", text)))
    ] == []


def test_every_template_asks_for_a_form_by_its_name() -> None:
    asked = {
        (path.name, (form or "none").strip("\"'"))
        for path in templates.TEMPLATES.rglob("*.html")
        for form in WRITTEN.findall(path.read_text(encoding="utf-8"))
    }

    assert len(asked) > 20
    assert [(name, form) for name, form in sorted(asked) if form not in FORMS | TO_THE_SECOND | FOR_MACHINES] == []
