"""Extractions by a model: which session was asked about by which prompt, and what that took."""

from typing import TYPE_CHECKING

from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

from review.models.projects import Project
from review.models.sessions import ReviewSession


class ExtractorRun(models.Model):
    """One time that a session is read by a model, with the tokens that it took so far.

    An idle session is read once by a prompt. `code` is why nothing came of it, or of a part of it.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+", db_index=False)
    session = models.ForeignKey(ReviewSession, on_delete=models.CASCADE, related_name="+")
    prompt_version = models.CharField(max_length=20)
    is_idle = models.BooleanField(default=False)
    input_tokens = models.PositiveBigIntegerField(default=0)
    output_tokens = models.PositiveBigIntegerField(default=0)
    repaired = models.PositiveIntegerField(default=0)
    given_up = models.PositiveIntegerField(default=0)
    code = models.CharField(max_length=20, blank=True, default="")
    created_at = models.DateTimeField()

    if TYPE_CHECKING:
        project_id: int
        session_id: int

    class Meta:
        verbose_name = pgettext_lazy("model", "extractor run")
        verbose_name_plural = pgettext_lazy("models", "extractor runs")
        ordering = ("-pk",)
        indexes = (models.Index(fields=("project", "created_at"), name="extractor_run_of_day"),)
        constraints = (
            models.UniqueConstraint(
                fields=("session", "prompt_version"), condition=Q(is_idle=True), name="extractor_run_is_idle_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.session_id} {self.prompt_version}"
