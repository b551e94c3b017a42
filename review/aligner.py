"""The aligner of this installation: every quote of it is looked for with the configuration that its settings give."""

from functools import lru_cache

from django.conf import settings

from aligner_core import AlignerConfig, EvidenceAligner


def aligner() -> EvidenceAligner:
    """Return the aligner that every attempt, preview, diagnosis and trial uses, so that they agree."""
    return _aligner(settings.REVIEW_MAX_FUZZY_QUOTE_CHARS)


@lru_cache(maxsize=1)
def _aligner(max_quote_length: int) -> EvidenceAligner:
    return EvidenceAligner(AlignerConfig(max_quote_length=max_quote_length))
