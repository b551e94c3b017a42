"""What the upload page offers: projects to upload into, sessions to extend, drafts to go on with."""

from django.contrib.auth.models import AbstractUser
from django.db.models import QuerySet

from review.models import Project, ReviewSession, Role, UploadDraft
from review.selectors.access import Person, visible_projects


def uploadable_projects(user: Person) -> QuerySet[Project]:
    """Give the projects a person may change things in: where they review, and for trusted staff all of their own."""
    if isinstance(user, AbstractUser) and user.is_active and user.is_staff and user.has_perm("review.change_entry"):
        return visible_projects(user)
    return Project.objects.filter(memberships__user_id=user.pk or 0, memberships__role=Role.REVIEWER)


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
