from review.models.access import Membership, Project
from review.models.acknowledgements import Acknowledgement
from review.models.audits import AuditRun, Checkpoint
from review.models.decisions import SHORTEST_OVERRIDE, Approval, Explanation, Override, Statement
from review.models.entries import ABOVE_CANDIDATE, Alignment, Entry, Provenance, Quote, Standing
from review.models.events import Chain, Event
from review.models.extractions import Extraction
from review.models.people import Invitation, LogInTries
from review.models.retrievals import Chunk, CitedSource, Relevance, Retrieval, SourceCorrection
from review.models.sources import Message, ReviewSession
from review.models.uploads import UploadDraft
from review.roles import Role

__all__ = [
    "ABOVE_CANDIDATE",
    "SHORTEST_OVERRIDE",
    "Acknowledgement",
    "Alignment",
    "Approval",
    "AuditRun",
    "Chain",
    "Checkpoint",
    "Chunk",
    "CitedSource",
    "Entry",
    "Event",
    "Explanation",
    "Extraction",
    "Invitation",
    "LogInTries",
    "Membership",
    "Message",
    "Override",
    "Project",
    "Provenance",
    "Quote",
    "Relevance",
    "Retrieval",
    "ReviewSession",
    "Role",
    "SourceCorrection",
    "Standing",
    "Statement",
    "UploadDraft",
]
