"""Extraction on the page of a session, and its settings on that of a project."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from review.jobs.worker import run_waiting
from review.models import Extraction, Project
from review.selectors.extracting import extractor_digest, extractor_of
from tests.extracting import MESSAGES, asking, choose
from tests.factories import make_retrieval, make_session


def extract(client: Client, pk: int, **headers: str) -> str:
    return client.post(reverse("review:session_extract", args=[pk]), headers=headers, follow=True).content.decode()


def test_a_session_is_extracted_from_its_page_and_leads_to_the_run(mina: Client, project: Project) -> None:
    with asking("invent,ok>mend") as (session, _):
        page = mina.get(session.get_absolute_url()).content.decode()
        assert 'id="extract-go"' in page
        assert "by invent,ok&gt;mend" in page

        after = extract(mina, session.pk)
        assert 'class="job"' in after
        assert 'id="extract-go"' not in after
        run_waiting()

    extraction = Extraction.objects.get()
    assert extraction.get_absolute_url() in mina.get(session.get_absolute_url()).content.decode()
    told = mina.get(extraction.get_absolute_url()).content.decode()
    assert "Asked a model 2 times" in told


def test_the_progress_of_an_extraction_tells_its_windows_and_tokens(mina: Client, project: Project) -> None:
    with asking("ok") as (session, _):
        answer = extract(mina, session.pk, hx_request="true")

    assert 'id="extract"' in answer
    assert "0 tokens" in answer


def test_a_session_says_why_it_cannot_be_extracted_and_how_to_turn_it_on(mina: Client, project: Project) -> None:
    session = make_session(MESSAGES, project=project)
    assert "No model is chosen for this project." in mina.get(session.get_absolute_url()).content.decode()

    choose(project, model="m")
    assert "REVIEW_OPENAI_KEY" in mina.get(session.get_absolute_url()).content.decode()
    assert "REVIEW_OPENAI_KEY" in extract(mina, session.pk)

    response = mina.post(reverse("review:session_extract", args=[session.pk]), headers={"hx-request": "true"})
    assert response.status_code == 409
    assert 'role="alert"' in response.content.decode()


def test_who_may_not_review_and_a_retrieval_have_no_extraction(mina: Client, guest: Client, project: Project) -> None:
    session = make_session(MESSAGES, project=project)
    retrieval = make_retrieval([{"content": "A chunk."}], project=project)

    assert 'id="extract"' not in guest.get(session.get_absolute_url()).content.decode()
    assert 'id="extract"' not in mina.get(retrieval.get_absolute_url()).content.decode()


def test_the_demo_says_that_its_model_is_none(mina: Client, project: Project, settings: Settings) -> None:
    settings.REVIEW_DEMO = True
    session = make_session(MESSAGES, project=project)

    assert "it is no model" in mina.get(session.get_absolute_url()).content.decode()


@pytest.fixture
def dana(project: Project) -> Client:
    choose(project, model="one")
    client = Client(headers={"accept-language": "en"})
    client.force_login(User.objects.get(username="dana"))
    return client


def sent(project: Project, **changes: object) -> dict[str, object]:
    project.refresh_from_db()
    given = {**extractor_of(project).stored, "seen": extractor_digest(project)}
    return {**given, **changes}


def test_a_manager_chooses_the_model_of_a_project(dana: Client, project: Project) -> None:
    page = dana.get(project.get_absolute_url()).content.decode()
    assert 'value="one"' in page
    assert "scripted" not in page

    dana.post(reverse("review:project_extractor", args=[project.slug]), sent(project, model="two", idle_minutes=60))

    project.refresh_from_db()
    assert (extractor_of(project).model, extractor_of(project).idle_minutes) == ("two", 60)


@pytest.mark.parametrize(
    "wrong",
    [
        {"protocol": "scripted"},
        {"protocol": "x"},
        {"base_url": "ftp://x"},
        {"tokens_a_day": -1},
        {"idle_minutes": 99_999},
    ],
)
def test_settings_that_cannot_be_are_refused(wrong: dict[str, object], dana: Client, project: Project) -> None:
    response = dana.post(reverse("review:project_extractor", args=[project.slug]), sent(project, **wrong))

    assert response.status_code == 422
    assert extractor_of(project).model == "one"


def test_members_see_which_model_a_project_has(mina: Client, dana: Client, project: Project) -> None:
    page = mina.get(project.get_absolute_url()).content.decode()

    assert "OpenAI" in page
    assert 'id="extractor-go"' not in page


def test_the_demo_offers_a_scripted_model(dana: Client, project: Project, settings: Settings) -> None:
    settings.REVIEW_DEMO = True

    assert "a scripted model, which is no model" in dana.get(project.get_absolute_url()).content.decode()
