"""Audits and checkpoints as the pages show them, and keys that hosts share; a proof is kept outside the database."""

from django.db import models
from django.utils.translation import pgettext_lazy


class Checkpoint(models.Model):
    """One signed checkpoint; the file outside the database also holds `sealed`."""

    origin = models.CharField(max_length=32)
    size = models.PositiveBigIntegerField()
    chains = models.PositiveIntegerField()
    key_id = models.CharField(max_length=64)
    sealed = models.TextField()
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = pgettext_lazy("model", "checkpoint")
        verbose_name_plural = pgettext_lazy("models", "checkpoints")
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.size} events"


class SigningKey(models.Model):
    """A signing key where all hosts share them, or the public half of one that signs no more, under its number.

    `sealed` is its PEM, encrypted and authenticated with a key that REVIEW_SECRET_KEY gives: whoever can only write to
    the database can add none.
    """

    number = models.PositiveIntegerField(unique=True)
    sealed = models.TextField()

    class Meta:
        verbose_name = pgettext_lazy("model", "signing key")
        verbose_name_plural = pgettext_lazy("models", "signing keys")
        ordering = ("number",)

    def __str__(self) -> str:
        return f"{self.number:04}"


class AuditRun(models.Model):
    """The number of findings of one run of the audit, and the first of them."""

    started_at = models.DateTimeField()
    finished_at = models.DateTimeField()
    events = models.PositiveBigIntegerField()
    checkpoints = models.PositiveIntegerField()
    findings = models.PositiveIntegerField()
    code = models.CharField(max_length=40, blank=True, default="")
    place = models.TextField(blank=True, default="")

    class Meta:
        verbose_name = pgettext_lazy("model", "audit run")
        verbose_name_plural = pgettext_lazy("models", "audit runs")
        ordering = ("-pk",)
        constraints = (
            models.CheckConstraint(
                name="audit_run_names_its_first_finding",
                condition=models.Q(findings=0, code="") | models.Q(findings__gt=0) & ~models.Q(code=""),
            ),
        )

    def __str__(self) -> str:
        return f"{self.findings} findings"
