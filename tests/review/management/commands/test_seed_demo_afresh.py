"""`manage.py seed_demo` where nothing, or another person, is there: the known passwords are for nobody else."""

from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import override_settings

from review.management.commands import seed_demo

pytestmark = pytest.mark.django_db


def seed() -> str:
    out = StringIO()
    call_command("seed_demo", stdout=out)
    return out.getvalue()


@pytest.fixture
def short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the demo be one conversation without an extraction."""
    (tmp_path / "talk.json").write_text('{"sessionId": "talk", "messages": ["hi"]}', encoding="utf-8")
    monkeypatch.setattr(seed_demo, "DEMO", tmp_path)


@override_settings(REVIEW_IS_EXPOSED=True)
def test_seed_demo_makes_no_known_passwords_where_others_are_served() -> None:
    with pytest.raises(CommandError, match="it is not created"):
        seed()

    assert not User.objects.exists()


@pytest.mark.usefixtures("short")
def test_seed_demo_leaves_people_who_are_there_as_they_are() -> None:
    User.objects.create_user("mina", password="my own words")  # noqa: S106 - of this test

    seed()

    assert authenticate(username="mina", password="my own words")  # noqa: S106 - of this test


@pytest.mark.usefixtures("short")
def test_seed_demo_takes_a_conversation_without_extraction() -> None:
    assert seed().startswith("Demo: 1 sessions, 0 entries.")
