"""Start the job that extracts a session: at once for a person or a program, or because the session is idle."""

from datetime import timedelta

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from aligner_core.extraction import language_of, prompt_version
from review.domain import events
from review.domain.events.people import ExtractorChanged
from review.domain.extracting import ExtractorOff
from review.domain.jobs import OPEN_STATES
from review.domain.limits import MAX_IDLE_AT_ONCE
from review.models import Event, Extraction, ExtractorRun, Job, Project, ReviewSession
from review.selectors.access import may_review
from review.selectors.extracting import EXTRACT, extract_subject, extractor_of, tokens_left, why_off
from review.selectors.retrievals.retrieval import retrieval_of
from review.services._jobs import Work, enqueue


@transaction.atomic(durable=True)
def start_extraction(session: ReviewSession, *, actor: AbstractBaseUser) -> Job | ExtractorOff:
    """Start the job that extracts a session, or return why it cannot be started."""
    return _start(session, actor=actor, is_idle=False)


def start_idle() -> list[Job]:
    """Start the jobs of sessions that are idle, some at a time, and return them.

    No session is read twice by a prompt in this way, and none that was read by it in any other.
    """
    started = list[Job]()
    for project in Project.objects.exclude(extractor={}):
        minutes = extractor_of(project).idle_minutes
        if minutes and why_off(extractor_of(project)) is None:
            started += _idle_of(project, timedelta(minutes=minutes))
    return started


def _idle_of(project: Project, idle: timedelta) -> list[Job]:
    owner = _who_chose(project)
    running = Job.objects.filter(project=project, kind=EXTRACT, state__in=OPEN_STATES).count()
    if owner is None or not may_review(owner, project.pk):
        return []
    started = list[Job]()
    for session in _idle_sessions(project, idle)[: max(0, MAX_IDLE_AT_ONCE - running)]:
        with transaction.atomic(durable=True):
            job = _start(session, actor=owner, is_idle=True)
        if isinstance(job, Job):
            started.append(job)
    return started


def _idle_sessions(project: Project, idle: timedelta) -> list[ReviewSession]:
    """Return the sessions of a project to which nothing was added for a while, and that no prompt of now has read."""
    versions = [prompt_version("en"), prompt_version("ko")]
    of_session = {"session": OuterRef("pk"), "prompt_version__in": versions}
    types = [events.SessionIngested.event_type, events.SessionRevised.event_type]
    lately = Event.objects.filter(session=OuterRef("pk"), event_type__in=types, created_at__gt=timezone.now() - idle)
    sessions = ReviewSession.objects.filter(
        ~Exists(ExtractorRun.objects.filter(**of_session)),
        ~Exists(Extraction.objects.filter(**of_session)),
        ~Exists(lately),
        project=project,
        retrieval=None,
    )
    return list(sessions.select_related("project").order_by("-pk")[:MAX_IDLE_AT_ONCE])


def _who_chose(project: Project) -> AbstractBaseUser | None:
    """Return who last chose the settings of the extractor: the sessions are read for that person."""
    chosen = Event.objects.filter(event_type=ExtractorChanged.event_type, session=None).order_by("-pk")
    name = next((event.actor for event in chosen if event.body["project"] == project.slug), "")
    return get_user_model().objects.filter(username=name, is_active=True).first()


def _start(session: ReviewSession, *, actor: AbstractBaseUser, is_idle: bool) -> Job | ExtractorOff:
    project = Project.objects.select_for_update(no_key=True).get(pk=session.project_id)
    off = why_off(extractor_of(project))
    if off is not None:
        return off
    if retrieval_of(session) is not None:
        return ExtractorOff.RETRIEVAL
    if not tokens_left(project):
        return ExtractorOff.SPENT
    subject = extract_subject(session)
    if Job.objects.filter(kind=EXTRACT, subject=subject, state__in=OPEN_STATES).exists():
        return ExtractorOff.RUNNING
    texts = list(session.current_messages().values_list("content", flat=True))
    version = prompt_version(language_of(texts))
    run = ExtractorRun.objects.create(
        project=project, session=session, prompt_version=version, is_idle=is_idle, created_at=timezone.now()
    )
    return enqueue(Work(EXTRACT, subject, str(session), project.pk, actor.pk, {"session": session.pk, "run": run.pk}))
