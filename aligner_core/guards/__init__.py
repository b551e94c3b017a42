"""Guards: one line before a memory is written, an answer is parsed, or an extraction is taken over.

>>> messages = ["The contract ends on 30 June.", "Mina renews it."]
>>> guard("The contract ends on 31 June.", "The contract ends on 30 June.", messages).decision.value
'hold'
"""

from aligner_core._claims.reason_sentences import ReasonLanguage
from aligner_core._claims.reasons import Reason, reasons_of
from aligner_core._claims.said import stretch_around
from aligner_core.guards.grounded_quote import Grounded, GroundedEvidence, GroundedQuote
from aligner_core.guards.langextract import check_langextract
from aligner_core.guards.memory import Decision, Guarded, guard

__all__ = [
    "Decision",
    "Grounded",
    "GroundedEvidence",
    "GroundedQuote",
    "Guarded",
    "Reason",
    "ReasonLanguage",
    "check_langextract",
    "guard",
    "reasons_of",
    "stretch_around",
]
