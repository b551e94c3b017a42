r"""Find the words that an LLM claims to quote in the message they came from, with the method and the confidence.

>>> from aligner_core import EvidenceAligner, check
>>> bool(check("within 30 days", "You can return it within 90 days."))
False
>>> EvidenceAligner().align_quote("JSONB를 JSON으로 변경", "JSONB를  JSON으로\n변경").match_method
'normalized'

The names here are the core, in five parts: check, align, repair, prove, read. More is in the packages `bulk`,
`bundles`, `citations`, `evidence`, `extraction`, `formats`, `grounding`, `ledger` and `retrieval`; `testing` is for
tests. Modules and packages with an underscore are private.
"""

from typing import TYPE_CHECKING

from aligner_core._lazy import lazy_names

if TYPE_CHECKING:
    from aligner_core._claims.check import check_claim
    from aligner_core._claims.models import ClaimFact, ClaimReport, FactKind, FactPlace, Saying, SayingKind
    from aligner_core._claims.said import Said, Talk
    from aligner_core._corpus.corpus import Corpus
    from aligner_core._corpus.mentions import Mention, find_mentions
    from aligner_core._differences.diff import Edit, edits
    from aligner_core._language.speakers import Speaker
    from aligner_core._matching.cascade import PreparedSource, prepared_messages
    from aligner_core._matching.exact import find_exact
    from aligner_core._matching.reclassification import reclassify, resolve_ambiguity
    from aligner_core._matching.work_budget import WorkBudget
    from aligner_core._repair.diagnosis import Diagnosis, Prescription
    from aligner_core._repair.fixes import Fix, FixKind, complete_words, whole_words
    from aligner_core._repair.proposals import ProposedPlace, propose_places
    from aligner_core._rewriting.decorations import names_speaker
    from aligner_core._text.confusables import has_confusables
    from aligner_core._text.invisible import hidden_runs
    from aligner_core._text.normalized_text import NormalizedText, fold
    from aligner_core._text.printing import printable
    from aligner_core.aligner import ENGINE_VERSION, AlignerConfig, EvidenceAligner
    from aligner_core.bundles import add_section, build_evidence, finalize_evidence, verify_evidence
    from aligner_core.errors import (
        AlignerError,
        BundleError,
        CanonicalError,
        ConfigError,
        ExtractionError,
        InvalidTypeError,
        InvalidValueError,
        ProofError,
        SignatureError,
        Ungrounded,
    )
    from aligner_core.evidence import (
        AlignedEvidence,
        AlignedOutcome,
        AlignmentResult,
        AlignResult,
        Alternative,
        Difference,
        EntryOutcome,
        FailedEvidence,
        FailedOutcome,
        FailureReason,
        Judgement,
        Place,
        Rewrite,
        Unjudged,
        V1Span,
        Verdict,
        measure,
        verify,
    )
    from aligner_core.formats import (
        ExtractedEntry,
        ExtractedQuote,
        ExtractorOutput,
        MarkKind,
        MessageUpload,
        Note,
        ParsedExtraction,
        QuotedPassage,
        SessionUpload,
        extractor_prompt,
        extractor_schema,
        first_unstorable,
        parse_extraction,
        parse_session,
        quotes_in,
    )
    from aligner_core.grounding import Report, Row, Source, check, explain, require_ok
    from aligner_core.ledger.canonical_json import canonical_json, digest, text_hash
    from aligner_core.spans import Span
else:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "aligner_core._claims.check": "check_claim",
            "aligner_core._claims.models": "ClaimFact ClaimReport FactKind FactPlace Saying SayingKind",
            "aligner_core._claims.said": "Said Talk",
            "aligner_core._corpus.corpus": "Corpus",
            "aligner_core._corpus.mentions": "Mention find_mentions",
            "aligner_core._differences.diff": "Edit edits",
            "aligner_core._language.speakers": "Speaker",
            "aligner_core._matching.cascade": "PreparedSource prepared_messages",
            "aligner_core._matching.exact": "find_exact",
            "aligner_core._matching.reclassification": "reclassify resolve_ambiguity",
            "aligner_core._matching.work_budget": "WorkBudget",
            "aligner_core._repair.diagnosis": "Diagnosis Prescription",
            "aligner_core._repair.fixes": "Fix FixKind complete_words whole_words",
            "aligner_core._repair.proposals": "ProposedPlace propose_places",
            "aligner_core._rewriting.decorations": "names_speaker",
            "aligner_core._text.confusables": "has_confusables",
            "aligner_core._text.invisible": "hidden_runs",
            "aligner_core._text.normalized_text": "NormalizedText fold",
            "aligner_core._text.printing": "printable",
            "aligner_core.aligner": "ENGINE_VERSION AlignerConfig EvidenceAligner",
            "aligner_core.bundles": "add_section build_evidence finalize_evidence verify_evidence",
            "aligner_core.errors": (
                "AlignerError BundleError CanonicalError ConfigError ExtractionError InvalidTypeError "
                "InvalidValueError ProofError SignatureError Ungrounded"
            ),
            "aligner_core.evidence": (
                "AlignedEvidence AlignedOutcome AlignmentResult AlignResult Alternative Difference "
                "EntryOutcome FailedEvidence FailedOutcome FailureReason Judgement Place Rewrite Unjudged V1Span "
                "Verdict measure verify"
            ),
            "aligner_core.formats": (
                "ExtractedEntry ExtractedQuote ExtractorOutput MarkKind MessageUpload Note ParsedExtraction "
                "QuotedPassage SessionUpload extractor_prompt extractor_schema first_unstorable "
                "parse_extraction parse_session quotes_in"
            ),
            "aligner_core.grounding": "Report Row Source check explain require_ok",
            "aligner_core.ledger.canonical_json": "canonical_json digest text_hash",
            "aligner_core.spans": "Span",
        },
        packages=(
            "bulk bundles citations errors evidence extraction formats grounding guards ledger retrieval spans testing"
        ),
    )

__version__ = "0.1.0"

# Check: whether quotes match their sources, and which facts of a claim stand in its evidence.
__all__ = [
    "ClaimFact",
    "ClaimReport",
    "FactKind",
    "FactPlace",
    "Judgement",
    "Report",
    "Row",
    "Said",
    "Saying",
    "SayingKind",
    "Source",
    "Speaker",
    "Talk",
    "Ungrounded",
    "Unjudged",
    "Verdict",
    "check",
    "check_claim",
    "explain",
    "printable",
    "require_ok",
]

# Align: where the quotes of an extraction are, or why they are not there.
__all__ += [
    "ENGINE_VERSION",
    "AlignResult",
    "AlignedEvidence",
    "AlignedOutcome",
    "AlignerConfig",
    "AlignmentResult",
    "Alternative",
    "Corpus",
    "Difference",
    "EntryOutcome",
    "EvidenceAligner",
    "FailedEvidence",
    "FailedOutcome",
    "FailureReason",
    "Place",
    "PreparedSource",
    "Rewrite",
    "Span",
    "V1Span",
    "WorkBudget",
    "find_exact",
    "names_speaker",
    "prepared_messages",
]

# Repair: what is wrong with a quote, and what people need to see to set it right.
__all__ += [
    "Diagnosis",
    "Edit",
    "Fix",
    "FixKind",
    "Mention",
    "Prescription",
    "ProposedPlace",
    "complete_words",
    "edits",
    "find_mentions",
    "propose_places",
    "reclassify",
    "resolve_ambiguity",
    "whole_words",
]

# Prove: check evidence and bundles without searching; and what is raised when they, or a call, are wrong.
__all__ += [
    "AlignerError",
    "BundleError",
    "CanonicalError",
    "ConfigError",
    "ExtractionError",
    "InvalidTypeError",
    "InvalidValueError",
    "ProofError",
    "SignatureError",
    "add_section",
    "build_evidence",
    "canonical_json",
    "digest",
    "finalize_evidence",
    "measure",
    "text_hash",
    "verify",
    "verify_evidence",
]

# Read: sessions, extractions, quotes out of prose, and texts as they are compared.
__all__ += [
    "ExtractedEntry",
    "ExtractedQuote",
    "ExtractorOutput",
    "MarkKind",
    "MessageUpload",
    "NormalizedText",
    "Note",
    "ParsedExtraction",
    "QuotedPassage",
    "SessionUpload",
    "extractor_prompt",
    "extractor_schema",
    "first_unstorable",
    "fold",
    "has_confusables",
    "hidden_runs",
    "parse_extraction",
    "parse_session",
    "quotes_in",
]
