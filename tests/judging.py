"""Counts what is judged: which evidence and which claims, and how often each, by the calls of the core."""

import sys
from collections import Counter
from collections.abc import Callable
from types import FrameType

from aligner_core import EvidenceAligner, check_claim, reclassify, verify
from review.models import judged
from review.selectors.promotion import claim_facts

JUDGING = {one.__code__: one.__name__ for one in (reclassify, verify, check_claim)}
ALIGNING = {one.__code__: one.__name__ for one in (EvidenceAligner.align, EvidenceAligner.prescribe)}
Judgement = tuple[str, str]
"""The name of a function, and what it was called with."""


def judgements_of(work: Callable[[], object]) -> Counter[Judgement]:
    """Return how often each thing is judged, aligned or diagnosed by *work*, with nothing known from before."""
    found = Counter[Judgement]()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and (name := JUDGING.get(frame.f_code) or ALIGNING.get(frame.f_code)):
            given = [frame.f_locals[arg] for arg in frame.f_code.co_varnames[: frame.f_code.co_argcount]]
            found[name, repr([one for one in given if not isinstance(one, EvidenceAligner)])] += 1

    judged.forget()
    claim_facts.forget()
    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return found


def repeated(found: Counter[Judgement]) -> list[Judgement]:
    """Return what was judged more than once."""
    names = set(JUDGING.values())
    return [one for one, times in found.items() if times > 1 and one[0] in names]
