"""How people get access: invitation links, where their accounts come from, and tries to log in."""

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import pgettext_lazy

from review.domain.roles import NEEDS_SECOND_PERSON, Role
from review.models.choices import ROLES
from review.models.projects import Project

IS_NOT_ACCEPTED = Q(accepted_at__isnull=True, accepted_by__isnull=True, is_waiting=False, confirmed_at__isnull=True)
IS_ACCEPTED = Q(accepted_at__isnull=False, accepted_by__isnull=False)
IS_ACCEPTED_TO_WAIT = Q(IS_ACCEPTED, role__in=sorted(role.value for role in NEEDS_SECOND_PERSON))
ENDS_ONCE = (
    IS_NOT_ACCEPTED
    | Q(IS_ACCEPTED, is_waiting=False, confirmed_at__isnull=True, revoked_at__isnull=True)
    | Q(IS_ACCEPTED_TO_WAIT, is_waiting=True, confirmed_at__isnull=True, revoked_at__isnull=True)
    | Q(IS_ACCEPTED_TO_WAIT, is_waiting=False, confirmed_at__isnull=False, revoked_at__isnull=True)
    | Q(IS_ACCEPTED_TO_WAIT, is_waiting=False, confirmed_at__isnull=True, revoked_at__isnull=False)
)
"""Not accepted; accepted by somebody who has the role; or who waits for it, was confirmed in it, or was refused it."""
IS_OPEN = Q(accepted_at__isnull=True, revoked_at__isnull=True) | Q(is_waiting=True)
"""Match the invitations that somebody can still follow, and those that wait for the second person."""


class Invitation(models.Model):
    """A link that lets one person join a project in a role. Its token is shown once; only a digest is stored.

    Where the role needs a second person, whoever followed the link has it only when somebody else has confirmed that
    account: until then it `is_waiting`.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=20, choices=ROLES)
    token_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    expires_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True, blank=True)
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="accepted_invitations"
    )
    is_waiting = models.BooleanField(default=False)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    revoked_at = models.DateTimeField(null=True, blank=True)

    if TYPE_CHECKING:
        project_id: int
        made_by_id: int
        accepted_by_id: int | None
        confirmed_by_id: int | None

    class Meta:
        verbose_name = pgettext_lazy("model", "invitation")
        verbose_name_plural = pgettext_lazy("models", "invitations")
        ordering = ("-made_at", "-pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(role__in=[role.value for role in Role]), name="invitation_role_is_known"
            ),
            models.CheckConstraint(name="invitation_ends_once", condition=ENDS_ONCE),
            models.CheckConstraint(
                name="invitation_is_confirmed_by_another",
                condition=Q(confirmed_at__isnull=True, confirmed_by__isnull=True)
                | Q(confirmed_at__isnull=False, confirmed_by__isnull=False, revoked_at__isnull=True)
                & ~Q(confirmed_by=F("made_by"))
                & ~Q(confirmed_by=F("accepted_by")),
            ),
        )

    def __str__(self) -> str:
        return f"{self.project} · {self.get_role_display()}"


class AccountOrigin(models.Model):
    """Who invited or made an account, None for a command; and who of the staff confirmed that it is another person."""

    account = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="origin")
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    confirmed_at = models.DateTimeField(null=True, blank=True)
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    if TYPE_CHECKING:
        account_id: int
        invited_by_id: int | None
        confirmed_by_id: int | None

    class Meta:
        verbose_name = pgettext_lazy("model", "origin of an account")
        verbose_name_plural = pgettext_lazy("models", "origins of accounts")
        constraints = (
            models.CheckConstraint(
                name="origin_is_not_the_account_itself",
                condition=Q(invited_by__isnull=True) | ~Q(invited_by=F("account")),
            ),
            models.CheckConstraint(
                name="origin_is_confirmed_by_another",
                condition=Q(confirmed_at__isnull=True, confirmed_by__isnull=True)
                | Q(confirmed_at__isnull=False, confirmed_by__isnull=False) & ~Q(confirmed_by=F("account")),
            ),
        )

    def __str__(self) -> str:
        return f"{self.account}"


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
