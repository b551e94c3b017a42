"""Critical differences in the admin: the filter, and the register of acknowledgements."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from review.models import Acknowledgement, Entry
from review.services.repair.quotes import acknowledge_differences, withdraw_quote
from tests.factories import make_entry, make_project, make_session, make_user, quotes_of

pytestmark = pytest.mark.django_db

WORDS = ["회의에서 이 기능은 배포하지 않기로 결정했습니다.", "The third one has a small typo in it."]
CRITICAL, SLIP = (0, "이 기능은 배포하기로 결정했습니다"), (1, "The third one has a smal typo in it.")


@pytest.fixture(autouse=True)
def entries() -> list[Entry]:
    """Make entries with an open, an acknowledged, a withdrawn and no critical difference."""
    mina = make_user("mina", project=make_project())
    session = make_session(WORDS, session_id="talk", title="A \u202etalk")
    made = [make_entry(session, [quote], title=f"claim {number}") for number, quote in enumerate([CRITICAL] * 3)]
    acknowledge_differences(quote_id=quotes_of(made[1])[0].pk, reason="meant \u202eso", seen_attempt=1, actor=mina)
    withdraw_quote(quote_id=quotes_of(made[2])[0].pk, reason="invented", seen_attempt=1, actor=mina)
    return [*made, make_entry(session, [SLIP], title="claim 3")]


@pytest.fixture
def root(client: Client) -> Client:
    client.force_login(User.objects.create(username="root", is_staff=True, is_superuser=True))
    return client


@pytest.mark.parametrize(
    ("name", "value", "count"),
    [
        ("alignment", "open", 2),
        ("alignment", "acknowledged", 1),
        ("alignment", "nonsense", 4),
        ("entry", "open", 1),
        ("entry", "acknowledged", 1),
        ("entry", "", 4),
    ],
)
def test_registers_filter_by_difference(root: Client, name: str, value: str, count: int) -> None:
    response = root.get(reverse(f"admin:review_{name}_changelist"), {"differences": value})

    assert response.context["cl"].result_count == count


def test_register_of_acknowledgements_shows_who_accepted_what_and_why(root: Client) -> None:
    page = root.get(reverse("admin:review_acknowledgement_changelist")).content.decode()

    for shown in ("A [RLO]talk", "claim 1", CRITICAL[1], "mina", "meant [RLO]so"):
        assert shown in page
    assert "claim 0" not in page


def test_register_of_acknowledgements_has_no_way_to_write(root: Client) -> None:
    pk = Acknowledgement.objects.get().pk
    address = {name: f"admin:review_acknowledgement_{name}" for name in ("add", "change", "delete")}

    responses = [
        root.post(reverse(address["add"]), {"reason": "x"}),
        root.post(reverse(address["change"], args=[pk]), {"reason": "x"}),
        root.post(reverse(address["delete"], args=[pk]), {"post": "yes"}),
    ]

    assert [response.status_code for response in responses] == [403, 403, 403]
    assert root.get(reverse(address["change"], args=[pk])).status_code == 200
    assert Acknowledgement.objects.get().reason == "meant \u202eso"
