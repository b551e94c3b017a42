"""The alignment of an upload, made once for its preview and kept with the draft. Private to the services.

It is signed, so that write access to the table of drafts does not suffice to have another span or reason stored.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.core.signing import BadSignature, Signer
from pydantic import BaseModel

from aligner_core import (
    ENGINE_VERSION,
    AlignedEvidence,
    AlignerConfig,
    EvidenceAligner,
    FailedEvidence,
    MessageUpload,
    Speaker,
    canonical_json,
    digest,
    text_hash,
)
from review.aligner import corpus_in
from review.models import UploadDraft
from review.payloads import CheckedExtraction
from review.services._attempts import Effort, Evidence, align_quotes


class Texts(NamedTuple):
    """The messages that an extraction is aligned to, and their ids where they are chunks."""

    messages: Sequence[MessageUpload]
    chunk_ids: Sequence[str]


class _Kept(BaseModel):
    """An alignment as it is kept; `name` identifies its inputs."""

    name: str
    outcomes: list[AlignedEvidence | FailedEvidence]
    unfinished: int


@dataclass(frozen=True, slots=True)
class AlignedDraft:
    """The outcomes of a draft's quotes, one list per entry, and how many were not searched to the end.

    `name` identifies the inputs of the alignment; `is_realigned` is whether it replaces an earlier one of other inputs;
    `sealed` is all of it as it is kept.
    """

    name: str
    outcomes: Sequence[Sequence[Evidence]]
    unfinished: int
    config: AlignerConfig
    is_realigned: bool
    sealed: str = field(repr=False)


def kept_alignment(
    draft: UploadDraft, checked: CheckedExtraction, texts: Texts, aligner: EvidenceAligner
) -> AlignedDraft | None:
    """Return the alignment kept with a draft; None when there is none, or its inputs have changed."""
    kept = _kept(draft)
    if kept is None or kept.name != _name(checked, texts, aligner.config):
        return None
    return _aligned(kept, checked, aligner.config, sealed=draft.alignment, is_realigned=False)


def made_alignment(
    draft: UploadDraft, checked: CheckedExtraction, texts: Texts, aligner: EvidenceAligner, effort: Effort
) -> AlignedDraft:
    """Return the alignment of a draft, made anew with an *effort*."""
    kept = _made(checked, texts, aligner, effort)
    sealed = _signer().sign(kept.model_dump_json(by_alias=True))
    return _aligned(kept, checked, aligner.config, sealed=sealed, is_realigned=bool(draft.alignment))


def keep_alignment(draft: UploadDraft, aligned: AlignedDraft) -> None:
    """Keep an alignment with its draft, as long as that is not imported."""
    draft.alignment = aligned.sealed
    UploadDraft.objects.filter(pk=draft.pk, received_at=None).update(alignment=aligned.sealed)


def alignment_name(
    said: Sequence[tuple[str, Speaker]], chunk_ids: Sequence[str], extraction: str, config: AlignerConfig
) -> str:
    """Return the digest of everything that an alignment depends on.

    *said* are the messages by their hashes with who said them, *extraction* is the digest of the extraction.
    """
    given = {
        "messages": [[content_hash, *who] for content_hash, who in said],
        "chunks": list(chunk_ids),
        "extraction": extraction,
        "config": config.digest,
        "engine": ENGINE_VERSION,
    }
    return digest(canonical_json(given))


def _name(checked: CheckedExtraction, texts: Texts, config: AlignerConfig) -> str:
    said = [(text_hash(one.content), Speaker(one.name, one.role)) for one in texts.messages]
    return alignment_name(said, texts.chunk_ids, digest(canonical_json(checked.payload)), config)


def _aligned(
    kept: _Kept, checked: CheckedExtraction, config: AlignerConfig, *, sealed: str, is_realigned: bool
) -> AlignedDraft:
    outcomes = iter(kept.outcomes)
    by_entry = [[next(outcomes) for _ in entry.quotes] for entry in checked.entries]
    return AlignedDraft(kept.name, by_entry, kept.unfinished, config, is_realigned, sealed)


def _made(checked: CheckedExtraction, texts: Texts, aligner: EvidenceAligner, effort: Effort) -> _Kept:
    quotes = [quote for entry in checked.entries for quote in entry.quotes]
    outcomes = align_quotes(quotes, corpus_in(texts.messages), aligner, chunk_ids=texts.chunk_ids, effort=effort)
    unfinished = 0 if effort.budget is None else len(effort.budget.unfinished)
    return _Kept(name=_name(checked, texts, aligner.config), outcomes=outcomes, unfinished=unfinished)


def _kept(draft: UploadDraft) -> _Kept | None:
    """Return the alignment kept with a draft; None when there is none, or its signature is not valid."""
    try:
        return _Kept.model_validate_json(_signer().unsign(draft.alignment))
    except (BadSignature, ValueError):
        return None


def _signer() -> Signer:
    return Signer(salt="review.services.ingest.aligned_draft")
