"""Managers weigh the turns of the queue; the journal records each change and the audit holds the project against it."""

from collections.abc import Mapping

import pytest
from django.contrib.auth.models import User

from review.domain.roles import Obstacle, Role
from review.domain.turns import DEFAULT_WEIGHTS
from review.models import Event, Project
from review.services.audit.audit_store import audit_store
from review.services.people.members import Unchanged, set_queue_weights
from tests.factories import make_project, make_user

pytestmark = pytest.mark.django_db

WEIGHTS = {**DEFAULT_WEIGHTS, "ready": 100, "failed": 0}


@pytest.fixture
def dana() -> User:
    return make_user("dana", project=make_project(), role=Role.MANAGER)


def weigh(actor: User, weights: Mapping[str, int] = WEIGHTS, seen: Mapping[str, int] = DEFAULT_WEIGHTS) -> object:
    return set_queue_weights(project_id=make_project().pk, weights=weights, seen=seen, actor=actor)


def recorded_weights() -> list[dict[str, int]]:
    return [event.body["weights"] for event in Event.objects.filter(event_type="queue_weights_changed")]


def test_weights_are_stored_and_recorded(dana: User) -> None:
    weigh(dana)

    assert Project.objects.get().queue_weights == WEIGHTS
    assert recorded_weights() == [WEIGHTS]
    assert list(audit_store()) == []


def test_the_same_weights_are_not_recorded_again(dana: User) -> None:
    weigh(dana, DEFAULT_WEIGHTS)

    assert recorded_weights() == []


def test_weights_that_somebody_else_changed_meanwhile_are_a_conflict(dana: User) -> None:
    weigh(dana)

    assert weigh(dana, DEFAULT_WEIGHTS) == Unchanged(Obstacle.CONFLICT)
    assert recorded_weights() == [WEIGHTS]


def test_only_managers_weigh(dana: User) -> None:
    assert weigh(make_user("mina", project=make_project())) == Unchanged(Obstacle.NOT_PERMITTED)
    assert recorded_weights() == []


def test_weights_without_an_event_are_found(dana: User) -> None:
    weigh(dana)
    Project.objects.update(queue_weights={**WEIGHTS, "ready": 1})

    assert [(one.code, one.detail) for one in audit_store()] == [("policy_unaccounted", "queue_weights")]
