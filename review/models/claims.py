"""Corrections of the claims of entries, and confirmations that a claim still holds."""

from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

from review.models.decisions import Statement
from review.models.undone import IS_KEPT, Undoable

FIRST_VERSION = 1
"""The version of a claim that the extractor wrote: the title and body of the entry itself."""


class ClaimVersion(Undoable, Statement):
    """A correction of a claim: its whole new text and its author; version 1 is the extractor's and has no row.

    A correction also confirms the claim for the words that counted when it was made, identified by `fingerprint`.
    """

    number = models.PositiveIntegerField()
    title = models.TextField(blank=True, default="")
    body = models.TextField(blank=True, default="")

    class Meta:
        verbose_name = pgettext_lazy("model", "correction of a claim")
        verbose_name_plural = pgettext_lazy("models", "corrections of claims")
        ordering = ("entry", "number")
        constraints = (
            models.UniqueConstraint(fields=("entry", "number"), condition=IS_KEPT, name="claim_version_is_unique"),
            models.CheckConstraint(condition=Q(number__gt=FIRST_VERSION), name="claim_versions_follow_the_extractors"),
            models.CheckConstraint(condition=~Q(title="") | ~Q(body=""), name="claim_version_states_something"),
        )

    def __str__(self) -> str:
        return self.title


class ClaimConfirmation(Undoable, Statement):
    """The statement that a claim holds although the words that count are not the extractor's own."""

    claim_version = models.PositiveIntegerField(default=FIRST_VERSION)

    class Meta:
        verbose_name = pgettext_lazy("model", "confirmation of a claim")
        verbose_name_plural = pgettext_lazy("models", "confirmations of claims")
        ordering = ("entry", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("entry", "fingerprint"), condition=IS_KEPT, name="claim_confirmation_is_unique"
            ),
            models.CheckConstraint(
                condition=Q(claim_version__gte=FIRST_VERSION), name="claim_confirmation_names_a_version"
            ),
        )

    def __str__(self) -> str:
        return f"{self.actor}"
