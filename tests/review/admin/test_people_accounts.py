"""Accounts in the admin: deactivated, never renamed or deleted."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from review.models import Membership
from tests.factories import make_project, make_user
from tests.journal import acts

pytestmark = pytest.mark.django_db


@pytest.fixture
def root(client: Client) -> Client:
    client.force_login(User.objects.create(username="root", is_staff=True, is_superuser=True))
    return client


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


def switch(root: Client, user: User, *, active: bool, **more: str) -> None:
    joined = {"date_joined_0": "2026-11-21", "date_joined_1": "12:00:00"}
    form = {**joined, **({"is_active": "on"} if active else {}), **more}
    assert root.post(reverse("admin:auth_user_change", args=[user.pk]), form).status_code == 302


def recorded() -> list[tuple[str, str, str]]:
    return [(event.event_type, event.body["account"], event.actor) for event in acts()]


def test_deactivating_an_account_ends_its_log_ins_at_once_and_for_good(root: Client, mina: User) -> None:
    here, there, other = Client(), Client(), Client()
    for client, person in ((here, mina), (there, mina), (other, make_user("jun", project=make_project()))):
        client.force_login(person)
    assert here.get("/").status_code == 200

    switch(root, mina, active=False)

    assert [client.get("/").status_code for client in (here, there, other)] == [302, 302, 200]
    switch(root, mina, active=True)
    assert [client.get("/").status_code for client in (here, there)] == [302, 302]
    assert recorded() == [("account_deactivated", "mina", "root"), ("account_activated", "mina", "root")]


def test_a_deactivated_account_keeps_its_memberships_but_cannot_log_in(root: Client, mina: User) -> None:
    mina.set_password("a right password")
    mina.save()

    switch(root, mina, active=False)

    form = {"username": "mina", "password": "a right password"}
    assert Client().post("/accounts/login/", form).status_code == 200
    assert Membership.objects.filter(user=mina).exists()


def test_saving_an_account_without_switching_it_records_nothing(root: Client, mina: User) -> None:
    switch(root, mina, active=True, first_name="Mina")

    mina.refresh_from_db()
    assert (mina.first_name, recorded()) == ("Mina", [])


def test_accounts_are_neither_renamed_nor_deleted(root: Client, mina: User) -> None:
    switch(root, mina, active=True, username="nami")
    response = root.post(reverse("admin:auth_user_delete", args=[mina.pk]), {"post": "yes"})

    mina.refresh_from_db()
    assert (mina.username, response.status_code) == ("mina", 403)


def test_staff_create_accounts_with_a_name(root: Client) -> None:
    words = "a right password"
    form = {"username": "new", "usable_password": "true", "password1": words, "password2": words}

    root.post(reverse("admin:auth_user_add"), form)

    assert User.objects.get(username="new").check_password(words)
    assert recorded() == [("account_made", "new", "root")]


def test_staff_cannot_create_an_account_named_like_the_machine(root: Client) -> None:
    words = "a right password"
    form = {"username": "system", "usable_password": "true", "password1": words, "password2": words}

    assert root.post(reverse("admin:auth_user_add"), form).status_code == 200
    assert not User.objects.filter(username="system").exists()
