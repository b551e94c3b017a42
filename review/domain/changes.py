"""Why a person asks for a change of an entry instead of deciding on it."""

from enum import StrEnum


class ChangeReason(StrEnum):
    """What is to be changed: the words that are quoted, the claim, what stands around it, or what a comment says."""

    WRONG_WORDS = "wrong_words"
    CLAIM_UNCLEAR = "claim_unclear"
    NEEDS_CONTEXT = "needs_context"
    OTHER = "other"
