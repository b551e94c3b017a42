"""QuoteBench: its cases are what they say, and its table is what was counted."""

import unicodedata
from pathlib import Path

import pytest

from aligner_core import fold
from benchmarks.quotes.__main__ import HARMLESS, HEADS, accepts, by_class, by_language, main, summary
from benchmarks.quotes.cases import CHANGES, FORMS, Case, cases, lies, stated
from benchmarks.quotes.peers import ALIGNER, EVERY, Checker, aligned, by_ragas_rule, by_substring, checkers, ours
from benchmarks.quotes.texts import FACTS, LANGUAGES, Language, sentences

ROOT = Path(__file__).resolve().parents[2]
CASES = cases()


def test_cases_are_the_same_for_the_same_seed() -> None:
    assert cases() == CASES
    assert cases(seed=1) != CASES


def test_there_are_cases_of_every_class_in_every_language() -> None:
    for language in LANGUAGES:
        held = {case.kind for case in CASES if case.language == language}
        assert held == {*FACTS, *FORMS}


def test_the_truth_of_every_case_is_in_its_source() -> None:
    assert [case for case in CASES if case.truth not in case.source] == []


def test_a_changed_fact_is_nowhere_in_the_source_unless_a_negation_was_cut_off_before_it() -> None:
    found = [case for case in CASES if not case.is_true and fold(case.quote) in fold(case.source)]

    assert {(case.kind, case.quote[:7], case.truth[:3]) for case in found} == {("negation", "Podemos", "No ")}


def test_a_changed_form_is_a_change() -> None:
    assert [case for case in CASES if case.is_true and case.quote in case.source] == []


def test_a_changed_form_keeps_every_letter_and_digit_but_a_typo() -> None:
    """What is added is a speaker, the number of a list and an address."""
    kept = [case for case in CASES if case.kind in HARMLESS]

    assert [case for case in kept if letters(case.truth) not in letters(case.quote.replace(ADDRESS, ""))] == []


ADDRESS = "(https://example.org/source)"


def letters(text: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFKC", text) if letter.isalnum())


def test_a_typo_leaves_every_fact_as_it_was() -> None:
    """One letter more, or two swapped: no digit, no capital and no more than that."""
    for case in CASES:
        if case.kind == "typo":
            added = len(case.quote) - len(case.truth)
            assert added in {0, 1}
            assert [one for one in case.quote if one.isdigit()] == [one for one in case.truth if one.isdigit()]
            assert added or sorted(case.quote) == sorted(case.truth)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_has_facts_and_every_fact_a_lie(language: Language) -> None:
    for sentence in sentences(language):
        told = list(lies(sentence))
        assert len(told) >= 2
        assert "{" not in stated(sentence)
        assert all(lie != stated(sentence) and "{" not in lie for _, lie in told)


def test_every_form_has_changes() -> None:
    assert [*CHANGES, "typo"] == list(FORMS)
    assert list(HEADS) == [*FACTS, *FORMS]


CASE = Case("en", "number", "It takes 30 days. So be it.", "It takes 30 days.", "It takes 90 days.")
MISSED = Case("en", "wrapped", CASE.source, CASE.truth, "It takes\n30 days.")


@pytest.mark.parametrize(
    ("accepted", "wanted"),
    [
        pytest.param(ours, [False, True], id="ours"),
        pytest.param(aligned, [True, True], id="aligned"),
        pytest.param(by_substring, [False, False], id="substring"),
        pytest.param(by_ragas_rule, [False, True], id="ragas"),
    ],
)
def test_what_needs_no_package_answers(accepted: object, wanted: list[bool]) -> None:
    assert callable(accepted)
    assert [accepted(case.quote, case.source) for case in (CASE, MISSED)] == wanted


def test_checkers_are_this_project_first_and_eight_peers() -> None:
    names = [checker.name for _, checker in EVERY]

    assert checkers()[0].name == names[0] == "**ours**"
    assert sum(not name.startswith(("**ours", "ours", "`")) for name in names) == 8


def test_tables_count_what_is_accepted() -> None:
    asked = [Checker("a", by_substring, "contained"), Checker("b", by_ragas_rule, "alike")]
    every = [CASE, MISSED]

    accepted = accepts(asked, every)

    assert summary(asked, every, accepted).splitlines()[2:] == [
        "| changed facts, want 0 | 0 | 0 |",
        "| harmless changes, want 100 | 0 | 100 |",
    ]
    assert by_class(asked, every, accepted).splitlines()[0].startswith("| tool | number (1) |")
    assert by_class(asked, every, accepted).splitlines()[3].split("|")[8].strip() == "100"
    assert by_language(asked, every, accepted).splitlines()[3] == "| b | 0 / 100 | – / – | – / – | – / – | – / – |"


@pytest.mark.slow
def test_main_writes_the_page_and_ours_accepts_no_lie(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--output", str(tmp_path)])

    page = (tmp_path / "quotebench.md").read_text(encoding="utf-8")
    table = capsys.readouterr().out.strip()
    assert table in page
    (line,) = [line for line in table.splitlines() if line.startswith("| **ours** |")]
    assert line.split(" | ")[1:7] == ["0", "0", "0", "0", "0", "100"]


def test_a_harmless_change_that_we_refuse_comes_with_a_fix() -> None:
    refused = [case for case in CASES if case.kind in HARMLESS and not ours(case.quote, case.source)]

    outcomes = [(ALIGNER.diagnose(case.quote, [case.source], 0), case.source) for case in refused]

    assert all(ALIGNER.prescribe(outcome, [source]).fixes for outcome, source in outcomes)


def test_the_readme_has_the_table_of_the_page() -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    page = (ROOT / "docs" / "quotebench.md").read_text(encoding="utf-8").splitlines()

    assert [line for line in lines if line.startswith("| ")] == [line for line in page if line.startswith("| ")][:4]
