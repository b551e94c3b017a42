"""What an upload would do; only its alignment is stored, with the draft. Private to the views."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TypeVar

from django.conf import settings

from aligner_core import (
    AlignedEvidence,
    FailedEvidence,
    MessageUpload,
    Note,
    SessionUpload,
    WorkBudget,
    canonical_json,
    digest,
)
from review.aligner import aligner_for
from review.domain.errors import Problem, UploadRefusedError
from review.models import Extraction, ReviewSession, UploadDraft
from review.payloads import (
    CheckedExtraction,
    CheckedRetrieval,
    Upload,
    check_extraction,
    check_upload,
    extraction_of,
    read_json_text,
    unified,
)
from review.payloads.numbering import Numbering, indices, recounted
from review.selectors.quotes.state_counts import StateCounts
from review.selectors.retrievals.retrieval import chunk_ids_of
from review.services._attempts import Effort
from review.services.ingest._kept_alignment import (
    AlignedDraft,
    Texts,
    keep_alignment,
    kept_alignment,
    made_alignment,
)
from review.services.ingest._preview_lists import (
    MAX_LISTED,
    DifferingItem,
    Evidence,
    FailedItem,
    Numbered,
    differing_items,
    failed_items,
    first_words,
    numbered,
    turns_of,
)
from review.services.ingest.receive import SessionChange, SessionPlan, plan_session

Checked = TypeVar("Checked")


@dataclass(frozen=True, slots=True)
class Preview:
    """What receiving a draft would do; a part is None when it is missing or would be refused."""

    upload: Upload | None = None
    plan: SessionPlan | None = None
    session: ReviewSession | None = None
    session_problems: tuple[Problem, ...] = ()
    checked: CheckedExtraction | None = None
    extraction_problems: tuple[Problem, ...] = ()
    is_known: bool = False
    is_set_aside: bool = False
    aligned: AlignedDraft | None = None
    state_counts: StateCounts | None = None
    reasons: tuple[tuple[str, int], ...] = ()
    failed: tuple[FailedItem, ...] = ()
    differing: tuple[DifferingItem, ...] = ()
    numbered: Numbered | None = None
    notes: tuple[Note, ...] = ()
    """The notes of the readers of the files."""
    last_index: int = -1
    """The number of the last message that the extraction would be aligned to."""
    is_large: bool = False
    """Whether a job does what it takes, as a request would take too long."""

    @property
    def is_retrieval(self) -> bool:
        """Whether the session part is a retrieval."""
        return isinstance(self.upload, CheckedRetrieval)

    @property
    def messages(self) -> list[MessageUpload]:
        """The messages as they would be stored: those sent, unless they are the beginning of the stored ones."""
        stored = [
            MessageUpload(content=message.content, role=message.role, name=message.name)
            for message in (self.session.current_messages() if self.session else ())
        ]
        sent = list(self.upload.messages) if self.upload else []
        return max(sent, stored, key=len)

    @property
    def has_answer(self) -> bool:
        """Whether the session part is a retrieval with an answer."""
        return isinstance(self.upload, CheckedRetrieval) and bool(self.upload.answer)

    @property
    def first_words(self) -> str:
        """A possible title for a conversation without one."""
        return first_words(self.upload.messages) if isinstance(self.upload, SessionUpload) else ""

    @property
    def takes_session(self) -> bool:
        """Whether the session part can be received."""
        return self.plan is not None

    @property
    def takes_extraction(self) -> bool:
        """Whether the extraction part can be received."""
        return self.checked is not None and (self.plan is not None or self.session is not None)

    @property
    def can_confirm(self) -> bool:
        """Whether there is anything to receive: not when the session is stored already, and its extraction refused."""
        is_stored = self.plan is not None and self.plan.change is SessionChange.IDENTICAL
        return self.takes_extraction or (self.takes_session and not (is_stored and self.extraction_problems))

    @property
    def lost_texts(self) -> tuple[Note, ...]:
        """The notes on words of the upload that would be lost, since nothing knows their keys."""
        of_session = self.upload.notes if self.upload is not None else ()
        of_extraction = self.checked.notes if self.checked is not None else ()
        return tuple(note for note in (*of_session, *of_extraction, *self.notes) if note.loses_text)

    @property
    def is_unaligned(self) -> bool:
        """Whether its quotes are still to be aligned, by a job."""
        return self.is_large and self.takes_extraction and self.aligned is None

    @property
    def is_realigned(self) -> bool:
        """Whether the draft was aligned again, since the texts or the rules had changed."""
        return self.aligned is not None and self.aligned.is_realigned


def preview_upload(draft: UploadDraft) -> Preview:
    """Return what receiving a draft would do, and keep its alignment.

    The quotes of a large draft are aligned by a job (`align_upload`), and so are those that take too long here.
    """
    preview, given = _sized(draft)
    checked = preview.checked
    if checked is None or given is None or not preview.takes_extraction:
        return preview
    texts, aligner = _texts(preview), aligner_for(draft.project)
    aligned = kept_alignment(draft, checked, texts, aligner)
    if aligned is None and not preview.is_large:
        work = min(settings.REVIEW_MAX_WORK_AT_ONCE, settings.REVIEW_MAX_UPLOAD_WORK)
        aligned = made_alignment(draft, checked, texts, aligner, Effort(WorkBudget(work)))
        if aligned.unfinished and work < settings.REVIEW_MAX_UPLOAD_WORK:
            return replace(preview, is_large=True)
        keep_alignment(draft, aligned)
    return preview if aligned is None else _whole(draft, preview, checked, given, aligned)


def align_upload(draft: UploadDraft, *, begin: Callable[[int], object], on_quote: Callable[[], object]) -> Preview:
    """Return what receiving a draft would do, however large; *begin* is called with the number of its quotes.

    What was aligned is kept by the caller; *on_quote* is called after each quote.
    """
    preview, given = _sized(draft)
    checked = preview.checked
    if checked is None or given is None or not preview.takes_extraction:
        return preview
    texts, aligner = _texts(preview), aligner_for(draft.project)
    begin(sum(len(entry.quotes) for entry in checked.entries))
    aligned = kept_alignment(draft, checked, texts, aligner)
    if aligned is None:
        effort = Effort(WorkBudget(settings.REVIEW_MAX_UPLOAD_WORK), on_quote)
        aligned = made_alignment(draft, checked, texts, aligner, effort)
    return _whole(draft, preview, checked, given, aligned)


def _whole(
    draft: UploadDraft,
    preview: Preview,
    checked: CheckedExtraction,
    given: CheckedExtraction,
    aligned: AlignedDraft,
) -> Preview:
    """Return a preview with its alignment, and with its messages as the extractor counted them."""
    messages = preview.messages
    whole = replace(_with_alignment(preview, checked, aligned), last_index=len(messages) - 1)
    if preview.is_retrieval:
        return whole
    return replace(whole, numbered=numbered(messages, given, aligned.outcomes, _numbering(draft)))


def _sized(draft: UploadDraft) -> tuple[Preview, CheckedExtraction | None]:
    """Return the content of a draft as `_parts` does, and whether it is large."""
    preview, given = _parts(draft)
    quotes = sum(len(entry.quotes) for entry in preview.checked.entries) if preview.checked is not None else 0
    chars = len(draft.session_json) + len(draft.extraction_json)
    is_large = chars > settings.REVIEW_MAX_CHARS_AT_ONCE or quotes > settings.REVIEW_MAX_QUOTES_AT_ONCE
    return replace(preview, is_large=is_large), given


def _texts(preview: Preview) -> Texts:
    return Texts(preview.messages, _chunk_ids(preview))


def _parts(draft: UploadDraft) -> tuple[Preview, CheckedExtraction | None]:
    """Return the content of a draft, checked but not aligned, and its extraction with the extractor's own numbers."""
    payload, problems = (
        _value_or_problems(lambda: unified(read_json_text(draft.session_json)))
        if draft.session_json.strip()
        else (None, ())
    )
    upload, plan = None, None
    if draft.session_json.strip() and not problems:
        upload, problems = _value_or_problems(lambda: _titled(check_upload(payload), draft.title))
    if upload is not None:
        known = upload
        plan, problems = _value_or_problems(lambda: plan_session(project=draft.project, upload=known))
    inner = payload.get("extraction") if isinstance(payload, dict) else None
    session = draft.session or (plan.session if plan else None)
    preview = Preview(
        upload=upload,
        plan=plan,
        session=session,
        session_problems=problems,
        is_set_aside=inner is not None and bool(draft.extraction_json.strip()),
        notes=tuple(Note.model_validate(note) for note in draft.notes),
    )
    given, extraction_problems = _extraction(draft, upload, inner)
    preview = replace(preview, checked=given, extraction_problems=extraction_problems)
    numbering = _numbering(draft)
    if given is None or numbering is Numbering.FROM_ZERO or not preview.takes_extraction:
        return preview, given
    turns = turns_of(preview.messages)
    moved = recounted(given.payload, indices(turns, numbering), count=len(turns))
    note = Note(code="recounted", where="", params={"numbering": str(numbering)})
    return replace(preview, checked=check_extraction(moved), notes=(*preview.notes, note)), given


def _numbering(draft: UploadDraft) -> Numbering:
    return Numbering(draft.numbering) if draft.numbering else Numbering.FROM_ZERO


def _titled(upload: Upload, title: str) -> Upload:
    """Return a conversation with the title that a person gave it."""
    return upload if isinstance(upload, CheckedRetrieval) or not title else upload.model_copy(update={"title": title})


def _extraction(
    draft: UploadDraft, upload: Upload | None, inner: object
) -> tuple[CheckedExtraction | None, tuple[Problem, ...]]:
    """Check the extraction pasted on its own, else the one inside the session file; an answer alone counts as one."""
    extraction, problems = (
        _value_or_problems(lambda: read_json_text(draft.extraction_json))
        if draft.extraction_json.strip()
        else (inner, ())
    )
    if problems:
        return None, problems
    whole = extraction_of(upload, extraction)
    return (None, ()) if whole is None else _value_or_problems(lambda: check_extraction(whole))


def _value_or_problems(check: Callable[[], Checked]) -> tuple[Checked | None, tuple[Problem, ...]]:
    try:
        return check(), ()
    except UploadRefusedError as error:
        return None, error.problems


def _with_alignment(preview: Preview, checked: CheckedExtraction, aligned: AlignedDraft) -> Preview:
    """Return a preview with the results of the alignment, in counts and lists."""
    flat = [evidence for entry_outcomes in aligned.outcomes for evidence in entry_outcomes]
    return replace(
        preview,
        aligned=aligned,
        is_known=_is_known(preview.session, checked),
        state_counts=_state_counts(flat),
        reasons=tuple(
            Counter(
                str(evidence.failure_reason) for evidence in flat if isinstance(evidence, FailedEvidence)
            ).most_common()
        ),
        failed=tuple(islice(failed_items(checked, aligned.outcomes), MAX_LISTED)),
        differing=tuple(islice(differing_items(checked, aligned.outcomes), MAX_LISTED)),
    )


def _chunk_ids(preview: Preview) -> Sequence[str]:
    if isinstance(preview.upload, CheckedRetrieval):
        return [chunk.chunk_id for chunk in preview.upload.chunks]
    return chunk_ids_of(preview.session) if preview.session else ()


def _is_known(session: ReviewSession | None, checked: CheckedExtraction) -> bool:
    name = digest(canonical_json(checked.payload))
    return session is not None and Extraction.objects.filter(session=session, digest=name).exists()


def _state_counts(flat: Sequence[Evidence]) -> StateCounts:
    methods = Counter(
        "failed" if isinstance(evidence, FailedEvidence) else str(evidence.match_method) for evidence in flat
    )
    ambiguous = sum(isinstance(evidence, AlignedEvidence) and evidence.ambiguous for evidence in flat)
    return StateCounts(**methods, ambiguous=ambiguous)
