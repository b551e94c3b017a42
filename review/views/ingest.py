"""Upload in two steps: the form, and the preview of what confirming it would do."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from review.errors import UploadRefusedError
from review.forms import UploadForm
from review.models import ReviewSession, UploadDraft
from review.selectors.uploads import own_drafts, reviewed_projects
from review.services.ingest import receive_extraction, receive_session
from review.views._previews import Preview, preview_upload
from review.views._requests import SignedInRequest, require_reviewer, signed_in
from review.wording import upload_sentence

CONFLICT, TOO_LARGE, UNPROCESSABLE = 409, 413, 422


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: SignedInRequest) -> HttpResponse:
    """Take two texts and keep them as a draft; what cannot be read is said, and the rest is kept."""
    projects = reviewed_projects(request.user)
    if request.method == "POST" and not projects:
        raise PermissionDenied
    draft = _draft(request)
    if request.method != "POST":
        form = UploadForm(user=request.user, draft=draft, session=request.GET.get("session", ""))
        return render(request, "review/upload.html", {"form": form, "draft": draft, "projects": projects})
    form = UploadForm(request.POST, request.FILES, user=request.user, draft=draft)
    if form.is_valid():
        return redirect("review:upload_detail", _keep(request, form, draft).pk)
    if form.cleaned_data.get("project") and any(form.kept.values()):
        draft = _keep(request, form, draft)
    shown = UploadForm(user=request.user, draft=draft)
    context = {"form": shown, "errors": form.errors, "draft": draft, "projects": projects}
    return render(request, "review/upload.html", context, status=TOO_LARGE if form.is_too_large else UNPROCESSABLE)


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def upload_detail(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show what a draft would do, and do it when it is confirmed."""
    draft = get_object_or_404(own_drafts(request.user), pk=pk)
    preview = preview_upload(draft)
    if request.method != "POST" or not preview.can_confirm:
        status = UNPROCESSABLE if request.method == "POST" else 200
        return render(request, "review/upload_detail.html", {"draft": draft, "preview": preview}, status=status)
    require_reviewer(request, draft.project_id)
    try:
        session = _receive(request, draft, preview)
    except UploadRefusedError:
        context = {"draft": draft, "preview": preview_upload(draft)}
        return render(request, "review/upload_detail.html", context, status=CONFLICT)
    draft.delete()
    return redirect(session)


def _receive(request: SignedInRequest, draft: UploadDraft, preview: Preview) -> ReviewSession:
    """Receive the session, then its extraction: two units, each whole or not at all."""
    session, receipt, created, quotes = draft.session, None, None, 0
    if preview.upload is not None:
        seen = request.POST.get("seen", "/0")
        receipt = receive_session(project=draft.project, upload=preview.upload, actor=request.user, seen=seen)
        session = receipt.session
    if session is None:
        raise UploadRefusedError
    if preview.checked is not None:
        created = receive_extraction(session=session, checked=preview.checked, actor=request.user).created
        quotes = preview.mix.total if preview.mix else 0
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
