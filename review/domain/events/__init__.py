"""What the journal can say: one payload per event type."""

from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict

from review.events._payload import Payload as Payload
from review.events.bundles import BundleSealed as BundleSealed
from review.events.people import PEOPLE
from review.events.retrievals import RetrievalReceived as RetrievalReceived
from review.events.retrievals import SourceCorrected as SourceCorrected
from review.events.statements import EntryApproved as EntryApproved
from review.events.statements import PolicyOverridden as PolicyOverridden
from review.events.statements import RequirementExplained as RequirementExplained
from review.events.statements import Statement as Statement

Outcome = dict[str, Any]
"""One alignment outcome in its wire form (camelCase keys, contract section 2)."""


class SessionIngested(Payload):
    """Messages were received: a whole session, or more of a known one from `first_index` on."""

    event_type: ClassVar[str] = "session_ingested"
    title: str
    first_index: int
    message_hashes: list[str]


class MessageVersion(BaseModel):
    """A newer version of one message."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    message_index: int
    version: int
    hash: str


class SessionRevised(Payload):
    """Messages of a known session came with other words."""

    event_type: ClassVar[str] = "session_revised"
    messages: list[MessageVersion]


class MemoryExtracted(Payload):
    """Extractor output was received for a session."""

    event_type: ClassVar[str] = "memory_extracted"
    source_event_id: str
    extraction_digest: str
    entry_count: int
    quote_count: int
    notes: list[Outcome]


class EvidenceAligned(Payload):
    """The quotes of one entry were looked for (seed 000, 5.1)."""

    event_type: ClassVar[str] = "evidence_aligned"
    source_event_id: str
    extraction_event_id: str
    entry_id: str
    aligned_count: int
    failed_count: int
    evidence: list[Outcome]
    failed_quotes: list[str]


class QuoteAttempted(Payload):
    """A person had a quote looked for again; `provenance` tells where the words of the attempt come from."""

    quote: int
    attempt: int
    evidence_aligned: bool
    provenance: str
    outcome: Outcome


class QuoteRetried(QuoteAttempted):
    """With other words or in another message."""

    event_type: ClassVar[str] = "quote_retried"


class OccurrenceChosen(QuoteAttempted):
    """By choosing one of the places where it stands."""

    event_type: ClassVar[str] = "occurrence_chosen"


class PlaceConfirmed(QuoteAttempted):
    """By confirming where its words stand in the newer version of their message."""

    event_type: ClassVar[str] = "place_confirmed"


class QuoteAnchored(QuoteAttempted):
    """By selecting the words in their message."""

    event_type: ClassVar[str] = "quote_anchored"


class QuoteWithdrawn(Payload):
    """A person said that the model invented a quote."""

    event_type: ClassVar[str] = "quote_withdrawn"
    quote: int
    text: str
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


class SplitUndone(Payload):
    """A split quote counts again, and its parts no longer do."""

    event_type: ClassVar[str] = "split_undone"
    quote: int
    evidence_aligned: bool
    parts: list[int]


class DifferenceAcknowledged(Payload):
    """A person accepted the critical differences of an attempt, for a reason."""

    event_type: ClassVar[str] = "difference_acknowledged"
    quote: int
    attempt: int
    reason: str
    differences: list[Outcome]


class StageMoved(Payload):
    """Where an entry stood and where it stands now."""

    from_stage: str
    to_stage: str


class EntryPromoted(StageMoved):
    """An entry moved up; `proofs` are the digests of what it rests on. Who certifies gave the password just before."""

    event_type: ClassVar[str] = "entry_promoted"
    proofs: list[Outcome]
    reauthenticated_at: str | None = None


class PromotionRefused(StageMoved):
    """An entry was not allowed to move up."""

    event_type: ClassVar[str] = "promotion_refused"
    reasons: list[str]


class EntryDemoted(StageMoved):
    """An entry went back to candidate: a person says why, or the messages behind the *drifted* quotes changed."""

    event_type: ClassVar[str] = "entry_demoted"
    reason: str
    drifted: list[int]


class EntryRejected(Payload):
    """An entry left every queue."""

    event_type: ClassVar[str] = "entry_rejected"
    stage: str
    reason: str


class EntryReopened(Payload):
    """A rejected entry came back."""

    event_type: ClassVar[str] = "entry_reopened"
    stage: str


PAYLOADS: tuple[type[Payload], ...] = (
    SessionIngested,
    SessionRevised,
    RetrievalReceived,
    MemoryExtracted,
    EvidenceAligned,
    QuoteRetried,
    OccurrenceChosen,
    PlaceConfirmed,
    QuoteAnchored,
    QuoteSplit,
    SplitUndone,
    QuoteWithdrawn,
    DifferenceAcknowledged,
    RequirementExplained,
    EntryApproved,
    PolicyOverridden,
    SourceCorrected,
    EntryPromoted,
    PromotionRefused,
    EntryDemoted,
    EntryRejected,
    EntryReopened,
    BundleSealed,
    *PEOPLE,
)
ATTEMPTS = frozenset(payload.event_type for payload in PAYLOADS if issubclass(payload, QuoteAttempted))
"""The events that tell of a new attempt at a quote."""
EVENT_TYPES = tuple(payload.event_type for payload in PAYLOADS)
