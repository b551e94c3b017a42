"""Projects with their members, policy and invitations; accepting an invitation; the theme."""

from http import HTTPStatus

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from review.domain.roles import Obstacle, Unchanged
from review.forms import (
    AlignerForm,
    ConfirmationForm,
    ExtractorForm,
    InvitationForm,
    JoinForm,
    MemberForm,
    PolicyForm,
    QueueWeightsForm,
    RoleForm,
    SingleKeysForm,
    StaleLimitForm,
    ThemeForm,
)
from review.models import AccountOrigin, Invitation, Membership, Project
from review.selectors.access import appoints_people, may_manage, memberships_of, visible_projects
from review.selectors.jobs import newest_job
from review.selectors.people import (
    invitation_for,
    needs_second_person,
    obstacle_of,
    project_page,
    waiting_for,
)
from review.services.people.confirmations import confirm_account
from review.services.people.invitations import (
    Invited,
    accept_invitation,
    confirm_invitation,
    invite,
    revoke_invitation,
)
from review.services.people.members import (
    change_role,
    remove_member,
    set_aligner,
    set_extractor,
    set_policy,
    set_queue_weights,
    set_stale_limit,
)
from review.services.repair.realign_preview import realign_preview
from review.services.repair.realigning import realign_project, realign_subject, start_if_large
from review.views._projects import managed_project
from review.views._requests import SignedInRequest, redirect_to_next
from review.wording import OBSTACLES, joined_sentence, project_decision_sentence, realigned_sentence

ChangedRow = Membership | Project | Invitation | AccountOrigin


@require_safe
def project_list_page(request: SignedInRequest) -> HttpResponse:
    """List a person's projects with their role in each, and the roles that they wait for."""
    lists = {"memberships": memberships_of(request.user), "waiting": waiting_for(request.user)}
    return render(request, "review/people/project_list.html", lists)


@require_safe
def project_detail(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show a project with its people and policy."""
    return _project_response(request, get_object_or_404(visible_projects(request.user), slug=slug))


@require_POST
def change_member(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Change the role of a member."""
    project = managed_project(request, slug)
    form = RoleForm(request.POST)
    if not form.is_valid():
        return _invalid_form_response(request, project, form)
    changed = change_role(project_id=project.pk, user_id=pk, actor=request.user, **form.cleaned_data)
    return _outcome_response(request, project, changed)


@require_POST
def end_membership(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Remove a member from a project."""
    project = managed_project(request, slug)
    form = MemberForm(request.POST)
    if not form.is_valid():
        return _invalid_form_response(request, project, form)
    removed = remove_member(project_id=project.pk, user_id=pk, actor=request.user, **form.cleaned_data)
    return _outcome_response(request, project, removed)


@require_POST
def confirm_member(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Let staff confirm that a member is another person than those who brought the account."""
    project = get_object_or_404(visible_projects(request.user), slug=slug)
    if not appoints_people(request.user):
        raise PermissionDenied
    member = get_object_or_404(project.memberships.select_related("user"), user=pk)
    return _outcome_response(request, project, confirm_account(account=member.user, actor=request.user))


@require_POST
def switch_policy(request: SignedInRequest, slug: str) -> HttpResponse:
    """Turn a policy item on or off."""
    project = managed_project(request, slug)
    form = PolicyForm(request.POST)
    if not form.is_valid():
        return _invalid_form_response(request, project, form)
    return _outcome_response(
        request, project, set_policy(project_id=project.pk, actor=request.user, **form.cleaned_data)
    )


@require_POST
def limit_stale_sources(request: SignedInRequest, slug: str) -> HttpResponse:
    """Set the number of days after which sources are stale."""
    project = managed_project(request, slug)
    form = StaleLimitForm(request.POST)
    if not form.is_valid():
        return _invalid_form_response(request, project, form)
    return _outcome_response(
        request, project, set_stale_limit(project_id=project.pk, actor=request.user, **form.cleaned_data)
    )


@require_POST
def change_aligner(request: SignedInRequest, slug: str) -> HttpResponse:
    """Set how the quotes of a project are aligned from now on."""
    project = managed_project(request, slug)
    form = AlignerForm(request.POST, project=project)
    if not form.is_valid():
        return _invalid_form_response(request, project, form)
    return _outcome_response(request, project, set_aligner(project_id=project.pk, actor=request.user, **form.configs()))


@require_http_methods(["GET", "HEAD", "POST"])
def realign(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show what realigning a project would change, or do it; a job does it where the quotes are many."""
    project = managed_project(request, slug)
    if request.method != "POST":
        context = {"project": project, "preview": realign_preview(project)}
        return render(request, "review/people/realign.html", context)
    page = project.get_absolute_url()
    if start_if_large(project, actor=request.user) is not None:
        return _project_response(request, project) if request.htmx else redirect(page)
    outcome = realign_project(project.pk, actor=request.user)
    done = realigned_sentence(realigned=outcome.realigned, kept=outcome.kept)
    if request.htmx:
        return _project_response(request, project, done=done)
    messages.success(request, done)
    return redirect(page)


@require_POST
def weigh_queue(request: SignedInRequest, slug: str) -> HttpResponse:
    """Set the weights of the turns of the queue in a project."""
    project = managed_project(request, slug)
    form = QueueWeightsForm(request.POST)
    if not form.is_valid():
        return _invalid_form_response(request, project, form)
    return _outcome_response(
        request, project, set_queue_weights(project_id=project.pk, actor=request.user, **form.weights())
    )


@require_POST
def choose_extractor(request: SignedInRequest, slug: str) -> HttpResponse:
    """Set how sessions of a project are extracted by a model."""
    project = managed_project(request, slug)
    form = ExtractorForm(request.POST)
    if not form.is_valid():
        return _invalid_form_response(request, project, form)
    return _outcome_response(
        request, project, set_extractor(project_id=project.pk, actor=request.user, **form.wanted())
    )


@never_cache
@require_POST
def make_invitation(request: SignedInRequest, slug: str) -> HttpResponse:
    """Make an invitation, and show its link once."""
    project = managed_project(request, slug)
    form = InvitationForm(request.POST)
    if not form.is_valid():
        return _invalid_form_response(request, project, form)
    made = invite(project_id=project.pk, role=form.cleaned_data["role"], actor=request.user)
    if isinstance(made, Invited):
        context = {
            "invited": made.invitation,
            "link": _link(request, made),
            "needs_second_person": needs_second_person(made.invitation),
        }
        return _project_response(request, project, status=HTTPStatus.CREATED, **context)
    return _outcome_response(request, project, made)


@require_POST
def end_invitation(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Revoke an invitation."""
    project = managed_project(request, slug)
    invitation = get_object_or_404(project.invitations, pk=pk)
    return _outcome_response(request, project, revoke_invitation(invitation_id=invitation.pk, actor=request.user))


@require_POST
def second_invitation(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Confirm the account that followed an invitation; staff may do so without managing the project."""
    project = get_object_or_404(visible_projects(request.user), slug=slug)
    invitation = get_object_or_404(project.invitations, pk=pk)
    form = ConfirmationForm(request.POST)
    if not form.is_valid():
        return _invalid_form_response(request, project, form)
    confirmed = confirm_invitation(invitation_id=invitation.pk, actor=request.user, **form.cleaned_data)
    return _outcome_response(request, project, confirmed)


def _project_response(
    request: SignedInRequest, project: Project, *, status: int = 200, **extra: object
) -> HttpResponse:
    project.refresh_from_db()
    template = "review/people/_project_response.html" if request.htmx else "review/people/project_detail.html"
    job = newest_job(realign_subject(project.pk))
    context = {"page": project_page(project, request.user), "project": project, "job": job, **extra}
    return render(request, template, context, status=status)


def _invalid_form_response(request: SignedInRequest, project: Project, form: Form) -> HttpResponse:
    return _project_response(request, project, status=HTTPStatus.UNPROCESSABLE_ENTITY, form=form)


def _outcome_response(request: SignedInRequest, project: Project, outcome: ChangedRow | Unchanged) -> HttpResponse:
    """Respond with the changed project; redirect a person who can no longer manage or see it to a page they may see."""
    if isinstance(outcome, Unchanged):
        if outcome.obstacle is Obstacle.NOT_PERMITTED:
            raise PermissionDenied
        status = HTTPStatus.CONFLICT if outcome.obstacle is Obstacle.CONFLICT else HTTPStatus.UNPROCESSABLE_ENTITY
        return _project_response(request, project, status=status, refusal=OBSTACLES[outcome.obstacle])
    done = project_decision_sentence(outcome)
    is_left = not visible_projects(request.user).filter(pk=project.pk).exists()
    still_decides = may_manage(request.user, project.pk) or (appoints_people(request.user) and not is_left)
    if request.htmx and still_decides:
        return _project_response(request, project, done=done)
    messages.success(request, done)
    page = reverse("review:project_list") if is_left else project.get_absolute_url()
    return HttpResponseClientRedirect(page) if request.htmx else redirect(page)


def _link(request: SignedInRequest, made: Invited) -> str:
    """Return the absolute address of an invitation; behind a proxy that ends TLS, Django sees http."""
    address = request.build_absolute_uri(reverse("review:invitation", args=[made.token]))
    return address.replace("http://", "https://", 1) if settings.SESSION_COOKIE_SECURE else address


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Ask the holder of a link to join; opening the page does not use up the invitation."""
    invited = invitation_for(token)
    if invited is None:
        raise Http404
    obstacle = obstacle_of(invited)
    if obstacle is not None:
        return _invitation_response(request, invited, status=HTTPStatus.GONE, obstacle=obstacle)
    if isinstance(request.user, User):
        return (
            _join(request, invited, request.user)
            if request.method == "POST"
            else _invitation_response(request, invited)
        )
    form = JoinForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
        return _invitation_response(request, invited, status=status, form=form)
    return _join(request, invited, form.save(commit=False))


def _join(request: HttpRequest, invited: Invitation, user: User) -> HttpResponse:
    joined = accept_invitation(invitation_id=invited.pk, user=user)
    if isinstance(joined, Unchanged):
        form = JoinForm(request.POST) if joined.obstacle is Obstacle.NAME_TAKEN else None
        return _invitation_response(request, invited, status=HTTPStatus.CONFLICT, obstacle=joined.obstacle, form=form)
    if not request.user.is_authenticated:
        login(request, user)
    messages.success(request, joined_sentence(joined))
    return redirect("review:home")


def _invitation_response(
    request: HttpRequest,
    invited: Invitation,
    *,
    status: HTTPStatus = HTTPStatus.OK,
    obstacle: Obstacle | None = None,
    form: JoinForm | None = None,
) -> HttpResponse:
    refusal = None if obstacle is None else OBSTACLES[obstacle]
    waits = needs_second_person(invited)
    context = {"invited": invited, "refusal": refusal, "form": form, "needs_second_person": waits}
    return render(request, "review/people/invitation.html", context, status=status)


YEAR = 365 * 24 * 60 * 60


@login_not_required
@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Keep the chosen theme in a cookie and return to the page it was chosen on."""
    response = redirect_to_next(request, otherwise=resolve_url("review:home"))
    form = ThemeForm(request.POST)
    if form.is_valid():
        chosen = form.cleaned_data["theme"]
        response.set_cookie("theme", chosen, max_age=YEAR, samesite="Lax", secure=request.is_secure(), httponly=True)
    return response


@login_not_required
@require_POST
def single_keys(request: HttpRequest) -> HttpResponse:
    """Keep in a cookie whether single-key shortcuts are on, and return to the page it was chosen on."""
    response = redirect_to_next(request, otherwise=resolve_url("review:home"))
    form = SingleKeysForm(request.POST)
    if form.is_valid():
        chosen = form.cleaned_data["keys"]
        response.set_cookie(
            "single_keys", chosen, max_age=YEAR, samesite="Lax", secure=request.is_secure(), httponly=True
        )
    return response
