"""The numbers of runs: uploads do not change, so they are counted once and stored."""

from typing import TYPE_CHECKING

from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

from review.models.projects import Project
from review.models.sessions import Extraction


class RunTally(models.Model):
    """The numbers of one run as uploaded, or of all runs of one maker in a week that were added up.

    `maker` is the digest of the maker of the run, `sample` the oldest of its runs here, which states the maker. A row
    of one run names it as its `extraction`, until it is added to its week. Only services write them, and the audit
    counts again.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+", db_index=False)
    monday = models.DateField()
    maker = models.CharField(max_length=64)
    sample = models.ForeignKey(Extraction, on_delete=models.CASCADE, related_name="+", db_index=False)
    extraction = models.OneToOneField(Extraction, on_delete=models.CASCADE, null=True, related_name="+")
    counts = models.JSONField()

    if TYPE_CHECKING:
        extraction_id: int | None
        project_id: int
        sample_id: int

    class Meta:
        verbose_name = pgettext_lazy("model", "numbers of runs")
        verbose_name_plural = pgettext_lazy("models", "numbers of runs")
        indexes = (models.Index(fields=("project", "monday"), name="tally_by_week"),)
        constraints = (
            models.UniqueConstraint(
                fields=("project", "monday", "maker"), condition=Q(extraction__isnull=True), name="tally_is_one_a_week"
            ),
        )

    def __str__(self) -> str:
        return f"{self.monday}"
