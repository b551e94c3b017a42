"""Conditions of constraints; each branch states which columns are null, since CHECK passes on null."""

from django.db import models
from django.db.models import F, Q

from aligner_core.evidence import MIN_FUZZY_SIMILARITY

HAS_SPAN = Q(message__isnull=False, span_start__isnull=False, span_end__isnull=False, span_end__gt=F("span_start"))
HAS_NO_SPAN = Q(span_start__isnull=True, span_end__isnull=True)
IS_EXTRACTED = Q(extraction__isnull=False, added_by__isnull=True, added_at__isnull=True)
IS_ADDED = Q(extraction__isnull=True, added_by__isnull=False, added_at__isnull=False)
IS_WITHDRAWN = Q(withdrawn_at__isnull=False, withdrawn_by__isnull=False) & ~Q(withdrawn_reason="")
IS_NOT_WITHDRAWN = Q(withdrawn_at__isnull=True, withdrawn_by__isnull=True, withdrawn_reason="")

ONE_ORIGIN = (
    models.UniqueConstraint(
        fields=("session", "position"), condition=Q(extraction__isnull=True), name="entry_added_position_is_unique"
    ),
    models.CheckConstraint(condition=IS_EXTRACTED | IS_ADDED, name="entry_has_one_origin"),
)
"""An entry came with an extraction, or a person added it, at a place of its own."""

ONE_OF_ITS_KINDS = models.CheckConstraint(
    name="alignment_is_one_of_its_kinds",
    condition=Q(HAS_SPAN, method__in=["exact", "normalized"], similarity__isnull=False, similarity=1.0, reason="")
    | Q(
        HAS_SPAN,
        method="fuzzy",
        similarity__isnull=False,
        similarity__gte=MIN_FUZZY_SIMILARITY,
        similarity__lt=1.0,
        reason="",
    )
    | Q(~Q(reason=""), HAS_NO_SPAN, method="none", similarity__isnull=True, ambiguous=False),
)
"""An attempt is aligned with a span, or failed with a reason."""
