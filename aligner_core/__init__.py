r"""Find the words an LLM says it quoted, in the message they came from; say how sure that is and how it is known.

>>> from aligner_core import EvidenceAligner
>>> EvidenceAligner().align_quote("JSONB를 JSON으로 변경", "JSONB를  JSON으로\n변경").match_method
'normalized'
"""

from aligner_core.aligner import AlignerConfig, EvidenceAligner
from aligner_core.alignments import (
    AlignedEvidence,
    Alternative,
    Difference,
    FailedEvidence,
    FailureReason,
    Place,
)
from aligner_core.bundles import add_section, build_evidence, finalize_evidence, verify_evidence
from aligner_core.canonical import canonical_json, digest, text_hash
from aligner_core.claims import ExtractedQuote, first_unstorable
from aligner_core.corpus import Corpus
from aligner_core.doctor import Diagnosis, Prescription
from aligner_core.edits import Edit, edits
from aligner_core.errors import AlignerError, BundleError, CanonicalError, ExtractionError, ProofError, SignatureError
from aligner_core.exact import find_exact
from aligner_core.extraction import ExtractedEntry, ParsedExtraction, parse_extraction
from aligner_core.fixes import Fix
from aligner_core.hidden import hidden_runs
from aligner_core.matching import PreparedSource
from aligner_core.normalization import NormalizedText, fold
from aligner_core.notes import Note
from aligner_core.prompts import ExtractorOutput, extractor_prompt, extractor_schema
from aligner_core.proofs import measure, verify
from aligner_core.results import (
    AlignedOutcome,
    AlignmentResult,
    AlignResult,
    EntryOutcome,
    FailedOutcome,
    V1Span,
)
from aligner_core.sessions import MessageUpload, SessionUpload, parse_session
from aligner_core.spans import Span

__all__ = [
    "AlignResult",
    "AlignedEvidence",
    "AlignedOutcome",
    "AlignerConfig",
    "AlignerError",
    "AlignmentResult",
    "Alternative",
    "BundleError",
    "CanonicalError",
    "Corpus",
    "Diagnosis",
    "Difference",
    "Edit",
    "EntryOutcome",
    "EvidenceAligner",
    "ExtractedEntry",
    "ExtractedQuote",
    "ExtractionError",
    "ExtractorOutput",
    "FailedEvidence",
    "FailedOutcome",
    "FailureReason",
    "Fix",
    "MessageUpload",
    "NormalizedText",
    "Note",
    "ParsedExtraction",
    "Place",
    "PreparedSource",
    "Prescription",
    "ProofError",
    "SessionUpload",
    "SignatureError",
    "Span",
    "V1Span",
    "add_section",
    "build_evidence",
    "canonical_json",
    "digest",
    "edits",
    "extractor_prompt",
    "extractor_schema",
    "finalize_evidence",
    "find_exact",
    "first_unstorable",
    "fold",
    "hidden_runs",
    "measure",
    "parse_extraction",
    "parse_session",
    "text_hash",
    "verify",
    "verify_evidence",
]
