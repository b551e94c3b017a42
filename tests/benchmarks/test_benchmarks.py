from pathlib import Path
from random import Random

import pytest

from benchmarks.__main__ import SECTIONS, main
from benchmarks.accuracy import smallest_ratio
from benchmarks.peers import peers
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


@pytest.mark.slow
def test_main_writes_every_table(tmp_path: Path) -> None:
    main(["--scale", "tiny", "--output", str(tmp_path)])

    page = (tmp_path / "benchmarks.md").read_text(encoding="utf-8")
    assert [line[3:] for line in page.splitlines() if line.startswith("## ")] == ["Targets", *SECTIONS]
    assert (tmp_path / "benchmarks.svg").read_text(encoding="utf-8").startswith("<svg ")
