"""The pages of webhooks: for managers, without scripts; the secret is shown once, what failed says why."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client, override_settings

from review.domain.roles import Role
from review.models import Delivery, Project, Webhook
from review.services.feed.webhooks import Told, make_webhook
from tests.factories import make_session, make_user

pytestmark = pytest.mark.django_db

URL = "https://example.com/hook"
LIST = "/projects/ledger/webhooks/"


@pytest.fixture
def dana(project: Project) -> User:
    return make_user("dana", project=project, role=Role.MANAGER)


@pytest.fixture
def manager(dana: User, as_person: Callable[[User], Client]) -> Client:
    return as_person(dana)


@pytest.fixture
def webhook(project: Project, dana: User) -> Webhook:
    told = make_webhook(project_id=project.pk, url=URL, types=[], actor=dana)
    assert isinstance(told, Told)
    return told.webhook


def page_of(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def test_a_webhook_is_made_and_its_secret_shown_once(manager: Client) -> None:
    made = manager.post(LIST, {"url": URL, "types": ["entry_promoted", "entry_demoted"]})

    assert made.status_code == 201
    assert made["Cache-Control"] == "max-age=0, no-cache, no-store, must-revalidate, private"
    assert 'value="whsec_' in made.content.decode()
    page = page_of(manager, LIST)
    assert "whsec_" not in page
    assert URL in page
    assert "is told · Promoted · Demoted" in page
    assert Webhook.objects.get().types == ["entry_promoted", "entry_demoted"]


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"url": ""}, "Enter the address that is told."),
        ({"url": "example.com/hook"}, "This is no address of a server"),
        ({"url": "http://example.com/hook"}, "The address begins with https://."),
        ({"url": "https://10.0.0.1/hook"}, "This address is inside a network."),
        ({"url": URL, "types": ["member_added"]}, "member_added"),
    ],
)
def test_an_address_to_which_nothing_would_be_sent_is_refused(manager: Client, sent: dict[str, str], said: str) -> None:
    refused = manager.post(LIST, sent)

    assert refused.status_code == 422
    assert said in refused.content.decode()
    assert f'value="{sent["url"]}"' in refused.content.decode()
    assert not Webhook.objects.exists()


def test_a_host_inside_that_the_staff_allow_is_taken(manager: Client) -> None:
    with override_settings(REVIEW_WEBHOOK_HOSTS=("10.0.0.1:8080",)):
        assert manager.post(LIST, {"url": "http://10.0.0.1:8080/hook"}).status_code == 201


def test_deliveries_say_what_came_of_them(manager: Client, webhook: Webhook) -> None:
    event = make_session(["Something."]).events.get()
    for number, state, answer in ((1, "dead", "not_trusted"), (2, "delivered", "200 thanks")):
        Delivery.objects.create(webhook=webhook, number=number, state=state, answer=answer, made_at=webhook.made_at)

    page = page_of(manager, f"{LIST}{webhook.pk}/")

    assert "The certificate is not one for this host." in page
    assert "200 thanks" in page
    assert "1 was given up" in page_of(manager, LIST)
    dead = page_of(manager, f"{LIST}{webhook.pk}/?state=dead")
    assert "200 thanks" not in dead
    assert 'name="numbers" value="1"' in dead
    assert event.pk


def test_dead_deliveries_are_sent_again(manager: Client, webhook: Webhook) -> None:
    for number in (1, 2):
        Delivery.objects.create(webhook=webhook, number=number, state="dead", made_at=webhook.made_at)

    sent = manager.post(f"{LIST}{webhook.pk}/again/", {"numbers": "1 2"}, follow=True)

    assert "2 deliveries are sent again." in sent.content.decode()
    assert set(webhook.deliveries.values_list("state", flat=True)) == {"waiting"}
    assert manager.post(f"{LIST}{webhook.pk}/again/", {"numbers": "1"}).status_code == 409
    assert manager.post(f"{LIST}{webhook.pk}/again/", {"numbers": "one"}).status_code == 422


def test_a_new_secret_is_shown_once_and_says_until_when_both_sign(manager: Client, webhook: Webhook) -> None:
    changed = manager.post(f"{LIST}{webhook.pk}/secret/").content.decode()

    assert 'value="whsec_' in changed
    assert "the secret before signs too" in changed
    assert "whsec_" not in page_of(manager, f"{LIST}{webhook.pk}/")


def test_a_webhook_is_switched_off_and_on_and_deleted(manager: Client, webhook: Webhook) -> None:
    place = f"{LIST}{webhook.pk}/"

    assert "switched off" in manager.post(f"{place}off/", follow=True).content.decode()
    assert manager.post(f"{place}off/").status_code == 409
    assert "is told" in manager.post(f"{place}on/", follow=True).content.decode()
    deleted = manager.post(f"{place}delete/", follow=True)

    assert "Nobody is told at the moment." in deleted.content.decode()
    assert manager.get(place).status_code == 404


def test_a_webhook_of_another_project_is_not_found(manager: Client, webhook: Webhook, dana: User) -> None:
    other = Project.objects.create(slug="other", name="Other")
    make_user("dana", project=other, role=Role.MANAGER)

    assert manager.get(f"/projects/other/webhooks/{webhook.pk}/").status_code == 404


def test_the_tab_is_for_managers(manager: Client, project: Project) -> None:
    assert LIST in page_of(manager, "/projects/ledger/")
    manager.force_login(make_user("sora", project=project, role=Role.VIEWER))
    assert LIST not in page_of(manager, "/projects/ledger/")
