"""The jobs of a large upload: read its files, align its quotes, and import what its preview showed."""

from time import sleep

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from review.domain.errors import UploadRefusedError
from review.domain.jobs import JobFailedError, JobReason
from review.jobs.kind import BREATH, Kind, Progress
from review.models import Job, UploadDraft
from review.selectors.access import may_review
from review.services.ingest.confirm import prepared, store_upload
from review.services.ingest.large import (
    ALIGN,
    CONFIRM,
    READ,
    draft_of,
    files_to_read,
    find_in,
    reads_all,
    store_found,
    store_read_again,
)
from review.services.ingest.preview import Preview, align_upload, preview_upload
from review.services.ingest.preview_page import forget_preview, keep_preview
from review.services.ingest.sent import RECEIVE
from review.services.ingest.session_parts import AS_SEEN, session_parts, store_part
from review.services.jobs.holding import effect, step


def _read(job: Job, progress: Progress) -> None:
    draft = _draft(job)
    files = files_to_read(job, draft)
    progress.begin(len(files))
    found = find_in(draft, files, on_file=progress.advance)
    with effect(job) as result:
        result.update(store_found(draft, found) if reads_all(job) else store_read_again(draft, files, found))


def _align(job: Job, progress: Progress) -> None:
    draft = _draft(job)
    preview = align_upload(draft, begin=progress.begin, on_quote=progress.advance)
    with effect(job):
        keep_preview(draft, preview)


def _confirm(job: Job, progress: Progress) -> None:
    draft = _draft(job)
    preview = preview_upload(draft)
    name = preview.aligned.name if preview.aligned is not None else ""
    if not preview.can_confirm or preview.is_unaligned or name != job.given["aligned"]:
        raise _changed(draft)
    _store(job, draft, preview, progress, seen=str(job.given["seen"]))


def _store(job: Job, draft: UploadDraft, preview: Preview, progress: Progress, *, seen: str) -> None:
    """Store what a preview shows, in parts where it is long; *seen* are its consequences before the first part."""
    parts = session_parts(preview)
    ready = prepared(preview, begin=lambda count: progress.begin(count + len(parts)), on_quote=progress.advance)
    try:
        for part in parts:
            with step(job):
                store_part(draft, part, actor=job.owner, seen=_still(job, seen))
            progress.advance()
            sleep(BREATH)
        with effect(job) as result:
            receipt = store_upload(draft, ready, actor=job.owner, seen=_still(job, seen))
            extraction = None if receipt.extraction is None else receipt.extraction.pk
            result.update({"session": receipt.session.pk, "extraction": extraction})
    except UploadRefusedError as error:
        raise _changed(draft) from error


def _receive(job: Job, progress: Progress) -> None:
    """Receive what a program sent: aligned, and stored as it would be within its request."""
    draft = _draft(job)
    preview = align_upload(draft, begin=progress.begin, on_quote=progress.advance)
    if not preview.can_confirm or (preview.plan and preview.plan.changed and not job.given["accept_changes"]):
        raise JobFailedError(JobReason.CHANGED)
    _store(job, draft, preview, progress, seen="" if preview.plan is None else preview.plan.consequences)


def _still(job: Job, seen: str) -> str:
    """Return the consequences that there may be now: after a part of those that were *seen*, no others."""
    return AS_SEEN if job.has_begun else seen


def _changed(draft: UploadDraft) -> JobFailedError:
    """Have the preview of a draft made anew, and return the answer that it is no longer what was shown."""
    forget_preview(draft)
    return JobFailedError(JobReason.CHANGED)


def _draft(job: Job) -> UploadDraft:
    """Return the draft that a job is about, as long as its owner may import it."""
    draft = UploadDraft.objects.select_related("project", "session").filter(pk=draft_of(job), received_at=None).first()
    if draft is None:
        raise JobFailedError(JobReason.GONE)
    if not may_review(job.owner, draft.project_id):
        raise JobFailedError(JobReason.NOT_PERMITTED)
    return draft


def _place(job: Job) -> str:
    if job.kind == RECEIVE:
        return _place_of_received(job)
    taken = job.result.get("taken")
    if job.kind == READ and taken is None:
        return reverse("review:upload_files", args=[draft_of(job)])
    return reverse("review:upload_detail", args=[taken or draft_of(job)])


def _place_of_received(job: Job) -> str:
    session = job.result.get("session")
    return reverse("review:session_list") if session is None else reverse("review:session_detail", args=[session])


UPLOAD_KINDS = (
    Kind(
        name=READ,
        title=_("Upload"),
        doing=_("Reading"),
        of=_("%(done)s of %(total)s files"),
        run=_read,
        place=_place,
    ),
    Kind(
        name=ALIGN,
        title=_("Upload"),
        doing=_("Aligning"),
        of=_("%(done)s of %(total)s quotes"),
        run=_align,
        place=_place,
    ),
    Kind(name=CONFIRM, title=_("Import"), doing=_("Importing"), run=_confirm, place=_place),
    Kind(name=RECEIVE, title=_("Import by a program"), doing=_("Importing"), run=_receive, place=_place),
)
