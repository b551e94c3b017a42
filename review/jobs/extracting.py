"""The job that extracts a session: a model is asked, its quotes are mended, and what is best is stored as a run."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from aligner_core import MessageUpload, SessionUpload
from aligner_core.extraction import Ask, Extracted, ExtractorConfig, HttpAsk, ScriptedModel, Watch, WindowDone, extract
from review.domain.errors import UploadRefusedError
from review.domain.extracting import ExtractorSettings
from review.domain.jobs import JobFailedError, JobReason
from review.jobs.kind import Kind, Progress
from review.models import Job, ReviewSession
from review.payloads import CheckedExtraction, check_extraction
from review.selectors.access import may_review, visible_sessions
from review.selectors.extracting import EXTRACT, extractor_of, key_for, run_of, tokens_left, why_off
from review.services.extracting.storing import aligned_extraction, count_window, note_lost, store_aligned
from review.services.jobs.holding import effect
from review.wording.extracting import spent_sentence


def _extract(job: Job, progress: Progress) -> None:
    session = _session(job)
    chosen = extractor_of(session.project)
    if why_off(chosen) is not None:
        raise JobFailedError(JobReason.OFF)
    extracted = _extracted(job, session, chosen, progress)
    if extracted.lost:
        note_lost(job.given["run"], extracted.lost[0].code)
    if not extracted.has_read:
        raise JobFailedError(JobReason.UNANSWERED)
    upload = aligned_extraction(session, _checked(job, extracted))
    with effect(job) as result:
        extraction = store_aligned(session, upload, actor=job.owner)
        result.update(
            session=session.pk,
            extraction=extraction.pk,
            digest=extraction.digest,
            requests=extracted.requests,
            tokens=extracted.tokens.total,
            repaired=extracted.repaired,
            withdrawn=extracted.withdrawn,
            given_up=extracted.given_up,
            lost=len(extracted.lost),
        )


def _extracted(job: Job, session: ReviewSession, chosen: ExtractorSettings, progress: Progress) -> Extracted:
    """Ask the model about the messages of a session, and count what each window takes."""

    def count(done: WindowDone) -> None:
        count_window(job.given["run"], done)
        progress.advance()

    run = {
        "model": f"scripted: {chosen.model}" if chosen.is_scripted else chosen.model,
        "runId": f"job-{job.pk}",
        "createdAt": job.created_at.isoformat(timespec="seconds"),
    }

    def left() -> int:
        session.project.refresh_from_db(fields=["extractor"])
        return tokens_left(session.project)

    watch = Watch(on_start=progress.begin, on_ask=progress.go_on, on_window=count, tokens_left=left)
    with _model(chosen) as ask:
        return extract(_upload(session), ask, run=run, config=ExtractorConfig(most_tokens=left()), watch=watch)


@contextmanager
def _model(chosen: ExtractorSettings) -> Iterator[Ask]:
    """Return what asks the model of a project; that of the demo is a script, served while it is asked."""
    if chosen.is_scripted:
        with ScriptedModel() as model, HttpAsk("openai", chosen.model, base_url=model.openai_url, key="none") as ask:
            yield ask
        return
    key = key_for(chosen.protocol)
    with HttpAsk(chosen.protocol, chosen.model, base_url=chosen.base_url, key=key) as ask:  # type: ignore[arg-type]
        yield ask


def _upload(session: ReviewSession) -> SessionUpload:
    messages = session.current_messages().only("role", "name", "content")
    return SessionUpload(
        messages=tuple(MessageUpload(role=one.role, name=one.name, content=one.content) for one in messages)
    )


def _checked(job: Job, extracted: Extracted) -> CheckedExtraction:
    try:
        return check_extraction(extracted.upload)
    except UploadRefusedError as error:
        note_lost(job.given["run"], "unusable")
        raise JobFailedError(JobReason.UNANSWERED) from error


def _session(job: Job) -> ReviewSession:
    """Return the session of a job, as long as its owner may add extractions to it."""
    sessions = visible_sessions(job.owner).select_related("project")
    session = sessions.filter(pk=job.given["session"]).first()
    if session is None:
        raise JobFailedError(JobReason.GONE)
    if not may_review(job.owner, session.project_id):
        raise JobFailedError(JobReason.NOT_PERMITTED)
    return session


def _place(job: Job) -> str:
    """Return the address of the extraction, beside the other runs; that of the session while there is none."""
    extraction = job.result.get("extraction")
    if extraction is not None:
        return reverse("review:extraction_detail", args=[extraction])
    return reverse("review:session_detail", args=[job.given["session"]])


def _told(job: Job) -> str:
    run = run_of(job)
    return "" if run is None else spent_sentence(run, is_stored="extraction" in job.result)


EXTRACT_KINDS = (
    Kind(
        name=EXTRACT,
        title=_("Extraction by a model"),
        doing=_("Extracting"),
        of=_("%(done)s of %(total)s windows"),
        run=_extract,
        place=_place,
        told=_told,
    ),
)
