"""`manage.py fill_store --entries N`: a store of any size, to measure with."""

from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import count
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError
from django.db.models import Count

from review.databases import refresh_statistics
from review.management._filling import ENTRIES, live_through, marks_of, uploads_of
from review.management._telling import told_what_to_do
from review.management.commands.seed_demo import add_person
from review.models import Project, ReviewSession
from review.selectors.demo import DEMO_PEOPLE
from review.services.filling.copies import Copy, Template, copy_sessions, read_template
from review.services.ingest.receive import receive_extraction, receive_session

PROJECTS = (("atlas", "Atlas"), ("harbor", "Harbor"), ("hanbit", "한빛"))
TEMPLATES = 6
"""How many sessions are made by the services; the others are copies of them."""
BETWEEN = timedelta(minutes=7)
"""The time between one session and the next."""
PREFIX = "fill-nr-"


class Command(BaseCommand):
    """Fill a store with sessions that have valid chains and digests."""

    help = "Fill an empty store with any number of entries, to measure with: several projects, people and sessions."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the number of entries, and the leave to add them to others."""
        parser.add_argument("--entries", type=int, required=True, help="how many entries to add")
        parser.add_argument("--add", action="store_true", help="add them to a store that holds sessions already")

    def handle(self, *args: Any, entries: int, add: bool, **options: Any) -> None:  # noqa: ANN401, ARG002
        """Make a few sessions through the services that the pages use, and copy them."""
        if settings.REVIEW_IS_EXPOSED:
            message = "Other machines are served here, and everybody knows the passwords: nothing is filled in."
            raise CommandError(message)
        if ReviewSession.objects.exists() and not add:
            message = "The store holds sessions already. Give --add to fill it all the same; nothing is ever removed."
            raise CommandError(message)
        numbers = count(ReviewSession.objects.filter(session_id__startswith=PREFIX).count())
        with told_what_to_do():
            sessions = _fill(entries, numbers, tell=self.stdout.write)
        refresh_statistics()
        self.stdout.write(f"{entries:,} entries in {sessions:,} sessions of {len(PROJECTS)} projects.")


def _fill(entries: int, numbers: Iterator[int], *, tell: Callable[[str], object]) -> int:
    """Make sessions, and return how many: the last one has the entries that are left."""
    whole, rest = divmod(entries, ENTRIES)
    projects = [_project(slug, name) for slug, name in PROJECTS]
    templates = _known_templates()
    made = 0 if templates else min(whole, TEMPLATES)
    templates += [_template(projects[place % len(projects)], next(numbers)) for place in range(made)]
    if rest:
        _template(projects[0], next(numbers), entries=rest)
    stored, copies = 0, whole - made
    wanted = (
        Copy(templates[place % len(templates)], marks_of(next(numbers)), BETWEEN * (copies - place))
        for place in range(copies)
    )
    for number, added in enumerate(copy_sessions(wanted), start=1):
        stored += added
        tell(f"{stored:,} entries copied")
        if number.bit_count() == 1:
            refresh_statistics()  # each time that twice as much is there: keys are checked by plans for smaller tables
    return whole + bool(rest)


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
    live_through(session, people, number=number, password="demo")  # noqa: S106 - of the demo
    return read_template(session, marks=marks_of(number))
