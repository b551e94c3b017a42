"""Projects and memberships: what staff make and change."""

from django.contrib import admin

from review.models import Membership, Project


class MembershipInline(admin.TabularInline):  # type: ignore[type-arg]
    """The people of a project, beside it."""

    model = Membership
    extra = 1
    autocomplete_fields = ("user",)


@admin.register(Project)
class ProjectAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Projects with their members."""

    list_display = ("name", "slug", "explain_sources", "two_reviewers", "separate_span_author", "created_at")
    search_fields = ("name", "slug")
    prepopulated_fields = {"slug": ("name",)}  # noqa: RUF012 - Django's declaration
    inlines = (MembershipInline,)
