"""How people get access: invitation links, and tries to log in."""

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import pgettext_lazy

from review.domain.roles import Role
from review.models.choices import ROLES
from review.models.projects import Project

IS_OPEN = Q(accepted_at__isnull=True, revoked_at__isnull=True)


class Invitation(models.Model):
    """A link that lets one person join a project in a role. Its token is shown once; only a digest is stored.

    One to a role that needs a second person is void until somebody other than its maker has confirmed it.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=20, choices=ROLES)
    token_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    expires_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True, blank=True)
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    accepted_at = models.DateTimeField(null=True, blank=True)
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    revoked_at = models.DateTimeField(null=True, blank=True)

    if TYPE_CHECKING:
        project_id: int
        made_by_id: int

    class Meta:
        verbose_name = pgettext_lazy("model", "invitation")
        verbose_name_plural = pgettext_lazy("models", "invitations")
        ordering = ("-made_at", "-pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(role__in=[role.value for role in Role]), name="invitation_role_is_known"
            ),
            models.CheckConstraint(
                name="invitation_ends_once",
                condition=Q(IS_OPEN, accepted_by__isnull=True)
                | Q(accepted_at__isnull=False, accepted_by__isnull=False, revoked_at__isnull=True)
                | Q(accepted_at__isnull=True, accepted_by__isnull=True, revoked_at__isnull=False),
            ),
            models.CheckConstraint(
                name="invitation_is_confirmed_by_another",
                condition=Q(confirmed_at__isnull=True, confirmed_by__isnull=True)
                | Q(confirmed_at__isnull=False, confirmed_by__isnull=False) & ~Q(confirmed_by=F("made_by")),
            ),
        )

    def __str__(self) -> str:
        return f"{self.project} · {self.get_role_display()}"


class LogInTries(models.Model):
    """When somebody recently tried to log in to one account from one address; `key` is a digest of both."""

    key = models.CharField(max_length=64, unique=True)
    moments = models.JSONField(default=list)
    last_at = models.DateTimeField(db_index=True)
    recorded_at = models.DateTimeField(null=True)
    """When the journal last recorded that further tries were held back."""

    class Meta:
        verbose_name = pgettext_lazy("model", "log-in tries")
        verbose_name_plural = pgettext_lazy("models", "log-in tries")

    def __str__(self) -> str:
        return self.key[:8]
