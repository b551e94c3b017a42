"""Who sees what: every page's query starts from the projects a person is a member of."""

from django.contrib.auth.models import AbstractBaseUser, AbstractUser, AnonymousUser
from django.db.models import QuerySet

from review.models import Entry, Membership, Project, Quote, ReviewSession, Role

Person = AbstractBaseUser | AnonymousUser


def visible_projects(user: Person) -> QuerySet[Project]:
    """Give the projects a person is a member of."""
    return Project.objects.filter(memberships__user_id=_key(user))


def visible_sessions(user: Person) -> QuerySet[ReviewSession]:
    """Give the sessions of a person's projects."""
    return ReviewSession.objects.filter(project__memberships__user_id=_key(user))


def visible_entries(user: Person) -> QuerySet[Entry]:
    """Give the entries of a person's projects."""
    return Entry.objects.filter(session__project__memberships__user_id=_key(user))


def visible_quotes(user: Person) -> QuerySet[Quote]:
    """Give the quotes of a person's projects."""
    return Quote.objects.filter(entry__session__project__memberships__user_id=_key(user))


def may_review(user: Person, project_id: int) -> bool:
    """Say whether a person may change things in a project: its reviewers, and staff trusted with entries."""
    if Membership.objects.filter(user_id=_key(user), project_id=project_id, role=Role.REVIEWER).exists():
        return True
    return isinstance(user, AbstractUser) and user.is_staff and user.has_perm("review.change_entry")


def _key(user: Person) -> int:
    """Give the key of a person's account; nobody's is 0, so who is not logged in is a member of nothing."""
    return user.pk or 0
