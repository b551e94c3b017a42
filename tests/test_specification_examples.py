"""What docs/specification.md says of differences and languages is so: every example in its tables comes out."""

import re
import tomllib
from pathlib import Path
from typing import get_args

import pytest

from aligner_core import AlignedEvidence, EvidenceAligner
from aligner_core._language.detection import language_of
from aligner_core._language.lexicon import Lexicon, known_languages, lexicon
from aligner_core._language.word_list import word_list
from aligner_core._text.normalized_text import fold
from aligner_core.evidence.differences import DifferenceKind, Severity

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "specification.md").read_text(encoding="utf-8")
LANGUAGE_CASES = ROOT / "tests" / "aligner_core" / "_differences" / "cases" / "languages"

Row = dict[str, str]


def section(number: str) -> str:
    """Return a section of the specification by its number."""
    return PAGE.partition(f"\n### {number} ")[2].partition("\n##")[0]


def tables(text: str) -> list[list[Row]]:
    """Return the tables of a Markdown text, each row by the heads of its columns."""
    found = []
    for block in re.findall(r"(?:^ *\|.*\|\n)+", text, re.MULTILINE):
        head, _, *rows = (
            [cell.strip() for cell in line.strip().strip("|").split(" | ")] for line in block.splitlines()
        )
        found.append([dict(zip(head, cells, strict=True)) for cells in rows])
    return found


DIFFERENCES, MISSES, LANGUAGES = map(section, ("3.9", "3.15", "3.16"))
EXAMPLES = [row for table in tables(DIFFERENCES + MISSES) for row in table if "quote" in row]
FIGURES = {
    code: row for table in tables(LANGUAGES) for row in table for code in re.findall(r"\(`(\w+)`\)$", row["language"])
}
NOT_JUDGED = {code: row for code, row in FIGURES.items() if row["changed facts missed"] != "–"}


def align(row: Row) -> AlignedEvidence | None:
    found = EvidenceAligner().align_quote(row["quote"], row["source"])
    return found if isinstance(found, AlignedEvidence) else None


def missed_and_alarms(code: str) -> tuple[str, str]:
    """Return how many of the cases of a language pass in silence, and how many raise an alarm, as the page says it."""
    counts = {"flip": [0, 0], "same": [0, 0]}
    lines = (LANGUAGE_CASES / f"{code}.tsv").read_text(encoding="utf-8").splitlines()
    for line in (line for line in lines if line and not line.startswith("#")):
        what, _, source, quote = (field.replace("\\n", "\n") for field in line.split("\t"))
        found = align({"quote": quote, "source": source})
        is_silent = found is not None and not any(one.critical for one in found.differences)
        counts[what][0] += is_silent is (what == "flip")
        counts[what][1] += 1
    return f"{counts['flip'][0]}/{counts['flip'][1]}", f"{counts['same'][0]}/{counts['same'][1]}"


def test_the_page_has_examples() -> None:
    columns = {tuple(row) for row in EXAMPLES}

    assert columns == {
        ("quote", "source", "kind"),
        ("quote", "source", "kind", "severity"),
        ("quote", "source", "kind", "beside"),
        ("quote", "source", "verdict"),
    }
    assert len(EXAMPLES) > 70


@pytest.mark.parametrize("row", EXAMPLES, ids=lambda row: f"{row['quote']} / {row['source']}")
def test_an_example_comes_out_as_the_page_says(row: Row) -> None:
    found = EvidenceAligner().align_quote(row["quote"], row["source"])
    differences = found.differences if isinstance(found, AlignedEvidence) else ()

    if "verdict" in row:
        assert found.verdict == row["verdict"]
    elif "beside" in row:
        beside = [(one.kind, one.quote_text, one.source_text.strip(), one.severity) for one in differences]
        assert beside == [(row["kind"], "", row["beside"], "critical")]
    else:
        assert [(one.kind, one.severity) for one in differences] == [(row["kind"], row.get("severity", "critical"))]


def test_every_kind_and_severity_is_explained_once_and_has_an_example() -> None:
    explained, severities = (
        [row[head].strip("`") for table in tables(DIFFERENCES) for row in table if next(iter(row)) == head]
        for head in ("kind", "severity")
    )

    assert explained == list(get_args(DifferenceKind))
    assert severities == list(get_args(Severity))
    assert {row.get("kind") for row in EXAMPLES} >= {*explained} - {"speaker"}, "an example has nobody who says it"
    assert {row.get("severity", "critical") for row in EXAMPLES if "kind" in row} >= set(severities)


def test_every_language_is_on_the_page() -> None:
    named = {code: f"{lexicon(code).tables['name']} (`{code}`)" for code in known_languages()}

    assert {code: row["language"] for code, row in FIGURES.items()} == named
    assert FIGURES.keys() - NOT_JUDGED.keys() == {"en", "ko"}
    assert "judged in **English and Korean**. Of 15 more" in LANGUAGES
    assert len(NOT_JUDGED) == 15


@pytest.mark.parametrize("code", NOT_JUDGED)
def test_the_figures_of_a_language_are_those_of_its_cases(code: str) -> None:
    row = NOT_JUDGED[code]

    assert missed_and_alarms(code) == (row["changed facts missed"], row["false alarms"])


def test_the_sizes_of_the_word_lists_are_those_on_the_page() -> None:
    sizes = dict(re.findall(r"`([\w-]+)`\s\(([\d,]+)\swords\)", DIFFERENCES))

    assert sizes == {name: f"{len(word_list(name)):,}" for name in ("en", "en-frequent", "en-rare", "ko", "ko-rare")}


def test_the_example_of_a_language_file_can_be_read() -> None:
    (block,) = re.findall(r"```toml\n(.*?)```", LANGUAGES, re.DOTALL)
    swedish = Lexicon("sv", tomllib.loads(block))

    assert fold(block) == " ".join(block.lower().split())
    assert swedish.scripts == {"Latin"}
    assert swedish.negations.count(["vi", "har", "inte", "bara", "det"]) == 0
    assert swedish.negations.count(["vi", "har", "inte", "det"]) == 1
    assert (swedish.cardinals["tio"], swedish.scales["tusen"], swedish.months["mars"]) == (10, 1000, 3)
    assert swedish.variants["skall",] == ("ska",)
    assert "bara" in swedish.limits


def test_every_table_of_a_language_file_is_explained() -> None:
    items = re.findall(r"^- (`(?:.+\n)+?)(?=^- |^$)", LANGUAGES, re.MULTILINE)
    explained = {name for item in items for name in re.findall(r"`([a-z_.]+)`(?=[,:])", item)}
    nested = {"negations", "clauses", "limits", "hedges", "numbers", "variants"}
    used = {
        f"{name}.{part}" if name in nested else name
        for code in known_languages()
        for name, given in lexicon(code).tables.items()
        for part in (given if name in nested else [name])
    }

    assert used - explained == set()


def test_a_language_may_be_not_known() -> None:
    (sentence,) = re.findall(r"\*(Wir [^*]+)\* is not known to be German", " ".join(LANGUAGES.split()))

    assert language_of(fold(sentence)) is None
