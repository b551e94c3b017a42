from pathlib import Path
from random import Random

import pytest

from benchmarks.__main__ import main
from benchmarks.accuracy import smallest_ratio
from benchmarks.peers import peers
from benchmarks.results import read
from benchmarks.targets import BOUNDS
from benchmarks.workload import FAMILIES, KINDS, Language, sample_quote, text


@pytest.mark.parametrize("language", ["en", "ko"])
def test_workload_is_the_same_for_the_same_seed(language: Language) -> None:
    first, second = (Random(7), Random(7))

    one = text(language, 2_000, first)
    other = text(language, 2_000, second)

    assert one == other
    assert len(one) == 2_000
    assert [sample_quote(one, kind, 60, language=language, random=first) for kind in KINDS] == [
        sample_quote(other, kind, 60, language=language, random=second) for kind in KINDS
    ]


def test_smallest_ratio_tries_every_window() -> None:
    assert smallest_ratio("abcdefghij", "xxabcdefgyijxx") == 0.1


def test_families_are_the_six_of_the_threat() -> None:
    assert len(FAMILIES) == 6


def test_peers_are_this_project_first() -> None:
    assert peers()[0].name == "ours"


def test_every_bound_is_of_something_that_was_measured() -> None:
    measured = {tuple(row[column] for column in ("what", "case", "scale", "tool")) for row in read("finders")}

    assert {key for key in BOUNDS if key[0] != "place proposed"} <= measured


@pytest.mark.slow
def test_main_measures_what_is_stored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--scale", "tiny", "--results", str(tmp_path)])

    what = {row["what"] for row in read("finders", tmp_path)}
    assert what - {"place proposed", "message proposed"} == {row["what"] for row in read("finders")}
    assert "| characters of the source | 500 | 1,000 |" in capsys.readouterr().out
