"""The webhooks of a project, for its managers: made, changed, their deliveries, and what is sent again."""

from http import HTTPStatus

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from review.domain.events import FEED_TYPES
from review.domain.roles import Obstacle, Unchanged
from review.forms.webhooks import DeliveryFilterForm, ResendForm, WebhookForm
from review.models import Project, Webhook
from review.selectors.feed.webhooks import webhook_page, webhook_rows
from review.services.feed.webhooks import (
    Told,
    change_secret,
    delete_webhook,
    make_webhook,
    send_again,
    switch_off,
    switch_on,
)
from review.views._projects import managed_project
from review.views._requests import CONFLICT, UNPROCESSABLE, SignedInRequest
from review.wording import OBSTACLES
from review.wording.webhooks import DONE, sent_again_sentence

ACTS = {"off": switch_off, "on": switch_on, "delete": delete_webhook}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def webhook_list(request: SignedInRequest, slug: str) -> HttpResponse:
    """List the webhooks of a project, and make one: its secret is shown once."""
    project = managed_project(request, slug)
    if request.method != "POST":
        return _list_response(request, project)
    form = WebhookForm(request.POST)
    if not form.is_valid():
        return _list_response(request, project, status=UNPROCESSABLE, form=form)
    made = make_webhook(project_id=project.pk, actor=request.user, **form.cleaned_data)
    if isinstance(made, Unchanged):
        status = _status_of(made)
        return _list_response(request, project, status=status, form=form, refusal=OBSTACLES[made.obstacle])
    return _list_response(request, project, status=HTTPStatus.CREATED, told=made)


@require_safe
def webhook_detail(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show a webhook with its newest deliveries."""
    return _detail_response(request, _webhook(request, slug, pk))


@never_cache
@require_POST
def webhook_secret(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Make a new secret for a webhook, and show it once."""
    webhook = _webhook(request, slug, pk)
    told = change_secret(webhook_id=webhook.pk, actor=request.user)
    if isinstance(told, Unchanged):
        return _detail_response(request, webhook, status=_status_of(told), refusal=OBSTACLES[told.obstacle])
    return _detail_response(request, told.webhook, status=HTTPStatus.CREATED, told=told)


@require_POST
def webhook_act(request: SignedInRequest, slug: str, pk: int, act: str) -> HttpResponse:
    """Switch a webhook off or on, or delete it."""
    webhook = _webhook(request, slug, pk)
    changed = ACTS[act](webhook_id=webhook.pk, actor=request.user)
    if isinstance(changed, Unchanged):
        return _detail_response(request, webhook, status=_status_of(changed), refusal=OBSTACLES[changed.obstacle])
    messages.success(request, str(DONE[act]))
    if act == "delete":
        return HttpResponseRedirect(reverse("review:webhook_list", args=[slug]))
    return HttpResponseRedirect(_page_of(webhook))


@require_POST
def webhook_resend(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Send dead deliveries again."""
    webhook, form = _webhook(request, slug, pk), ResendForm(request.POST)
    if not form.is_valid():
        return _detail_response(request, webhook, status=UNPROCESSABLE, form=form)
    numbers = form.cleaned_data["numbers"]
    sent = send_again(webhook_id=webhook.pk, numbers=numbers, actor=request.user)
    if isinstance(sent, Unchanged):
        return _detail_response(request, webhook, status=_status_of(sent), refusal=OBSTACLES[sent.obstacle])
    messages.success(request, sent_again_sentence(len(numbers)))
    return HttpResponseRedirect(_page_of(webhook))


def _webhook(request: SignedInRequest, slug: str, pk: int) -> Webhook:
    project = managed_project(request, slug)
    return get_object_or_404(project.webhooks.select_related("project", "made_by"), pk=pk)


def _page_of(webhook: Webhook) -> str:
    return reverse("review:webhook_detail", args=[webhook.project.slug, webhook.pk])


def _status_of(unchanged: Unchanged) -> int:
    if unchanged.obstacle is Obstacle.NOT_PERMITTED:
        raise PermissionDenied
    return CONFLICT if unchanged.obstacle is Obstacle.CONFLICT else UNPROCESSABLE


def _list_response(
    request: SignedInRequest, project: Project, *, status: int = 200, told: Told | None = None, **extra: object
) -> HttpResponse:
    context = {"project": project, "rows": webhook_rows(project), "types": FEED_TYPES, "told": told, **extra}
    return render(request, "review/webhooks/webhook_list.html", context, status=status)


def _detail_response(
    request: SignedInRequest, webhook: Webhook, *, status: int = 200, told: Told | None = None, **extra: object
) -> HttpResponse:
    form = DeliveryFilterForm(request.GET)
    state = form.cleaned_data["state"] if form.is_valid() else ""
    page = webhook_page(webhook, state=state)
    context = {"project": webhook.project, "page": page, "told": told, **extra}
    return render(request, "review/webhooks/webhook_detail.html", context, status=status)
