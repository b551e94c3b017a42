"""Whether a memory may be written: its quotes against the messages, and its claim against their words."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from aligner_core._claims.check import check_claim
from aligner_core._claims.models import ClaimReport
from aligner_core.evidence.models import Verdict
from aligner_core.grounding import Quotes, Report, Sources, check, explain


class Decision(StrEnum):
    """The decision on a memory."""

    STORE = "store"
    """Every quote is ok, and their words have every fact of the claim."""
    HOLD = "hold"
    """Something is there, but not as quoted or not as claimed: a person has to look."""
    REFUSE = "refuse"
    """There is no quote, or none of them is in the messages."""


@dataclass(frozen=True, slots=True)
class Guarded:
    """The decision of a guard, and its basis; as a truth value it is whether the memory may be stored.

    `claim` is the report on the facts of the claim, held against the words of the quotes that are ok.
    """

    decision: Decision
    report: Report
    claim: ClaimReport

    def __bool__(self) -> bool:
        return self.decision is Decision.STORE

    def explain(self) -> str:
        """Return why, as a text for a log or a terminal."""
        return "\n\n".join(filter(None, [self.decision.upper(), explain(self.report), "\n".join(self._of_claim())]))

    def _of_claim(self) -> Iterator[str]:
        if not self.claim.judged:
            yield f"The words of the claim could not be judged ({self.claim.reason})."
        for fact in self.claim.missing:
            yield f"The claim says “{fact.text}” ({fact.kind}); its quotes do not."


def guard(claim: str, quotes: Quotes, messages: Sources, *, strict: bool = False) -> Guarded:
    """Return whether to store, hold or refuse a memory: by the verdicts of its quotes and by the facts of its claim.

    *quotes* and *messages* are what `check` takes. The claim is compared with the words that the messages really have,
    not against those that the model quoted. Only words are compared: that does not show that they support the claim.

    Raises:
        InvalidTypeError: *claim* is no text, or *quotes* or *messages* are nothing that `check` takes.

    >>> messages = [{"role": "user", "content": "We moved the launch to 12 May."}]
    >>> guard("The launch is on 12 May.", "moved the launch to 12 May", messages).decision.value
    'store'
    >>> guard("The launch is on 21 May.", "moved the launch to 12 May", messages).decision.value
    'hold'
    >>> guard("The launch is cancelled.", "we cancelled everything for good", messages).decision.value
    'refuse'

    """
    report = check(quotes, messages, strict=strict)
    words = [row.text for row in report.rows if row.ok and row.text is not None]
    facts = check_claim(claim, words)
    return Guarded(_decided(report, facts), report, facts)


def _decided(report: Report, facts: ClaimReport) -> Decision:
    if all(row.place is None and row.verdict in {Verdict.MISSING, Verdict.DIFFERS} for row in report.rows):
        return Decision.REFUSE
    return Decision.STORE if report and facts else Decision.HOLD
