"""What somebody is about to upload, kept until it is confirmed, so that nothing gets lost."""

from django.conf import settings
from django.db import models

from review.models.projects import Project
from review.models.sessions import ReviewSession


class UploadDraft(models.Model):
    """The texts of one upload form, previewed but not yet received."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    session = models.ForeignKey(ReviewSession, on_delete=models.CASCADE, null=True, related_name="+")
    session_json = models.TextField(blank=True, default="")
    extraction_json = models.TextField(blank=True, default="")

    def __str__(self) -> str:
        return f"draft {self.pk}"
