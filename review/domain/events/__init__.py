"""What the journal can record: one payload per event type."""

from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict

from review.domain.events._payload import Outcome as Outcome
from review.domain.events._payload import Payload as Payload
from review.domain.events.bundles import BundleSealed as BundleSealed
from review.domain.events.comments import COMMENTS as COMMENTS
from review.domain.events.comments import CommentMade as CommentMade
from review.domain.events.comments import CommentReopened as CommentReopened
from review.domain.events.comments import CommentResolved as CommentResolved
from review.domain.events.decisions import DecisionReverted as DecisionReverted
from review.domain.events.decisions import EntryDemoted as EntryDemoted
from review.domain.events.decisions import EntryPromoted as EntryPromoted
from review.domain.events.decisions import EntryRejected as EntryRejected
from review.domain.events.decisions import EntryReopened as EntryReopened
from review.domain.events.decisions import PromotedInBatch as PromotedInBatch
from review.domain.events.decisions import PromotionRefused as PromotionRefused
from review.domain.events.decisions import RefusedInBatch as RefusedInBatch
from review.domain.events.decisions import RejectedInBatch as RejectedInBatch
from review.domain.events.decisions import RevertedInBatch as RevertedInBatch
from review.domain.events.decisions import StageMoved as StageMoved
from review.domain.events.people import PEOPLE_PAYLOADS
from review.domain.events.retrievals import RetrievalReceived as RetrievalReceived
from review.domain.events.retrievals import SourceCorrected as SourceCorrected
from review.domain.events.statements import AssignmentEnded as AssignmentEnded
from review.domain.events.statements import ChangeRequested as ChangeRequested
from review.domain.events.statements import ChangeResolved as ChangeResolved
from review.domain.events.statements import ClaimAnswerRefused as ClaimAnswerRefused
from review.domain.events.statements import ClaimConfirmed as ClaimConfirmed
from review.domain.events.statements import ClaimCorrected as ClaimCorrected
from review.domain.events.statements import EntryApproved as EntryApproved
from review.domain.events.statements import EntryAssigned as EntryAssigned
from review.domain.events.statements import PolicyOverridden as PolicyOverridden
from review.domain.events.statements import RequirementExplained as RequirementExplained
from review.domain.events.statements import StatementMade as StatementMade

MadeWith = dict[str, Any]
"""The `engine` and the `config` of the aligner that made an attempt."""


class SessionIngested(Payload):
    """Messages were received: a whole session, or more of a known one from `first_index` on.

    The hashes are of the texts alone; the digests cover role, name and timestamp too.
    """

    event_type: ClassVar[str] = "session_ingested"
    project: str
    title: str
    first_index: int
    message_hashes: list[str]
    message_digests: list[str]


class MessageVersion(BaseModel):
    """A newer version of one message."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    message_index: int
    version: int
    hash: str
    digest: str


class SessionRevised(Payload):
    """Messages of a known session were received with other words."""

    event_type: ClassVar[str] = "session_revised"
    messages: list[MessageVersion]


class MemoryExtracted(Payload):
    """Extractor output was received for a session; `made_with` is how its quotes were aligned."""

    event_type: ClassVar[str] = "memory_extracted"
    source_event_id: str
    extraction_digest: str
    entry_count: int
    quote_count: int
    notes: list[Outcome]
    made_with: MadeWith


class EvidenceAligned(Payload):
    """The quotes of one entry were aligned (specification 2.7)."""

    event_type: ClassVar[str] = "evidence_aligned"
    source_event_id: str
    extraction_event_id: str
    entry_id: str
    aligned_count: int
    failed_count: int
    evidence: list[Outcome]
    failed_quotes: list[str]


class NamedSource(BaseModel):
    """A label in the source line of an answer, and whether a chunk has it."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    label: str
    is_real: bool


class AnswerAligned(EvidenceAligned):
    """The quotes of an answer were aligned, and its source line was read."""

    sources: list[NamedSource]


class EntryAdded(Payload):
    """A person added an entry: `position` is its place among those that people added to the session.

    Its quote, and the confirmation of the claim by its author, are separate events after this one.
    """

    event_type: ClassVar[str] = "entry_added"
    position: int
    type: str
    title: str
    body: str
    stage: str


class QuoteAttempted(Payload):
    """A quote was aligned again; `provenance` is where the words of the attempt come from."""

    quote: int
    attempt: int
    evidence_aligned: bool
    provenance: str
    outcome: Outcome
    made_with: MadeWith


class QuoteRetried(QuoteAttempted):
    """By editing its words, or naming another message."""

    event_type: ClassVar[str] = "quote_retried"


class OccurrenceChosen(QuoteAttempted):
    """By choosing one of the places where it occurs."""

    event_type: ClassVar[str] = "occurrence_chosen"


class PlaceConfirmed(QuoteAttempted):
    """By confirming where its words are in the newer version of their message."""

    event_type: ClassVar[str] = "place_confirmed"


class RetriedInBatch(QuoteRetried):
    """A quote was repaired among others of a `batch`, or such a repair, the event `reverts`, was taken back."""

    batch: str
    reason: str
    reverts: str


class AttemptUndone(QuoteRetried):
    """A person took back the attempt that they had just made, the event `reverts`: the one before it counts again.

    The attempt has the actor and the provenance of that one.
    """

    reverts: str


class QuoteAnchored(QuoteAttempted):
    """By selecting the words in their message."""

    event_type: ClassVar[str] = "quote_anchored"


class QuoteAdded(QuoteAttempted):
    """By selecting words for an entry that did not quote them: the quote is new, and a person's."""

    event_type: ClassVar[str] = "quote_added"


class QuoteRealigned(QuoteAttempted):
    """By judging the same words at the same place by newer rules; no person was involved."""

    event_type: ClassVar[str] = "quote_realigned"


class QuoteWithdrawn(Payload):
    """A person withdrew a quote that the model invented."""

    event_type: ClassVar[str] = "quote_withdrawn"
    quote: int
    text: str
    reason: str
    evidence_aligned: bool


class QuoteRestored(Payload):
    """A person restored a withdrawn quote, for a reason."""

    event_type: ClassVar[str] = "quote_restored"
    quote: int
    reason: str
    evidence_aligned: bool


class SplitPart(BaseModel):
    """One part of a split quote: its position in the entry, and where it was found."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    quote: int
    outcome: Outcome


class QuoteSplit(Payload):
    """A quote was split into parts, which count in its place."""

    event_type: ClassVar[str] = "quote_split"
    quote: int
    attempt: int
    evidence_aligned: bool
    parts: list[SplitPart]
    made_with: MadeWith


class SplitUndone(Payload):
    """A split quote counts again, and its parts no longer do."""

    event_type: ClassVar[str] = "split_undone"
    quote: int
    evidence_aligned: bool
    parts: list[int]


class SplitInBatch(QuoteSplit):
    """A quote was split among others of a `batch`."""

    batch: str
    reason: str


class SplitUndoneInBatch(SplitUndone):
    """The split of a quote, the event `reverts`, was taken back with others of its `batch`."""

    batch: str
    reverts: str


class DifferenceAcknowledged(Payload):
    """A person accepted the critical differences of an attempt, for a reason and for the claim as it was."""

    event_type: ClassVar[str] = "difference_acknowledged"
    quote: int
    attempt: int
    reason: str
    differences: list[Outcome]
    claim_version: int = 1


PAYLOADS: tuple[type[Payload], ...] = (
    SessionIngested,
    SessionRevised,
    RetrievalReceived,
    MemoryExtracted,
    EvidenceAligned,
    EntryAdded,
    QuoteRetried,
    OccurrenceChosen,
    PlaceConfirmed,
    QuoteAnchored,
    QuoteAdded,
    QuoteRealigned,
    QuoteSplit,
    SplitUndone,
    QuoteWithdrawn,
    QuoteRestored,
    DifferenceAcknowledged,
    ClaimConfirmed,
    ClaimCorrected,
    ClaimAnswerRefused,
    RequirementExplained,
    EntryApproved,
    PolicyOverridden,
    SourceCorrected,
    EntryPromoted,
    PromotionRefused,
    EntryDemoted,
    EntryRejected,
    EntryReopened,
    DecisionReverted,
    ChangeRequested,
    ChangeResolved,
    EntryAssigned,
    AssignmentEnded,
    CommentMade,
    CommentResolved,
    CommentReopened,
    BundleSealed,
    *PEOPLE_PAYLOADS,
)
ATTEMPTS = frozenset(payload.event_type for payload in PAYLOADS if issubclass(payload, QuoteAttempted))
"""The types of the events that record a new attempt at a quote."""
STATEMENTS = frozenset(
    payload.event_type
    for payload in (DifferenceAcknowledged, ClaimConfirmed, ClaimCorrected, RequirementExplained, EntryApproved)
)
"""The types of the events that record a statement for the gate, which its author can take back."""
