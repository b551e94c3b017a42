"""The data of a retrieval beyond its messages: the question, the origin of each chunk, and the sources cited."""

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy, pgettext_lazy

from review.models.entries import Entry
from review.models.sessions import Message, ReviewSession


class Relevance(models.TextChoices):
    """How relevant the retriever rated a chunk; empty when it did not."""

    HIGH = "high", gettext_lazy("high")
    MEDIUM = "medium", gettext_lazy("medium")
    LOW = "low", gettext_lazy("low")
    UNRATED = "", pgettext_lazy("relevance", "unsaid")


class Retrieval(models.Model):
    """The retrieval of a session with the chunks found for a question as its messages. It never changes.

    `digest` covers everything received with it except the answer, and can be recomputed from the stored rows.
    """

    session = models.OneToOneField(ReviewSession, on_delete=models.PROTECT, related_name="retrieval")
    query = models.TextField(blank=True, default="")
    events = models.JSONField(default=list)
    digest = models.CharField(max_length=64)

    if TYPE_CHECKING:
        session_id: int

    class Meta:
        verbose_name = pgettext_lazy("model", "retrieval")
        verbose_name_plural = pgettext_lazy("models", "retrievals")

    def __str__(self) -> str:
        return self.query


class Chunk(models.Model):
    """The metadata received with the text of one chunk. Its title is the name of its message."""

    message = models.OneToOneField(Message, on_delete=models.PROTECT, related_name="chunk")
    chunk_id = models.TextField()
    file_name = models.TextField(blank=True, default="")
    source = models.TextField(blank=True, default="")
    score = models.FloatField(null=True)
    relevance = models.CharField(max_length=10, choices=Relevance, blank=True, default=Relevance.UNRATED)
    matched_tags = models.JSONField(default=list)
    last_updated = models.BigIntegerField(null=True)
    """Milliseconds since 1970."""

    if TYPE_CHECKING:
        message_id: int

    class Meta:
        verbose_name = pgettext_lazy("model", "chunk")
        verbose_name_plural = pgettext_lazy("models", "chunks")
        ordering = ("message",)
        indexes = (models.Index(fields=("last_updated",)),)
        constraints = (
            models.CheckConstraint(
                condition=Q(relevance__in=Relevance.values), name="chunk_relevance_is_one_of_its_kinds"
            ),
        )

    def __str__(self) -> str:
        return self.chunk_id


class CitedSource(models.Model):
    """One label in the source line of an answer, as written there: that of a chunk, or invented."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="cited_sources")
    position = models.PositiveIntegerField()
    label = models.TextField()
    is_real = models.BooleanField()

    if TYPE_CHECKING:
        entry_id: int

    class Meta:
        verbose_name = pgettext_lazy("model", "cited source")
        verbose_name_plural = pgettext_lazy("models", "cited sources")
        ordering = ("entry", "position")
        constraints = (models.UniqueConstraint(fields=("entry", "position"), name="cited_source_is_unique"),)

    def __str__(self) -> str:
        return self.label


class SourceCorrection(models.Model):
    """One person's correction of an invented source: the intended chunk, or none. The newest applies."""

    source = models.ForeignKey(CitedSource, on_delete=models.PROTECT, related_name="corrections")
    number = models.PositiveIntegerField()
    replacement = models.TextField(blank=True, default="")
    """The label of a chunk; empty when the invented label is struck."""
    reason = models.TextField()
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    if TYPE_CHECKING:
        source_id: int
        actor_id: int

    class Meta:
        verbose_name = pgettext_lazy("model", "correction of a source")
        verbose_name_plural = pgettext_lazy("models", "corrections of sources")
        ordering = ("source", "number")
        constraints = (
            models.UniqueConstraint(fields=("source", "number"), name="source_correction_is_unique"),
            models.CheckConstraint(condition=~Q(reason=""), name="source_correction_has_reason"),
        )

    def __str__(self) -> str:
        return self.reason
