"""Upload in two steps, the form and the preview; and the pages of uploads."""

import json

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from aligner_core.formats import extractor_prompt, extractor_schema, known_formats
from review.domain.errors import UploadRefusedError
from review.forms import DraftForm, FormatForm, UploadForm
from review.models import UploadDraft
from review.selectors.access import require_review, reviewed_projects
from review.selectors.ingest import listed_drafts, own_drafts, received_session, visible_extractions
from review.selectors.runs.run_list import run_page
from review.services.ingest.confirm import UploadReceipt, confirm_upload
from review.services.ingest.drafts import change_draft
from review.services.ingest.dropped import Dropped, dropped, keep_files, read_as, take
from review.services.ingest.preview import Preview, preview_upload
from review.services.repair.search_on import search_on
from review.views._requests import CONFLICT, TOO_LARGE, UNPROCESSABLE, SignedInRequest
from review.wording import file_size, replaced_drafts_sentence, search_sentence, upload_sentence


@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: SignedInRequest) -> HttpResponse:
    """Keep files and pasted text as a draft, whatever they are; their contents are shown next."""
    projects = reviewed_projects(request.user)
    if request.method == "POST" and not projects:
        raise PermissionDenied
    draft = _draft(request)
    if request.method != "POST":
        form = UploadForm(user=request.user, draft=draft, session=request.GET.get("session", ""))
        return _form_page(request, form, draft)
    form = UploadForm(request.POST, request.FILES, user=request.user, draft=draft)
    given = form.cleaned_data["given"] if form.is_valid() else form.cleaned_data.get("given", [])
    if form.cleaned_data.get("project") and given:
        draft = _keep(request, form, draft)
    if form.is_valid() and draft is not None:
        return _next_step(draft)
    response = _form_page(request, form, draft, errors=form.errors)
    response.status_code = TOO_LARGE if form.is_too_large else UNPROCESSABLE
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def upload_files(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show the files of a draft and their contents; continue with the chosen conversations."""
    draft = get_object_or_404(own_drafts(request.user), pk=pk)
    if (session := received_session(draft)) is not None:
        return redirect(session)
    what = dropped(draft)
    if request.method != "POST":
        return _files_page(request, draft, what)
    taken = take(draft, what, keys=request.POST.getlist("conversation"))
    if not taken:
        return _files_page(request, draft, what, is_unchosen=True)
    return redirect("review:upload_detail", taken[0].pk)


@require_POST
def upload_format(request: SignedInRequest, pk: int) -> HttpResponse:
    """Read a file of a draft in another format than the detected one."""
    draft = get_object_or_404(own_drafts(request.user), pk=pk, received_at=None)
    form = FormatForm(request.POST)
    if form.is_valid():
        read_as(draft, position=form.cleaned_data["position"], name=form.cleaned_data["format"])
    return redirect("review:upload_files", draft.pk)


@require_POST
def upload_change(request: SignedInRequest, pk: int) -> HttpResponse:
    """Set the title of the session of a draft, or the numbering of its messages."""
    draft = get_object_or_404(own_drafts(request.user), pk=pk, received_at=None)
    form = DraftForm(request.POST)
    if form.is_valid():
        change_draft(draft, title=form.cleaned_data["title"], numbering=form.cleaned_data["numbering"])
    return redirect("review:upload_detail", draft.pk)


@require_http_methods(["GET", "HEAD", "POST"])
def upload_detail(request: SignedInRequest, pk: int) -> HttpResponse:
    """Preview a draft, and receive it when it is confirmed; a received draft redirects to its session."""
    draft = get_object_or_404(own_drafts(request.user), pk=pk)
    if (session := received_session(draft)) is not None:
        return redirect(session)
    if draft.files.exists():
        return redirect("review:upload_files", draft.pk)
    if request.method == "POST":
        _name(draft, request.POST.get("title", draft.title))
    preview = preview_upload(draft)
    if request.method != "POST":
        return _preview_page(request, draft, preview)
    if not preview.can_confirm:
        return _preview_page(request, draft, preview, status=UNPROCESSABLE)
    require_review(request.user, draft.project_id)
    if preview.lost_texts and "without_texts" not in request.POST:
        return _preview_page(request, draft, preview, status=UNPROCESSABLE, is_unasked=True)
    if preview.is_realigned:
        return _preview_page(request, draft, preview, status=CONFLICT)
    try:
        receipt = confirm_upload(draft, preview=preview, actor=request.user, seen=request.POST.get("seen", "/0"))
    except UploadRefusedError:
        return _conflict(request, pk)
    return _received(request, draft, preview, receipt)


def _name(draft: UploadDraft, title: str) -> None:
    """Set the title that the session of a draft is imported under."""
    form = DraftForm({"title": title, "numbering": draft.numbering})
    if form.is_valid() and form.cleaned_data["title"] != draft.title:
        change_draft(draft, title=form.cleaned_data["title"], numbering=draft.numbering)


@require_safe
def extraction_detail(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show one extraction: the outcome of its run, the notes on it and its entries."""
    extraction = get_object_or_404(visible_extractions(request.user), pk=pk)
    run = run_page(extraction, request.user)
    return render(request, "review/ingest/extraction_detail.html", {"page": run.upload, "numbers": run})


@require_POST
def extraction_search(request: SignedInRequest, pk: int) -> HttpResponse:
    """Search quotes of an extraction that were not searched to the end, within the work limit of one upload."""
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
        "formats": known_formats(),
        "max_size": file_size(settings.REVIEW_MAX_FILE_BYTES),
        "prompt": extractor_prompt("ko" if get_language() == "ko" else "en"),
        "schema": json.dumps(extractor_schema(), ensure_ascii=False, indent=2),
    }
    return render(request, "review/ingest/upload.html", context)


def _next_step(draft: UploadDraft) -> HttpResponse:
    """Redirect to the preview when there is nothing to choose, else to the files."""
    what = dropped(draft)
    held = len(what.extractions) if draft.session is not None else len(what.conversations)
    if not what.is_whole or held != 1 or (draft.session is not None and what.conversations):
        return redirect("review:upload_files", draft.pk)
    return redirect("review:upload_detail", take(draft, what, keys=what.suggested)[0].pk)


def _files_page(
    request: SignedInRequest, draft: UploadDraft, what: Dropped, *, is_unchosen: bool = False
) -> HttpResponse:
    context = {"draft": draft, "what": what, "formats": known_formats(), "is_unchosen": is_unchosen}
    status = UNPROCESSABLE if is_unchosen else 200
    return render(request, "review/ingest/upload_files.html", context, status=status)


def _preview_page(
    request: SignedInRequest, draft: UploadDraft, preview: Preview, *, status: int = 200, is_unasked: bool = False
) -> HttpResponse:
    context = {"draft": draft, "preview": preview, "is_unasked": is_unasked}
    return render(request, "review/ingest/upload_detail.html", context, status=status)


def _conflict(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show the draft as it is now, or its session if it was stored in the meantime."""
    draft = get_object_or_404(own_drafts(request.user), pk=pk)
    if (session := received_session(draft)) is not None:
        return redirect(session)
    return _preview_page(request, draft, preview_upload(draft), status=CONFLICT)


def _received(request: SignedInRequest, draft: UploadDraft, preview: Preview, receipt: UploadReceipt) -> HttpResponse:
    """Redirect to the stored session, with a message, or to what remains to be corrected."""
    quotes = preview.state_counts.total if preview.state_counts else 0
    messages.success(request, upload_sentence(receipt, quotes=quotes))
    if not receipt.is_whole:
        return redirect("review:upload_detail", draft.pk)
    if receipt.following is not None:
        return redirect("review:upload_detail", receipt.following.pk)
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
    replaced = keep_files(kept, form.cleaned_data["given"])
    if replaced:
        messages.info(request, replaced_drafts_sentence(replaced))
    return kept
