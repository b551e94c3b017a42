from review.models.access import Membership, Project
from review.models.acknowledgements import Acknowledgement
from review.models.audits import AuditRun, Checkpoint
from review.models.entries import ABOVE_CANDIDATE, Alignment, Entry, Provenance, Quote, Standing
from review.models.events import Chain, Event
from review.models.extractions import Extraction
from review.models.people import Invitation, LogInTries
from review.models.sources import Message, ReviewSession
from review.models.uploads import UploadDraft
from review.roles import Role

__all__ = [
    "ABOVE_CANDIDATE",
    "Acknowledgement",
    "Alignment",
    "AuditRun",
    "Chain",
    "Checkpoint",
    "Entry",
    "Event",
    "Extraction",
    "Invitation",
    "LogInTries",
    "Membership",
    "Message",
    "Project",
    "Provenance",
    "Quote",
    "ReviewSession",
    "Role",
    "Standing",
    "UploadDraft",
]
