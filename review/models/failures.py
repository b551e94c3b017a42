"""The failed and withdrawn quotes, for their list: one row each, with its diagnosis."""

from typing import TYPE_CHECKING

from django.db import models
from django.utils.translation import pgettext_lazy

from review.domain.failures import GROUPS, UNDIAGNOSED, group_named
from review.models.entries import Alignment, Quote
from review.models.projects import Project
from review.models.sessions import ReviewSession


class FailedQuote(models.Model):
    """One quote that failed or was withdrawn, with its group, its place in the group, and its likeliest repair.

    The diagnosis is that of an attempt in the current messages of the session. Services store it in the transaction
    that changes either, so that a page of the list searches nothing; the audit checks what needs no search.
    `engine` is the version that diagnosed, and `fix` the likeliest repair; both are empty where there was none.
    """

    quote = models.OneToOneField(Quote, on_delete=models.CASCADE, related_name="failed")
    alignment = models.ForeignKey(Alignment, on_delete=models.CASCADE, related_name="+", db_index=False)
    session = models.ForeignKey(ReviewSession, on_delete=models.CASCADE, related_name="+", db_index=False)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+", db_index=False)
    group = models.PositiveSmallIntegerField()
    message_index = models.IntegerField()
    is_repairable = models.BooleanField(default=False)
    fix = models.TextField(blank=True, default="")
    last_index = models.PositiveIntegerField(null=True)
    engine = models.CharField(max_length=20, blank=True, default="")

    if TYPE_CHECKING:
        quote_id: int
        alignment_id: int
        session_id: int
        project_id: int

    class Meta:
        verbose_name = pgettext_lazy("model", "failed quote")
        verbose_name_plural = pgettext_lazy("models", "failed quotes")
        indexes = (
            models.Index("project", "group", "session", "message_index", "quote", name="failed_in_lists"),
            models.Index("session", "group", "message_index", "quote", name="failed_in_session"),
            models.Index(fields=("project", "quote"), condition=models.Q(is_repairable=True), name="failed_repairable"),
        )

    def __str__(self) -> str:
        return self.group_name

    @property
    def group_name(self) -> str:
        """The code of its group."""
        return group_named(self.group)

    @property
    def diagnosis(self) -> str:
        """The code of its diagnosis; empty when it is not diagnosed yet, or withdrawn."""
        return self.group_name if self.group_name in GROUPS[: GROUPS.index(UNDIAGNOSED)] else ""
