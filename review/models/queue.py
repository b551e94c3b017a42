"""Leases of the entries in the queue: they last minutes, and no event records them, as no decision depends on them."""

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import pgettext_lazy

from review.domain.limits import CLOCK_SKEW, LEASE_TIME
from review.models.entries import Entry


class Lease(models.Model):
    """The queue gives an entry to one person at a time; after `until` it is free again."""

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="lease")
    holder = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    until = models.DateTimeField()

    if TYPE_CHECKING:
        entry_id: int
        holder_id: int

    class Meta:
        verbose_name = pgettext_lazy("model", "lease")
        verbose_name_plural = pgettext_lazy("models", "leases")

    def __str__(self) -> str:
        return f"{self.holder}"


def lease_is_over() -> Q:
    """Match the leases that are over; one that ends later than any taken now was dated by a clock that was ahead."""
    now = timezone.now()
    return Q(until__lte=now) | Q(until__gt=now + LEASE_TIME + CLOCK_SKEW)
