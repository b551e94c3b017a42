"""What people say of an entry for the gate: reasons, approvals, overrides. Each is said of the evidence as it is."""

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Length
from django.db.models.lookups import GreaterThanOrEqual

from review.models.entries import Entry

SHORTEST_OVERRIDE = 20
"""Characters of a reason to promote past the policy: nobody types so many without saying something."""


class Statement(models.Model):
    """One person's word on an entry; `fingerprint` names the evidence it is about, so that other evidence voids it."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="%(class)ss")
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    fingerprint = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)

    if TYPE_CHECKING:
        entry_id: int
        actor_id: int

    class Meta:
        abstract = True


class Explanation(Statement):
    """Why an entry may be verified though something that its project asks is missed."""

    requirement = models.CharField(max_length=40)
    reason = models.TextField()

    class Meta:
        ordering = ("entry", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("entry", "actor", "requirement", "fingerprint"), name="explanation_is_unique"
            ),
            models.CheckConstraint(condition=~Q(reason="") & ~Q(requirement=""), name="explanation_has_reason"),
        )

    def __str__(self) -> str:
        return self.reason


class Approval(Statement):
    """That a person read an entry and would verify it."""

    class Meta:
        ordering = ("entry", "pk")
        constraints = (models.UniqueConstraint(fields=("entry", "actor", "fingerprint"), name="approval_is_unique"),)

    def __str__(self) -> str:
        return f"{self.actor}"


class Override(Statement):
    """That an entry was verified past what its project asks: `items` names what was missed, parted by commas."""

    items = models.CharField(max_length=200)
    reason = models.TextField()

    class Meta:
        ordering = ("entry", "pk")
        constraints = (
            models.CheckConstraint(
                condition=GreaterThanOrEqual(Length("reason"), SHORTEST_OVERRIDE), name="override_has_reason"
            ),
            models.CheckConstraint(condition=~Q(items=""), name="override_has_items"),
        )

    def __str__(self) -> str:
        return self.reason
