"""The admin says everything of ours in words of the reader: in Korean no English of the catalogue, and never a code."""

import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import polib
import pytest
from django.contrib.admin import site
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import translation

from review.admin.registers import Register
from review.domain.policy import Reason, Stage
from review.domain.roles import Role
from review.models import Event, Membership, Project, Provenance, Standing
from review.wording import EVENTS, METHODS, POLICY_SWITCHES, field_name
from tests.registers import fill

pytestmark = pytest.mark.django_db

CATALOGUE = Path(__file__).parents[3] / "review" / "locale" / "ko" / "LC_MESSAGES" / "django.po"
PAGES = {model: page for model, page in site._registry.items() if model._meta.app_label == "review"}
UNSEEN = {"head", "script", "style"}
VOID = {"br", "img", "input", "link", "meta", "path", "hr"}
CODE = re.compile(r"[a-z]+(_[a-z]+)+")
ENGLISH = {"Evidence", "Review"}
"""The product's own name."""


class Texts(HTMLParser):
    """The texts of a page as a reader sees them, one element's text each."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            del self.open[len(self.open) - 1 - self.open[::-1].index(tag) :]

    def handle_data(self, data: str) -> None:
        text = " ".join(data.split()).rstrip(":")
        if text and UNSEEN.isdisjoint(self.open):
            self.found.append(text)


@pytest.fixture(scope="module", autouse=True)
def _rows(standing: None) -> None:
    User.objects.create_superuser("root")
    fill(0)


@pytest.fixture
def root(client: Client) -> Client:
    client.force_login(User.objects.get(username="root"))
    return client


def addresses() -> Iterator[str]:
    """Yield the address of every page of the admin that is about our tables."""
    yield from (reverse("admin:index"), reverse("admin:app_list", args=["review"]))
    for model in PAGES:
        room = f"admin:review_{model._meta.model_name}"
        keys = list(model._base_manager.values_list("pk", flat=True)[:3])
        assert keys, model
        yield reverse(f"{room}_changelist")
        yield f"{reverse(f'{room}_changelist')}?q=zzzz"
        yield from (reverse(f"{room}_{name}", args=[key]) for key in keys for name in ("change", "history"))
    yield reverse("admin:review_project_add")
    yield reverse("admin:review_project_delete", args=[Project.objects.values_list("pk", flat=True)[0]])


def read(root: Client, language: str) -> dict[str, list[str]]:
    """Return the texts of every page by its address."""
    headers = {"Accept-Language": language}
    return {one: Texts(root.get(one, headers=headers).content.decode()).found for one in addresses()}


def english() -> set[str]:
    """Return what the catalogue says otherwise in Korean, the names of our columns and our codes."""
    texts = {entry.msgid for entry in polib.pofile(str(CATALOGUE)) if entry.msgid != entry.msgstr}
    columns = {field.name for model in PAGES for field in model._meta.fields}
    codes: Iterable[str] = [*EVENTS, *METHODS, *Stage, *Reason, *Role, *Provenance, *Standing]
    return {text.casefold() for text in (*texts, *columns, *(name.replace("_", " ") for name in columns), *codes)}


def given() -> set[str]:
    """Return what people and uploads gave, which no catalogue translates."""
    values = {str(value) for model in PAGES for row in model._base_manager.values() for value in row.values()}
    return values - {Event.SYSTEM, *EVENTS, *METHODS, *Stage, *Reason, *Role, *Provenance, *Standing}


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "ko"])
def test_no_page_shows_a_code_or_says_ours_in_english_to_a_korean_reader(root: Client, language: str) -> None:
    known = english() - {text.casefold() for text in (*ENGLISH, *given())} if language == "ko" else set()

    texts = read(root, language)

    assert len(texts) > 3 * len(PAGES)
    left = {
        address: [text for text in found if text.casefold() in known or CODE.fullmatch(text)]
        for address, found in texts.items()
    }
    assert {address: found for address, found in left.items() if found} == {}


def test_every_column_that_is_shown_has_a_name_in_both_languages() -> None:
    models: list[Any] = [*PAGES, Membership]
    fields = {(model.__name__, field.name) for model in models for field in model._meta.fields}
    names = {one: field_name(*one) for one in fields if one[1] != "id"}

    with translation.override("ko"):
        unnamed = [one for one, name in names.items() if str(name).isascii()]

    assert unnamed == []
    assert [one for one, name in names.items() if "_" in str(name)] == []


@pytest.mark.parametrize(("language", "title"), [("en", "Entries"), ("ko", "항목")])
def test_a_list_that_can_only_be_read_is_headed_by_what_it_lists(root: Client, language: str, title: str) -> None:
    page = root.get(reverse("admin:review_entry_changelist"), headers={"Accept-Language": language}).content.decode()

    assert f"<h1>{title}</h1>" in page


def test_a_row_that_can_only_be_read_shows_all_that_is_stored(root: Client) -> None:
    for model, page in PAGES.items():
        if isinstance(page, Register):
            key = model._base_manager.values_list("pk", flat=True)[0]
            shown = root.get(reverse(f"admin:review_{model._meta.model_name}_change", args=[key])).content.decode()
            hidden = {"id", *(page.exclude or ())}
            names = {field.name for field in model._meta.fields} - hidden
            assert [name for name in sorted(names) if f"field-{name}" not in shown] == [], model


def test_a_project_is_set_in_the_words_of_its_page(root: Client) -> None:
    project = Project.objects.get()

    page = root.get(reverse("admin:review_project_change", args=[project.pk])).content.decode()

    labels = [str(text) for texts in POLICY_SWITCHES.values() for text in texts]
    assert [text for text in labels if text not in page] == []
    assert 'name="two_reviewers"' in page
    assert 'name="queue_weights"' not in page


def test_a_filter_is_open_while_it_filters(root: Client) -> None:
    page = root.get(reverse("admin:review_entry_changelist"), {"stage__exact": "verified"}).content.decode()

    assert re.findall(r'data-filter-title="([^"]+)" open', page) == ["stage"]
