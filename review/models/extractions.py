"""One upload of extractor output, as it came."""

from django.conf import settings
from django.db import models

from review.models.sources import ReviewSession


class Extraction(models.Model):
    """Extractor output for a session, named by the digest of its canonical JSON."""

    session = models.ForeignKey(ReviewSession, on_delete=models.PROTECT, related_name="extractions")
    digest = models.CharField(max_length=64)
    canonical = models.TextField()
    notes = models.JSONField(default=list)
    received_at = models.DateTimeField(auto_now_add=True)
    received_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ("received_at", "pk")
        constraints = (models.UniqueConstraint(fields=("session", "digest"), name="extraction_is_received_once"),)

    def __str__(self) -> str:
        return self.digest[:8]
