"""Batches: actions on many entries at once, stored so that they can be resumed or taken back after an interruption."""

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import pgettext_lazy

from review.domain.bulk import BatchKind, ItemState
from review.models.entries import Entry, Quote

BATCH_NAME_CHARS = 32


class Batch(models.Model):
    """One set of entries, fixed by its preview. `name` is the batch in the events of its entries.

    Nothing was changed while `confirmed_at` is null; `reverted_at` is when taking it back began. `query` is the address
    of the list that the entries were chosen from. The journal records the changes: a batch only records its progress.
    """

    name = models.CharField(max_length=BATCH_NAME_CHARS, unique=True)
    kind = models.CharField(max_length=10, choices=[(kind.value, kind.value) for kind in BatchKind])
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    query = models.TextField(blank=True, default="")
    reason = models.TextField(blank=True, default="")
    confirmed_at = models.DateTimeField(null=True)
    reverted_at = models.DateTimeField(null=True)

    if TYPE_CHECKING:
        made_by_id: int

    class Meta:
        verbose_name = pgettext_lazy("model", "batch")
        verbose_name_plural = pgettext_lazy("models", "batches")
        ordering = ("-pk",)
        constraints = (
            models.CheckConstraint(
                condition=Q(kind__in=[kind.value for kind in BatchKind]), name="batch_kind_is_known"
            ),
            models.CheckConstraint(
                condition=Q(reverted_at__isnull=True) | Q(confirmed_at__isnull=False),
                name="batch_reverts_what_was_confirmed",
            ),
        )

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the address of the batch."""
        return reverse("review:batch", args=[self.name])


class BatchItem(models.Model):
    """One entry of a batch, or one failed quote of it: the version seen, its state, and the reasons for it.

    `seen` is the version of the entry, or the attempt of the quote, in the preview, and `after` the one that the batch
    produced. `reason` is the first of `reasons`, by which the entry is counted. `fix` is the repair of a quote.
    """

    batch = models.ForeignKey(Batch, on_delete=models.CASCADE, related_name="items", db_index=False)
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    quote = models.ForeignKey(Quote, on_delete=models.CASCADE, null=True, related_name="+")
    seen = models.PositiveIntegerField()
    after = models.PositiveIntegerField(null=True)
    state = models.CharField(max_length=10, choices=[(state.value, state.value) for state in ItemState])
    reason = models.CharField(max_length=40, blank=True, default="")
    reasons = models.TextField(blank=True, default="")
    fix = models.TextField(blank=True, default="")
    event_id = models.CharField(max_length=32, blank=True, default="")

    if TYPE_CHECKING:
        batch_id: int
        entry_id: int
        quote_id: int | None

    class Meta:
        verbose_name = pgettext_lazy("model", "entry of a batch")
        verbose_name_plural = pgettext_lazy("models", "entries of a batch")
        ordering = ("pk",)
        indexes = (models.Index(fields=("batch", "state", "reason", "id"), name="item_by_state"),)
        constraints = (
            models.UniqueConstraint(
                fields=("batch", "entry"), condition=Q(quote__isnull=True), name="batch_has_entry_once"
            ),
            models.UniqueConstraint(fields=("batch", "quote"), name="batch_has_quote_once"),
            models.CheckConstraint(
                condition=Q(state__in=[state.value for state in ItemState]), name="item_state_is_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.entry_id} · {self.state}"


class EntryRead(models.Model):
    """The version of an entry that a person read last; newer versions count as not read."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+", db_index=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    version = models.PositiveIntegerField()

    if TYPE_CHECKING:
        entry_id: int
        person_id: int

    class Meta:
        verbose_name = pgettext_lazy("model", "entry that was read")
        verbose_name_plural = pgettext_lazy("models", "entries that were read")
        constraints = (models.UniqueConstraint(fields=("entry", "person"), name="read_is_once_a_person"),)

    def __str__(self) -> str:
        return f"{self.entry_id} · {self.version}"
