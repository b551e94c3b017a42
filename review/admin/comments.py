"""The register of comments on entries."""

from django.contrib import admin

from review.admin.general_filters import OccurringFilter, PeriodFilter
from review.admin.registers import Register, spelled
from review.models import Comment


@admin.register(Comment)
class CommentAdmin(Register):
    """Every comment and reply, and who resolved it."""

    list_display = ("created_at", spelled("entry"), "number", "actor", spelled("text"), "resolved_at", "resolved_by")
    list_filter = (
        ("created_at", PeriodFilter),
        ("actor", OccurringFilter),
        ("entry__session__project", OccurringFilter),
    )
    project_path = "entry__session__project"
    list_select_related = ("entry__claim", "actor", "resolved_by")
    search_fields = ("text",)
