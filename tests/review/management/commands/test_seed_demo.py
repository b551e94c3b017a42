"""`manage.py seed_demo`: creates the demo through the services, once."""

from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import override_settings

from review.management.commands import seed_demo
from review.models import Alignment, Entry, Event, Membership, Message, Project, Retrieval, ReviewSession
from review.selectors.access import may_review
from review.selectors.retrievals.answers import answer_of
from review.services.audit.audit_store import audit_store

pytestmark = pytest.mark.django_db


def seed() -> str:
    out = StringIO()
    call_command("seed_demo", stdout=out)
    return out.getvalue()


def counts() -> list[int]:
    models = (User, Project, Membership, ReviewSession, Message, Entry, Alignment, Event)
    return [model._default_manager.count() for model in models]


@override_settings(REVIEW_IS_EXPOSED=True)
def test_seed_demo_makes_no_known_passwords_where_others_are_served() -> None:
    with pytest.raises(CommandError, match="it is not created"):
        seed()

    assert not User.objects.exists()


def test_seed_demo_makes_people_who_can_log_in() -> None:
    seed()

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


def test_seed_demo_adds_nothing_the_second_time() -> None:
    said = seed()
    before = counts()

    assert seed() == said
    assert counts() == before


def test_seed_demo_shows_every_state() -> None:
    said = seed()

    reasons = set(Alignment.objects.exclude(reason="").values_list("reason", flat=True))
    assert set(Alignment.objects.values_list("method", flat=True)) == {"exact", "normalized", "fuzzy", "none"}
    assert {
        "empty_quote",
        "invalid_quote",
        "offsets_not_allowed",
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
    assert said.startswith(f"Demo: {ReviewSession.objects.count()} sessions, {Entry.objects.count()} entries.")


def test_seed_demo_shows_retrievals_in_both_languages() -> None:
    seed()

    assert Retrieval.objects.count() == 2
    clean, doubtful = (answer_of(entry) for entry in Entry.objects.filter(type="answer").order_by("pk"))
    assert clean is not None
    assert doubtful is not None
    assert (clean.line.position, clean.unsettled, clean.missing, clean.unused) == ("end", frozenset(), (), ())
    assert doubtful.unsettled == {"Recording policy 2026"}
    assert [chunk.index for chunk in doubtful.stale] == [0]
    assert [chunk.index for chunk in doubtful.missing] == [1]
    assert not Alignment.objects.filter(quote__entry__type="answer", method="none").exists()


def test_seed_demo_leaves_people_who_are_there_as_they_are() -> None:
    User.objects.create_user("mina", password="my own words")  # noqa: S106 - of this test

    seed()

    assert authenticate(username="mina", password="my own words")  # noqa: S106 - of this test


def test_seed_demo_takes_a_conversation_without_extraction(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "talk.json").write_text('{"sessionId": "talk", "messages": ["hi"]}', encoding="utf-8")
    monkeypatch.setattr(seed_demo, "DEMO", tmp_path)

    assert seed().startswith("Demo: 1 sessions, 0 entries.")


def test_seed_demo_makes_a_store_the_audit_is_content_with() -> None:
    seed()

    assert list(audit_store()) == []
