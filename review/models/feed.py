"""The feed: the events of projects in the order in which programs are told of them."""

from typing import TYPE_CHECKING

from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

from review.models.events import Event
from review.models.projects import Project


class FeedItem(models.Model):
    """An event of a session in the feed of its project; a trigger inserts it with the event.

    `number` is given after the commit: at once on SQLite, which has one writer at a time, and by whoever reads the feed
    next on PostgreSQL. So no reader who has seen a number is told a smaller one later.
    """

    event = models.OneToOneField(Event, on_delete=models.PROTECT, primary_key=True, related_name="feed_item")
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="+", db_index=False)
    number = models.PositiveBigIntegerField(null=True, unique=True)

    if TYPE_CHECKING:
        event_id: int
        project_id: int

    class Meta:
        verbose_name = pgettext_lazy("model", "item of the feed")
        verbose_name_plural = pgettext_lazy("models", "items of the feed")
        ordering = ("number",)
        indexes = (
            models.Index(fields=("project", "number"), name="feed_of_project"),
            models.Index(fields=("event",), condition=Q(number__isnull=True), name="feed_unnumbered"),
        )

    def __str__(self) -> str:
        return f"{self.number or ''}"


class FeedHead(models.Model):
    """The last number of the feed that was given, in one row, which is locked while numbers are given."""

    last = models.PositiveBigIntegerField()

    class Meta:
        verbose_name = pgettext_lazy("model", "head of the feed")
        verbose_name_plural = pgettext_lazy("models", "heads of the feed")

    def __str__(self) -> str:
        return f"{self.last}"
