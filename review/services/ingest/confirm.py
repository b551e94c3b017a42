"""Store what a preview showed: a draft's session and its extraction together, or neither of them."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from aligner_core import FailedEvidence, FailureReason, canonical_json
from review.domain.errors import UploadRefusedError
from review.domain.limits import MAX_DIAGNOSED
from review.models import Extraction, Message, ReviewSession, UploadDraft
from review.payloads import CheckedExtraction
from review.selectors.repair.diagnoses import Consulted, consulted, corpus_in
from review.selectors.retrievals.retrieval import chunk_ids_of
from review.services.ingest._extraction_rows import AlignedUpload, store_extraction
from review.services.ingest._kept_alignment import AlignedDraft, alignment_name
from review.services.ingest._session_plan import SessionReceipt
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
class Prepared:
    """A preview, and what is wrong with the quotes that would fail: all that needs no transaction."""

    preview: Preview
    consulted: Consulted | None


def prepared(
    preview: Preview,
    *,
    begin: Callable[[int], object] = lambda _count: None,
    on_quote: Callable[[], object] = lambda: None,
) -> Prepared:
    """Prepare what a preview shows to be stored; *begin* is called with the number of steps, *on_quote* after each."""
    aligned = preview.aligned
    if aligned is None:
        return Prepared(preview, None)
    failed = (one for outcomes in aligned.outcomes for one in outcomes if isinstance(one, FailedEvidence))
    searched = [one for one in failed if one.failure_reason != FailureReason.BUDGET_EXCEEDED][:MAX_DIAGNOSED]
    begin(len(searched))
    return Prepared(preview, consulted(corpus_in(preview.messages), searched, aligned.config, on_quote=on_quote))


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
        received = store_session(project=draft.project, upload=preview.upload, actor=actor, seen=seen)
        session = received.session
    if session is None:
        raise UploadRefusedError
    extraction, is_created = None, False
    if preview.checked is not None and preview.aligned is not None and ready.consulted is not None:
        noted = replace(preview.checked, notes=(*preview.checked.notes, *preview.notes))
        upload = _aligned_upload(session, noted, preview.aligned, ready.consulted)
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


def _aligned_upload(
    session: ReviewSession, checked: CheckedExtraction, aligned: AlignedDraft, consulted: Consulted
) -> AlignedUpload:
    """Return an extraction ready to be stored; refuse one that was aligned to other messages than the session has."""
    messages: list[Message] = list(session.current_messages())
    said, chunk_ids = [(message.content_hash, message.who) for message in messages], chunk_ids_of(session)
    if alignment_name(said, chunk_ids, checked, aligned.config) != aligned.name:
        raise UploadRefusedError
    canonical = canonical_json(checked.payload)
    return AlignedUpload(
        checked, canonical, messages, consulted.corpus, aligned.outcomes, aligned.config, consulted=consulted
    )


def _empty(draft: UploadDraft, session: ReviewSession) -> None:
    """Empty a draft, except for its link to the stored session."""
    draft.session, draft.received_at = session, timezone.now()
    draft.session_json = draft.extraction_json = draft.alignment = draft.shown = ""
    draft.save(update_fields=["session", "received_at", "session_json", "extraction_json", "alignment", "shown"])
