"""The journal for those who audit: its events, whether they are intact, and checkpoints to keep elsewhere."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from review.forms import EventFilterForm, KeyForm
from review.keys import public_keys
from review.models import Checkpoint, Event
from review.selectors.auditing import (
    audited_events,
    event_page,
    filtered,
    latest_run,
    may_audit_anything,
    shown_event,
)
from review.services.audits import run_audit
from review.services.checkpoints import make_checkpoint
from review.views._requests import SignedInRequest, signed_in

MOST_EVENTS = 10_000
"""More are checked from the command line: the page would not answer in time."""
MOST_CHECKPOINTS = 20
Given = ParamSpec("Given")


def auditing(
    view: Callable[Concatenate[SignedInRequest, Given], HttpResponse],
) -> Callable[Concatenate[SignedInRequest, Given], HttpResponse]:
    """Refuse people who audit nothing."""

    @signed_in
    @wraps(view)
    def checked(request: SignedInRequest, /, *args: Given.args, **kwargs: Given.kwargs) -> HttpResponse:
        if not may_audit_anything(request.user):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return checked


@auditing
@require_safe
def event_list(request: SignedInRequest) -> HttpResponse:
    """List the events that pass the filters, the newest first."""
    form, keys = EventFilterForm(request.GET, user=request.user), KeyForm(request.GET)
    filters = form.chosen()
    events = filtered(audited_events(request.user), filters)
    page = event_page(events, before=keys.key("before"), behind=keys.key("behind"))
    context = {"form": form, "filters": filters, "page": page, "run": latest_run()}
    return render(request, "review/event_list.html", context)


@auditing
@require_safe
def event_detail(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show one event with its payload and what it changed."""
    event = get_object_or_404(audited_events(request.user), pk=pk)
    return render(request, "review/event_detail.html", {"shown": shown_event(event, user=request.user)})


@auditing
@require_http_methods(["GET", "HEAD", "POST"])
def verify(request: SignedInRequest) -> HttpResponse:
    """Say what the last audit found; run it when asked to and the store is small enough."""
    events = Event.objects.count()
    if request.method == "POST":
        if events > MOST_EVENTS:
            raise PermissionDenied
        run_audit()
        return redirect("review:audit_verify")
    context = {
        "run": latest_run(),
        "events": events,
        "can_run": events <= MOST_EVENTS,
        "most": MOST_EVENTS,
        "checkpoints": Checkpoint.objects.all()[:MOST_CHECKPOINTS],
    }
    return render(request, "review/audit_verify.html", context)


@auditing
@require_POST
def checkpoint_make(request: SignedInRequest) -> HttpResponse:
    """Make a checkpoint now."""
    make_checkpoint()
    messages.success(request, _("A checkpoint was made. Download it and keep it where this database is not."))
    return redirect("review:audit_verify")


@auditing
@require_safe
def checkpoint_download(request: SignedInRequest, pk: int) -> HttpResponse:  # noqa: ARG001 - Django's signature
    """Hand out a signed checkpoint."""
    checkpoint = get_object_or_404(Checkpoint, pk=pk)
    return _file(f"{checkpoint.sealed}\n", name=f"checkpoint-{checkpoint.pk}.json", kind="application/json")


@auditing
@require_safe
def keys_download(request: SignedInRequest) -> HttpResponse:  # noqa: ARG001 - Django's signature
    """Hand out the public keys that checkpoints and bundles are checked with."""
    return _file(public_keys(), name="evidence-review-keys.pem", kind="application/x-pem-file")


def _file(text: str, *, name: str, kind: str) -> HttpResponse:
    return HttpResponse(text, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
