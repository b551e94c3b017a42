"""Store what a preview showed: a draft's session and its extraction together, or neither of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from aligner_core import FailedEvidence, FailureReason, SessionUpload, canonical_json, digest
from review.aligner import corpus_in
from review.domain.errors import UploadRefusedError
from review.domain.limits import MAX_DIAGNOSED
from review.models import Extraction, Message, ReviewSession, UploadDraft
from review.payloads import CheckedExtraction, Upload
from review.selectors.repair.diagnoses import Consulted, consulted
from review.selectors.retrievals.retrieval import chunk_ids_of
from review.services.ingest._extraction_rows import AlignedUpload, Drawn, draw, store_extraction
from review.services.ingest._kept_alignment import AlignedDraft, alignment_name
from review.services.ingest._session_plan import SessionPlan, SessionReceipt
from review.services.ingest.dropped import next_taken
from review.services.ingest.preview import Preview
from review.services.ingest.receive import store_session


@dataclass(frozen=True, slots=True)
class UploadReceipt:
    """The result of confirming a draft: a session, and an extraction unless there was none or it was refused.

    `is_created` is false for an extraction that was stored already; `is_whole` is false when the extraction was refused
    and is still a draft; `following` is the next draft out of the same files.
    """

    session: ReviewSession
    received: SessionReceipt | None
    extraction: Extraction | None
    is_created: bool
    is_whole: bool
    following: UploadDraft | None = None


def confirm_upload(draft: UploadDraft, *, preview: Preview, actor: AbstractBaseUser, seen: str) -> UploadReceipt:
    """Do what `store_upload` does, in a transaction."""
    ready = prepared(preview)
    with transaction.atomic(durable=True):
        return store_upload(draft, ready, actor=actor, seen=seen)


@dataclass(frozen=True, slots=True)
class PreparedExtraction:
    """An extraction in its canonical form, its rows as drawn, and what is wrong with the quotes that would fail."""

    canonical: bytes
    drawn: Drawn
    consulted: Consulted


@dataclass(frozen=True, slots=True)
class Prepared:
    """A preview, and of its extraction all that needs no transaction."""

    preview: Preview
    extraction: PreparedExtraction | None = None


def prepared(
    preview: Preview,
    *,
    begin: Callable[[int], object] = lambda _count: None,
    on_quote: Callable[[], object] = lambda: None,
) -> Prepared:
    """Prepare what a preview shows to be stored; *begin* is called with the number of steps, *on_quote* after each."""
    checked, aligned = preview.checked, preview.aligned
    if checked is None or aligned is None:
        return Prepared(preview)
    failed = (one for outcomes in aligned.outcomes for one in outcomes if isinstance(one, FailedEvidence))
    searched = [one for one in failed if one.failure_reason != FailureReason.BUDGET_EXCEEDED][:MAX_DIAGNOSED]
    begin(len(searched))
    drawn = draw(checked, aligned.outcomes, aligned.config)
    found = consulted(corpus_in(preview.messages), searched, aligned.config, on_quote=on_quote)
    return Prepared(preview, PreparedExtraction(canonical_json(checked.payload), drawn, found))


def store_upload(draft: UploadDraft, ready: Prepared, *, actor: AbstractBaseUser, seen: str) -> UploadReceipt:
    """Store the content of a draft as a preview shows it, with the alignment kept, and empty the draft.

    In the caller's transaction.

    Raises:
        UploadRefusedError: the draft, the session, or the consequences *seen* are no longer those of the preview.

    """
    preview = ready.preview
    locked = UploadDraft.objects.select_for_update().filter(pk=draft.pk).first()
    if locked is None or _texts(locked) != _texts(draft):
        raise UploadRefusedError
    received, session = None, draft.session
    if preview.upload is not None:
        received = store_session(
            project=draft.project, upload=_named(preview.upload, preview.plan), actor=actor, seen=seen
        )
        session = received.session
    if session is None:
        raise UploadRefusedError
    extraction, is_created = None, False
    if preview.checked is not None and preview.aligned is not None and ready.extraction is not None:
        noted = replace(preview.checked, notes=(*preview.checked.notes, *preview.notes))
        known = () if received is None else received.messages
        upload = _aligned_upload(session, known, noted, preview.aligned, ready.extraction)
        extraction, is_created = store_extraction(session, upload, actor=actor)
    is_whole = not preview.extraction_problems
    if is_whole:
        _empty(locked, session)
    following = next_taken(locked) if is_whole else None
    return UploadReceipt(session, received, extraction, is_created, is_whole, following)


def _texts(draft: UploadDraft) -> tuple[object, ...]:
    """Return the texts of a draft that its preview depends on; a received draft has none."""
    texts = draft.session_json, draft.extraction_json
    return draft.project_id, draft.session_id, *texts, draft.title, draft.numbering


def _named(upload: Upload, plan: SessionPlan | None) -> Upload:
    """Return a session part with the name in its plan, so that no transaction has to digest all messages for it."""
    if isinstance(upload, SessionUpload) and plan is not None:
        return upload.model_copy(update={"session_id": plan.session_id})
    return upload


def _aligned_upload(
    session: ReviewSession,
    known: Sequence[Message],
    checked: CheckedExtraction,
    aligned: AlignedDraft,
    ready: PreparedExtraction,
) -> AlignedUpload:
    """Return an extraction ready to be stored; refuse one that was aligned to other messages than the session has.

    The messages are those *known* in this transaction, and read where there are none.
    """
    messages = known or list(session.current_messages())
    said, chunk_ids = [(message.content_hash, message.who) for message in messages], chunk_ids_of(session)
    if alignment_name(said, chunk_ids, digest(ready.canonical), aligned.config) != aligned.name:
        raise UploadRefusedError
    found = ready.consulted
    return AlignedUpload(
        *(checked, ready.canonical, messages, found.corpus, aligned.outcomes, aligned.config, ready.drawn),
        consulted=found,
    )


def _empty(draft: UploadDraft, session: ReviewSession) -> None:
    """Empty a draft, except for its link to the stored session."""
    draft.session, draft.received_at = session, timezone.now()
    draft.session_json = draft.extraction_json = draft.alignment = draft.shown = ""
    draft.save(update_fields=["session", "received_at", "session_json", "extraction_json", "alignment", "shown"])
