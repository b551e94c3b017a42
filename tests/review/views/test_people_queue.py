"""A manager weighs the turns of the queue on the page of the project."""

from http import HTTPStatus

import pytest
from django.test import Client

from review.domain.turns import DEFAULT_WEIGHTS
from review.models import Event, Project, Role
from review.services.audit.audit_store import audit_store
from tests.factories import make_project, make_user

pytestmark = pytest.mark.django_db(transaction=True)
SEEN = " ".join(f"{turn} {weight}" for turn, weight in DEFAULT_WEIGHTS.items())
WEIGHTS = {**DEFAULT_WEIGHTS, "ready": 100, "failed": 0}


def log_in(name: str, role: Role) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(make_user(name, project=make_project(), role=role))
    return client


@pytest.fixture
def dana() -> Client:
    return log_in("dana", Role.MANAGER)


def change(client: Client, **fields: object) -> tuple[int, str]:
    response = client.post("/projects/ledger/queue/", {"seen": SEEN, **WEIGHTS, **fields}, follow=True)
    return response.status_code, " ".join(response.content.decode().split())


def test_weights_are_shown_changed_and_recorded(dana: Client) -> None:
    page = dana.get("/projects/ledger/").content.decode()
    assert f'name="seen" value="{SEEN}"' in page
    assert "What weighs 0 is not offered in the queue; lists show it as before." in page

    status, page = change(dana)

    event = Event.objects.get(event_type="queue_weights_changed")
    assert (status, Project.objects.get().queue_weights) == (HTTPStatus.OK, WEIGHTS)
    assert (event.actor, event.body) == ("dana", {"project": "ledger", "weights": WEIGHTS})
    assert 'name="ready" type="number" min="0" max="100" step="1" value="100"' in page
    assert list(audit_store()) == []


def test_the_journal_shows_the_weights_in_words(dana: Client) -> None:
    change(dana)

    page = dana.get(f"/audit/{Event.objects.get(event_type='queue_weights_changed').pk}/").content.decode()

    assert "Order of the queue changed" in page
    assert "Ready to verify 100" in page


def test_weights_without_an_event_are_found(dana: Client) -> None:
    change(dana)
    Project.objects.update(queue_weights={**WEIGHTS, "ready": 1})

    assert [(one.code, one.detail) for one in audit_store()] == [("policy_unaccounted", "queue_weights")]


@pytest.mark.parametrize("weight", ["", "-1", "101", "1.5", "much"])
def test_an_invalid_weight_changes_nothing(dana: Client, weight: str) -> None:
    assert change(dana, ready=weight)[0] == HTTPStatus.UNPROCESSABLE_ENTITY
    assert Project.objects.get().queue_weights == {}


@pytest.mark.parametrize("seen", ["", "ready", "ready 1", SEEN.replace("80", "x")])
def test_a_form_that_was_not_sent_whole_changes_nothing(dana: Client, seen: str) -> None:
    assert change(dana, seen=seen)[0] == HTTPStatus.UNPROCESSABLE_ENTITY
    assert Project.objects.get().queue_weights == {}


def test_weights_that_somebody_else_changed_are_a_conflict(dana: Client) -> None:
    change(dana)

    assert change(dana, ready=5)[0] == HTTPStatus.CONFLICT
    assert Project.objects.get().queue_weights == WEIGHTS


def test_the_same_weights_again_are_no_event(dana: Client) -> None:
    assert change(dana, **DEFAULT_WEIGHTS)[0] == HTTPStatus.OK
    assert not Event.objects.filter(event_type="queue_weights_changed").exists()


def test_who_does_not_manage_reads_the_weights(dana: Client) -> None:
    mina = log_in("mina", Role.REVIEWER)

    page = mina.get("/projects/ledger/").content.decode()

    assert "Order of the queue" in page
    assert 'name="seen"' not in page
    assert change(mina)[0] == HTTPStatus.FORBIDDEN
