"""What the journal can record: one declaration per event type."""

from collections.abc import Mapping

from review.domain.events._payload import Body as Body
from review.domain.events._payload import EntryEvent as EntryEvent
from review.domain.events._payload import MadeWith as MadeWith
from review.domain.events._payload import Outcome as Outcome
from review.domain.events._payload import Payload as Payload
from review.domain.events._payload import Recorded as Recorded
from review.domain.events._payload import StoreEvent as StoreEvent
from review.domain.events._payload import Undo as Undo
from review.domain.events._payload import Words as Words
from review.domain.events._payload import texts_of_people as texts_of_people
from review.domain.events.bundles import BundleSealed as BundleSealed
from review.domain.events.comments import CommentMade as CommentMade
from review.domain.events.comments import CommentReopened as CommentReopened
from review.domain.events.comments import CommentResolved as CommentResolved
from review.domain.events.comments import OnComment as OnComment
from review.domain.events.decisions import DecisionReverted as DecisionReverted
from review.domain.events.decisions import EntryAdded as EntryAdded
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
from review.domain.events.exports import EntryImported as EntryImported
from review.domain.events.exports import Exported as Exported
from review.domain.events.exports import ImportedEvent as ImportedEvent
from review.domain.events.exports import RecordsImported as RecordsImported
from review.domain.events.exports import foreign_name as foreign_name
from review.domain.events.mappings import MAPPING_PAYLOADS
from review.domain.events.people import PEOPLE_PAYLOADS
from review.domain.events.quotes import AttemptUndone as AttemptUndone
from review.domain.events.quotes import DifferenceAcknowledged as DifferenceAcknowledged
from review.domain.events.quotes import OccurrenceChosen as OccurrenceChosen
from review.domain.events.quotes import PlaceConfirmed as PlaceConfirmed
from review.domain.events.quotes import QuoteAdded as QuoteAdded
from review.domain.events.quotes import QuoteAnchored as QuoteAnchored
from review.domain.events.quotes import QuoteAttempted as QuoteAttempted
from review.domain.events.quotes import QuoteRealigned as QuoteRealigned
from review.domain.events.quotes import QuoteRestored as QuoteRestored
from review.domain.events.quotes import QuoteRetried as QuoteRetried
from review.domain.events.quotes import QuoteSplit as QuoteSplit
from review.domain.events.quotes import QuoteWithdrawn as QuoteWithdrawn
from review.domain.events.quotes import RetriedInBatch as RetriedInBatch
from review.domain.events.quotes import SplitInBatch as SplitInBatch
from review.domain.events.quotes import SplitPart as SplitPart
from review.domain.events.quotes import SplitUndone as SplitUndone
from review.domain.events.quotes import SplitUndoneInBatch as SplitUndoneInBatch
from review.domain.events.requests import AssignmentEnded as AssignmentEnded
from review.domain.events.requests import ChangeRequested as ChangeRequested
from review.domain.events.requests import ChangeResolved as ChangeResolved
from review.domain.events.requests import EntryAssigned as EntryAssigned
from review.domain.events.sessions import AnswerAligned as AnswerAligned
from review.domain.events.sessions import EvidenceAligned as EvidenceAligned
from review.domain.events.sessions import MemoryExtracted as MemoryExtracted
from review.domain.events.sessions import MessageVersion as MessageVersion
from review.domain.events.sessions import NamedSource as NamedSource
from review.domain.events.sessions import RetrievalReceived as RetrievalReceived
from review.domain.events.sessions import SessionIngested as SessionIngested
from review.domain.events.sessions import SessionRevised as SessionRevised
from review.domain.events.statements import ClaimAnswerRefused as ClaimAnswerRefused
from review.domain.events.statements import ClaimConfirmed as ClaimConfirmed
from review.domain.events.statements import ClaimCorrected as ClaimCorrected
from review.domain.events.statements import EntryApproved as EntryApproved
from review.domain.events.statements import PolicyOverridden as PolicyOverridden
from review.domain.events.statements import RequirementExplained as RequirementExplained
from review.domain.events.statements import SourceCorrected as SourceCorrected
from review.domain.events.statements import StatementMade as StatementMade
from review.domain.events.tokens import TOKEN_PAYLOADS
from review.domain.events.webhooks import WEBHOOK_PAYLOADS

PAYLOADS: tuple[type[Payload], ...] = (
    SessionIngested,
    SessionRevised,
    MemoryExtracted,
    EvidenceAligned,
    EntryAdded,
    EntryImported,
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
    RetrievalReceived,
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
    Exported,
    RecordsImported,
    *PEOPLE_PAYLOADS,
    *MAPPING_PAYLOADS,
    *TOKEN_PAYLOADS,
    *WEBHOOK_PAYLOADS,
)
"""One class per type, in the order in which filters list them."""
BY_TYPE: Mapping[str, type[Payload]] = {payload.event_type: payload for payload in PAYLOADS}
ATTEMPTS = frozenset(payload.event_type for payload in PAYLOADS if issubclass(payload, QuoteAttempted))
"""The types of the events that record a new attempt at a quote."""
STATEMENTS = frozenset(payload.event_type for payload in PAYLOADS if payload.undo is Undo.VOID)
"""The types of the events that record a statement for the gate, which its author can take back."""
COMMENTS = tuple(payload.event_type for payload in PAYLOADS if issubclass(payload, OnComment))
"""The types of the events that are no decision on an entry and change nothing of it."""
MOVES = frozenset(payload.event_type for payload in PAYLOADS if issubclass(payload, StageMoved))
"""The types of the events that state the stage of an entry before and after."""
DECIDED = tuple(payload.event_type for payload in PAYLOADS if payload.is_decided)
"""The types of the events whose actor decided on an entry."""
ON_HOME = tuple(payload.event_type for payload in PAYLOADS if payload.is_on_home)
"""The types of the events that are listed among the recent decisions."""
MEMORY_MOVES = tuple(payload.event_type for payload in PAYLOADS if payload.moves_memory)
"""The types of the events after which an entry may be verified and was not, or the other way round, or says else."""
FEED_TYPES = tuple(one.event_type for one in PAYLOADS if not issubclass(one, StoreEvent | BundleSealed))
"""The types of the events of sessions, which the feed of a project can have."""
