"""The conversations that are uploaded at once: as large as asked for, most quotes verbatim."""

import json

from aligner_core import EvidenceAligner
from benchmarks.uploads import p95, talk


def test_talk_is_as_large_as_asked_for_and_most_of_it_verbatim() -> None:
    whole = json.loads(talk(50, 20))

    outcomes = EvidenceAligner().align(whole["messages"], whole["extraction"]).outcomes
    assert (len(whole["messages"]), len(outcomes)) == (50, 20)
    assert sum(one.match_method == "exact" for one in outcomes) == 16


def test_p95_leaves_out_the_slowest() -> None:
    assert 0.9 < p95([float(number) / 100 for number in range(101)]) < 1
