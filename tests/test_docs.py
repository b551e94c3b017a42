"""What the documents say is true: examples run, links lead somewhere."""

import doctest
import re
from pathlib import Path

import pytest

from review.config.environment import Environment

ROOT = Path(__file__).resolve().parents[1]
READMES = ("README.md", "README.ko.md")
OF_A_LANGUAGE = re.compile(r"\.ko(?=\.md)|(?<=/)(?:en|ko)$|(?<=-)(?:en-light|ko-dark)(?=\.gif)")
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_examples_run(document: Path) -> None:
    results = doctest.testfile(str(document), module_relative=False, encoding="utf-8")

    assert results.failed == 0


@pytest.mark.parametrize("readme", READMES)
def test_readme_has_an_example(readme: str) -> None:
    results = doctest.testfile(str(ROOT / readme), module_relative=False, encoding="utf-8")

    assert results.attempted >= 1


def test_both_readmes_say_the_same() -> None:
    """The words are each language's own; code, commands, figures and where links lead are not."""
    english, korean = (_shared(ROOT / readme) for readme in READMES)

    assert english == korean


def _shared(readme: Path) -> tuple[list[str], list[str], list[list[str]], list[str]]:
    text = _read(readme)
    commands = [line.partition("#")[0].strip() for line in re.findall(r"^    (\S.*)$", text, re.MULTILINE)]
    code = re.findall(r"^```.*?^```$", text, re.MULTILINE | re.DOTALL)
    figures = [re.split(r" *\| *", line)[2:] for line in re.findall(r"^\| .*\d.*\|$", text, re.MULTILINE)]
    links = [OF_A_LANGUAGE.sub("", link) for link in re.findall(r"\]\(([^)]+)\)", text)]
    return code, [line for line in commands if line], figures, links


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(document: Path) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)", document.read_text(encoding="utf-8"))
    missing = [
        target for target in targets if not re.match(r"[a-z]+:", target) and not (document.parent / target).exists()
    ]

    assert missing == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_to_headings_that_exist(document: Path) -> None:
    targets = re.findall(r"\]\(([^)#\s]*)#([^)\s]+)\)", document.read_text(encoding="utf-8"))
    missing = [
        f"{page}#{anchor}"
        for page, anchor in targets
        if not re.match(r"[a-z]+:", page)
        if anchor not in _anchors(document.parent / page if page else document)
    ]

    assert missing == []


def _anchors(document: Path) -> set[str]:
    """Return what GitHub calls the headings of a document: small, without punctuation, hyphens for spaces."""
    prose = re.sub(r"^```.*?^```$", "", _read(document), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.+)$", prose, re.MULTILINE)
    slugs = [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings]
    repeated = {f"{slug}-{slugs[:place].count(slug)}" for place, slug in enumerate(slugs)}
    return {*slugs, *repeated, *re.findall(r'id="([^"]+)"', prose)}


def test_a_link_to_no_heading_would_be_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# One\n\n## What `check` says, twice\n\n## One\n", encoding="utf-8")

    assert _anchors(page) >= {"one", "what-check-says-twice", "one-1"}
    assert "two" not in _anchors(page)


def test_the_index_leads_to_every_page() -> None:
    docs = ROOT / "docs"
    led_to = {(docs / link).resolve() for link in re.findall(r"\]\(([^)#\s]+)", _read(docs / "README.md"))}

    assert {*docs.glob("*.md"), docs / "decisions" / "README.md"} - led_to == {docs / "README.md"}


def test_every_picture_is_on_a_page() -> None:
    shown = {
        (page.parent / link).resolve() for page in DOCUMENTS for link in re.findall(r"!\[.*?\]\(([^)]+)", _read(page))
    }

    assert {*(ROOT / "docs" / "screenshots").iterdir(), *(ROOT / "docs").rglob("*.svg")} - shown == set()


def test_every_setting_is_written_down() -> None:
    written = re.findall(r"`REVIEW_([A-Z_]+)`", (ROOT / "docs" / "operation.md").read_text(encoding="utf-8"))

    assert set(written) == {name.upper() for name in Environment.model_fields}


ABSENT = re.compile(
    r"\bcontract,? (?:section )?\d|\bseed 00\d|\bdesign \d"
    r"|(?<![#\w])\d+-(?:contract|house|interface|ecosystem|reliability|alignment)\b",
    re.IGNORECASE,
)
"""How pages that are not in the repository were cited once."""
CITED = re.compile(r"[Ss]pecification (\d+(?:\.\d+)?)")
WRITTEN = [
    path
    for folder in ("aligner_core", "review", "tests", "docs", "static", "templates", "benchmarks")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in {".py", ".md", ".html", ".css", ".js", ".toml"} and "vendor" not in path.parts
    if path != Path(__file__).resolve()
]


def test_nothing_cites_a_page_that_is_absent() -> None:
    found = [f"{path.relative_to(ROOT)}: {cited[0]}" for path in WRITTEN for cited in ABSENT.finditer(_read(path))]

    assert found == []


@pytest.mark.parametrize("cited", ["as contract 3.7 says", "(contract, section 4)", "Seed 002", "of 3-interface.md"])
def test_a_citation_of_an_absent_page_would_be_found(cited: str) -> None:
    assert ABSENT.search(cited)


def test_every_cited_rule_is_in_the_specification() -> None:
    rules = set(re.findall(r"^#+ (\d+(?:\.\d+)?)", _read(ROOT / "docs" / "specification.md"), re.MULTILINE))
    cited = {number for path in WRITTEN for number in CITED.findall(_read(path))}

    assert cited
    assert cited - rules == set()


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")
