"""Tokens: with one, a program acts for its owner in one project."""

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

from review.domain.tokens import Scope
from review.models.projects import Project


class ApiToken(models.Model):
    """A token of a person for one project. It is shown once; only a digest and its first characters are stored.

    `scopes` are what it was issued for: what it may do is what its owner may do now, too.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="tokens")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="tokens")
    name = models.CharField(max_length=60)
    start = models.CharField(max_length=12)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.CharField(max_length=60)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    revoked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    last_used_at = models.DateTimeField(null=True, blank=True)

    if TYPE_CHECKING:
        project_id: int
        owner_id: int
        revoked_by_id: int | None

    class Meta:
        verbose_name = pgettext_lazy("model", "token")
        verbose_name_plural = pgettext_lazy("models", "tokens")
        ordering = ("-made_at", "-pk")
        constraints = (
            models.CheckConstraint(
                name="token_is_revoked_by_somebody",
                condition=Q(revoked_at__isnull=True, revoked_by__isnull=True)
                | Q(revoked_at__isnull=False, revoked_by__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def given_scopes(self) -> frozenset[Scope]:
        """What it was issued for."""
        return frozenset(map(Scope, self.scopes.split()))


class RememberedAnswer(models.Model):
    """The answer to a call with an `Idempotency-Key`, given again when the call is repeated; none while it runs.

    `request` is a digest of the call: another one with the same key is refused.
    """

    token = models.ForeignKey(ApiToken, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=200)
    request = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True)
    body = models.TextField(blank=True, default="")
    made_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "remembered answer")
        verbose_name_plural = pgettext_lazy("models", "remembered answers")
        constraints = (models.UniqueConstraint(fields=("token", "key"), name="answer_is_remembered_once"),)

    def __str__(self) -> str:
        return self.key
