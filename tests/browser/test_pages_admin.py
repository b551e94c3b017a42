"""The admin in a real browser: in the look of the pages, accessible in both themes, and fit for a phone."""

from collections.abc import Callable

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

from review.models import Entry, Project
from tests.browser.waiting import assert_soon
from tests.registers import fill

SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
BACKGROUND = "getComputedStyle(document.body).backgroundColor"
DARK, LIGHT = "rgb(20, 24, 29)", "rgb(255, 255, 255)"


@pytest.fixture
def root(transactional_db: None, sign_in: Callable[[User], None]) -> None:
    fill(0)
    sign_in(User.objects.create_superuser("root"))


def looked_at() -> list[str]:
    """Return the addresses of the index, a list, a page that can only be read, and every form."""
    row = reverse("admin:review_entry_change", args=[Entry.objects.values_list("pk", flat=True)[0]])
    return [
        reverse("admin:index"),
        reverse("admin:review_entry_changelist"),
        row,
        *(reverse(f"admin:{model}_add") for model in ("review_project", "auth_user", "auth_group")),
        reverse("admin:review_project_change", args=[Project.objects.values_list("pk", flat=True)[0]]),
        reverse("admin:auth_user_change", args=[User.objects.values_list("pk", flat=True)[0]]),
    ]


@pytest.mark.smoke("light")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_admin_is_accessible(
    scheme: str, page: Page, root: None, assert_accessible: Callable[[Page], None], complaints: list[str]
) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]

    for address in looked_at():
        page.goto(address)
        assert complaints == []
        assert_accessible(page)
        # axe writes a style of its own where a stylesheet imports another, which the policy refuses
        complaints.clear()


@pytest.mark.parametrize(("theme", "background"), [("dark", DARK), ("light", LIGHT)])
def test_the_admin_has_the_theme_that_a_person_chose(
    theme: str, background: str, page: Page, root: None, context: BrowserContext, live_server: LiveServer
) -> None:
    page.emulate_media(color_scheme="light" if theme == "dark" else "dark")
    context.add_cookies([{"name": "theme", "value": theme, "url": live_server.url}])

    page.goto(reverse("admin:index"))

    assert_soon(page, BACKGROUND, background)


def test_no_page_of_the_admin_scrolls_sideways_on_a_phone(page: Page, root: None) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    wide = {}
    for model in admin.site._registry:
        room = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        keys = model._base_manager.values_list("pk", flat=True)[:1]
        for address in (reverse(f"{room}_changelist"), *(reverse(f"{room}_change", args=[key]) for key in keys)):
            page.goto(address)
            wide[address] = page.evaluate(SIDEWAYS)
    for name in ("index", "review_project_add", "auth_user_add", "auth_group_add"):
        page.goto(reverse(f"admin:{name}"))
        wide[name] = page.evaluate(SIDEWAYS)

    assert {address: by for address, by in wide.items() if by > 0} == {}


def test_the_header_of_the_pages_leads_on_from_the_admin(page: Page, root: None) -> None:
    page.goto(reverse("admin:review_entry_changelist"))

    page.get_by_role("navigation", name="Main").get_by_role("link", name="Sessions").click()

    page.wait_for_url("**/sessions/")
