"""Take the moving picture of the READMEs: a model loses the word “not”, and a person sets it right."""

import io
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, FilePayload, Page, expect

from docs.take_tutorial import LOCALES, STILL

TARGET = Path(__file__).parent / "screenshots"
COLOURS = 128


@dataclass(frozen=True, slots=True)
class Story:
    """A conversation, what a model made of it, and the claim as it should be."""

    talk: str
    claim: str
    quote: str
    corrected: str


STORIES = {
    "en": Story(
        talk="Ana: Do we ship on Friday?\n"
        "Ben: No, we will not ship on Friday. QA needs two more days.\n"
        "Ana: Then Tuesday.\n",
        claim="We ship on Friday",
        quote="we will ship on Friday",
        corrected="We do not ship on Friday",
    ),
    "ko": Story(
        talk="지수: 금요일에 배포하나요?\n"
        "민호: 아니요, 금요일에는 배포하지 않기로 했어요. QA에 이틀이 더 필요해요.\n"
        "지수: 그럼 화요일로 하죠.\n",
        claim="금요일에 배포한다",
        quote="금요일에는 배포하기로 했어요",
        corrected="금요일에는 배포하지 않는다",
    ),
}


@dataclass(slots=True)
class Film:
    """The pictures of a page, each with how many milliseconds it stands."""

    page: Page
    pictures: list[Image.Image] = field(default_factory=list)
    times: list[int] = field(default_factory=list)

    def take(self, seconds: float) -> None:
        """Take what the page shows now."""
        self.page.wait_for_load_state("networkidle")
        self.page.evaluate(STILL)
        taken = Image.open(io.BytesIO(self.page.screenshot(animations="disabled")))
        self.pictures.append(taken.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE))
        self.times.append(round(1000 * seconds))

    def keep(self, path: Path) -> None:
        """Write the pictures as one that moves, and begins again."""
        first, *rest = self.pictures
        first.save(path, save_all=True, append_images=rest, duration=self.times, loop=0, optimize=True)


def take_story(browser: Browser, address: str, *, language: str, theme: Literal["light", "dark"]) -> None:
    """Take the way from two files to a verified entry in one language, on a server with a fresh demo."""
    context = browser.new_context(
        base_url=address,
        viewport={"width": 1000, "height": 640},
        locale=LOCALES[language],
        color_scheme=theme,
    )
    page, story = context.new_page(), STORIES[language]
    page.goto("/")
    page.locator('button[name="demo"][value="mina"]').click()
    page.locator(".menu").wait_for()
    film = Film(page)
    page.goto("/upload/")
    film.take(1.5)
    page.locator("#id_files").set_input_files(_files(story))
    page.locator("#confirm").wait_for()
    film.take(3)
    page.locator("#confirm").click()
    page.locator("#begin").click()
    expect(page.locator("#claim")).to_have_text(story.claim)
    film.take(4)
    page.keyboard.press("r")
    page.locator("#claim-confirm").wait_for()
    film.take(3.5)
    page.keyboard.press("2")
    expect(page.locator("#correct-title")).to_be_focused()
    film.take(1)
    page.locator("#correct-title").fill(story.corrected)
    film.take(2)
    page.keyboard.press("Control+Enter")
    expect(page.locator("#claim")).to_have_text(story.corrected)
    film.take(2.5)
    page.keyboard.press("a")
    page.locator("#sitting").wait_for()
    film.take(2.5)
    film.keep(TARGET / f"story-{language}-{theme}.gif")
    context.close()


def _files(story: Story) -> list[FilePayload]:
    entry = {"type": "decision", "title": story.claim, "evidence": [{"messageIndex": 1, "quote": story.quote}]}
    files = (
        ("chat.txt", "text/plain", story.talk),
        ("memories.json", "application/json", json.dumps({"entries": [entry]})),
    )
    return [FilePayload(name=name, mimeType=kind, buffer=text.encode()) for name, kind, text in files]
