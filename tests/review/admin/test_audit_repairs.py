"""Drift, splits and provenance in the admin: found by filter, shown in the registers."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from review.payloads import check_session
from review.services.ingest.receive import receive_session
from review.services.repair.splitting import split_quote
from tests.factories import make_entry, make_project, make_session, make_user, quotes_of

pytestmark = pytest.mark.django_db

WORDS = ["We keep the raw text of every event.", "The cache lives for one hour."]


@pytest.fixture(scope="module", autouse=True)
def store(standing: None) -> None:
    """Make an entry that has drifted, one that has not, and one whose quote was split before its message changed."""
    mina = make_user("mina", project=make_project())
    session = make_session(WORDS, session_id="s")
    for number, (index, text) in enumerate([(0, "the raw text"), (1, "The cache"), (1, "The cache ... \u202ehour")]):
        make_entry(session, [(index, text)], title=f"claim {number}")
    [elided] = quotes_of(session.entries.get(title="claim 2"))
    split_quote(quote_id=elided.pk, parts=[("The cache", 1), ("one hour", 1)], seen_attempt=1, actor=mina)
    upload = check_session({"sessionId": "s", "messages": ["We keep it.", WORDS[1]]})
    receive_session(project=make_project(), upload=upload, actor=mina, accept_changes=True)


@pytest.fixture
def root(client: Client) -> Client:
    client.force_login(User.objects.create(username="root", is_staff=True, is_superuser=True))
    return client


@pytest.mark.parametrize(
    ("name", "filters", "count"),
    [
        pytest.param("quote", {"drifted": "yes"}, 1, id="quotes that drifted"),
        pytest.param("quote", {"drifted": "nonsense"}, 5, id="a choice nobody offers"),
        pytest.param("quote", {"standing": "split"}, 1, id="quotes that were split"),
        pytest.param("entry", {"drifted": "yes"}, 1, id="entries that drifted"),
        pytest.param("alignment", {"provenance": "split_part"}, 2, id="attempts of parts"),
        pytest.param("message", {"version": "2"}, 1, id="newer versions"),
        pytest.param("event", {"event_type": "session_revised"}, 1, id="changes of messages"),
    ],
)
def test_registers_find_repairs(root: Client, name: str, filters: dict[str, str], count: int) -> None:
    response = root.get(reverse(f"admin:review_{name}_changelist"), filters)

    assert response.context["cl"].result_count == count


def test_register_of_quotes_shows_what_a_part_was_split_from(root: Client) -> None:
    page = root.get(reverse("admin:review_quote_changelist"), {"q": "one hour"}).content.decode()

    assert page.count("The cache ... [RLO]hour") == 1
