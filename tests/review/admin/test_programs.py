"""The registers of tokens, webhooks and deliveries: for staff and auditors, and without a secret."""

import pytest
from django.test import Client

from review.domain.tokens import Scope
from review.models import ApiToken, Delivery, Role, Webhook
from review.services.people.tokens import Issued, issue_token
from tests.factories import make_project, make_user
from tests.registers import fill

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss(client: Client) -> Client:
    fill(1)
    user = make_user("root")
    type(user).objects.filter(pk=user.pk).update(is_staff=True, is_superuser=True)
    client.force_login(type(user).objects.get(pk=user.pk))
    return client


def test_no_register_shows_what_would_let_somebody_in(boss: Client) -> None:
    token, webhook = ApiToken.objects.get(), Webhook.objects.get()

    for name, row in (("apitoken", token), ("webhook", webhook), ("delivery", Delivery.objects.get())):
        for page in ("", "csv/", f"{row.pk}/change/"):
            answer = boss.get(f"/admin/review/{name}/{page}")
            text = (answer.getvalue() if answer.streaming else answer.content).decode()
            assert answer.status_code == 200
            assert [one for one in (token.digest, webhook.secret) if one in text] == []


def test_registers_say_what_tokens_may_and_what_came_of_deliveries(boss: Client) -> None:
    assert "bot 1" in boss.get("/admin/review/apitoken/").content.decode()
    assert "https://example.com/1" in boss.get("/admin/review/webhook/").content.decode()
    assert "waiting" in boss.get("/admin/review/delivery/").content.decode()


@pytest.mark.parametrize("name", ["apitoken", "webhook", "delivery"])
def test_nothing_is_changed_in_the_registers(boss: Client, name: str) -> None:
    assert boss.get(f"/admin/review/{name}/add/").status_code == 403
    assert boss.post(f"/admin/review/{name}/1/delete/", {"post": "yes"}).status_code in {302, 403, 404}
    assert (ApiToken.objects.count(), Webhook.objects.count(), Delivery.objects.count()) == (1, 1, 1)


def test_an_auditor_reads_those_of_their_projects(boss: Client) -> None:
    other = make_project("other")
    issued = issue_token(
        project_id=other.pk, name="secret bot", scopes=[Scope.READ], days=1, actor=make_user("mo", project=other)
    )
    assert isinstance(issued, Issued)
    boss.force_login(make_user("sora", project=make_project(), role=Role.AUDITOR))

    page = boss.get("/admin/review/apitoken/").content.decode()

    assert "bot 1" in page
    assert "secret bot" not in page
