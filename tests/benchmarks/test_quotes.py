"""QuoteBench: its cases are what they say, and its table is what was counted."""

import unicodedata
from pathlib import Path

import pytest

from aligner_core import fold
from benchmarks.parts import CLASSES
from benchmarks.quotes.__main__ import HARMLESS, asked, main
from benchmarks.quotes.cases import CHANGES, FORMS, Case, cases, lies, stated
from benchmarks.quotes.peers import ALIGNER, EVERY, Checker, aligned, by_ragas_rule, by_substring, checkers, ours
from benchmarks.quotes.texts import FACTS, LANGUAGES, Language, sentences
from benchmarks.results import ROOT, read

CASES = cases()


def test_cases_are_the_same_for_the_same_seed() -> None:
    assert cases() == CASES
    assert cases(seed=1) != CASES


def test_there_are_cases_of_every_class_in_every_language() -> None:
    for language in LANGUAGES:
        held = {case.kind for case in CASES if case.language == language}
        assert held == {*FACTS, *FORMS}


def test_the_documents_state_how_many_cases_there_are() -> None:
    for document in ("README.md", "docs/benchmarks.md"):
        assert f"{len(CASES):,} cases in five languages" in (ROOT / document).read_text(encoding="utf-8")


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
        pairs = list(lies(sentence))
        assert len(pairs) >= 2
        assert "{" not in stated(sentence)
        assert all(lie != stated(sentence) and "{" not in lie for _, lie in pairs)


def test_every_form_has_changes() -> None:
    assert [*CHANGES, "typo"] == list(FORMS)
    assert list(CLASSES) == [*FACTS, *FORMS]


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

    assert checkers()[0].name == names[0] == "ours"
    assert sum(not name.startswith(("ours", "quote in source")) for name in names) == 8


def test_asked_counts_what_is_accepted() -> None:
    results = list(asked(Checker("b", by_ragas_rule, "alike"), [CASE, MISSED]))

    assert [(one.what, one.case, one.scale, one.value) for one in results] == [
        ("changed facts", "every language", "1 quotes", 0),
        ("changed facts", "English", "1 quotes", 0),
        ("harmless changes", "every language", "1 quotes", 100),
        ("harmless changes", "English", "1 quotes", 100),
        ("number", "every language", "1 quotes", 0),
        ("wrapped", "every language", "1 quotes", 100),
    ]


@pytest.mark.slow
def test_main_keeps_the_results_and_ours_accepts_no_lie(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--results", str(tmp_path)])

    (line,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| **ours** |")]
    assert line.split(" | ")[1:7] == ["0", "0", "0", "0", "0", "100"]
    found = {row["what"]: row["value"] for row in read("quotes", tmp_path) if row["tool"] == "ours"}
    assert found["changed facts"] == "0"


def test_a_harmless_change_that_we_refuse_comes_with_a_fix() -> None:
    refused = [case for case in CASES if case.kind in HARMLESS and not ours(case.quote, case.source)]

    outcomes = [(ALIGNER.diagnose(case.quote, [case.source], 0), case.source) for case in refused]

    assert all(ALIGNER.prescribe(outcome, [source]).fixes for outcome, source in outcomes)
