"""Runs in words: who made them, and which of two makers is better."""

import pytest
from django.utils import translation

from review import wording
from review.selectors.runs.quality import Contender, Finding
from review.selectors.runs.run_counts import Share
from review.selectors.runs.scope import Maker


@pytest.mark.parametrize(
    ("maker", "name"),
    [
        (Maker("memora", "haru", "7", 1), "memora · haru · prompt 7"),
        (Maker("", "haru", "", 1), "haru"),
        (Maker("", "", "v2", 1), "prompt v2"),
        (Maker("", "", "", 1), "unnamed"),
    ],
)
def test_a_maker_is_named_by_what_is_stated(maker: Maker, name: str) -> None:
    with translation.override("en"):
        assert wording.maker_name(maker) == name


@pytest.mark.parametrize(
    ("better", "other", "sentence"),
    [
        (Share(280, 364), Share(166, 292), "A is better: 77% of its entries are clean on arrival, 57% of those by B. "),
        (Share(3, 4), Share(2, 4), "75% of the entries by A are clean on arrival, 50% of those by B. "),
    ],
)
def test_one_maker_is_better_where_chance_does_not_explain_it(better: Share, other: Share, sentence: str) -> None:
    finding = Finding(Contender(Maker("A", "", "", 1), better), Contender(Maker("B", "", "", 2), other))

    with translation.override("en"):
        said = wording.quality_sentence(finding)

    assert said.startswith(sentence)
    assert said.removeprefix(sentence).startswith("The intervals do not" if finding.is_clear else "The intervals meet")
