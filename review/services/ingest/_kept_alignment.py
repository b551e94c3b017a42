"""The alignment of an upload, made once for its preview and kept with the draft. Private to the services.

It is signed, so that write access to the table of drafts does not suffice to have another span or reason stored.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.conf import settings
from django.core.signing import BadSignature, Signer
from pydantic import BaseModel

from aligner_core import (
    ENGINE_VERSION,
    AlignedEvidence,
    AlignerConfig,
    EvidenceAligner,
    FailedEvidence,
    WorkBudget,
    canonical_json,
    digest,
    text_hash,
)
from review.models import UploadDraft
from review.payloads import CheckedExtraction
from review.services._attempts import Effort, Evidence, align_quotes


class Texts(NamedTuple):
    """The texts that an extraction is aligned to, and their ids where they are chunks."""

    contents: Sequence[str]
    chunk_ids: Sequence[str]


class _Kept(BaseModel):
    """An alignment as it is kept; `name` identifies its inputs."""

    name: str
    outcomes: list[AlignedEvidence | FailedEvidence]
    unfinished: int


@dataclass(frozen=True, slots=True)
class AlignedDraft:
    """The outcomes of a draft's quotes, one list per entry, and how many were not searched to the end.

    `name` identifies the inputs of the alignment; `is_realigned` is whether it replaced an earlier one of other inputs.
    """

    name: str
    outcomes: Sequence[Sequence[Evidence]]
    unfinished: int
    config: AlignerConfig
    is_realigned: bool


def kept_alignment(
    draft: UploadDraft, checked: CheckedExtraction, texts: Texts, aligner: EvidenceAligner
) -> AlignedDraft | None:
    """Return the alignment kept with a draft; None when there is none, or its inputs have changed."""
    kept = _kept(draft)
    if kept is None or kept.name != _name(checked, texts, aligner.config):
        return None
    return _by_entry(kept, checked, aligner.config, is_realigned=False)


def made_alignment(
    draft: UploadDraft,
    checked: CheckedExtraction,
    texts: Texts,
    aligner: EvidenceAligner,
    *,
    on_quote: Callable[[], object] | None = None,
) -> AlignedDraft:
    """Return the alignment of a draft, made anew for `keep_alignment`; *on_quote* is called after each quote."""
    kept = _made(_name(checked, texts, aligner.config), checked, texts, aligner, on_quote)
    is_realigned = bool(draft.alignment)
    draft.alignment = _signer().sign(kept.model_dump_json(by_alias=True))
    return _by_entry(kept, checked, aligner.config, is_realigned=is_realigned)


def keep_alignment(draft: UploadDraft) -> bool:
    """Store the alignment that was made of a draft, and return whether the draft is still there to be imported."""
    return bool(UploadDraft.objects.filter(pk=draft.pk, received_at=None).update(alignment=draft.alignment))


def alignment_name(
    content_hashes: Sequence[str], chunk_ids: Sequence[str], checked: CheckedExtraction, config: AlignerConfig
) -> str:
    """Return the digest of everything that an alignment depends on."""
    given = {
        "messages": list(content_hashes),
        "chunks": list(chunk_ids),
        "extraction": digest(canonical_json(checked.payload)),
        "config": config.digest,
        "engine": ENGINE_VERSION,
    }
    return digest(canonical_json(given))


def _name(checked: CheckedExtraction, texts: Texts, config: AlignerConfig) -> str:
    return alignment_name([text_hash(content) for content in texts.contents], texts.chunk_ids, checked, config)


def _by_entry(kept: _Kept, checked: CheckedExtraction, config: AlignerConfig, *, is_realigned: bool) -> AlignedDraft:
    outcomes = iter(kept.outcomes)
    by_entry = [[next(outcomes) for _ in entry.quotes] for entry in checked.entries]
    return AlignedDraft(kept.name, by_entry, kept.unfinished, config, is_realigned)


def _made(
    name: str,
    checked: CheckedExtraction,
    texts: Texts,
    aligner: EvidenceAligner,
    on_quote: Callable[[], object] | None,
) -> _Kept:
    budget = WorkBudget(settings.REVIEW_MAX_UPLOAD_WORK)
    quotes = [quote for entry in checked.entries for quote in entry.quotes]
    outcomes = align_quotes(quotes, texts.contents, aligner, chunk_ids=texts.chunk_ids, effort=Effort(budget, on_quote))
    return _Kept(name=name, outcomes=outcomes, unfinished=len(budget.unfinished))


def _kept(draft: UploadDraft) -> _Kept | None:
    """Return the alignment kept with a draft; None when there is none, or its signature is not valid."""
    try:
        return _Kept.model_validate_json(_signer().unsign(draft.alignment))
    except (BadSignature, ValueError):
        return None


def _signer() -> Signer:
    return Signer(salt="review.services.ingest.aligned_draft")
