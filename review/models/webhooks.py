"""Webhooks: the addresses that are told of the events of a project, and each notice with what came of it."""

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

from review.domain.limits import MAX_WEBHOOK_ANSWER_CHARS, MAX_WEBHOOK_URL_CHARS
from review.domain.webhooks import DeliveryState, Silence
from review.models.projects import Project


class Webhook(models.Model):
    """An address that is told of the events of a project: of those of its `types`, or of all where there are none.

    `cursor` is the number of the feed up to which its deliveries were made. `secret` signs them, and until
    `previous_until` the `previous` one does too; both are sealed. `silence` is why nothing is sent; empty while it is.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=MAX_WEBHOOK_URL_CHARS)
    types = models.JSONField(default=list)
    secret = models.TextField()
    previous = models.TextField(blank=True, default="")
    previous_until = models.DateTimeField(null=True)
    cursor = models.PositiveBigIntegerField()
    silence = models.CharField(
        max_length=10, blank=True, default="", choices=[(one.value, one.value) for one in Silence]
    )
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    if TYPE_CHECKING:
        project_id: int
        made_by_id: int

    class Meta:
        verbose_name = pgettext_lazy("model", "webhook")
        verbose_name_plural = pgettext_lazy("models", "webhooks")
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(
                condition=Q(previous="", previous_until__isnull=True)
                | ~Q(previous="") & Q(previous_until__isnull=False),
                name="webhook_previous_secret_ends",
            ),
            models.CheckConstraint(
                condition=Q(silence__in=["", *(one.value for one in Silence)]), name="webhook_silence_is_known"
            ),
        )

    def __str__(self) -> str:
        return self.url


class Delivery(models.Model):
    """One notice to a webhook: of the event with a `number` of the feed.

    It is `due` while it waits: a worker that sends it moves that to the end of its lease first, so whoever dies midway
    leaves it to the next. `answer` is what came of the last of its `tries`.
    """

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries", db_index=False)
    number = models.PositiveBigIntegerField()
    state = models.CharField(
        max_length=10,
        default=DeliveryState.WAITING.value,
        choices=[(state.value, state.value) for state in DeliveryState],
    )
    due = models.DateTimeField(null=True)
    tries = models.PositiveIntegerField(default=0)
    answer = models.CharField(max_length=MAX_WEBHOOK_ANSWER_CHARS, blank=True, default="")
    tried_at = models.DateTimeField(null=True)
    made_at = models.DateTimeField()

    if TYPE_CHECKING:
        webhook_id: int

    class Meta:
        verbose_name = pgettext_lazy("model", "delivery")
        verbose_name_plural = pgettext_lazy("models", "deliveries")
        ordering = ("-number",)
        indexes = (
            models.Index(fields=("due",), condition=Q(state=DeliveryState.WAITING.value), name="delivery_to_send"),
            models.Index(fields=("webhook", "state", "number"), name="delivery_by_state"),
            models.Index(fields=("made_at",), name="delivery_by_time"),
        )
        constraints = (
            models.UniqueConstraint(fields=("webhook", "number"), name="delivery_is_made_once"),
            models.CheckConstraint(
                condition=Q(state=DeliveryState.WAITING.value, due__isnull=False)
                | Q(state__in=[DeliveryState.DELIVERED.value, DeliveryState.DEAD.value], due__isnull=True),
                name="delivery_is_due_while_it_waits",
            ),
        )

    def __str__(self) -> str:
        return f"{self.number}"
