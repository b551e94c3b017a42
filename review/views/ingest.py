"""Upload in two steps, the form and the preview; and the pages of uploads."""

import json

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from aligner_core.formats import extractor_prompt, extractor_schema, known_formats
from review.domain.errors import UploadRefusedError
from review.domain.row_keys import key_of
from review.forms import DraftForm, FormatForm, UploadForm
from review.models import Job, ReviewSession, UploadDraft
from review.selectors.access import require_review, reviewed_projects
from review.selectors.ingest import (
    drafts_without_texts,
    listed_drafts,
    own_drafts,
    received_session,
    texts_length,
    visible_extractions,
)
from review.selectors.jobs import newest_job
from review.selectors.queue import work_in
from review.selectors.runs.run_list import run_page
from review.services.ingest.confirm import UploadReceipt, confirm_upload
from review.services.ingest.drafts import change_draft
from review.services.ingest.dropped import KeptFiles, Unread, discard, dropped, keep_files, read_as, take
from review.services.ingest.large import (
    ALIGN,
    CONFIRM,
    READ,
    is_large,
    keep_unread,
    start_job,
    subject_of,
    unread_files,
    unread_of,
)
from review.services.ingest.preview import Preview, preview_upload
from review.services.ingest.preview_page import PreviewPage, kept_page, page_of
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
        return _form_page(request, form, KeptFiles(draft, ()))
    form = UploadForm(request.POST, request.FILES, user=request.user, draft=draft)
    kept = _keep(request, form, draft)
    if form.is_valid() and kept.draft is not None:
        return _files_page(request, kept.draft, kept.unread) if kept.unread else _next_step(kept.draft)
    response = _form_page(request, form, kept, errors=form.errors)
    response.status_code = TOO_LARGE if form.is_too_large else UNPROCESSABLE
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def upload_files(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show the files of a draft and their contents; continue with the chosen conversations."""
    draft = get_object_or_404(drafts_without_texts(request.user), pk=pk)
    if (session := received_session(draft)) is not None:
        return redirect(session)
    if unread_files(draft) or _is_being_read(draft):
        return _job_page(request, draft, _job_for(READ, draft))
    if request.method != "POST":
        return _files_page(request, draft, _unread(draft))
    taken = take(draft, dropped(draft), keys=request.POST.getlist("conversation"))
    if not taken:
        return _files_page(request, draft, is_unchosen=True)
    return redirect("review:upload_detail", taken[0].pk)


@require_POST
def upload_format(request: SignedInRequest, pk: int) -> HttpResponse:
    """Read a file of a draft in another format than the detected one."""
    draft = get_object_or_404(own_drafts(request.user), pk=pk, received_at=None)
    form = FormatForm(request.POST, draft=draft)
    if form.is_valid():
        position, name = form.cleaned_data["position"], form.cleaned_data["format"]
        if draft.files.filter(position=position, size__gt=settings.REVIEW_MAX_CHARS_AT_ONCE).exists():
            start_job(READ, draft, position=position, format=name)
        elif (unread := read_as(draft, position=position, name=name)) is not None:
            return _files_page(request, draft, (unread,))
    return redirect("review:upload_files", draft.pk)


@require_POST
def upload_discard(request: SignedInRequest, pk: int) -> HttpResponse:
    """Delete a draft that is not imported."""
    draft = get_object_or_404(own_drafts(request.user), pk=pk, received_at=None)
    discard(draft)
    messages.success(request, _("Discarded. Nothing of it was stored."))
    return redirect("review:upload")


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
    """Preview a draft, and receive it when it is confirmed; of a received draft, show what to decide in its session."""
    draft = get_object_or_404(drafts_without_texts(request.user), pk=pk)
    if (session := received_session(draft)) is not None:
        return redirect("review:upload_detail", pk) if request.method == "POST" else _imported_page(request, session)
    if draft.files.exists() or not (length := texts_length(draft)):
        return redirect("review:upload_files", draft.pk)
    job = newest_job(subject_of(draft))
    if job is not None and job.is_open:
        return _job_page(request, draft, job)
    if request.method == "POST":
        _name(draft, request.POST.get("title", draft.title))
    if (page := kept_page(draft)) is not None:
        return _large_preview(request, draft, page)
    if length > settings.REVIEW_MAX_CHARS_AT_ONCE:
        return _job_page(request, draft, _job_for(ALIGN, draft))
    return _small_preview(request, get_object_or_404(own_drafts(request.user), pk=pk))


def _large_preview(request: SignedInRequest, draft: UploadDraft, page: PreviewPage) -> HttpResponse:
    """Show what a job has made of a draft, or start the job that imports it; this address shows how far that is."""
    obstacle = _obstacle(request, draft, page) if request.method == "POST" else None
    if request.method != "POST" or obstacle is not None:
        return obstacle or _preview_page(request, draft, page)
    start_job(CONFIRM, draft, seen=request.POST.get("seen", "/0"), aligned=page.aligned)
    return redirect("review:upload_detail", draft.pk)


def _small_preview(request: SignedInRequest, draft: UploadDraft) -> HttpResponse:
    """Show what receiving a draft would do, or receive it; a job goes on where that takes too long."""
    preview = preview_upload(draft)
    if preview.is_unaligned:
        return _job_page(request, draft, _job_for(ALIGN, draft))
    if request.method != "POST":
        return _preview_page(request, draft, page_of(preview))
    obstacle = _obstacle(request, draft, page_of(preview))
    return obstacle or _confirmed(request, draft, preview)


def _obstacle(request: SignedInRequest, draft: UploadDraft, page: PreviewPage) -> HttpResponse | None:
    """Return the preview once more, with what is in the way of its import; None where nothing is."""
    if not page.can_confirm:
        return _preview_page(request, draft, page, status=UNPROCESSABLE)
    require_review(request.user, draft.project_id)
    if page.lost_texts and "without_texts" not in request.POST:
        return _preview_page(request, draft, page, status=UNPROCESSABLE, is_unasked=True)
    return None


def _confirmed(request: SignedInRequest, draft: UploadDraft, preview: Preview) -> HttpResponse:
    """Receive a draft as its preview shows it, unless that is another one than the person has seen."""
    if preview.is_realigned:
        return _preview_page(request, draft, page_of(preview), status=CONFLICT)
    try:
        receipt = confirm_upload(draft, preview=preview, actor=request.user, seen=request.POST.get("seen", "/0"))
    except UploadRefusedError:
        return _conflict(request, draft.pk)
    return _received(request, draft, preview, receipt)


def _job_for(kind: str, draft: UploadDraft) -> Job:
    """Return the newest job about a draft while it is open or says why it ended; else start the one that is missing."""
    job = newest_job(subject_of(draft))
    is_told = job is not None and job.kind == kind and job.is_unsuccessful
    return job if job is not None and (job.is_open or is_told) else start_job(kind, draft)


def _is_being_read(draft: UploadDraft) -> bool:
    job = newest_job(subject_of(draft))
    return job is not None and job.is_open


def _job_page(request: SignedInRequest, draft: UploadDraft, job: Job) -> HttpResponse:
    return render(request, "review/ingest/upload_job.html", {"draft": draft, "job": job})


def _unread(draft: UploadDraft) -> tuple[Unread, ...]:
    """Return the files that the last job of a draft could not read."""
    job = newest_job(subject_of(draft))
    return () if job is None else unread_of(job)


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


def _form_page(request: SignedInRequest, form: UploadForm, kept: KeptFiles, errors: object = None) -> HttpResponse:
    context = {
        "form": form,
        "draft": kept.draft,
        "unread": kept.unread,
        "errors": errors,
        "projects": reviewed_projects(request.user),
        "drafts": listed_drafts(request.user),
        "formats": known_formats(),
        "max_size": file_size(settings.REVIEW_MAX_FILE_BYTES),
        "max_in_all": file_size(settings.REVIEW_MAX_UPLOAD_BYTES),
        "prompt": extractor_prompt("ko" if get_language() == "ko" else "en"),
        "schema": json.dumps(extractor_schema(), ensure_ascii=False, indent=2),
    }
    return render(request, "review/ingest/upload.html", context)


def _next_step(draft: UploadDraft) -> HttpResponse:
    """Redirect to the preview when there is nothing to choose, else to the files."""
    if unread_files(draft):
        return redirect("review:upload_files", draft.pk)
    what = dropped(draft)
    if what.leaves_choice(draft.session):
        return redirect("review:upload_files", draft.pk)
    return redirect("review:upload_detail", take(draft, what, keys=what.suggested)[0].pk)


def _files_page(
    request: SignedInRequest, draft: UploadDraft, unread: tuple[Unread, ...] = (), *, is_unchosen: bool = False
) -> HttpResponse:
    what = {"draft": draft, "what": dropped(draft), "unread": unread}
    context = {**what, "formats": known_formats(), "is_unchosen": is_unchosen}
    status = UNPROCESSABLE if is_unchosen or unread else 200
    return render(request, "review/ingest/upload_files.html", context, status=status)


def _preview_page(
    request: SignedInRequest, draft: UploadDraft, page: PreviewPage, *, status: int = 200, is_unasked: bool = False
) -> HttpResponse:
    session = None if page.session_id is None else ReviewSession.objects.filter(pk=page.session_id).first()
    about = {"draft": draft, "session": session, "job": _failed_import(draft)}
    context = {**about, "preview": page, "is_unasked": is_unasked}
    return render(request, "review/ingest/upload_detail.html", context, status=status)


def _failed_import(draft: UploadDraft) -> Job | None:
    """Return the last job that was to import a draft, if it failed."""
    job = newest_job(subject_of(draft), kind=CONFIRM)
    return job if job is not None and job.is_unsuccessful else None


def _imported_page(request: SignedInRequest, session: ReviewSession) -> HttpResponse:
    context = {"session": session, "work": work_in(session, request.user)}
    return render(request, "review/ingest/imported.html", context)


def _conflict(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show the draft as it is now, or what it became if it was stored in the meantime."""
    draft = get_object_or_404(own_drafts(request.user), pk=pk)
    if received_session(draft) is not None:
        return redirect("review:upload_detail", pk)
    return _preview_page(request, draft, page_of(preview_upload(draft)), status=CONFLICT)


def _received(request: SignedInRequest, draft: UploadDraft, preview: Preview, receipt: UploadReceipt) -> HttpResponse:
    """Redirect to what is to be decided in the stored session, with a message, or to what is left of the upload."""
    quotes = preview.state_counts.total if preview.state_counts else 0
    messages.success(request, upload_sentence(receipt, quotes=quotes))
    if not receipt.is_whole:
        return redirect("review:upload_detail", draft.pk)
    if receipt.following is not None:
        return redirect("review:upload_detail", receipt.following.pk)
    is_finished = preview.aligned is None or not preview.aligned.unfinished
    if receipt.extraction is None or is_finished:
        return redirect("review:upload_detail", draft.pk)
    page = receipt.extraction.get_absolute_url()
    return redirect(page)


def _draft(request: SignedInRequest) -> UploadDraft | None:
    key = key_of(request.POST.get("draft") or request.GET.get("draft", ""))
    if key is None:
        return None
    draft = get_object_or_404(own_drafts(request.user), pk=key)
    return draft if draft.received_at is None else None


def _keep(request: SignedInRequest, form: UploadForm, draft: UploadDraft | None) -> KeptFiles:
    """Keep what was given, as far as it can be read, whatever else is wrong with the form."""
    form.is_valid()
    given, project = form.cleaned_data.get("given", []), form.cleaned_data.get("project")
    if not given or project is None:
        return KeptFiles(draft, ())
    wanted = draft or UploadDraft(created_by=request.user)
    wanted.project, wanted.session = project, form.cleaned_data.get("session")
    keep = keep_unread if is_large(given) else keep_files
    kept = keep(wanted, given, wanted=form.cleaned_data.get("format", ""))
    if kept.replaced:
        messages.info(request, replaced_drafts_sentence(kept.replaced))
    return kept
