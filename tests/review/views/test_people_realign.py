"""A manager realigns a project on its page: within the request where it is small, else by a job that the page shows."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from aligner_core import AlignerConfig
from review.aligner import config_of
from review.domain.policy import Stage
from review.jobs import realigning as realigning_jobs
from review.jobs import running
from review.jobs.worker import run_waiting
from review.models import Entry, Job, Project, Role
from review.services.people.members import set_aligner
from review.services.promotion.stages import promote_entry
from review.services.repair import realigning
from tests.factories import make_entries, make_project, make_session, make_user

pytestmark = pytest.mark.django_db
MESSAGE = "The index is rebuilt on Friday, before the release of the week."
SLIPPED = {"messageIndex": 0, "quote": "The index is rebuilt on Friday, before the relaese of the week."}
ADDRESS, HTMX = "/projects/ledger/realign/", {"HX-Request": "true"}


@pytest.fixture
def person() -> User:
    return make_user("dana", project=make_project(), role=Role.MANAGER)


@pytest.fixture
def dana(person: User) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(person)
    return client


@pytest.fixture
def _by_a_job(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(realigning, "MAX_REALIGNED_AT_ONCE", 2)
    monkeypatch.setattr(realigning_jobs, "BREATH", 0)
    monkeypatch.setattr(running, "LOOK_EVERY", 60)


def make_low(number: int, person: User) -> list[Entry]:
    """Return entries with a quote below the bar, the first of them verified."""
    made = make_entries(make_session([MESSAGE], project=make_project()), [{"evidence": [SLIPPED]}] * number)
    promote_entry(entry_id=made[0].pk, to=Stage.VERIFIED, seen_version=made[0].version, actor=person)
    project, config = Project.objects.get(), AlignerConfig(fuzzy_threshold=0.99)
    set_aligner(project_id=project.pk, config=config, seen=config_of(project), actor=person)
    return made


def test_a_small_project_is_realigned_within_the_request(dana: Client, person: User) -> None:
    make_low(3, person)

    page = dana.post(ADDRESS, headers=HTMX).content.decode()
    again = dana.post(ADDRESS, follow=True).content.decode()

    said = "2 quotes were realigned. 1 quote of a verified entry is judged differently and stays as it is."
    assert said in page
    assert "0 quotes were realigned. 1 quote of a verified entry" in again
    assert Job.objects.count() == 0


@pytest.mark.usefixtures("_by_a_job")
def test_a_large_project_is_realigned_by_a_job_that_its_page_shows(dana: Client, person: User) -> None:
    make_low(3, person)

    begun = dana.post(ADDRESS, headers=HTMX).content.decode()
    answer = dana.post(ADDRESS)
    run_waiting()
    page = dana.get("/projects/ledger/").content.decode()
    job = Job.objects.get()

    assert f'hx-get="/jobs/{job.pk}/?seen=waiting-0"' in begun
    assert 'id="realign-go"' not in begun
    assert (answer.status_code, answer.headers["Location"]) == (302, "/projects/ledger/")
    assert dana.get(f"/jobs/{job.pk}/").headers["Location"] == "/projects/ledger/"
    assert "2 quotes were realigned. 1 quote of a verified entry" in page
    assert 'id="realign-go"' in page


@pytest.mark.usefixtures("_by_a_job")
def test_a_job_that_was_cancelled_says_so_on_the_page(dana: Client, person: User) -> None:
    make_low(3, person)
    dana.post(ADDRESS)

    page = dana.post(f"/jobs/{Job.objects.get().pk}/cancel/", {"next": "/projects/ledger/"}, follow=True)

    assert "Cancelled by dana" in page.content.decode()


def test_who_does_not_manage_the_project_does_not_realign_it(mina: Client, project: Project) -> None:
    assert mina.post(ADDRESS).status_code == 403
    assert 'id="realign' not in mina.get("/projects/ledger/").content.decode()


def test_a_manager_sees_what_would_change_before_it_does(dana: Client, person: User) -> None:
    make_low(3, person)

    page = dana.get(ADDRESS).content.decode()

    assert "What realigning would change" in page
    assert "3 quotes are below the similarity of today and would be looked for again." in page
    assert 'id="realign-go"' in page
    assert f'href="{ADDRESS}"' in dana.get("/projects/ledger/").content.decode()
