"""Why a person requests a change of an entry instead of deciding on it."""

from enum import StrEnum


class ChangeReason(StrEnum):
    """The part to change: the quoted words, the claim, its context, or what a comment describes."""

    WRONG_WORDS = "wrong_words"
    CLAIM_UNCLEAR = "claim_unclear"
    NEEDS_CONTEXT = "needs_context"
    OTHER = "other"
