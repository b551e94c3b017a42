from review.domain.quotes import Provenance, Standing
from review.domain.roles import Role
from review.models.acknowledgements import Acknowledgement
from review.models.audits import AuditRun, Checkpoint, SigningKey
from review.models.batches import Batch, BatchItem, EntryRead
from review.models.claims import FIRST_VERSION, ClaimConfirmation, ClaimVersion
from review.models.comments import Comment
from review.models.decisions import Approval, Explanation, Override, Statement
from review.models.entries import ABOVE_CANDIDATE, Alignment, Entry, Quote
from review.models.events import Chain, Event
from review.models.extracting import ExtractorRun
from review.models.failures import FailedQuote
from review.models.feed import FeedHead, FeedItem
from review.models.jobs import Job, JobFile
from review.models.marks import EntryMark, SourceAge
from review.models.notices import Notice
from review.models.people import AccountOrigin, Invitation, LogInTries
from review.models.projects import Membership, Project
from review.models.queue import Lease, lease_is_over
from review.models.retrievals import Chunk, CitedSource, Relevance, Retrieval, SourceCorrection
from review.models.saved_views import SavedView, ViewOf
from review.models.sessions import Extraction, Message, ReviewSession
from review.models.tallies import RunTally
from review.models.tokens import ApiToken, RememberedAnswer
from review.models.uploads import UploadDraft, UploadFile, UploadPart
from review.models.webhooks import Delivery, Webhook

__all__ = [
    "ABOVE_CANDIDATE",
    "FIRST_VERSION",
    "AccountOrigin",
    "Acknowledgement",
    "Alignment",
    "ApiToken",
    "Approval",
    "AuditRun",
    "Batch",
    "BatchItem",
    "Chain",
    "Checkpoint",
    "Chunk",
    "CitedSource",
    "ClaimConfirmation",
    "ClaimVersion",
    "Comment",
    "Delivery",
    "Entry",
    "EntryMark",
    "EntryRead",
    "Event",
    "Explanation",
    "Extraction",
    "ExtractorRun",
    "FailedQuote",
    "FeedHead",
    "FeedItem",
    "Invitation",
    "Job",
    "JobFile",
    "Lease",
    "LogInTries",
    "Membership",
    "Message",
    "Notice",
    "Override",
    "Project",
    "Provenance",
    "Quote",
    "Relevance",
    "RememberedAnswer",
    "Retrieval",
    "ReviewSession",
    "Role",
    "RunTally",
    "SavedView",
    "SigningKey",
    "SourceAge",
    "SourceCorrection",
    "Standing",
    "Statement",
    "UploadDraft",
    "UploadFile",
    "UploadPart",
    "ViewOf",
    "Webhook",
    "lease_is_over",
]
