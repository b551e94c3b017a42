"""What the page of a preview shows, as one value: that of a large upload is made by its job, and kept with the draft.

It is signed, so that write access to the table of drafts does not suffice to have another one confirmed.
"""

import json
from dataclasses import dataclass, replace

from django.core.signing import BadSignature, Signer
from pydantic import TypeAdapter

from aligner_core import Note
from review.domain.errors import Problem
from review.models import UploadDraft
from review.payloads import storable
from review.selectors.quotes.state_counts import StateCounts
from review.services.ingest._kept_alignment import keep_alignment
from review.services.ingest._preview_lists import DifferingItem, FailedItem, Numbered
from review.services.ingest._session_plan import SessionChange, SessionPlan
from review.services.ingest.preview import Preview

MAX_NOTES = 200
"""How many notes are listed under each heading."""
MAX_LOST_TEXTS = 20


@dataclass(frozen=True, slots=True)
class ShownPlan:
    """The changes that receiving a session would make, in numbers; a confirmation sends `consequences` back."""

    change: SessionChange
    name: str
    added: int
    changed: int
    demoted: int
    consequences: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewPage:
    """What receiving a draft would do, as its page shows it.

    `session_id` is the key of the stored session, `entry_count` is None without an extraction that can be read, and
    `aligned` is the name of the alignment, empty where nothing was aligned.
    """

    plan: ShownPlan | None
    session_id: int | None
    title: str
    first_words: str
    takes_session: bool
    takes_extraction: bool
    can_confirm: bool
    is_retrieval: bool
    has_answer: bool
    is_known: bool
    is_set_aside: bool
    is_realigned: bool
    session_problems: tuple[Problem, ...]
    extraction_problems: tuple[Problem, ...]
    session_notes: tuple[Note, ...]
    extraction_notes: tuple[Note, ...]
    notes: tuple[Note, ...]
    lost_texts: tuple[Note, ...]
    lost_count: int
    entry_count: int | None
    aligned: str
    unfinished: int
    state_counts: StateCounts | None
    reasons: tuple[tuple[str, int], ...]
    failed: tuple[FailedItem, ...]
    differing: tuple[DifferingItem, ...]
    numbered: Numbered | None
    last_index: int

    @property
    def brings_nothing(self) -> bool:
        """Whether the store has all of it already."""
        return self.is_known and (self.plan is None or not (self.plan.added or self.plan.changed))


_PAGE = TypeAdapter(PreviewPage)


def page_of(preview: Preview) -> PreviewPage:
    """Return what the page of a preview shows."""
    upload, checked, aligned = preview.upload, preview.checked, preview.aligned
    return PreviewPage(
        plan=None if preview.plan is None else _shown(preview.plan),
        session_id=None if preview.session is None else preview.session.pk,
        title="" if upload is None else upload.title,
        first_words=preview.first_words,
        takes_session=preview.takes_session,
        takes_extraction=preview.takes_extraction,
        can_confirm=preview.can_confirm,
        is_retrieval=preview.is_retrieval,
        has_answer=preview.has_answer,
        is_known=preview.is_known,
        is_set_aside=preview.is_set_aside,
        is_realigned=preview.is_realigned,
        session_problems=preview.session_problems,
        extraction_problems=preview.extraction_problems,
        session_notes=() if upload is None else tuple(upload.notes[:MAX_NOTES]),
        extraction_notes=() if checked is None else checked.notes[:MAX_NOTES],
        notes=preview.notes[:MAX_NOTES],
        lost_texts=preview.lost_texts[:MAX_LOST_TEXTS],
        lost_count=len(preview.lost_texts),
        entry_count=None if checked is None else len(checked.entries),
        aligned="" if aligned is None else aligned.name,
        unfinished=0 if aligned is None else aligned.unfinished,
        state_counts=preview.state_counts,
        reasons=preview.reasons,
        failed=preview.failed,
        differing=preview.differing,
        numbered=preview.numbered,
        last_index=preview.last_index,
    )


def kept_page(draft: UploadDraft) -> PreviewPage | None:
    """Return the page that is kept with a draft; None when there is none, or its signature is not valid."""
    try:
        page = _PAGE.validate_json(_signer().unsign(draft.shown))
    except (BadSignature, ValueError):
        return None
    return page if page.is_retrieval or not draft.title else replace(page, title=draft.title)


def keep_preview(draft: UploadDraft, preview: Preview) -> None:
    """Keep the page of a preview and its alignment with a draft, unless it was imported or counts otherwise now."""
    if preview.aligned is not None:
        keep_alignment(draft, preview.aligned)
    dumped = storable(_PAGE.dump_python(page_of(preview), mode="json", by_alias=True))
    same = UploadDraft.objects.filter(pk=draft.pk, received_at=None, numbering=draft.numbering)
    same.update(shown=_signer().sign(json.dumps(dumped)))


def forget_preview(draft: UploadDraft) -> None:
    """Have the preview of a draft made again, as what it shows is no longer so."""
    UploadDraft.objects.filter(pk=draft.pk).update(shown="")


def _shown(plan: SessionPlan) -> ShownPlan:
    return ShownPlan(plan.change, plan.name, plan.added, len(plan.changed), len(plan.demoted), plan.consequences)


def _signer() -> Signer:
    return Signer(salt="review.services.ingest.preview_page")
