"""What an extraction by a model leaves: what it took while it runs, and at its end the extraction itself."""

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import F

from aligner_core import canonical_json
from aligner_core.extraction import Tokens, WindowDone
from review.aligner import aligner_for, corpus_in
from review.models import Extraction, ExtractorRun, ReviewSession
from review.payloads import CheckedExtraction
from review.services.ingest._extraction_rows import AlignedUpload, draw, store_extraction
from review.services.ingest.receive import align_extraction


def count_window(run_id: int, done: WindowDone) -> None:
    """Count what a window took, at once: what was spent stays spent when the job ends without its effect."""
    _count(run_id, done.tokens, repaired=done.repaired, given_up=done.given_up)


def note_lost(run_id: int, code: str) -> None:
    """Note why nothing came of an extraction, or why a part of the session was not read."""
    ExtractorRun.objects.filter(pk=run_id).update(code=code[:20])


def aligned_extraction(session: ReviewSession, checked: CheckedExtraction) -> AlignedUpload:
    """Return an extraction aligned to its session, by the settings of its project."""
    messages = list(session.current_messages())
    aligner, corpus = aligner_for(session.project), corpus_in(messages)
    outcomes = align_extraction(corpus, checked, aligner)
    drawn = draw(checked, outcomes, aligner.config)
    return AlignedUpload(checked, canonical_json(checked.payload), messages, corpus, outcomes, aligner.config, drawn)


def store_aligned(session: ReviewSession, upload: AlignedUpload, *, actor: AbstractBaseUser) -> Extraction:
    """Store an extraction in the caller's transaction, as that of any upload."""
    return store_extraction(session, upload, actor=actor)[0]


def _count(run_id: int, tokens: Tokens, *, repaired: int, given_up: int) -> None:
    ExtractorRun.objects.filter(pk=run_id).update(
        input_tokens=F("input_tokens") + tokens.input,
        output_tokens=F("output_tokens") + tokens.output,
        repaired=F("repaired") + repaired,
        given_up=F("given_up") + given_up,
    )
