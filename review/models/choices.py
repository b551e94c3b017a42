"""Whether a quote counts, and where the words of an attempt come from."""

from django.db import models


class Standing(models.TextChoices):
    """Whether a quote counts as evidence, and if not, why; it stays listed in any case."""

    COUNTS = "counts", "counts"
    WITHDRAWN = "withdrawn", "withdrawn"
    SPLIT = "split", "split"
    UNDONE = "undone", "undone"


class Provenance(models.TextChoices):
    """Where the words of an attempt come from, and who chose their place."""

    MACHINE = "machine", "machine"
    EDITED_QUOTE = "edited_quote", "edited quote"
    MOVED_MESSAGE = "moved_message", "moved message"
    LOOKED_AGAIN = "looked_again", "looked for again"
    SOURCE_TEXT = "source_text", "source text used"
    SELECTED_BY_HAND = "selected_by_hand", "selected by hand"
    OCCURRENCE_CHOSEN = "occurrence_chosen", "occurrence chosen"
    PLACE_CONFIRMED = "place_confirmed", "place confirmed"
    RESTORED = "restored", "restored"
    SPLIT_PART = "split_part", "part of a split quote"


HUMAN_PROVENANCES = tuple(provenance for provenance in Provenance if provenance is not Provenance.MACHINE)
