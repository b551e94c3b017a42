"""Whether a memory may be written: its quotes against the messages, and its claim against their words."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from aligner_core._claims.check import check_claim
from aligner_core._claims.models import ClaimReport
from aligner_core._claims.reason_sentences import NOT_JUDGED, ReasonLanguage
from aligner_core._claims.reasons import Reason, reasons_of
from aligner_core._claims.said import Said
from aligner_core._claims.saying import are_sayings_read
from aligner_core._repair.proposals import propose_places
from aligner_core.errors import require_type
from aligner_core.evidence.models import Verdict
from aligner_core.grounding import Quotes, Report, Sources, check, explain
from aligner_core.grounding.sources import read_sources
from aligner_core.grounding.spoken import said_in

MIN_SCORE = 0.8
"""The share of a claim from which its likeliest place is its source without doubt."""


class Decision(StrEnum):
    """The decision on a memory."""

    STORE = "store"
    """Every quote is ok, their words have every fact of the claim, and a person stated them."""
    HOLD = "hold"
    """Something is there, but not as quoted, as claimed or as a statement: a person has to look."""
    REFUSE = "refuse"
    """There is no quote, or none of them is in the messages."""


@dataclass(frozen=True, slots=True)
class Guarded:
    """The decision of a guard, and its basis; as a truth value it is whether the memory may be stored.

    `claim` is the report on the facts of the claim, held against the words of the quotes that are ok, and `reasons` are
    what is wrong with it, the strongest first.
    """

    decision: Decision
    report: Report
    claim: ClaimReport
    reasons: tuple[Reason, ...] = ()

    def __bool__(self) -> bool:
        return self.decision is Decision.STORE

    def explain(self) -> str:
        """Return why, as a text for a log or a terminal."""
        return "\n\n".join(filter(None, [self.decision.upper(), explain(self.report), "\n".join(self.sentences())]))

    def sentences(self, language: ReasonLanguage = "en") -> list[str]:
        """Return what is wrong with the claim, a sentence for each reason, in English (`en`) or Korean (`ko`)."""
        unjudged = [] if self.claim.reason is None else [NOT_JUDGED[language][self.claim.reason]]
        return [*unjudged, *(reason.sentence(language) for reason in self.reasons)]


def guard(claim: str, quotes: Quotes | None, messages: Sources, *, strict: bool = False) -> Guarded:
    """Return whether to store, hold or refuse a memory: by its quotes, the facts of its claim, and how they were said.

    *quotes* and *messages* are what `check` takes. Where *quotes* is None, the likeliest place of the claim is taken
    for one, and the memory is stored only if that has all of the claim. The claim is compared with the words that the
    messages really have, not against those that the model quoted. Words that nobody stated are held: those of an
    assistant or a tool, questions, conditions and hearsay. Only words are compared: that does not show that they
    support the claim.

    Raises:
        InvalidTypeError: *claim* is no text, or *quotes* or *messages* are nothing that `check` takes.

    >>> messages = [{"role": "user", "content": "We moved the launch to 12 May."}]
    >>> guard("The launch is on 12 May.", "moved the launch to 12 May", messages).decision.value
    'store'
    >>> guard("The launch is on 21 May.", "moved the launch to 12 May", messages).decision.value
    'hold'
    >>> guard("The launch is cancelled.", "we cancelled everything for good", messages).decision.value
    'refuse'
    >>> guard("The launch is on 12 May.", None, [{"role": "user", "content": "Is it on 12 May?"}]).decision.value
    'hold'

    """
    require_type(claim, str, "claim")
    given = _proposed(claim, messages) if quotes is None else quotes
    report = check(given, messages, strict=strict)
    said = list(said_in(report.rows))
    facts = check_claim(claim, said, elsewhere=[source.text for source in report.sources])
    is_sure = quotes is not None or _is_sure(claim, said)
    decision = _decided(report, facts, is_sure=is_sure, is_read=are_sayings_read(said))
    return Guarded(decision, report, facts, reasons_of(claim, facts, said))


def _proposed(claim: str, messages: Sources) -> list[dict[str, object]]:
    """Return the likeliest place of a claim as a quote, if there is any."""
    texts = [source.text for source in read_sources(messages)]
    places = propose_places(claim, texts, limit=1)
    return [{"quote": place.text, "messageIndex": place.message_index} for place in places]


def _is_sure(claim: str, said: Sequence[Said]) -> bool:
    """Return whether a proposed place has all of a claim beyond doubt."""
    places = propose_places(claim, [one.text for one in said], limit=1)
    return bool(places) and places[0].score >= MIN_SCORE


def _decided(report: Report, facts: ClaimReport, *, is_sure: bool, is_read: bool) -> Decision:
    if all(row.place is None and row.verdict in {Verdict.MISSING, Verdict.DIFFERS} for row in report.rows):
        return Decision.REFUSE
    is_stated = bool(report) and bool(facts) and not facts.sayings and is_read
    return Decision.STORE if is_stated and is_sure else Decision.HOLD
