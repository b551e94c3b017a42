"""The pages for developers agree with the code: every name is documented, every path and name on them exists."""

import re
from importlib import import_module
from pathlib import Path
from xml.etree import ElementTree as ET

import polib
import pytest

import aligner_core
from docs import make_reference
from docs.reference_names import public_names, public_packages

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
ARCHITECTURE = (DOCS / "architecture.md").read_text(encoding="utf-8")
REFERENCE = (DOCS / "reference.md").read_text(encoding="utf-8")
DIAGRAMS = sorted((DOCS / "diagrams").glob("*.svg"))
SVG = "{http://www.w3.org/2000/svg}"
SOURCES = "\n".join(
    path.read_text(encoding="utf-8")
    for folder in ("aligner_core", "review")
    for path in sorted((ROOT / folder).rglob("*.py"))
)
PATH = re.compile(r"(?!/)[\w.-]*(?:/[\w.-]*)+|[\w-]+\.(?:md|py|toml|html|js|css|svg|po)")
"""A file or a folder; what begins with a slash is an address."""
NAME = re.compile(r"[A-Z]\w+|[A-Za-z]\w*_\w+|\w+(?=\(\))")
"""A name in code: with a capital, an underscore, or called."""


def in_code(text: str) -> list[str]:
    """Return what stands in backticks."""
    return re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))


def table_paths(text: str) -> list[str]:
    """Return the paths in the cells of the tables whose columns are headed by folders."""
    paths, folders = [], list[str]()
    for line in text.splitlines():
        cells = [cell.strip().strip("`") for cell in line.strip("|").split("|")] if line.startswith("|") else []
        folders = folders if cells and folders else cells
        for folder, cell in zip(folders, cells, strict=False):
            if folder.endswith("/") and PATH.fullmatch(cell) and cell != folder:
                paths.append(folder + cell)
    return paths


def outside_of_tables(text: str) -> str:
    """Return a text without the tables whose columns are headed by folders."""
    return re.sub(r"^\| subject \|.*\n(?:\|.*\n)+", "", text, flags=re.MULTILINE)


def is_there(path: str) -> bool:
    """Return whether a path exists; one that ends in a slash has to be a folder."""
    return (ROOT / path).is_dir() if path.endswith("/") else (ROOT / path).is_file()


def anchors_of(page: str) -> set[str]:
    """Return the anchors that the headings of a page have."""
    headings = re.findall(r"^#+ (.+)$", page, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_reference_is_what_the_generator_writes() -> None:
    assert make_reference.reference() == REFERENCE, "run `make reference`"


def test_reference_describes_every_public_name_once() -> None:
    wanted = {(package, name) for package in public_packages() for name in public_names(package)}
    described = re.findall(r"^### `(.+)`$", REFERENCE, re.MULTILINE)
    core = set(aligner_core.__all__)

    assert len(described) == len(set(described))
    assert {name for package, name in wanted if package == "aligner_core"} == core
    assert set(described) == core | {
        make_reference.heading(name, package)
        for package, name in wanted
        if getattr(aligner_core, name, None) is not getattr(import_module(package), name)
    }


def test_reference_has_no_private_names() -> None:
    assert re.findall(r"aligner_core\._\w+|(?<![\w.])_[a-zA-Z]\w*", REFERENCE) == []


def test_reference_has_examples_that_import_what_they_use() -> None:
    blocks = re.findall(r"```python\n(>>> .*?)```", REFERENCE, re.DOTALL)

    assert len(blocks) >= 40
    assert [block for block in blocks if not block.startswith(">>> from ")] == []


@pytest.mark.parametrize("page", [ARCHITECTURE, REFERENCE], ids=["architecture", "reference"])
def test_links_within_a_page_lead_to_a_heading(page: str) -> None:
    linked = set(re.findall(r"\]\(#([^)]+)\)", page))

    assert linked
    assert linked - anchors_of(page) == set()


def test_paths_in_the_architecture_exist() -> None:
    paths = [one for one in in_code(outside_of_tables(ARCHITECTURE)) if PATH.fullmatch(one)] + table_paths(ARCHITECTURE)

    assert len(paths) > 150
    assert [path for path in paths if not is_there(path)] == []


@pytest.mark.parametrize("path", ["review/services/", "review/views/ingest.py", "pyproject.toml", "static/review.js"])
def test_paths_are_recognised(path: str) -> None:
    assert PATH.fullmatch(path)
    assert is_there(path)


def test_names_in_the_architecture_exist() -> None:
    names = {name for one in in_code(ARCHITECTURE) if (name := one.removesuffix("()")) and NAME.match(one)}
    names = {name for name in names if re.fullmatch(r"\w+", name)}

    assert len(names) > 150
    assert sorted(name for name in names if name not in SOURCES) == []


def test_the_architecture_maps_every_room_of_the_core() -> None:
    rooms = {
        f"aligner_core/{path.name}{'/' if path.is_dir() else ''}"
        for path in (ROOT / "aligner_core").iterdir()
        if path.suffix == ".py" or (path / "__init__.py").is_file()
    }

    assert rooms - set(in_code(ARCHITECTURE)) == set()


def test_the_architecture_maps_every_layer_and_subject_of_review() -> None:
    layers = {path.parent.name for path in (ROOT / "review").glob("*/__init__.py")} - {"migrations"}
    subjects = {
        f"review/{layer}/{path.name}{'/' if path.is_dir() else ''}"
        for layer in ("services", "selectors")
        for path in (ROOT / "review" / layer).iterdir()
        if not path.name.startswith("_") and path.name not in {"access.py", "quotes"}
    }
    mapped = set(table_paths(ARCHITECTURE))

    assert {f"review/{layer}/" for layer in layers} - set(in_code(ARCHITECTURE)) == set()
    assert subjects - mapped == set()


def test_the_glossary_has_the_words_of_the_interface() -> None:
    """Their Korean is in docs/glossary.md, which has a test of its own."""
    catalogue = polib.pofile(str(ROOT / "review" / "locale" / "ko" / "LC_MESSAGES" / "django.po"))
    texts = {text.lower() for entry in catalogue for text in (entry.msgid, entry.msgid_plural)}
    glossary = ARCHITECTURE[ARCHITECTURE.index("## Glossary") :]
    rows = [re.split(r" \| ", row) for row in re.findall(r"^\| (.+) \|$", glossary, re.MULTILINE)[1:]]
    words = [word for english, _ in rows for word in re.split(", |: ", english)]

    assert len(words) > 50
    assert [word for word in words if word.lower() not in texts] == []


@pytest.mark.parametrize("path", DIAGRAMS, ids=lambda path: path.name)
def test_diagrams_can_be_read_by_everybody(path: Path) -> None:
    root = ET.parse(path).getroot()  # noqa: S314 - a file of the repository
    texts = [one.text or "" for one in root.iter(f"{SVG}text")]

    assert [root.find(f"{SVG}{part}") is not None for part in ("title", "desc")] == [True, True]
    assert "prefers-color-scheme: dark" in (root.findtext(f"{SVG}style") or "")
    assert [text for text in texts if PATH.fullmatch(text) and not is_there(text)] == []
    assert f"](diagrams/{path.name})" in ARCHITECTURE
