"""The report of a check, opened as the file it is: offline, in either light, on a desk and in the hand."""

from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import BrowserContext, Page

from aligner_core import check
from aligner_core.grounding import to_html
from tests.aligner_core.grounding.worked_check import QUOTES, SOURCES
from tests.browser.waiting import assert_soon

BACKGROUNDS: dict[Literal["light", "dark"], str] = {"light": "rgb(255, 255, 255)", "dark": "rgb(20, 24, 29)"}


@pytest.mark.smoke
def test_report_opens_offline_without_a_request(
    context: BrowserContext, page: Page, tmp_path: Path, assert_accessible: Callable[[Page], None]
) -> None:
    path = tmp_path / "report.html"
    path.write_text(to_html(check([*QUOTES, "<img src=x>"], SOURCES), name="answer.json"), encoding="utf-8")
    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url))
    context.set_offline(True)

    page.goto(path.as_uri())

    for (scheme, background), width in product(BACKGROUNDS.items(), (1440, 390, 320)):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 900})
        assert_soon(page, "document.documentElement.scrollWidth", width)
        assert_soon(page, "getComputedStyle(document.body).backgroundColor", background)
        assert_accessible(page)
    assert requested == [path.as_uri()]
