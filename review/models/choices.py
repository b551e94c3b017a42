"""The closed choices of columns with their names: stages, roles, whether a quote counts, where its words come from."""

from django.db import models
from django.utils.translation import pgettext_lazy

from review.domain.policy import Stage
from review.domain.roles import Role

STAGES = (
    (Stage.RAW.value, pgettext_lazy("stage", "raw")),
    (Stage.WORKING.value, pgettext_lazy("stage", "working")),
    (Stage.CANDIDATE.value, pgettext_lazy("stage", "candidate")),
    (Stage.VERIFIED.value, pgettext_lazy("stage", "verified")),
    (Stage.CERTIFIED.value, pgettext_lazy("stage", "certified")),
)
ROLES = (
    (Role.VIEWER.value, pgettext_lazy("member", "viewer")),
    (Role.REVIEWER.value, pgettext_lazy("member", "reviewer")),
    (Role.CERTIFIER.value, pgettext_lazy("member", "certifier")),
    (Role.AUDITOR.value, pgettext_lazy("member", "auditor")),
    (Role.MANAGER.value, pgettext_lazy("member", "manager")),
)


class Standing(models.TextChoices):
    """Whether a quote counts as evidence, and if not, why; it always stays listed."""

    COUNTS = "counts", pgettext_lazy("standing", "counts")
    WITHDRAWN = "withdrawn", pgettext_lazy("standing", "withdrawn")
    SPLIT = "split", pgettext_lazy("standing", "split")
    UNDONE = "undone", pgettext_lazy("standing", "undone")


class Provenance(models.TextChoices):
    """Where the words of an attempt come from, and who chose their place."""

    SYSTEM = "system", pgettext_lazy("provenance", "system")
    EDITED_QUOTE = "edited_quote", pgettext_lazy("provenance", "edited quote")
    MOVED_MESSAGE = "moved_message", pgettext_lazy("provenance", "moved message")
    LOOKED_AGAIN = "looked_again", pgettext_lazy("provenance", "looked for again")
    SOURCE_TEXT = "source_text", pgettext_lazy("provenance", "source text used")
    SELECTED_BY_HAND = "selected_by_hand", pgettext_lazy("provenance", "selected by hand")
    OCCURRENCE_CHOSEN = "occurrence_chosen", pgettext_lazy("provenance", "occurrence chosen")
    PLACE_CONFIRMED = "place_confirmed", pgettext_lazy("provenance", "place confirmed")
    RESTORED = "restored", pgettext_lazy("provenance", "restored")
    SPLIT_PART = "split_part", pgettext_lazy("provenance", "part of a split quote")


HUMAN_PROVENANCES = tuple(provenance for provenance in Provenance if provenance is not Provenance.SYSTEM)
WORDS_CHOSEN = (
    Provenance.EDITED_QUOTE,
    Provenance.SOURCE_TEXT,
    Provenance.SELECTED_BY_HAND,
    Provenance.SPLIT_PART,
)
"""Words that a person chose stay theirs when somebody moves them, confirms their place or searches again."""
