"""The page behind an invitation: join with the account one has, or make one."""

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from review.forms import JoinForm
from review.models import Invitation
from review.roles import Obstacle, Role
from review.selectors.people import invitation_behind, obstacle_of
from review.services.invitations import Unchanged, accept_invitation
from review.wording import MEMBER_ROLES, OBSTACLES


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whoever holds the link to join; looking at it uses nothing up."""
    invited = invitation_behind(token)
    if invited is None:
        raise Http404
    obstacle = obstacle_of(invited)
    if obstacle is not None:
        return _show(request, invited, status=HTTPStatus.GONE, obstacle=obstacle)
    if isinstance(request.user, User):
        return _join(request, invited, request.user) if request.method == "POST" else _show(request, invited)
    form = JoinForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
        return _show(request, invited, status=status, form=form)
    return _join(request, invited, form.save(commit=False))


def _join(request: HttpRequest, invited: Invitation, user: User) -> HttpResponse:
    joined = accept_invitation(invitation_id=invited.pk, user=user)
    if isinstance(joined, Unchanged):
        form = JoinForm(request.POST) if joined.obstacle is Obstacle.NAME_TAKEN else None
        return _show(request, invited, status=HTTPStatus.CONFLICT, obstacle=joined.obstacle, form=form)
    if not request.user.is_authenticated:
        login(request, user)
    params = {"project": invited.project, "role": MEMBER_ROLES[Role(joined.role)]}
    messages.success(request, _("You are a member of %(project)s now, as %(role)s.") % params)
    return redirect("review:home")


def _show(
    request: HttpRequest,
    invited: Invitation,
    *,
    status: HTTPStatus = HTTPStatus.OK,
    obstacle: Obstacle | None = None,
    form: JoinForm | None = None,
) -> HttpResponse:
    refusal = None if obstacle is None else OBSTACLES[obstacle]
    context = {"invited": invited, "refusal": refusal, "form": form}
    return render(request, "review/invitation.html", context, status=status)
