"""Large uploads, in the hands of jobs: files are stored as they came and read later, quotes are aligned later.

What is small enough for a request never gets here.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.conf import settings
from django.db import transaction

from review.domain.errors import Problem
from review.models import Job, UploadDraft, UploadFile, UploadPart
from review.payloads import storable
from review.presentation.code_lines import CodeLine, code_lines
from review.services._jobs import Work, enqueue
from review.services.ingest._parts import FoundFile, store_parts
from review.services.ingest.drafts import keep_draft
from review.services.ingest.dropped import (
    KeptFiles,
    Unread,
    dropped,
    found_beside,
    place_extractions,
    store_as,
    taken_out,
)

READ, ALIGN, CONFIRM = "read", "align", "confirm"
"""The kinds of jobs of an upload: its files are read, its quotes are aligned, it is imported."""
Found = Mapping[int, FoundFile | Problem]
"""What was found in files, by their keys."""


def is_large(files: Sequence[tuple[str, bytes]]) -> bool:
    """Return whether files are too large to be read within a request."""
    return sum(len(data) for _, data in files) > settings.REVIEW_MAX_CHARS_AT_ONCE


def subject_of(draft: UploadDraft) -> str:
    """Return the name by which jobs are about a draft."""
    return f"draft-{draft.pk}"


def draft_of(job: Job) -> int:
    """Return the key of the draft that a job is about."""
    return int(job.subject.removeprefix("draft-"))


@transaction.atomic(durable=True)
def keep_unread(draft: UploadDraft, files: Sequence[tuple[str, bytes]], *, wanted: str = "") -> KeptFiles:
    """Store files as they came, and start the job that reads them."""
    replaced = keep_draft(draft)
    first = draft.files.count()
    for position, (name, data) in enumerate(files, start=first):
        UploadFile.objects.create(
            draft=draft, position=position, name=name, size=len(data), data=data, format=wanted, found={}
        )
    start(READ, draft)
    return KeptFiles(draft, (), replaced)


@transaction.atomic(durable=True)
def start_job(kind: str, draft: UploadDraft, **given: object) -> Job:
    """Do what `start` does, in a transaction."""
    return start(kind, draft, **given)


def start(kind: str, draft: UploadDraft, **given: object) -> Job:
    """Start the job that reads, aligns or confirms a draft, and return it; in the caller's transaction."""
    title = draft.title or ", ".join(draft.file_names)
    return enqueue(Work(kind, subject_of(draft), title, draft.project_id, draft.created_by_id, given))


def reads_all(job: Job) -> bool:
    """Return whether a job reads all files that wait; else the one that it is given, in another format."""
    return "position" not in job.given


def files_to_read(job: Job, draft: UploadDraft) -> list[UploadFile]:
    """Return the files that a job reads, without their contents; none where the one it is given is not there now."""
    if reads_all(job):
        return unread_files(draft)
    files = list(draft.files.filter(position=job.given["position"]).defer("data"))
    for file in files:
        file.format = str(job.given["format"])
    return files


def unread_files(draft: UploadDraft) -> list[UploadFile]:
    """Return the files of a draft that wait to be read, without their contents."""
    return [file for file in draft.files.order_by("position").defer("data") if not file.found]


def find_in(draft: UploadDraft, files: Sequence[UploadFile], *, on_file: Callable[[], object]) -> Found:
    """Return what is in files that wait to be read; *on_file* is called after each."""
    found: dict[int, FoundFile | Problem] = {}
    count = UploadPart.objects.filter(file__draft=draft).exclude(file__in=files).count()
    for file in files:
        data = UploadFile.objects.values_list("data", flat=True).get(pk=file.pk)
        found[file.pk] = result = found_beside(draft, bytes(data), name=file.name, wanted=file.format, beside=count)
        count += len(result.parts) if isinstance(result, FoundFile) else 0
        on_file()
    return found


def store_found(draft: UploadDraft, found: Found) -> dict[str, Any]:
    """Store what was found in files, and delete those that could not be read; in the caller's transaction.

    Where nothing is to be chosen, the draft of the only conversation is taken out, and the job that aligns it started.
    Return the key of that draft as `taken`, and as `unread` why files could not be read.
    """
    read, unread = dict[int, FoundFile](), list[dict[str, Any]]()
    for file in UploadFile.objects.select_for_update().filter(draft=draft, pk__in=found).order_by("position"):
        match found[file.pk]:
            case Problem() as problem:
                unread.append(_told(file, problem))
                file.delete()
            case one:
                file.found = one.found
                file.save(update_fields=["found"])
                store_parts(file, one.parts)
                read[file.position] = one
    place_extractions(draft, {position: one.parts for position, one in read.items()})
    what = dropped(draft)
    if unread or what.leaves_choice(draft.session):
        return {"unread": unread}
    [taken, *_] = taken_out(draft, what, keys=what.suggested)
    start(ALIGN, taken)
    return {"taken": taken.pk}


def store_read_again(draft: UploadDraft, files: Sequence[UploadFile], found: Found) -> dict[str, Any]:
    """Store what was found in a file as another format, or leave it as it is; in the caller's transaction.

    Return as `unread` why it cannot be read so.
    """
    unread = []
    for file in files:
        match found[file.pk]:
            case Problem() as problem:
                unread.append(_told(file, problem))
            case one:
                store_as(draft, file, one)
    return {"unread": unread}


def unread_of(job: Job) -> tuple[Unread, ...]:
    """Return the files that a job could not read."""
    return tuple(
        Unread(one["name"], one["size"], Problem(**one["problem"]), tuple(CodeLine(*line) for line in one["lines"]))
        for one in job.result.get("unread", ())
    )


def _told(file: UploadFile, problem: Problem) -> Any:  # noqa: ANN401 - JSON
    lines = [[line.number, line.text, line.is_stop] for line in code_lines(bytes(file.data), problem.where)]
    told = {"code": problem.code, "where": problem.where, "params": dict(problem.params)}
    return storable({"name": file.name, "size": file.size, "problem": told, "lines": lines})
