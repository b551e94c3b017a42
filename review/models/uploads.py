"""What somebody is about to upload, kept until it is confirmed, so that nothing gets lost."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models

from review.models.projects import Project
from review.models.sessions import ReviewSession


class UploadDraft(models.Model):
    """The texts of one upload form that are not stored yet, and how their quotes were aligned for the preview.

    `received_at` is set, and the texts are emptied, in the transaction that stores what the draft holds: of a draft
    without it nothing is stored, but for its session when its extraction was refused. `session` is where the extraction
    belongs, and once received, the way to what was stored.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    session = models.ForeignKey(ReviewSession, on_delete=models.CASCADE, null=True, related_name="+")
    session_json = models.TextField(blank=True, default="")
    extraction_json = models.TextField(blank=True, default="")
    alignment = models.TextField(blank=True, default="")
    received_at = models.DateTimeField(null=True)

    if TYPE_CHECKING:
        project_id: int
        session_id: int | None

    def __str__(self) -> str:
        return f"draft {self.pk}"

    @property
    def expires_at(self) -> datetime:
        """When the draft is deleted."""
        return self.created_at + timedelta(days=settings.REVIEW_DRAFT_DAYS)
