"""What the upload page offers: sessions to extend, drafts to continue."""

from django.db.models import QuerySet

from review.models import ReviewSession, UploadDraft
from review.selectors.access import Person, uploadable_projects


def uploadable_sessions(user: Person) -> QuerySet[ReviewSession]:
    """Return the sessions a person may add extractions to, newest first."""
    sessions = ReviewSession.objects.filter(project__in=uploadable_projects(user))
    return sessions.select_related("project").order_by("project__name", "-created_at", "-pk")


def own_drafts(user: Person) -> QuerySet[UploadDraft]:
    """Return the uploads a person started and may still confirm."""
    drafts = UploadDraft.objects.filter(created_by_id=user.pk, project__in=uploadable_projects(user))
    return drafts.select_related("project", "session")
