"""The extractor of a project: its settings, whether it can be asked, and what it has spent."""

from dataclasses import dataclass
from typing import get_args
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import F, Sum
from django.utils import timezone

from aligner_core import canonical_json, digest
from aligner_core.extraction import ProtocolName
from review.domain.extracting import SCRIPT, SCRIPTED, ExtractorOff, ExtractorSettings
from review.models import ExtractorRun, Job, Project, ReviewSession
from review.selectors.jobs import newest_job

EXTRACT = "extract"
"""The kind of the job."""
KEYS = {"openai": "REVIEW_OPENAI_KEY", "anthropic": "REVIEW_ANTHROPIC_KEY"}
"""The variable of the key for each protocol."""


@dataclass(frozen=True, slots=True)
class Extracting:
    """What the page of a session shows of extraction: the newest job, or why there can be none."""

    settings: ExtractorSettings
    off: ExtractorOff | None
    job: Job | None


def extractor_of(project: Project) -> ExtractorSettings:
    """Return what a project has chosen; in the demo, a scripted model until something is chosen."""
    if not project.extractor and settings.REVIEW_DEMO:
        return ExtractorSettings(protocol=SCRIPTED, model=SCRIPT)
    return ExtractorSettings.of(project.extractor)


def extractor_digest(project: Project) -> str:
    """Return the digest of what a project has chosen, by which a page says what was seen."""
    return digest(canonical_json(project.extractor))


def offered_protocols() -> tuple[str, ...]:
    """Return the protocols that a project may choose: a scripted model is one of the demo."""
    names: tuple[str, ...] = get_args(ProtocolName)
    return (*names, SCRIPTED) if settings.REVIEW_DEMO else names


def key_for(protocol: str) -> str:
    """Return the key for a protocol; "" without one. It comes from the environment alone."""
    return str(getattr(settings, KEYS[protocol], ""))


def why_off(chosen: ExtractorSettings) -> ExtractorOff | None:
    """Return why an extractor is off; None if it can be asked.

    The key goes to the maker of the protocol, or to a host that who runs the server has named: whoever manages a
    project cannot have it sent elsewhere.
    """
    if chosen.protocol not in offered_protocols() or not chosen.model:
        return ExtractorOff.NO_MODEL
    if chosen.is_scripted:
        return None
    if not key_for(chosen.protocol):
        return ExtractorOff.NO_KEY
    host = urlsplit(chosen.base_url).netloc
    return None if not chosen.base_url or host in settings.REVIEW_LLM_HOSTS else ExtractorOff.OTHER_HOST


def tokens_left(project: Project) -> int:
    """Return how many tokens the extractor of a project may still spend today."""
    begun = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    runs = ExtractorRun.objects.filter(project=project, created_at__gte=begun)
    spent = runs.aggregate(sum=Sum(F("input_tokens") + F("output_tokens")))["sum"] or 0
    return max(0, extractor_of(project).tokens_a_day - spent)


def extract_subject(session: ReviewSession) -> str:
    """Return the name by which jobs are about the extraction of a session."""
    return f"session-{session.pk}"


def extracting(session: ReviewSession) -> Extracting:
    """Return what the page of a session shows of extraction."""
    chosen = extractor_of(session.project)
    job = newest_job(extract_subject(session), kind=EXTRACT)
    return Extracting(chosen, why_off(chosen), job)


def run_of(job: Job) -> ExtractorRun | None:
    """Return what a job that extracts has taken so far."""
    return ExtractorRun.objects.filter(pk=job.given.get("run")).first()
