"""The projects of a person, and what a manager decides in one: members, policy, invitations."""

from http import HTTPStatus

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from review.forms import InvitationForm, MemberForm, PolicyForm, RoleForm, StaleLimitForm
from review.models import Invitation, Membership, Project
from review.roles import Obstacle
from review.selectors.access import may_manage, visible_projects
from review.selectors.people import own_memberships, project_page
from review.services.invitations import Invited, Unchanged, invite, revoke_invitation
from review.services.members import change_policy, change_role, change_stale_limit, remove_member
from review.views._requests import SignedInRequest, signed_in
from review.wording import OBSTACLES, settled_sentence

Settled = Membership | Project | Invitation


@signed_in
@require_safe
def project_list_page(request: SignedInRequest) -> HttpResponse:
    """List the projects of a person with their role in each."""
    return render(request, "review/project_list.html", {"memberships": own_memberships(request.user)})


@signed_in
@require_safe
def project_detail(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show a project with its people and policy."""
    return _show(request, get_object_or_404(visible_projects(request.user), slug=slug))


@signed_in
@require_POST
def change_member(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Give a member another role."""
    project = _managed(request, slug)
    form = RoleForm(request.POST)
    if not form.is_valid():
        return _not_understood(request, project, form)
    changed = change_role(project_id=project.pk, user_id=pk, actor=request.user, **form.cleaned_data)
    return _answer(request, project, changed)


@signed_in
@require_POST
def end_membership(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Take a person out of a project."""
    project = _managed(request, slug)
    form = MemberForm(request.POST)
    if not form.is_valid():
        return _not_understood(request, project, form)
    removed = remove_member(project_id=project.pk, user_id=pk, actor=request.user, **form.cleaned_data)
    return _answer(request, project, removed)


@signed_in
@require_POST
def switch_policy(request: SignedInRequest, slug: str) -> HttpResponse:
    """Turn a policy item on or off."""
    project = _managed(request, slug)
    form = PolicyForm(request.POST)
    if not form.is_valid():
        return _not_understood(request, project, form)
    return _answer(request, project, change_policy(project_id=project.pk, actor=request.user, **form.cleaned_data))


@signed_in
@require_POST
def limit_stale_sources(request: SignedInRequest, slug: str) -> HttpResponse:
    """Say after how many days sources are stale."""
    project = _managed(request, slug)
    form = StaleLimitForm(request.POST)
    if not form.is_valid():
        return _not_understood(request, project, form)
    return _answer(request, project, change_stale_limit(project_id=project.pk, actor=request.user, **form.cleaned_data))


@never_cache
@signed_in
@require_POST
def make_invitation(request: SignedInRequest, slug: str) -> HttpResponse:
    """Make a link for somebody, and show it this once."""
    project = _managed(request, slug)
    form = InvitationForm(request.POST)
    if not form.is_valid():
        return _not_understood(request, project, form)
    made = invite(project_id=project.pk, role=form.cleaned_data["role"], actor=request.user)
    if isinstance(made, Invited):
        context = {"invited": made.invitation, "link": _link(request, made)}
        return _show(request, project, status=HTTPStatus.CREATED, **context)
    return _answer(request, project, made)


@signed_in
@require_POST
def end_invitation(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Make a link void."""
    project = _managed(request, slug)
    invitation = get_object_or_404(project.invitations, pk=pk)
    return _answer(request, project, revoke_invitation(invitation_id=invitation.pk, actor=request.user))


def _managed(request: SignedInRequest, slug: str) -> Project:
    project = get_object_or_404(visible_projects(request.user), slug=slug)
    if not may_manage(request.user, project.pk):
        raise PermissionDenied
    return project


def _show(request: SignedInRequest, project: Project, *, status: int = 200, **said: object) -> HttpResponse:
    project.refresh_from_db()
    template = "review/_project_answer.html" if request.htmx else "review/project_detail.html"
    context = {"page": project_page(project, request.user), "project": project, **said}
    return render(request, template, context, status=status)


def _not_understood(request: SignedInRequest, project: Project, form: Form) -> HttpResponse:
    return _show(request, project, status=HTTPStatus.UNPROCESSABLE_ENTITY, form=form)


def _answer(request: SignedInRequest, project: Project, outcome: Settled | Unchanged) -> HttpResponse:
    """Answer with the project as it is now; who has just left it, or manages it no more, sees what they may see."""
    if isinstance(outcome, Unchanged):
        if outcome.obstacle is Obstacle.NOT_PERMITTED:
            raise PermissionDenied
        status = HTTPStatus.CONFLICT if outcome.obstacle is Obstacle.CONFLICT else HTTPStatus.UNPROCESSABLE_ENTITY
        return _show(request, project, status=status, refusal=OBSTACLES[outcome.obstacle])
    done = settled_sentence(outcome)
    if request.htmx and may_manage(request.user, project.pk):
        return _show(request, project, done=done)
    messages.success(request, done)
    is_left = not visible_projects(request.user).filter(pk=project.pk).exists()
    page = reverse("review:project_list") if is_left else project.get_absolute_url()
    return HttpResponseClientRedirect(page) if request.htmx else redirect(page)


def _link(request: SignedInRequest, made: Invited) -> str:
    """Write the whole address of an invitation; behind a proxy that ends TLS, Django sees http."""
    address = request.build_absolute_uri(reverse("review:invitation", args=[made.token]))
    return address.replace("http://", "https://", 1) if settings.SESSION_COOKIE_SECURE else address
