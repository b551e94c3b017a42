"""Projects, their policies and their members."""

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import pgettext_lazy

from aligner_core import AlignerConfig
from aligner_core.citations import CitationTraceOptions
from aligner_core.evidence import MIN_FUZZY_SIMILARITY
from review.domain.roles import Role
from review.models.choices import ROLES

DEFAULT_CONFIG = AlignerConfig()


class Project(models.Model):
    """A project with its sessions and members, and its policy: the requirements of a promotion beyond the evidence."""

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=200)
    created_at = models.DateTimeField(auto_now_add=True)
    explain_sources = models.BooleanField(default=False)
    two_reviewers = models.BooleanField(default=False)
    separate_span_author = models.BooleanField(default=False)
    claim_facts = models.BooleanField(default=False)
    """Whether a claim waits while its evidence lacks facts of it (`wait`), or its page only shows them (`show`)."""
    bulk_unread = models.BooleanField(default=False)
    """Whether a batch may verify unread entries if every quote was found word for word."""
    tokens_verify = models.BooleanField(default=False)
    """Whether a program may verify and approve with the token of a person who may."""
    stale_after_days = models.PositiveIntegerField(default=round(CitationTraceOptions().stale_after_days))
    """The age in days from which a retrieved source is stale; with 0 none ever is."""
    fuzzy_threshold = models.FloatField(default=DEFAULT_CONFIG.fuzzy_threshold)
    max_quote_length = models.PositiveIntegerField(default=DEFAULT_CONFIG.max_quote_length)
    queue_weights = models.JSONField(default=dict, blank=True)
    """How early each kind of turn of the queue comes; empty: in the order of any other project."""
    extractor = models.JSONField(default=dict, blank=True)
    """What its managers chose for extraction by a model; empty: nothing yet. A key is never stored."""
    mappings = models.JSONField(default=list, blank=True)
    """By what its files of an unknown shape are read: each with a name, the keys of such files, and a mapping."""
    members = models.ManyToManyField(settings.AUTH_USER_MODEL, through="Membership", related_name="projects")

    class Meta:
        verbose_name = pgettext_lazy("model", "project")
        verbose_name_plural = pgettext_lazy("models", "projects")
        ordering = ("name", "pk")
        constraints = (
            models.CheckConstraint(
                condition=models.Q(fuzzy_threshold__gte=MIN_FUZZY_SIMILARITY, fuzzy_threshold__lte=1),
                name="project_threshold_is_never_lowered",
            ),
            models.CheckConstraint(condition=models.Q(max_quote_length__gte=1), name="project_quotes_have_a_length"),
        )

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the address of the project page."""
        return reverse("review:project_detail", args=[self.slug])


class Membership(models.Model):
    """One person's role in one project."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=20, choices=ROLES, default=Role.VIEWER)

    if TYPE_CHECKING:
        project_id: int
        user_id: int

    class Meta:
        verbose_name = pgettext_lazy("model", "member")
        verbose_name_plural = pgettext_lazy("models", "members")
        constraints = (
            models.UniqueConstraint(fields=("project", "user"), name="membership_is_one_per_person"),
            models.CheckConstraint(
                condition=models.Q(role__in=[role.value for role in Role]), name="membership_role_is_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user} · {self.project} · {self.get_role_display()}"
