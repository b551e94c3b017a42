"""The list of jobs and that of kept bundles cost the same among ten times the jobs of others."""

from functools import partial

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.utils import timezone

from benchmarks.pages import Cost, cost_of, costs
from review.databases import refresh_statistics
from review.domain.jobs import JobState
from review.domain.roles import Role
from review.domain.tokens import Scope
from review.models import Job, Project
from review.selectors.jobs import listed_jobs
from review.services.bundles.large import BUNDLE
from review.services.people.tokens import Issued, issue_token
from tests.factories import make_project, make_user

pytestmark = pytest.mark.django_db(transaction=True)
SMALL, LARGE = 400, 4_000
BUNDLES = "/api/v1/bundles"
GROWTH, SLACK = 1.1, {"sqlite": 20, "postgresql": 300}


@pytest.fixture
def project() -> Project:
    return make_project()


@pytest.fixture
def dana(project: Project) -> User:
    return make_user("dana", project=project, role=Role.MANAGER)


@pytest.fixture
def bot(project: Project, dana: User) -> Client:
    issued = issue_token(project_id=project.pk, name="bot", scopes=tuple(Scope), days=1, actor=dana)
    assert isinstance(issued, Issued)
    return Client(headers={"Authorization": f"Bearer {issued.secret}"})


def add(count: int, *, project: Project | None, owner: User, kind: str = "align") -> list[Job]:
    """Add jobs that are done, of which the bundles were sealed with a token of a project."""
    now = timezone.now()
    given = {"project": Project.objects.earliest("pk").pk, "page": "/entries/bundle/"}
    ended = {"state": JobState.DONE, "until": now, "ended_at": now, "given": given}
    subjects = (f"draft-{number}" for number in range(count))
    rows = [Job(kind=kind, subject=subject, project=project, owner=owner, **ended) for subject in subjects]
    made = Job.objects.bulk_create(rows, batch_size=40)
    refresh_statistics()
    return made


def measured(project: Project, bot: Client) -> dict[str, Cost]:
    pages = costs({"list": f"/projects/{project.slug}/jobs/"})
    bot.get(BUNDLES)
    return {**pages, "bundles": cost_of(partial(bot.get, BUNDLES))}


def test_lists_of_jobs_cost_the_same_among_many_of_another_project(project: Project, dana: User, bot: Client) -> None:
    other = make_project("harbor")
    add(3, project=project, owner=dana)
    add(3, project=None, owner=dana, kind=BUNDLE)
    add(SMALL, project=other, owner=dana)
    small = measured(project, bot)
    add(LARGE - SMALL, project=other, owner=dana)
    large = measured(project, bot)

    assert {name: (small[name], large[name]) for name in small if grows(small[name], large[name])} == {}


def test_listed_jobs_returns_those_of_the_project_and_ones_own_of_none_newest_first(
    project: Project, dana: User
) -> None:
    other, mina = make_project("harbor"), make_user("mina", project=project)
    made = [
        *add(30, project=project, owner=mina),
        *add(30, project=None, owner=dana),
        *add(5, project=project, owner=dana),
    ]
    add(2, project=other, owner=dana)
    add(2, project=None, owner=mina)

    assert listed_jobs(project, dana) == made[:-51:-1]


def grows(before: Cost, after: Cost) -> bool:
    return after.work > GROWTH * before.work + SLACK[connection.vendor] or after.queries > before.queries
