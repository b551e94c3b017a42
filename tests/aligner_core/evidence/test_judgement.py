"""Yes, no, or unjudged with the reason."""

import pytest

from aligner_core.evidence import NO, YES, Judgement, Unjudged, judged_together, unjudged

OPEN = unjudged(Unjudged.BUDGET)


@pytest.mark.parametrize(("judgement", "counts"), [(YES, True), (NO, False), (OPEN, False)])
def test_only_yes_counts_as_yes(judgement: Judgement, counts: bool) -> None:  # noqa: FBT001 - a case
    assert bool(judgement) is counts


@pytest.mark.parametrize(
    ("judgements", "together"),
    [
        ([], YES),
        ([YES, YES], YES),
        ([YES, OPEN], OPEN),
        ([OPEN, NO, YES], NO),
        ([OPEN, unjudged(Unjudged.TOO_LONG)], OPEN),
    ],
)
def test_judged_together_keeps_a_no_then_what_is_open(judgements: list[Judgement], together: Judgement) -> None:
    assert judged_together(judgements) == together
