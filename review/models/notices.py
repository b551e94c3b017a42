"""Notifications: created in the transaction of their event; no decision depends on them."""

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

from review.domain.notices import NoticeKind
from review.models.events import Event
from review.models.projects import Project


class Notice(models.Model):
    """An event that concerns one person; new until the person has opened the list of them."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+", db_index=False)
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="+", db_index=False)
    kind = models.CharField(max_length=10, choices=[(kind.value, kind.value) for kind in NoticeKind])
    is_new = models.BooleanField(default=True)

    if TYPE_CHECKING:
        person_id: int
        project_id: int
        event_id: int

    class Meta:
        verbose_name = pgettext_lazy("model", "notification")
        verbose_name_plural = pgettext_lazy("models", "notifications")
        indexes = (
            models.Index(fields=("person", "project", "id"), name="notice_in_list"),
            models.Index(fields=("person", "project"), condition=Q(is_new=True), name="notice_that_is_new"),
        )
        constraints = (
            models.UniqueConstraint(fields=("event", "person"), name="notice_is_unique"),
            models.CheckConstraint(
                condition=Q(kind__in=[kind.value for kind in NoticeKind]), name="notice_kind_is_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.event_id}"
