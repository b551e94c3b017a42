"""Acknowledgements: a reviewer's statement that the critical differences of an attempt do not matter."""

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

from review.models.entries import Alignment
from review.models.undone import IS_KEPT, Undoable


class Acknowledgement(Undoable):
    """One person's reason to accept the critical differences of one attempt, for the claim as it was then.

    It covers neither later attempts nor a corrected claim.
    """

    alignment = models.ForeignKey(Alignment, on_delete=models.PROTECT, related_name="acknowledgements")
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    claim_version = models.PositiveIntegerField(default=1)
    reason = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)

    if TYPE_CHECKING:
        alignment_id: int
        actor_id: int

    class Meta:
        verbose_name = pgettext_lazy("model", "acknowledgement")
        verbose_name_plural = pgettext_lazy("models", "acknowledgements")
        ordering = ("alignment", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("alignment", "actor", "claim_version"), condition=IS_KEPT, name="acknowledgement_is_unique"
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="acknowledgement_has_reason"),
        )

    def __str__(self) -> str:
        return self.reason
