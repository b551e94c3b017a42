"""`manage.py seed_demo`: creates the demo through the services, once."""

from io import StringIO

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.core.management import call_command
from django.utils import timezone

from review.models import Alignment, Entry, Event, Extraction, Membership, Message, Project, Retrieval, ReviewSession
from review.selectors.access import may_review
from review.selectors.retrievals.answers import answer_of
from review.services.audit.audit_store import audit_store

pytestmark = pytest.mark.django_db


def seed() -> str:
    out = StringIO()
    call_command("seed_demo", stdout=out)
    return out.getvalue()


@pytest.fixture(scope="module", autouse=True)
def output(standing: None) -> str:
    """Seed the demo once, and return what the command says."""
    return seed()


def counts() -> list[int]:
    models = (User, Project, Membership, ReviewSession, Message, Entry, Alignment, Event)
    return [model._default_manager.count() for model in models]


def test_seed_demo_makes_people_who_can_log_in() -> None:
    roles = dict(Membership.objects.filter(project__slug="demo").values_list("user__username", "role"))
    assert roles == {
        "mina": "reviewer",
        "jun": "reviewer",
        "hana": "certifier",
        "dana": "manager",
        "sora": "auditor",
        "guest": "viewer",
        "admin": "reviewer",
    }
    assert all(authenticate(username=name, password="demo") for name in roles)  # noqa: S106 - printed by the command
    assert list(User.objects.filter(is_staff=True).values_list("username", flat=True)) == ["admin"]
    demo = Project.objects.get(slug="demo").pk
    assert sorted(name for name in roles if may_review(User.objects.get(username=name), demo)) == [
        "admin",
        "dana",
        "hana",
        "jun",
        "mina",
    ]


def test_seed_demo_adds_nothing_the_second_time(output: str) -> None:
    before = counts()

    assert seed() == output
    assert counts() == before


def test_seed_demo_shows_every_state(output: str) -> None:
    reasons = set(Alignment.objects.exclude(reason="").values_list("reason", flat=True))
    assert set(Alignment.objects.values_list("method", flat=True)) == {"exact", "normalized", "fuzzy", "none"}
    assert {
        "empty_quote",
        "invalid_quote",
        "offsets_not_allowed",
        "unknown_source",
        "invalid_index",
        "index_out_of_range",
        "wrong_message",
        "quote_too_long",
        "below_threshold",
        "not_found",
    } <= reasons
    assert Alignment.objects.filter(ambiguous=True).exists()
    assert ReviewSession.objects.count() >= 6
    assert Entry.objects.count() >= 55
    assert output.startswith(f"Demo: {ReviewSession.objects.count()} sessions, {Entry.objects.count()} entries.")


def test_seed_demo_shows_retrievals_in_both_languages() -> None:
    assert Retrieval.objects.count() == 2
    clean, doubtful = (answer_of(entry) for entry in Entry.objects.filter(type="answer").order_by("pk"))
    assert clean is not None
    assert doubtful is not None
    assert (clean.line.position, clean.unsettled, clean.missing, clean.unused) == ("end", frozenset(), (), ())
    assert doubtful.unsettled == {"Recording policy 2026"}
    assert [chunk.index for chunk in doubtful.stale] == [0]
    assert [chunk.index for chunk in doubtful.missing] == [1]
    assert not Alignment.objects.filter(quote__entry__type="answer", method="none").exists()


def test_seed_demo_makes_a_store_the_audit_is_content_with() -> None:
    assert list(audit_store()) == []


def test_seed_demo_dates_what_it_brings_over_eight_weeks() -> None:
    now = timezone.now()
    came = list(Extraction.objects.order_by("pk").values_list("received_at", flat=True))
    events = list(Event.objects.order_by("pk").values_list("created_at", flat=True))

    assert came == sorted(came)
    assert {(now - one).days // 7 for one in came} == set(range(8))
    assert events == sorted(events)
    assert (now - events[-1]).days == 0
    assert all(one <= now for one in (*came, *events))
