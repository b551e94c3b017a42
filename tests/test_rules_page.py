"""docs/rules.md says of differences what the code does: every example in its tables comes out as written there."""

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
from aligner_core.evidence.models import DifferenceKind, Severity

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
SECTION = PAGE[PAGE.index("## What differs") : PAGE.index("## When it is not found")]
LANGUAGE_CASES = ROOT / "tests" / "aligner_core" / "_differences" / "cases" / "languages"

Row = dict[str, str]


def tables(text: str) -> list[list[Row]]:
    """Return the tables of a Markdown text, each row by the heads of its columns."""
    found = []
    for block in re.findall(r"(?:^\|.*\|\n)+", text, re.MULTILINE):
        head, _, *rows = ([cell.strip() for cell in line.strip("|").split(" | ")] for line in block.splitlines())
        found.append([dict(zip(head, cells, strict=True)) for cells in rows])
    return found


EXAMPLES = [row for table in tables(SECTION) for row in table if "quote" in row]
LANGUAGES = [row for table in tables(SECTION) for row in table if "words judged" in row]


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
    return f"{counts['flip'][0]} of {counts['flip'][1]}", f"{counts['same'][0]} of {counts['same'][1]}"


def test_the_page_has_examples() -> None:
    columns = {tuple(row) for row in EXAMPLES}

    assert columns == {
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
    elif "severity" in row:
        assert [(one.kind, one.severity) for one in differences] == [(row["kind"], row["severity"])]
    else:
        beside = [(one.kind, one.quote_text, one.source_text.strip(), one.severity) for one in differences]
        assert beside == [(row["kind"], "", row["beside"], "critical")]


def test_every_kind_and_severity_is_explained_once_and_has_an_example() -> None:
    explained, severities = (
        [row[head].strip("`") for table in tables(SECTION) for row in table if next(iter(row)) == head]
        for head in ("kind", "severity")
    )

    assert explained == list(get_args(DifferenceKind))
    assert severities == list(get_args(Severity))
    assert {row.get("kind") for row in EXAMPLES} >= set(explained)
    assert {row.get("severity") for row in EXAMPLES} >= set(severities)


def test_every_language_is_on_the_page() -> None:
    named = {row["file"].strip("`").removesuffix(".toml"): row["language"] for row in LANGUAGES}

    assert named == {code: lexicon(code).tables["name"] for code in known_languages()}
    assert [row["language"] for row in LANGUAGES if row["words judged"] == "yes"] == ["English", "Korean"]


@pytest.mark.parametrize("row", [row for row in LANGUAGES if row["words judged"] == "no"], ids=lambda row: row["file"])
def test_the_figures_of_a_language_are_those_of_its_cases(row: Row) -> None:
    code = row["file"].strip("`").removesuffix(".toml")

    assert missed_and_alarms(code) == (row["changed facts missed"], row["false alarms"])


def test_the_sizes_of_the_word_lists_are_those_on_the_page() -> None:
    told = {row["list"].strip("`"): row for table in tables(SECTION) for row in table if "list" in row}

    for name, row in told.items():
        size = len(word_list(name))
        assert (row["words"], row["bytes"]) == (f"{size:,}", f"{4 * size:,}")
        assert row["said to be a word by mistake"] == f"{size / 2**32 * 10**6:.1f} in a million"
    assert len(told) == 3


def test_the_example_of_a_language_file_can_be_read() -> None:
    (block,) = re.findall(r"```toml\n(.*?)```", SECTION, re.DOTALL)
    swedish = Lexicon("sv", tomllib.loads(block))

    assert fold(block) == " ".join(block.lower().split())
    assert swedish.scripts == {"Latin"}
    assert swedish.negations.count(["vi", "har", "inte", "bara", "det"]) == 0
    assert swedish.negations.count(["vi", "har", "inte", "det"]) == 1
    assert (swedish.cardinals["tio"], swedish.scales["tusen"], swedish.months["mars"]) == (10, 1000, 3)
    assert swedish.variants["skall",] == ("ska",)
    assert "bara" in swedish.limits


def test_every_table_of_a_language_file_is_explained() -> None:
    explained = {
        name
        for table in tables(SECTION)
        for row in table
        if "key" in row
        for name in re.findall(r"`\.?([\w.]+)`", row["key"])
    }
    nested = {"negations", "clauses", "limits", "hedges", "numbers", "variants"}
    used = {
        f"{name}.{part}" if name in nested else name
        for code in known_languages()
        for name, given in lexicon(code).tables.items()
        for part in (given if name in nested else [name])
    }

    explained |= {f"numbers.{name}" for name in ("ordinals", "scales")} | {"numbers.cardinals"}
    assert used - explained - {"limits.words", *(f"variants.{name}" for name in ("groups", "endings"))} == set()


def test_a_language_may_be_not_known() -> None:
    (sentence,) = re.findall(r"\*(Wir [^*]+)\* is not known to be German", SECTION)

    assert language_of(fold(sentence)) is None


def test_a_value_written_too_unlike_is_not_found() -> None:
    ((quote, source),) = re.findall(r"\*(The [^*]+)\* is `missing` where\nthe message says \*([^*]+)\*", SECTION)

    assert EvidenceAligner().align_quote(quote, source).verdict == "missing"
