"""Statements that their authors can take back: the rows stay, but only registers and audits read them."""

from typing import ClassVar, Self, TypeVar

from django.db import models
from django.db.models import Q, QuerySet

IS_KEPT = Q(undone_at__isnull=True)
"""The condition of statements that count: those not taken back, of which there is one at a time."""

Row_co = TypeVar("Row_co", bound=models.Model, covariant=True)


class KeptManager(models.Manager[Row_co]):
    """The statements that count; related managers are of this kind too."""

    def get_queryset(self) -> QuerySet[Row_co]:
        """Return the statements that were not taken back."""
        return super().get_queryset().filter(IS_KEPT)


class Undoable(models.Model):
    """A statement that can be taken back once, right after it was made; nothing else of a row ever changes."""

    undone_at = models.DateTimeField(null=True, blank=True)

    objects = KeptManager()
    with_undone: ClassVar[models.Manager[Self]] = models.Manager()

    class Meta:
        abstract = True
