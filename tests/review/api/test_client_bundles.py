"""The client against the application itself: bundles, imports, places of a claim, and the model of a project."""

from collections.abc import Callable

import httpx
import pytest
from django.core.wsgi import get_wsgi_application
from django.test import override_settings

from aligner_core import digest
from aligner_core.client import ApiError, EvidenceReview, JobFailedError
from review.domain.roles import Role
from review.models import Extraction, Job, ReviewSession
from review.services.bundles import large
from tests.extracting import asking
from tests.factories import make_entry, make_project, make_session, make_user
from tests.review.api.conftest import EVERY, Programs
from tests.review.api.test_uploads import run_jobs

pytestmark = pytest.mark.django_db(transaction=True)
WORDS = "We keep the raw text of every event."
Clients = Callable[..., EvidenceReview]


@pytest.fixture
def client_of(program: Programs) -> Clients:
    """Return a function that makes a client of a manager of a project."""

    def make(slug: str = "ledger") -> EvidenceReview:
        project = make_project(slug)
        bot = program(make_user(f"dana-{slug}", project=project, role=Role.MANAGER), project=project, scopes=EVERY)
        transport = httpx.WSGITransport(get_wsgi_application())
        return EvidenceReview("http://testserver", bot.secret, transport=transport, sleep=lambda _seconds: run_jobs())

    return make


@pytest.fixture
def session() -> ReviewSession:
    return make_entry(make_session([WORDS], session_id="talk", project=make_project()), ["the raw text"]).session


def test_a_bundle_is_sealed_taken_and_checked(client_of: Clients, session: ReviewSession) -> None:
    review = client_of()

    made = review.seal_bundle(session=session.pk)
    data = review.bundle(made["id"])

    assert (made["state"], made["digest"], made["size"]) == ("done", digest(data), len(data))
    assert review.bundles() == [made]
    assert review.bundle_statement(made["id"])["signatures"][0]["keyid"] == made["keyId"]
    assert not review.verify_bundle(data)["isWrong"]
    assert review.verify_bundle(data.replace(b"keep the raw", b"lose the raw"))["isWrong"]


def test_a_bundle_without_the_words_of_messages(client_of: Clients, session: ReviewSession) -> None:
    review = client_of()

    made = review.seal_bundle(filter={"session": str(session.pk)}, withhold=["messages"])

    assert review.verify_bundle(review.bundle(made["id"]))["manifest"]["withheld"] == ["messages"]
    with pytest.raises(ApiError, match="422 invalid_request"):
        review.seal_bundle()


def test_a_large_bundle_is_waited_for(
    client_of: Clients, session: ReviewSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    review = client_of()
    monkeypatch.setattr("review.api.bundles.is_large", lambda *_size: True)

    made = review.seal_bundle(session=session.pk)

    assert (made["id"], made["state"]) == (Job.objects.get().pk, "done")
    assert digest(review.bundle(made["id"])) == made["digest"]


def test_an_export_is_imported_into_another_project(client_of: Clients, session: ReviewSession) -> None:
    exported = client_of().call("GET", "exports/jsonl").content
    archive = client_of("archive")

    done = archive.import_export(exported, name="ledger.jsonl")

    assert (done["counts"]["entries"], done["refused"]) == (1, [])
    assert archive.import_export(exported)["counts"]["entries_there"] == 1
    with pytest.raises(ApiError, match="422 not_an_export"):
        archive.import_export(b"{}")


@override_settings(REVIEW_MAX_CHARS_AT_ONCE=10)
def test_a_large_export_is_waited_for(client_of: Clients, session: ReviewSession) -> None:
    exported = client_of().call("GET", "exports/jsonl").content

    done = client_of("archive").import_export(exported)

    assert done["counts"]["entries"] == 1
    assert ReviewSession.objects.filter(project__slug="archive").count() == 1


def test_places_of_a_claim_are_words_to_quote(client_of: Clients, session: ReviewSession) -> None:
    [place] = client_of().proposals(session.pk, "The raw text of events is kept", limit=1)

    assert (place["messageIndex"], place["quote"]) == (0, WORDS)
    assert 0 < place["score"] <= 1


def test_the_model_of_a_project_extracts_a_session(client_of: Clients) -> None:
    with asking("invent,ok>mend") as (talk, _):
        done = client_of(talk.project.slug).extract(talk.pk)

    assert (done["extraction"], done["lost"]) == (Extraction.objects.get().pk, 0)


def test_without_a_model_or_an_answer_there_is_an_error(client_of: Clients, session: ReviewSession) -> None:
    with pytest.raises(ApiError, match="409 no_model"):
        client_of().extract(session.pk)
    with asking("prose") as (talk, _), pytest.raises(JobFailedError, match="failed: unanswered"):
        client_of(talk.project.slug).extract(talk.pk)


def test_a_bundle_that_is_too_large_is_for_the_command(
    client_of: Clients, session: ReviewSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(large, "MAX_BUNDLE_RECORDS", 1)

    with pytest.raises(ApiError, match="413 bundle_too_large"):
        client_of().seal_bundle(session=session.pk)
