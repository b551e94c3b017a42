"""Upload in two steps, the form and the preview of what confirming it would do; and what was uploaded."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from review.domain.errors import UploadRefusedError
from review.forms import UploadForm
from review.models import ReviewSession, UploadDraft
from review.selectors.access import require_review, reviewed_projects
from review.selectors.ingest import extraction_page, own_drafts, visible_extractions
from review.services.ingest.preview import Preview, preview_upload
from review.services.ingest.receive import receive_extraction, receive_session
from review.views._requests import CONFLICT, TOO_LARGE, UNPROCESSABLE, SignedInRequest
from review.wording import upload_sentence


@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: SignedInRequest) -> HttpResponse:
    """Keep two texts as a draft; report a text that cannot be read, and keep the other."""
    projects = reviewed_projects(request.user)
    if request.method == "POST" and not projects:
        raise PermissionDenied
    draft = _draft(request)
    if request.method != "POST":
        form = UploadForm(user=request.user, draft=draft, session=request.GET.get("session", ""))
        return render(request, "review/ingest/upload.html", {"form": form, "draft": draft, "projects": projects})
    form = UploadForm(request.POST, request.FILES, user=request.user, draft=draft)
    if form.is_valid():
        return redirect("review:upload_detail", _keep(request, form, draft).pk)
    if form.cleaned_data.get("project") and any(form.kept.values()):
        draft = _keep(request, form, draft)
    shown = UploadForm(user=request.user, draft=draft)
    context = {"form": shown, "errors": form.errors, "draft": draft, "projects": projects}
    return render(
        request, "review/ingest/upload.html", context, status=TOO_LARGE if form.is_too_large else UNPROCESSABLE
    )


@require_http_methods(["GET", "HEAD", "POST"])
def upload_detail(request: SignedInRequest, pk: int) -> HttpResponse:
    """Preview a draft, and receive it when it is confirmed."""
    draft = get_object_or_404(own_drafts(request.user), pk=pk)
    preview = preview_upload(draft)
    if request.method != "POST" or not preview.can_confirm:
        status = UNPROCESSABLE if request.method == "POST" else 200
        return render(request, "review/ingest/upload_detail.html", {"draft": draft, "preview": preview}, status=status)
    require_review(request.user, draft.project_id)
    try:
        session = _receive(request, draft, preview)
    except UploadRefusedError:
        context = {"draft": draft, "preview": preview_upload(draft)}
        return render(request, "review/ingest/upload_detail.html", context, status=CONFLICT)
    draft.delete()
    return redirect(session)


@require_safe
def extraction_detail(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show one extraction: its run, the notes on it and its entries."""
    extraction = get_object_or_404(visible_extractions(request.user), pk=pk)
    return render(request, "review/ingest/extraction_detail.html", {"page": extraction_page(extraction)})


def _receive(request: SignedInRequest, draft: UploadDraft, preview: Preview) -> ReviewSession:
    """Receive the session, then its extraction; each is atomic."""
    session, receipt, created, quotes = draft.session, None, None, 0
    if preview.upload is not None:
        seen = request.POST.get("seen", "/0")
        receipt = receive_session(project=draft.project, upload=preview.upload, actor=request.user, seen=seen)
        session = receipt.session
    if session is None:
        raise UploadRefusedError
    if preview.checked is not None:
        created = receive_extraction(session=session, checked=preview.checked, actor=request.user).created
        quotes = preview.state_counts.total if preview.state_counts else 0
    messages.success(request, upload_sentence(receipt=receipt, created=created, quotes=quotes))
    return session


def _draft(request: SignedInRequest) -> UploadDraft | None:
    key = request.POST.get("draft") or request.GET.get("draft", "")
    return get_object_or_404(own_drafts(request.user), pk=key) if key.isascii() and key.isdigit() else None


def _keep(request: SignedInRequest, form: UploadForm, draft: UploadDraft | None) -> UploadDraft:
    kept = draft or UploadDraft(created_by=request.user)
    kept.project, kept.session = form.cleaned_data["project"], form.cleaned_data.get("session")
    kept.session_json, kept.extraction_json = form.kept["session"], form.kept["extraction"]
    kept.save()
    return kept
