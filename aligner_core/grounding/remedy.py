"""What is wrong with a quote and how to mend it, looked for when it is asked for."""

from threading import Lock

from aligner_core._corpus.search import CorpusSearch
from aligner_core._matching.work_budget import PRESCRIBING_LOOKS, PRESCRIPTION_COST
from aligner_core._repair.diagnosis import Prescription, prescribe
from aligner_core.evidence.models import AlignedEvidence, FailedEvidence

NOTHING = Prescription(diagnosis=None)
"""For a quote of which no word differs, or for which the work was not finished."""


class Remedy:
    """The diagnosis and the first fix of one quote: looked for when first asked for, and only once.

    Those that share a budget stand in a row, each *after* another, and are looked for in this order up to the one that
    is asked for. So each has what the ones before it leave of the budget, whichever is asked for first.
    """

    __slots__ = ("_after", "_found", "_lock", "_outcome", "_search")

    def __init__(
        self, outcome: AlignedEvidence | FailedEvidence, search: CorpusSearch, *, after: "Remedy | None" = None
    ) -> None:
        self._outcome, self._after = outcome, after
        self._search: CorpusSearch | None = search
        self._found = NOTHING
        self._lock = Lock()

    @property
    def prescription(self) -> Prescription:
        """What is wrong with the quote, and the first fix that works."""
        waiting = [self]
        while (before := waiting[-1]._after) is not None:  # noqa: SLF001 - of the same class
            waiting.append(before)
        for one in reversed(waiting):
            one._look()  # noqa: SLF001 - of the same class
        return self._found

    def _look(self) -> None:
        """Look for the fixes unless that was done; then let go of the texts, and of those before it."""
        with self._lock:
            if self._search is not None:
                found = _prescribed(self._outcome, self._search)
                self._found = Prescription(diagnosis=found.diagnosis, fixes=found.fixes[:1])
                self._search = self._after = None


def _prescribed(outcome: AlignedEvidence | FailedEvidence, search: CorpusSearch) -> Prescription:
    budget = search.batch
    if budget is None:
        return prescribe(outcome, search.corpus, search.settings)
    refusals = budget.refusals
    if not budget.spend(PRESCRIPTION_COST + PRESCRIBING_LOOKS * search.corpus.literal_cost):
        return NOTHING
    prescribed = prescribe(outcome, search.corpus, search.settings, batch=budget)
    return prescribed if prescribed.fixes or budget.refusals == refusals else NOTHING
