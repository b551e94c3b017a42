"""Stores of any size: a few sessions in several projects, made by the services, and copies of them."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import count

from django.contrib.auth import get_user_model
from django.db.models import Count

from benchmarks.fill.copies import Copy, copy_sessions
from benchmarks.fill.sessions import ENTRIES, live_through, marks_of, uploads_of
from benchmarks.fill.templates import Template, read_template
from review.databases import refresh_statistics
from review.management.commands.seed_demo import add_person
from review.models import Project, ReviewSession
from review.selectors.demo import DEMO_PASSWORD, DEMO_PEOPLE
from review.services.ingest.receive import receive_extraction, receive_session

PROJECTS = (("atlas", "Atlas"), ("harbor", "Harbor"), ("hanbit", "한빛"))
TEMPLATES = 6
"""How many sessions are made by the services; the others are copies of them."""
BETWEEN = timedelta(minutes=7)
"""The time between one session and the next."""
PREFIX = "fill-nr-"


def fill(entries: int, *, report: Callable[[str], object] = lambda _: None) -> int:
    """Add entries to the store, and return the number of their sessions; the last one has the rest."""
    numbers = count(ReviewSession.objects.filter(session_id__startswith=PREFIX).count())
    whole, rest = divmod(entries, ENTRIES)
    projects = [_project(slug, name) for slug, name in PROJECTS]
    templates = _known_templates()
    made = 0 if templates else min(whole, TEMPLATES)
    templates += [_template(projects[place % len(projects)], next(numbers)) for place in range(made)]
    if rest:
        _template(projects[0], next(numbers), entries=rest)
    _copy(templates, numbers, copies=whole - made, report=report)
    refresh_statistics()
    return whole + bool(rest)


def _copy(templates: list[Template], numbers: Iterator[int], *, copies: int, report: Callable[[str], object]) -> None:
    stored = 0
    wanted = (
        Copy(templates[place % len(templates)], marks_of(next(numbers)), BETWEEN * (copies - place))
        for place in range(copies)
    )
    for number, added in enumerate(copy_sessions(wanted), start=1):
        stored += added
        report(f"{stored:,} entries copied")
        if number.bit_count() == 1:
            refresh_statistics()  # each time that twice as much is there: keys are checked by plans for smaller tables


def _known_templates() -> list[Template]:
    """Return the first whole sessions that the store was filled with before, as templates for more."""
    filled = ReviewSession.objects.filter(session_id__startswith=PREFIX).annotate(number=Count("entries"))
    known = filled.filter(number=ENTRIES).order_by("pk")[:TEMPLATES]
    return [read_template(one, marks=marks_of(int(one.session_id.removeprefix(PREFIX)))) for one in known]


def _project(slug: str, name: str) -> Project:
    project, _ = Project.objects.get_or_create(slug=slug, defaults={"name": name})
    for person, role, staff in DEMO_PEOPLE:
        add_person(project, person, role=role, staff=staff)
    return project


def _template(project: Project, number: int, *, entries: int = ENTRIES) -> Template:
    """Make one session as people do, and return it as a template."""
    uploads = uploads_of(number, entries=entries)
    session = receive_session(project=project, upload=uploads[0].session, actor=None).session
    for checked in (one.extraction for one in uploads if one.extraction is not None):
        receive_extraction(session=session, checked=checked, actor=None)
    names = ("mina", "hana") if number % 2 else ("jun", "hana")
    people = [get_user_model().objects.get(username=name) for name in names]
    live_through(session, people, number=number, password=DEMO_PASSWORD)
    return read_template(session, marks=marks_of(number))
