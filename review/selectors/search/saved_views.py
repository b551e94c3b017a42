"""The views of a page that a person has: their own, and those that their projects share."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from review.domain.roles import Capability
from review.models import Project, SavedView
from review.selectors.access import Person, own_projects, projects_where

MAX_LISTED = 100


@dataclass(frozen=True, slots=True)
class ListedViews:
    """The views of a page, which of them the person may delete, and the projects that can share one."""

    views: tuple[SavedView, ...]
    deletable: frozenset[int]
    projects: tuple[Project, ...]


def saved_views(user: Person, page: str) -> ListedViews:
    """Return the views of a page, by name."""
    projects = own_projects(user)
    shared = Q(owner=user.pk) | Q(project__in=[project.pk for project in projects])
    views = SavedView.objects.filter(shared, page=page).select_related("owner", "project")[:MAX_LISTED]
    managed = {project.pk for project in own_projects(user, Capability.MANAGE)}
    listed = tuple(views)
    deletable = frozenset(view.pk for view in listed if view.owner_id == user.pk or view.project_id in managed)
    return ListedViews(listed, deletable, projects)


def deletable_views(user: Person) -> QuerySet[SavedView]:
    """Return the views that a person may delete: their own, and those shared in projects that they manage."""
    managed = projects_where(user, Capability.MANAGE).values("pk")
    return SavedView.objects.filter(Q(owner=user.pk) | Q(project__in=managed))
