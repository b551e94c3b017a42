"""Statements that whoever made them took back: their rows stay, and only registers and audits read them."""

from typing import ClassVar, Self, TypeVar

from django.db import models
from django.db.models import Q, QuerySet

IS_KEPT = Q(undone_at__isnull=True)
"""What counts: a statement that was not taken back, of which there is one at a time."""

Row_co = TypeVar("Row_co", bound=models.Model, covariant=True)


class KeptManager(models.Manager[Row_co]):
    """The statements that count; related managers are of this kind too."""

    def get_queryset(self) -> QuerySet[Row_co]:
        """Return the statements that nobody took back."""
        return super().get_queryset().filter(IS_KEPT)


class Undoable(models.Model):
    """What can be taken back once, right after it was said; nothing else of a row ever changes."""

    undone_at = models.DateTimeField(null=True, blank=True)

    objects = KeptManager()
    with_undone: ClassVar[models.Manager[Self]] = models.Manager()

    class Meta:
        abstract = True
