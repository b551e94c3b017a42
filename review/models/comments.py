"""Comments of people on an entry: they are no evidence, and no decision rests on them."""

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

from review.models.entries import Entry


class Comment(models.Model):
    """One comment on an entry, or a reply to one; its text never changes, and replies cannot be resolved.

    `mentions` are the names of the members who were mentioned, separated by spaces.
    """

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="comments", db_index=False)
    number = models.PositiveIntegerField()
    reply_to = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="replies")
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    text = models.TextField()
    mentions = models.TextField(blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)
    resolved_at = models.DateTimeField(null=True)
    resolved_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    if TYPE_CHECKING:
        entry_id: int
        reply_to_id: int | None
        actor_id: int
        resolved_by_id: int | None

    class Meta:
        verbose_name = pgettext_lazy("model", "comment")
        verbose_name_plural = pgettext_lazy("models", "comments")
        ordering = ("entry", "number")
        constraints = (
            models.UniqueConstraint(fields=("entry", "number"), name="comment_number_is_unique"),
            models.CheckConstraint(condition=~Q(text=""), name="comment_says_something"),
            models.CheckConstraint(
                condition=Q(resolved_at__isnull=True, resolved_by__isnull=True)
                | Q(resolved_at__isnull=False, resolved_by__isnull=False, reply_to__isnull=True),
                name="comment_resolution_is_whole",
            ),
        )

    def __str__(self) -> str:
        return self.text[:80]

    @property
    def mentioned(self) -> frozenset[str]:
        """The names of the members who were mentioned."""
        return frozenset(self.mentions.split())
