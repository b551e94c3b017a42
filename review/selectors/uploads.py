"""What the upload page offers: projects to upload into, sessions to extend, drafts to go on with."""

from django.db.models import QuerySet

from review.models import Project, ReviewSession, UploadDraft
from review.roles import Capability
from review.selectors.access import Person, is_trusted, projects_where, visible_projects


def uploadable_projects(user: Person) -> QuerySet[Project]:
    """Give the projects a person may change things in: where they review, and for trusted staff all of their own."""
    return visible_projects(user) if is_trusted(user) else projects_where(user, Capability.REVIEW)


def reviewed_projects(user: Person) -> frozenset[int]:
    """Name the projects a person may decide in."""
    return frozenset(uploadable_projects(user).values_list("pk", flat=True))


def uploadable_sessions(user: Person) -> QuerySet[ReviewSession]:
    """Give the sessions a person may add extractions to, newest first."""
    sessions = ReviewSession.objects.filter(project__in=uploadable_projects(user))
    return sessions.select_related("project").order_by("project__name", "-created_at", "-pk")


def own_drafts(user: Person) -> QuerySet[UploadDraft]:
    """Give the uploads a person began and may still confirm."""
    drafts = UploadDraft.objects.filter(created_by_id=user.pk, project__in=uploadable_projects(user))
    return drafts.select_related("project", "session")
