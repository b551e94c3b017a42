"""The tokens of a project, and how a program begins with one."""

from http import HTTPStatus

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from review.domain.roles import Obstacle
from review.forms import TokenForm
from review.models import Project
from review.selectors.access import visible_projects
from review.selectors.tokens import own_or_managed, tokens_page
from review.services.people.tokens import Unchanged, issue_token, revoke_token
from review.views._requests import SignedInRequest
from review.wording import OBSTACLES, SCOPE_SENTENCES, revoked_sentence


@require_safe
def token_list(request: SignedInRequest, slug: str) -> HttpResponse:
    """List the tokens of a project that a person may see: their own, and for managers all."""
    return _response(request, _project(request, slug))


@require_POST
def token_issue(request: SignedInRequest, slug: str) -> HttpResponse:
    """Issue a token for a program of the signed-in person, and show it once."""
    project = _project(request, slug)
    form = TokenForm(request.POST)
    if not form.is_valid():
        return _response(request, project, status=HTTPStatus.UNPROCESSABLE_ENTITY, form=form)
    issued = issue_token(project_id=project.pk, actor=request.user, **form.cleaned_data)
    if isinstance(issued, Unchanged):
        refusal = SCOPE_SENTENCES[issued.obstacle]
        return _response(request, project, status=HTTPStatus.UNPROCESSABLE_ENTITY, form=form, refusal=refusal)
    return _response(request, project, issued=issued)


@require_POST
def token_revoke(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Revoke a token: one's own, or any of a project that one manages."""
    project = _project(request, slug)
    token = get_object_or_404(own_or_managed(project, request.user), pk=pk)
    outcome = revoke_token(token_id=token.pk, actor=request.user)
    if not isinstance(outcome, Unchanged):
        return _response(request, project, done=revoked_sentence(outcome))
    if outcome.obstacle is Obstacle.NOT_PERMITTED:
        raise PermissionDenied
    return _response(request, project, status=HTTPStatus.CONFLICT, refusal=OBSTACLES[outcome.obstacle])


def _project(request: SignedInRequest, slug: str) -> Project:
    return get_object_or_404(visible_projects(request.user), slug=slug)


def _response(request: SignedInRequest, project: Project, *, status: int = 200, **extra: object) -> HttpResponse:
    template = "review/tokens/_tokens.html" if request.htmx else "review/tokens/token_list.html"
    site = request.build_absolute_uri(reverse("review:home")).rstrip("/")
    context = {"page": tokens_page(project, request.user), "project": project, "site": site, **extra}
    return render(request, template, {"form": TokenForm(), **context}, status=status)
