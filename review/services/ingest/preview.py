"""What an upload would do, worked out without storing anything. Private to the views."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from aligner_core import AlignedEvidence, FailedEvidence, canonical_json, digest
from review.errors import Problem, UploadRefusedError
from review.models import Extraction, ReviewSession, UploadDraft
from review.payloads import (
    CheckedExtraction,
    CheckedRetrieval,
    Upload,
    check_extraction,
    check_upload,
    extraction_of,
    read_json_text,
)
from review.selectors.mixes import Mix
from review.selectors.sources import current_messages
from review.services.ingest import SessionPlan, align_checked, plan_session

Checked = TypeVar("Checked")
Evidence = AlignedEvidence | FailedEvidence
MOST_LISTED = 100


@dataclass(frozen=True, slots=True)
class FailedItem:
    """One quote that would fail: which, and why."""

    entry: str
    number: int
    evidence: FailedEvidence


@dataclass(frozen=True, slots=True)
class Preview:
    """What receiving a draft would do; a part is None when it is missing or cannot be taken."""

    upload: Upload | None = None
    plan: SessionPlan | None = None
    session: ReviewSession | None = None
    session_problems: tuple[Problem, ...] = ()
    checked: CheckedExtraction | None = None
    extraction_problems: tuple[Problem, ...] = ()
    is_known: bool = False
    is_set_aside: bool = False
    mix: Mix | None = None
    reasons: tuple[tuple[str, int], ...] = ()
    failed: tuple[FailedItem, ...] = ()

    @property
    def is_retrieval(self) -> bool:
        """Say whether the session part is a retrieval."""
        return isinstance(self.upload, CheckedRetrieval)

    @property
    def takes_session(self) -> bool:
        """Say whether the session part can be received."""
        return self.plan is not None

    @property
    def takes_extraction(self) -> bool:
        """Say whether the extraction part can be received."""
        return self.checked is not None and (self.plan is not None or self.session is not None)

    @property
    def can_confirm(self) -> bool:
        """Say whether there is anything to receive."""
        return self.takes_session or self.takes_extraction


def preview_upload(draft: UploadDraft) -> Preview:
    """Work out what a draft would do."""
    payload, problems = (
        _attempt(lambda: read_json_text(draft.session_json)) if draft.session_json.strip() else (None, ())
    )
    upload, plan = None, None
    if draft.session_json.strip() and not problems:
        upload, problems = _attempt(lambda: check_upload(payload))
    if upload is not None:
        known = upload
        plan, problems = _attempt(lambda: plan_session(project=draft.project, upload=known))
    inner = payload.get("extraction") if isinstance(payload, dict) else None
    checked, extraction_problems = _extraction(draft, upload, inner)
    preview = Preview(
        upload=upload,
        plan=plan,
        session=draft.session or (plan.session if plan else None),
        session_problems=problems,
        checked=checked,
        extraction_problems=extraction_problems,
        is_set_aside=inner is not None and bool(draft.extraction_json.strip()),
    )
    return _aligned(preview) if preview.takes_extraction else preview


def _extraction(
    draft: UploadDraft, upload: Upload | None, inner: object
) -> tuple[CheckedExtraction | None, tuple[Problem, ...]]:
    """Check the extraction given on its own, else the one that came inside the session file; an answer is one too."""
    given, problems = (
        _attempt(lambda: read_json_text(draft.extraction_json)) if draft.extraction_json.strip() else (inner, ())
    )
    if problems:
        return None, problems
    whole = extraction_of(upload, given)
    return (None, ()) if whole is None else _attempt(lambda: check_extraction(whole))


def _attempt(check: Callable[[], Checked]) -> tuple[Checked | None, tuple[Problem, ...]]:
    try:
        return check(), ()
    except UploadRefusedError as error:
        return None, error.problems


def _aligned(preview: Preview) -> Preview:
    checked = preview.checked
    if checked is None:
        return preview
    outcomes = align_checked(_contents(preview), checked)
    flat = [evidence for some in outcomes for evidence in some]
    return replace(
        preview,
        is_known=_is_known(preview.session, checked),
        mix=_mix(flat),
        reasons=tuple(
            Counter(str(one.failure_reason) for one in flat if isinstance(one, FailedEvidence)).most_common()
        ),
        failed=tuple(_failed_items(checked, outcomes))[:MOST_LISTED],
    )


def _contents(preview: Preview) -> list[str]:
    """Give the messages as they would be: those that were sent, unless they are only a beginning of what is stored."""
    stored = [message.content for message in current_messages(preview.session)] if preview.session else []
    sent = [message.content for message in preview.upload.messages] if preview.upload else []
    return max(sent, stored, key=len)


def _is_known(session: ReviewSession | None, checked: CheckedExtraction) -> bool:
    name = digest(canonical_json(checked.payload))
    return session is not None and Extraction.objects.filter(session=session, digest=name).exists()


def _mix(flat: Sequence[Evidence]) -> Mix:
    methods = Counter("failed" if isinstance(one, FailedEvidence) else str(one.match_method) for one in flat)
    ambiguous = sum(isinstance(one, AlignedEvidence) and one.ambiguous for one in flat)
    return Mix(**methods, ambiguous=ambiguous)


def _failed_items(checked: CheckedExtraction, outcomes: Sequence[Sequence[Evidence]]) -> list[FailedItem]:
    return [
        FailedItem(entry.title or entry.entry_id, number, evidence)
        for entry, some in zip(checked.entries, outcomes, strict=True)
        for number, evidence in enumerate(some, start=1)
        if isinstance(evidence, FailedEvidence)
    ]
