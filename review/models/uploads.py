"""Uploads that are not confirmed yet, kept so that nothing gets lost."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models

from review.models.projects import Project
from review.models.sessions import ReviewSession


class UploadDraft(models.Model):
    """The texts of one upload that are not stored yet, and how their quotes were aligned for the preview.

    Dropped files are kept as the `files` of a draft without texts. Each session that is taken out of them is a draft of
    its own, `taken_from` it: `title` is the title that a person gave it, `numbering` how the extractor counted its
    messages, `notes` the parts left out when the files were read, `shown` what a job has made for its preview.

    `is_sent` is what a program sent and a job receives: no page lists it.

    `received_at` is set, and the texts are emptied, in the transaction that stores the content of the draft: without
    it nothing of the draft is stored, except its session when its extraction was refused, or parts of a long one.
    `session` is the session of the extraction, and after the upload, the one that was stored.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    session = models.ForeignKey(ReviewSession, on_delete=models.CASCADE, null=True, related_name="+")
    session_json = models.TextField(blank=True, default="")
    extraction_json = models.TextField(blank=True, default="")
    alignment = models.TextField(blank=True, default="")
    shown = models.TextField(blank=True, default="")
    taken_from = models.ForeignKey("self", on_delete=models.CASCADE, null=True, related_name="taken")
    title = models.TextField(blank=True, default="")
    numbering = models.CharField(max_length=20, blank=True, default="")
    notes = models.JSONField(default=list)
    received_at = models.DateTimeField(null=True)
    is_sent = models.BooleanField(default=False)

    if TYPE_CHECKING:
        project_id: int
        created_by_id: int
        session_id: int | None
        taken_from_id: int | None

    def __str__(self) -> str:
        return f"draft {self.pk}"

    @property
    def expires_at(self) -> datetime:
        """When the draft is deleted."""
        return self.created_at + timedelta(days=settings.REVIEW_DRAFT_DAYS)

    @property
    def file_names(self) -> tuple[str, ...]:
        """The names of the files it came in."""
        return tuple(file.name for file in (self.taken_from or self).files.all())


class UploadFile(models.Model):
    """One dropped file that could be read, or pasted text; `format` is the format that the person chose, if any.

    It was read once: `found` is what its reader says of it, and its parts are what it holds. `size` is in bytes.
    """

    draft = models.ForeignKey(UploadDraft, on_delete=models.CASCADE, related_name="files")
    position = models.PositiveIntegerField()
    name = models.TextField()
    size = models.PositiveIntegerField()
    data = models.BinaryField()
    format = models.CharField(max_length=40, blank=True, default="")
    found = models.JSONField()

    class Meta:
        ordering = ("draft", "position")
        constraints = (models.UniqueConstraint(fields=("draft", "position"), name="upload_file_has_its_place"),)

    def __str__(self) -> str:
        return self.name


class UploadPart(models.Model):
    """A conversation in a file, with its extraction if it has one; or an extraction alone.

    `text` is the part in our own form, and `about` is what a list of parts shows.
    """

    file = models.ForeignKey(UploadFile, on_delete=models.CASCADE, related_name="parts")
    place = models.PositiveIntegerField()
    is_conversation = models.BooleanField()
    text = models.TextField()
    about = models.JSONField()

    class Meta:
        ordering = ("file", "place")
        constraints = (models.UniqueConstraint(fields=("file", "place"), name="upload_part_has_its_place"),)

    def __str__(self) -> str:
        return f"{self.file} {self.place}"
