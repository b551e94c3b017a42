"""Jobs: work that a worker does beside the requests, each with its progress, its lease and what came of it."""

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

from review.domain.jobs import OPEN_STATES, UNSUCCESSFUL, JobReason, JobState
from review.models.projects import Project


class Job(models.Model):
    """One job: this row is the truth about it, however workers learn of it.

    `kind` is a row of the table of kinds, `subject` names what it is about, and `given` is what it was started with. A
    worker holds it until `until`, and renews that with every `beat`. `fence` counts who took it: only the last one may
    store the effect, of which `has_begun` says that a part is stored. `tries` counts those whose end was not orderly.
    `cancelled_by` is who asked to end it. A job without a `project` is about the whole store, or several projects, and
    its owner's alone.
    """

    kind = models.CharField(max_length=20)
    subject = models.CharField(max_length=60)
    title = models.TextField(blank=True, default="")
    given = models.JSONField(default=dict)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, null=True, related_name="+", db_index=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    state = models.CharField(
        max_length=10, default=JobState.WAITING.value, choices=[(state.value, state.value) for state in JobState]
    )
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    has_begun = models.BooleanField(default=False)
    tries = models.PositiveIntegerField(default=0)
    fence = models.PositiveIntegerField(default=0)
    beat = models.DateTimeField(null=True)
    until = models.DateTimeField()
    cancelled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", db_index=False
    )
    reason = models.CharField(
        max_length=20, blank=True, default="", choices=[(reason.value, reason.value) for reason in JobReason]
    )
    result = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    if TYPE_CHECKING:
        project_id: int | None
        owner_id: int
        cancelled_by_id: int | None

    class Meta:
        verbose_name = pgettext_lazy("model", "job")
        verbose_name_plural = pgettext_lazy("models", "jobs")
        ordering = ("-pk",)
        indexes = (
            models.Index(fields=("state", "until"), name="job_to_take"),
            models.Index(fields=("owner", "state", "id"), name="job_of_owner"),
            models.Index(fields=("project", "id"), name="job_of_project"),
            models.Index(fields=("subject", "id"), name="job_about"),
            models.Index(fields=("ended_at",), name="job_ended"),
        )
        constraints = (
            models.UniqueConstraint(
                fields=("kind", "subject"), condition=Q(state__in=OPEN_STATES), name="job_is_open_once"
            ),
            models.CheckConstraint(
                condition=Q(state__in=[state.value for state in JobState]), name="job_state_is_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}"

    @property
    def is_open(self) -> bool:
        """Whether it still waits or runs."""
        return self.state in OPEN_STATES

    @property
    def is_unsuccessful(self) -> bool:
        """Whether it ended without its effect."""
        return self.state in UNSUCCESSFUL


class JobFile(models.Model):
    """A file that a job made for its owner, which is there as long as the job is."""

    job = models.OneToOneField(Job, on_delete=models.CASCADE, related_name="file", primary_key=True)
    name = models.TextField()
    media_type = models.CharField(max_length=100)
    data = models.BinaryField()

    def __str__(self) -> str:
        return self.name
