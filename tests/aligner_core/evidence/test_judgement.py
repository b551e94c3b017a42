"""Yes, no, or unjudged with the reason."""

import pytest

from aligner_core.evidence import NO, YES, Judgement, Unjudged, unjudged

OPEN = unjudged(Unjudged.BUDGET)


@pytest.mark.parametrize(("judgement", "counts"), [(YES, True), (NO, False), (OPEN, False)])
def test_only_yes_counts_as_yes(judgement: Judgement, counts: bool) -> None:  # noqa: FBT001 - a case
    assert bool(judgement) is counts
