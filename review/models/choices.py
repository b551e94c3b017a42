"""The closed choices of columns with their names: stages, roles, whether a quote counts, where its words come from."""

from django.utils.translation import pgettext_lazy

from review.domain.policy import Stage
from review.domain.quotes import Provenance, Standing
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
STANDINGS = (
    (Standing.COUNTS.value, pgettext_lazy("standing", "counts")),
    (Standing.WITHDRAWN.value, pgettext_lazy("standing", "withdrawn")),
    (Standing.SPLIT.value, pgettext_lazy("standing", "split")),
    (Standing.UNDONE.value, pgettext_lazy("standing", "undone")),
)
PROVENANCES = (
    (Provenance.SYSTEM.value, pgettext_lazy("provenance", "system")),
    (Provenance.EDITED_QUOTE.value, pgettext_lazy("provenance", "edited quote")),
    (Provenance.MOVED_MESSAGE.value, pgettext_lazy("provenance", "moved message")),
    (Provenance.LOOKED_AGAIN.value, pgettext_lazy("provenance", "looked for again")),
    (Provenance.SOURCE_TEXT.value, pgettext_lazy("provenance", "source text used")),
    (Provenance.SELECTED_BY_HAND.value, pgettext_lazy("provenance", "selected by hand")),
    (Provenance.OCCURRENCE_CHOSEN.value, pgettext_lazy("provenance", "occurrence chosen")),
    (Provenance.PLACE_CONFIRMED.value, pgettext_lazy("provenance", "place confirmed")),
    (Provenance.RESTORED.value, pgettext_lazy("provenance", "restored")),
    (Provenance.SPLIT_PART.value, pgettext_lazy("provenance", "part of a split quote")),
)
