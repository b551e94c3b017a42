"""The tutorial, done as it is written: its labels are pressed in their order, its files and blocks are used."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.test.html import Element, parse_html
from django.utils import translation
from pytest_django import Settings

from aligner_core import AlignedEvidence
from review.domain.roles import Role
from review.management.commands.seed_demo import add_person
from review.models import Entry, Project, Quote
from review.templatetags.review_text import method_name

ROOT = Path(__file__).resolve().parents[1]
FILES = ROOT / "docs" / "examples" / "tutorial"
PAGES = {"en": ROOT / "docs" / "tutorial.md", "ko": ROOT / "docs" / "tutorial.ko.md"}
LABEL = re.compile(r"\*\*([^*\n]+)\*\*|(?<!\*)\*([^*\n]+)\*(?!\*)")
ROW = re.compile(r"^\| `(b-\d)` \| (.+) \| (.+) \|$", re.MULTILINE)
DOCTYPE = re.compile(r"<!DOCTYPE[^>]*>", re.IGNORECASE)
languages = pytest.mark.parametrize("language", PAGES)


def section(language: str, number: int) -> str:
    found = re.search(rf"^## {number}\. (.*?)(?=^## )", PAGES[language].read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def block(language: str, kind: str) -> str:
    (found,) = re.findall(rf"```{kind}\n(.*?)```", section(language, 7), re.DOTALL)
    return str(found)


def elements(root: Element) -> Iterator[Element]:
    for child in root.children:
        if isinstance(child, Element):
            yield child
            yield from elements(child)


def attributes_of(element: Element) -> dict[str, str]:
    return {name: value or "" for name, value in element.attributes}


def words(node: Element | str) -> str:
    """Return the text of an element without the keys and remarks in it."""
    if isinstance(node, str):
        return node
    return " ".join(" ".join(words(child) for child in node.children if _is_text(child)).split())


def _is_text(node: Element | str) -> bool:
    return isinstance(node, str) or node.name not in {"kbd", "small"}


@dataclass
class Reader:
    """Somebody who does what the tutorial says, in a browser that stays on a page of which htmx changes a part."""

    language: str
    page: Element = field(default_factory=lambda: parse_html("<p></p>"))
    address: str = "/"
    downloads: list[bytes] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.client = Client(headers={"accept-language": self.language})
        self._go("get", self.address)

    def do(self, number: int) -> None:
        """Press and see what one section says."""
        begun = section(self.language, number).partition(":\n")[2] if number == 1 else section(self.language, number)
        for pressed, seen in LABEL.findall(begun):
            if pressed:
                self._press(pressed)
                self._choose()
            else:
                assert seen in words(self.page)

    def _press(self, label: str) -> None:
        for form in [one for one in elements(self.page) if one.name == "form"]:
            for button in [one for one in elements(form) if one.name == "button" and words(one) == label]:
                return self._send(form, button)
        for link in [one for one in elements(self.page) if one.name == "a" and words(one) == label]:
            return self._go("get", attributes_of(link)["href"])
        assert label in [words(one) for one in elements(self.page) if one.name == "summary"], label
        return None

    def _choose(self) -> None:
        """Choose both files where these are asked for: they are sent at once, as a script of the page does."""
        for form in [one for one in elements(self.page) if "multipart/form-data" in attributes_of(one).values()]:
            [button] = [one for one in elements(form) if attributes_of(one).get("id") == "preview"]
            self._send(form, button)

    def _send(self, form: Element, button: Element) -> None:
        given: dict[str, object] = dict(_fields(form))
        attributes = attributes_of(button)
        assert "aria-disabled" not in attributes
        if "name" in attributes:
            given[attributes["name"]] = attributes["value"]
        if "files" in given:
            paths = sorted((FILES / self.language).iterdir())
            given["files"] = [SimpleUploadedFile(path.name, path.read_bytes()) for path in paths]
        stayed = self.address
        self._go("post", attributes_of(form).get("action") or stayed, given)
        if "hx-post" in attributes_of(form) and urlsplit(self.address).path != urlsplit(stayed).path:
            self._go("get", stayed)

    def _go(self, method: str, address: str, given: dict[str, object] | None = None) -> None:
        sent_from = {"referer": f"http://testserver{self.address}"}
        response = getattr(self.client, method)(address, given, follow=True, headers=sent_from)
        assert response.status_code == 200
        if not response.headers["Content-Type"].startswith("text/html"):
            self.downloads.append(response.content)
            return
        self.page = parse_html(DOCTYPE.sub("", response.content.decode()))
        self.address = response.request["PATH_INFO"] + "?" + response.request["QUERY_STRING"]
        for one in [one for one in elements(self.page) if "intersect once" in attributes_of(one).get("hx-trigger", "")]:
            one.children = [parse_html(self.client.get(attributes_of(one)["hx-get"]).content.decode())]


def _fields(form: Element) -> Iterator[tuple[str, object]]:
    for one in elements(form):
        attributes = attributes_of(one)
        is_off = attributes.get("type") in {"checkbox", "radio"} and "checked" not in attributes
        if one.name == "input" and "name" in attributes and not is_off:
            yield attributes["name"], attributes.get("value", "")
        elif one.name == "textarea":
            yield attributes["name"], words(one)
        elif one.name == "select":
            values = [option for option in elements(one) if option.name == "option"]
            yield attributes["name"], next(attributes_of(option).get("value", "") for option in values)


@pytest.fixture
def demo(settings: Settings, db: None) -> None:
    settings.REVIEW_DEMO = True
    project = Project.objects.create(slug="demo", name="Demo")
    add_person(project, "mina", role=Role.REVIEWER, staff=False)
    add_person(project, "sora", role=Role.AUDITOR, staff=False)


def states(language: str) -> list[tuple[str, str, str]]:
    quotes = Quote.objects.select_related("entry", "current").order_by("entry__position")
    with translation.override(language):
        return [(one.entry.entry_id, one.entry.title, _state(one)) for one in quotes]


def _state(quote: Quote) -> str:
    assert quote.current is not None
    name, evidence = method_name(quote.current.method), quote.current.evidence
    is_critical = isinstance(evidence, AlignedEvidence) and "critical" in [one.severity for one in evidence.differences]
    return f"{name}, {translation.gettext('critical difference')}" if is_critical else name


@languages
@pytest.mark.usefixtures("demo")
def test_the_tutorial_leads_where_it_says(language: str, tmp_path: Path) -> None:
    reader = Reader(language)

    for number in (1, 2, 3):
        reader.do(number)
    expected = ROW.findall(PAGES[language].read_text("utf-8"))
    assert states(language) == expected
    reader.do(4)
    assert states(language)[:3] == expected[:3]
    assert states("en")[3][2] == "exact"
    reader.do(5)
    assert set(Entry.objects.values_list("stage", flat=True)) == {"verified"}
    reader.do(6)

    (tmp_path / "BUNDLE.zip").write_bytes(reader.downloads[0])
    (tmp_path / "var").mkdir()
    ended = [
        subprocess.run([sys.executable, *command.split()], cwd=tmp_path, capture_output=True, text=True, check=False)
        for command in re.findall(r"^    \.venv/bin/python (.+)$", section(language, 6), re.MULTILINE)
    ]
    assert [one.returncode for one in ended] == [0, 0]
    (sentence,) = re.findall(r"`(Everything .+?)`", section(language, 6))
    assert sentence in ended[1].stdout


@pytest.mark.slow
@languages
def test_the_guard_of_the_tutorial_is_red_and_then_green(language: str, tmp_path: Path) -> None:
    shutil.copytree(FILES / language, tmp_path, dirs_exist_ok=True)
    (tmp_path / "test_memories.py").write_text(block(language, "python"), encoding="utf-8")

    red = guarded(tmp_path)
    correct(tmp_path / "extraction.json", block(language, "diff"))
    green = guarded(tmp_path)

    assert red.returncode == 1
    output = "\n".join(line.removeprefix("E").strip() for line in red.stdout.splitlines())
    lines = [line.strip() for line in block(language, "text").splitlines() if line]
    assert [line for line in lines if line not in output] == []
    assert (green.returncode, "1 passed" in green.stdout) == (0, True)


def guarded(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:django", "-p", "no:cacheprovider", "test_memories.py"]
    variables = {**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1", "PYTHONUTF8": "1"}
    return subprocess.run(command, cwd=folder, env=variables, capture_output=True, encoding="utf-8", check=False)


def correct(path: Path, diff: str) -> None:
    text = path.read_text(encoding="utf-8")
    lines = diff.splitlines()
    for taken, given in zip(lines[::2], lines[1::2], strict=True):
        assert (taken[0], given[0], text.count(taken[1:].strip())) == ("-", "+", 1)
        text = text.replace(taken[1:].strip(), given[1:].strip())
    path.write_text(text, encoding="utf-8")


def test_both_languages_have_the_same_steps_and_pictures() -> None:
    english, korean = (PAGES[language].read_text("utf-8") for language in ("en", "ko"))

    assert block("en", "python") == block("ko", "python")
    assert re.findall(r"\((screenshots/[\w-]+)-en\.png\)", english) == re.findall(
        r"\((screenshots/[\w-]+)-ko\.png\)", korean
    )
    assert [len(LABEL.findall(section("en", number))) for number in range(1, 7)] == [
        len(LABEL.findall(section("ko", number))) for number in range(1, 7)
    ]
