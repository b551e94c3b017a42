"""The project of an address, for those who manage it. Private to the views."""

from django.core.exceptions import PermissionDenied
from django.shortcuts import get_object_or_404

from review.models import Project
from review.selectors.access import may_manage, visible_projects
from review.views._requests import SignedInRequest


def managed_project(request: SignedInRequest, slug: str) -> Project:
    """Return a project that a person manages; unknown to others, and refused to its other members."""
    project = get_object_or_404(visible_projects(request.user), slug=slug)
    if not may_manage(request.user, project.pk):
        raise PermissionDenied
    return project
