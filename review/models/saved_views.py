"""Saved views of lists: a name for an address. A view grants no access."""

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.utils.translation import pgettext_lazy

from review.domain.limits import MAX_VIEW_NAME_CHARS
from review.models.projects import Project


class ViewOf(models.TextChoices):
    """The pages with saved views."""

    SEARCH = "search", pgettext_lazy("page", "search")
    ENTRIES = "entry_list", pgettext_lazy("page", "entries")


class SavedView(models.Model):
    """The query string of a page under a name: its owner's alone, or with a project, everybody's in it.

    It is not a record, so the journal has no events of it.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    project = models.ForeignKey(Project, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    page = models.CharField(max_length=20, choices=ViewOf.choices)
    name = models.CharField(max_length=MAX_VIEW_NAME_CHARS)
    query = models.TextField(blank=True, default="")
    saved_at = models.DateTimeField(auto_now=True)

    if TYPE_CHECKING:
        owner_id: int
        project_id: int | None

    class Meta:
        verbose_name = pgettext_lazy("model", "saved view")
        verbose_name_plural = pgettext_lazy("models", "saved views")
        ordering = ("name", "pk")
        constraints = (models.UniqueConstraint(fields=("owner", "page", "name"), name="saved_view_name_is_unique"),)

    def __str__(self) -> str:
        return self.name
