"""What was said: sessions and their messages, which never change."""

from django.conf import settings
from django.db import models
from django.urls import reverse

from review.models.access import Project


class ReviewSession(models.Model):
    """One ingested conversation; `session_id` is its name on the wire, unique in its project."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="sessions")
    session_id = models.CharField(max_length=200)
    title = models.TextField(blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        verbose_name = "session"
        ordering = ("-created_at", "-pk")
        constraints = (models.UniqueConstraint(fields=("project", "session_id"), name="session_id_is_unique"),)

    def __str__(self) -> str:
        return self.title or self.session_id

    def get_absolute_url(self) -> str:
        """Give the address of the session reader."""
        return reverse("review:session_detail", args=[self.pk])


class Message(models.Model):
    """The immutable text of one message; named by session, index and version."""

    session = models.ForeignKey(ReviewSession, on_delete=models.PROTECT, related_name="messages")
    index = models.PositiveIntegerField()
    version = models.PositiveIntegerField(default=1)
    role = models.TextField(blank=True, default="")
    name = models.TextField(blank=True, default="")
    timestamp = models.TextField(blank=True, default="")
    content = models.TextField(blank=True)
    content_hash = models.CharField(max_length=64)
    length = models.PositiveIntegerField()

    class Meta:
        ordering = ("session", "index", "version")
        constraints = (
            models.UniqueConstraint(fields=("session", "index", "version"), name="message_version_is_unique"),
            models.CheckConstraint(condition=models.Q(version__gte=1), name="message_versions_start_at_one"),
        )

    def __str__(self) -> str:
        return f"#{self.index}"
