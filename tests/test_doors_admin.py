"""The admin is for staff and auditors, and even they can only read what happened."""

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group, User
from django.db import transaction
from django.urls import reverse

from review.models import Project
from tests.doors import PEOPLE, World, make_world

CHANGED_HERE = {Project, Group, User}
"""Everything else is a register: nobody adds, changes or deletes a row."""
MODELS = sorted(admin.site._registry, key=lambda model: model._meta.label)


@pytest.fixture
def world(db: None) -> World:
    return make_world()


def answer(world: World, person: str, method: str, address: str) -> int:
    """Send a request, roll back what it changed, and return the status."""
    point = transaction.savepoint()
    status: int = getattr(world.client(person), method)(address, {}).status_code
    transaction.savepoint_rollback(point)
    return status


def pages(model: type) -> dict[str, str]:
    """Return the admin addresses of a model for an existing row, or for a missing one when there is none."""
    room = f"admin:{model._meta.app_label}_{model._meta.model_name}"  # type: ignore[attr-defined]
    row = model._default_manager.order_by("pk").values_list("pk", flat=True).first() or 0  # type: ignore[attr-defined]
    keyed = {name: reverse(f"{room}_{name}", args=[row]) for name in ("change", "delete", "history")}
    return {**keyed, "changelist": reverse(f"{room}_changelist"), "add": reverse(f"{room}_add")}


AUDITING = {"auditor", "manager"}


@pytest.mark.parametrize("person", sorted(AUDITING))
def test_auditors_only_read_what_happened(world: World, person: str) -> None:
    for model in MODELS:
        where = pages(model)
        listed = 403 if model in CHANGED_HERE else 200
        assert answer(world, person, "get", where["changelist"]) == listed, model
        written = [answer(world, person, "post", where[name]) for name in ("add", "change", "delete")]
        assert set(written) <= {302, 403}, model
        assert answer(world, person, "get", where["add"]) == 403, model


def test_the_admin_sends_everybody_else_to_its_log_in(world: World) -> None:
    addresses = [address for model in MODELS for address in pages(model).values()]
    people = [person for person in PEOPLE if person not in {"staff", *AUDITING}]

    for person in people:
        few = addresses if person == "anonymous" else addresses[::7]
        answers = {answer(world, person, method, one) for one in few for method in ("get", "post")}
        assert answers == {302}, person


def test_staff_only_read_what_happened(world: World) -> None:
    registers = [model for model in MODELS if model not in CHANGED_HERE]
    assert len(registers) > 8

    for model in registers:
        where = pages(model)
        written = [answer(world, "staff", "post", where[name]) for name in ("add", "change", "delete")]
        assert written == [403, 403, 403], model
        assert [answer(world, "staff", "get", where[name]) for name in ("add", "delete")] == [403, 403], model
        assert answer(world, "staff", "get", where["changelist"]) == 200, model
