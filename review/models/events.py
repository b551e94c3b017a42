"""The journal: appended events, one hash chain per session."""

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, cast

from django.db import models
from django.utils.translation import gettext, pgettext_lazy

from review.domain.events import Recorded
from review.models.entries import Entry
from review.models.sessions import ReviewSession


class Chain(models.Model):
    """The head of one hash chain, locked while an event is appended: one per session, and `store` for all else."""

    STORE = "store"

    name = models.CharField(max_length=40, unique=True)
    session = models.OneToOneField(ReviewSession, on_delete=models.PROTECT, null=True, related_name="chain")
    head_seq = models.PositiveBigIntegerField(default=0)
    head_hash = models.CharField(max_length=64, blank=True, default="")

    if TYPE_CHECKING:
        session_id: int | None

    class Meta:
        verbose_name = pgettext_lazy("model", "chain")
        verbose_name_plural = pgettext_lazy("models", "chains")

    def __str__(self) -> str:
        return self.name


class Event(models.Model):
    """One appended event. `payload` is canonical JSON text, since the JSON types of databases change numbers."""

    SYSTEM = "system"
    """The actor where no person acted; no account may have this name."""

    chain = models.ForeignKey(Chain, on_delete=models.PROTECT, related_name="events")
    seq = models.PositiveBigIntegerField()
    event_id = models.CharField(max_length=32, unique=True)
    event_type = models.CharField(max_length=40)
    session = models.ForeignKey(ReviewSession, on_delete=models.PROTECT, null=True, related_name="events")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="events")
    actor = models.CharField(max_length=150)
    created_at = models.DateTimeField()
    payload = models.TextField()
    prev_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    if TYPE_CHECKING:
        chain_id: int
        session_id: int | None
        entry_id: int | None

    class Meta:
        verbose_name = pgettext_lazy("model", "event")
        verbose_name_plural = pgettext_lazy("models", "events")
        ordering = ("chain", "seq")
        indexes = (
            models.Index(fields=("entry", "seq")),
            models.Index(fields=("event_type", "id"), name="event_by_type"),
            models.Index(fields=("actor", "id"), name="event_by_actor"),
            models.Index(fields=("created_at", "id"), name="event_by_moment"),
        )
        constraints = (models.UniqueConstraint(fields=("chain", "seq"), name="event_seq_is_unique"),)

    def __str__(self) -> str:
        return gettext("event %(number)d") % {"number": self.seq}

    @property
    def body(self) -> dict[str, Any]:
        """The payload as a value."""
        return cast("dict[str, Any]", json.loads(self.payload))

    @property
    def recorded(self) -> Recorded:
        """The event as a value, without its row and its chain; raises ValueError if its payload cannot be read."""
        return Recorded(self.event_id, self.event_type, self.body, self.actor, self.created_at, self.session_id)


def moment_text(moment: datetime) -> str:
    """Return a time in the form that is hashed: UTC, with microseconds."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"
