"""The statements of people on an entry for the gate: explanations, approvals, overrides."""

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Length
from django.db.models.lookups import GreaterThanOrEqual
from django.utils.translation import pgettext_lazy

from review.domain.limits import MIN_OVERRIDE_REASON_CHARS
from review.models.entries import Entry
from review.models.undone import IS_KEPT, Undoable


class Statement(models.Model):
    """One person's statement on an entry; `fingerprint` identifies its evidence, so that other evidence voids it."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="%(class)ss")
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    fingerprint = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)

    if TYPE_CHECKING:
        entry_id: int
        actor_id: int

    class Meta:
        abstract = True


class Explanation(Undoable, Statement):
    """Why an entry may be verified despite a missed requirement of its project."""

    requirement = models.CharField(max_length=40)
    reason = models.TextField()

    class Meta:
        verbose_name = pgettext_lazy("model", "reason")
        verbose_name_plural = pgettext_lazy("models", "reasons")
        ordering = ("entry", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("entry", "actor", "requirement", "fingerprint"),
                condition=IS_KEPT,
                name="explanation_is_unique",
            ),
            models.CheckConstraint(condition=~Q(reason="") & ~Q(requirement=""), name="explanation_has_reason"),
        )

    def __str__(self) -> str:
        return self.reason


class Approval(Undoable, Statement):
    """The statement of a person that they have read an entry and would verify it."""

    class Meta:
        verbose_name = pgettext_lazy("model", "approval")
        verbose_name_plural = pgettext_lazy("models", "approvals")
        ordering = ("entry", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("entry", "actor", "fingerprint"), condition=IS_KEPT, name="approval_is_unique"
            ),
        )

    def __str__(self) -> str:
        return f"{self.actor}"


class Override(Statement):
    """The statement that an entry was verified despite a policy; `items` are the missed ones, separated by commas."""

    items = models.CharField(max_length=200)
    reason = models.TextField()

    class Meta:
        verbose_name = pgettext_lazy("model", "override")
        verbose_name_plural = pgettext_lazy("models", "overrides")
        ordering = ("entry", "pk")
        constraints = (
            models.CheckConstraint(
                condition=GreaterThanOrEqual(Length("reason"), MIN_OVERRIDE_REASON_CHARS), name="override_has_reason"
            ),
            models.CheckConstraint(condition=~Q(items=""), name="override_has_items"),
        )

    def __str__(self) -> str:
        return self.reason
