"""The marks by which lists find entries, and the ages of sources: derived rows, updated with their sources."""

from typing import TYPE_CHECKING

from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

from review.models.entries import Entry
from review.models.projects import Project
from review.models.sessions import ReviewSession


class SourceAge(models.Model):
    """When the oldest chunk was last updated, in milliseconds: of a retrieval, or of those that an entry quotes.

    Staleness changes with time and not with stored rows, so it cannot be a mark: lists select a range of ages, oldest
    first. Only services write them, and the audit recomputes them.
    """

    session = models.ForeignKey(ReviewSession, on_delete=models.CASCADE, related_name="+", db_index=False)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+", db_index=False)
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, null=True, related_name="+", db_index=False)
    is_rejected = models.BooleanField(default=False)
    updated = models.BigIntegerField()

    if TYPE_CHECKING:
        entry_id: int | None
        session_id: int
        project_id: int

    class Meta:
        verbose_name = pgettext_lazy("model", "age of sources")
        verbose_name_plural = pgettext_lazy("models", "ages of sources")
        indexes = (
            models.Index(
                fields=("project", "updated", "session"), condition=Q(entry__isnull=True), name="age_of_retrieval"
            ),
            models.Index(
                fields=("project", "is_rejected", "updated", "entry"),
                condition=Q(entry__isnull=False),
                name="age_of_entry",
            ),
        )
        constraints = (
            models.UniqueConstraint(fields=("session",), condition=Q(entry__isnull=True), name="age_is_unique"),
            # The planner would use an index that includes the rows without an entry to find all of these.
            models.UniqueConstraint(fields=("entry",), condition=Q(entry__isnull=False), name="entry_age_is_unique"),
        )

    def __str__(self) -> str:
        return str(self.updated)


class EntryMark(models.Model):
    """One mark of one entry, with the columns of its place in a list.

    A page of a list is a range of one index, whatever the size of the store. Only services write marks, in the
    transaction of the change that affects them, and the audit recomputes them.
    """

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="marks", db_index=False)
    session = models.ForeignKey(ReviewSession, on_delete=models.CASCADE, related_name="+", db_index=False)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+", db_index=False)
    name = models.CharField(max_length=60)

    if TYPE_CHECKING:
        entry_id: int
        session_id: int
        project_id: int

    class Meta:
        verbose_name = pgettext_lazy("model", "mark")
        verbose_name_plural = pgettext_lazy("models", "marks")
        indexes = (
            models.Index("project", "name", models.F("session").desc(), "entry", name="mark_in_lists"),
            models.Index("session", "name", "entry", name="mark_in_session"),
        )
        constraints = (models.UniqueConstraint(fields=("entry", "name"), name="mark_is_unique"),)

    def __str__(self) -> str:
        return self.name
