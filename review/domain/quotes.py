"""Whether a quote counts as evidence, and where the words of an attempt at it come from."""

from enum import StrEnum


class Standing(StrEnum):
    """Whether a quote counts as evidence, and if not, why; it always stays listed."""

    COUNTS = "counts"
    WITHDRAWN = "withdrawn"
    SPLIT = "split"
    UNDONE = "undone"


class Provenance(StrEnum):
    """Where the words of an attempt come from, and who chose their place."""

    SYSTEM = "system"
    EDITED_QUOTE = "edited_quote"
    MOVED_MESSAGE = "moved_message"
    LOOKED_AGAIN = "looked_again"
    SOURCE_TEXT = "source_text"
    SELECTED_BY_HAND = "selected_by_hand"
    OCCURRENCE_CHOSEN = "occurrence_chosen"
    PLACE_CONFIRMED = "place_confirmed"
    RESTORED = "restored"
    SPLIT_PART = "split_part"


HUMAN_PROVENANCES = tuple(provenance for provenance in Provenance if provenance is not Provenance.SYSTEM)
WORDS_CHOSEN = (
    Provenance.EDITED_QUOTE,
    Provenance.SOURCE_TEXT,
    Provenance.SELECTED_BY_HAND,
    Provenance.SPLIT_PART,
)
"""Words that a person chose stay theirs when somebody moves them, confirms their place or searches again."""
