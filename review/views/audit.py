"""The journal for auditors: its events, the audit of the store, and checkpoints to keep elsewhere."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from review.domain.jobs import JobState
from review.domain.limits import MAX_EVENTS_AT_ONCE
from review.forms import EventFilterForm, KeyForm
from review.keys import public_keys
from review.models import Checkpoint, Event
from review.selectors.audit.checkpoint_files import sealing_troubles
from review.selectors.audit.event_log import (
    audited_events,
    event_page,
    filtered_events,
    latest_run,
    may_audit_anything,
    shown_event,
)
from review.selectors.jobs import newest_job
from review.services.audit.audit_store import run_audit
from review.services.audit.checkpoints import make_checkpoint
from review.services.audit.long import audit_subject, start_audit
from review.views._requests import SignedInRequest
from review.wording import sealing_sentence

MAX_LISTED_CHECKPOINTS = 20
Params = ParamSpec("Params")


def auditors_only(
    view: Callable[Concatenate[SignedInRequest, Params], HttpResponse],
) -> Callable[Concatenate[SignedInRequest, Params], HttpResponse]:
    """Admit only people who may read some journal."""

    @wraps(view)
    def checked(request: SignedInRequest, /, *args: Params.args, **kwargs: Params.kwargs) -> HttpResponse:
        if not may_audit_anything(request.user):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return checked


@auditors_only
@require_safe
def event_list(request: SignedInRequest) -> HttpResponse:
    """List the events that match the filters, newest first."""
    form, keys = EventFilterForm(request.GET, user=request.user), KeyForm(request.GET)
    filters = form.active_filters()
    events = filtered_events(audited_events(request.user), filters)
    page = event_page(events, before=keys.key("before"), after=keys.key("behind"))
    context = {"form": form, "filters": filters, "page": page, "run": latest_run()}
    return render(request, "review/audit/event_list.html", context)


@auditors_only
@require_safe
def event_detail(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show one event with its payload and what it changed."""
    event = get_object_or_404(audited_events(request.user), pk=pk)
    return render(request, "review/audit/event_detail.html", {"shown": shown_event(event, user=request.user)})


@auditors_only
@require_http_methods(["GET", "HEAD", "POST"])
def verify(request: SignedInRequest) -> HttpResponse:
    """Show what the last audit found; run another one if asked to, by a job where the store is large."""
    if request.method == "POST":
        is_small = Event.objects.order_by()[: MAX_EVENTS_AT_ONCE + 1].count() <= MAX_EVENTS_AT_ONCE
        (run_audit if is_small else lambda: start_audit(request.user))()
        return redirect("review:audit_verify")
    job = newest_job(audit_subject(request.user))
    context = {
        "run": latest_run(),
        "job": None if job is None or job.state == JobState.DONE else job,
        "troubles": [sealing_sentence(error) for error in sealing_troubles()],
        "checkpoints": Checkpoint.objects.all()[:MAX_LISTED_CHECKPOINTS],
    }
    return render(request, "review/audit/verify.html", context)


@auditors_only
@require_POST
def checkpoint_make(request: SignedInRequest) -> HttpResponse:
    """Make a checkpoint."""
    make_checkpoint()
    messages.success(request, _("A checkpoint was made. Download it and keep it outside this database."))
    return redirect("review:audit_verify")


@auditors_only
@require_safe
def checkpoint_download(request: SignedInRequest, pk: int) -> HttpResponse:  # noqa: ARG001 - Django's signature
    """Respond with a signed checkpoint, as a file."""
    checkpoint = get_object_or_404(Checkpoint.objects.only("sealed"), pk=pk)
    return _file(f"{checkpoint.sealed}\n", name=f"checkpoint-{checkpoint.pk}.json", kind="application/json")


@auditors_only
@require_safe
def keys_download(request: SignedInRequest) -> HttpResponse:  # noqa: ARG001 - Django's signature
    """Respond with the public keys that verify checkpoints and bundles, as a file."""
    return _file(public_keys(), name="evidence-review-keys.pem", kind="application/x-pem-file")


def _file(text: str, *, name: str, kind: str) -> HttpResponse:
    return HttpResponse(text, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
