"""Upload in two steps, the form and the preview of what confirming it would do; and what was uploaded."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from review.domain.errors import UploadRefusedError
from review.forms import UploadForm
from review.models import UploadDraft
from review.selectors.access import require_review, reviewed_projects
from review.selectors.ingest import extraction_page, listed_drafts, own_drafts, received_session, visible_extractions
from review.services.ingest.confirm import UploadReceipt, confirm_upload
from review.services.ingest.drafts import keep_draft
from review.services.ingest.preview import Preview, preview_upload
from review.services.repair.search_on import search_on
from review.views._requests import CONFLICT, TOO_LARGE, UNPROCESSABLE, SignedInRequest
from review.wording import replaced_drafts_sentence, search_sentence, upload_sentence


@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: SignedInRequest) -> HttpResponse:
    """Keep two texts as a draft; report a text that cannot be read, and keep the other."""
    projects = reviewed_projects(request.user)
    if request.method == "POST" and not projects:
        raise PermissionDenied
    draft = _draft(request)
    if request.method != "POST":
        form = UploadForm(user=request.user, draft=draft, session=request.GET.get("session", ""))
        return _form_page(request, form, draft)
    form = UploadForm(request.POST, request.FILES, user=request.user, draft=draft)
    if form.is_valid():
        return redirect("review:upload_detail", _keep(request, form, draft).pk)
    if form.cleaned_data.get("project") and any(form.kept.values()):
        draft = _keep(request, form, draft)
    shown = UploadForm(user=request.user, draft=draft)
    response = _form_page(request, shown, draft, errors=form.errors)
    response.status_code = TOO_LARGE if form.is_too_large else UNPROCESSABLE
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def upload_detail(request: SignedInRequest, pk: int) -> HttpResponse:
    """Preview a draft, and receive it when it is confirmed; what was received leads to its session."""
    draft = get_object_or_404(own_drafts(request.user), pk=pk)
    if (session := received_session(draft)) is not None:
        return redirect(session)
    preview = preview_upload(draft)
    if request.method != "POST":
        return _preview_page(request, draft, preview)
    if not preview.can_confirm:
        return _preview_page(request, draft, preview, status=UNPROCESSABLE)
    require_review(request.user, draft.project_id)
    if preview.is_anew:
        return _preview_page(request, draft, preview, status=CONFLICT)
    try:
        receipt = confirm_upload(draft, preview=preview, actor=request.user, seen=request.POST.get("seen", "/0"))
    except UploadRefusedError:
        return _conflict(request, pk)
    return _received(request, draft, preview, receipt)


@require_safe
def extraction_detail(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show one extraction: its run, the notes on it and its entries."""
    extraction = get_object_or_404(visible_extractions(request.user), pk=pk)
    page = extraction_page(extraction, request.user)
    return render(request, "review/ingest/extraction_detail.html", {"page": page})


@require_POST
def extraction_search(request: SignedInRequest, pk: int) -> HttpResponse:
    """Look for quotes of an extraction that were not searched to the end, within the work of one upload."""
    extraction = get_object_or_404(visible_extractions(request.user), pk=pk)
    require_review(request.user, extraction.session.project_id)
    messages.success(request, search_sentence(search_on(extraction, actor=request.user)))
    page = extraction.get_absolute_url()
    return redirect(page)


def _form_page(
    request: SignedInRequest, form: UploadForm, draft: UploadDraft | None, errors: object = None
) -> HttpResponse:
    context = {
        "form": form,
        "draft": draft,
        "errors": errors,
        "projects": reviewed_projects(request.user),
        "drafts": listed_drafts(request.user),
    }
    return render(request, "review/ingest/upload.html", context)


def _preview_page(request: SignedInRequest, draft: UploadDraft, preview: Preview, *, status: int = 200) -> HttpResponse:
    return render(request, "review/ingest/upload_detail.html", {"draft": draft, "preview": preview}, status=status)


def _conflict(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show the draft as it is now, or what was stored of it meanwhile."""
    draft = get_object_or_404(own_drafts(request.user), pk=pk)
    if (session := received_session(draft)) is not None:
        return redirect(session)
    return _preview_page(request, draft, preview_upload(draft), status=CONFLICT)


def _received(request: SignedInRequest, draft: UploadDraft, preview: Preview, receipt: UploadReceipt) -> HttpResponse:
    """Say what was stored, and lead to it, or to what is left to correct."""
    quotes = preview.state_counts.total if preview.state_counts else 0
    messages.success(request, upload_sentence(receipt, quotes=quotes))
    if not receipt.is_whole:
        return redirect("review:upload_detail", draft.pk)
    extraction, session = receipt.extraction, receipt.session
    is_finished = preview.aligned is None or not preview.aligned.unfinished
    page = session.get_absolute_url() if extraction is None or is_finished else extraction.get_absolute_url()
    return redirect(page)


def _draft(request: SignedInRequest) -> UploadDraft | None:
    key = request.POST.get("draft") or request.GET.get("draft", "")
    if not key.isascii() or not key.isdigit():
        return None
    draft = get_object_or_404(own_drafts(request.user), pk=key)
    return draft if draft.received_at is None else None


def _keep(request: SignedInRequest, form: UploadForm, draft: UploadDraft | None) -> UploadDraft:
    kept = draft or UploadDraft(created_by=request.user)
    kept.project, kept.session = form.cleaned_data["project"], form.cleaned_data.get("session")
    kept.session_json, kept.extraction_json = form.kept["session"], form.kept["extraction"]
    replaced = keep_draft(kept)
    if replaced:
        messages.info(request, replaced_drafts_sentence(replaced))
    return kept
