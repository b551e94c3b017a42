"""Drafts: a few for each person, for a few days."""

from datetime import timedelta
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.utils import timezone
from pytest_django import Settings

from review.models import UploadDraft
from review.services.ingest.drafts import keep_draft
from tests.factories import make_project, make_user

pytestmark = pytest.mark.django_db


def new_draft(author: User, text: str = "text") -> UploadDraft:
    return UploadDraft(project=make_project(), created_by=author, session_json=text)


def test_the_oldest_drafts_of_a_person_go_when_there_are_too_many(settings: Settings) -> None:
    settings.REVIEW_MAX_DRAFTS = 2
    mina, guest = make_user("mina"), make_user("guest")
    received = new_draft(mina, "received")
    received.received_at = timezone.now()
    received.save()
    keep_draft(new_draft(guest, "of another person"))

    replaced = [keep_draft(new_draft(mina, text)) for text in ("first", "second", "third", "fourth")]

    kept = set(UploadDraft.objects.values_list("session_json", flat=True))
    assert replaced == [0, 0, 1, 1]
    assert kept == {"received", "of another person", "third", "fourth"}


def test_a_draft_that_is_kept_again_replaces_none(settings: Settings) -> None:
    settings.REVIEW_MAX_DRAFTS = 1
    draft = new_draft(make_user("mina"))
    keep_draft(draft)
    draft.session_json = "changed"

    assert keep_draft(draft) == 0
    assert UploadDraft.objects.get().session_json == "changed"


def test_expired_drafts_of_everybody_are_deleted_by_the_next_one_and_by_the_command(settings: Settings) -> None:
    settings.REVIEW_DRAFT_DAYS = 3
    for username in ("mina", "guest"):
        keep_draft(new_draft(make_user(username)))
    UploadDraft.objects.update(created_at=timezone.now() - timedelta(days=3, seconds=1))

    keep_draft(new_draft(make_user("dana"), "new"))

    assert UploadDraft.objects.get().session_json == "new"
    UploadDraft.objects.update(created_at=timezone.now() - timedelta(days=2, hours=23))
    assert _output_of_the_command() == "Drafts deleted: 0.\n"
    UploadDraft.objects.update(created_at=timezone.now() - timedelta(days=4))
    assert _output_of_the_command() == "Drafts deleted: 1.\n"


def _output_of_the_command() -> str:
    out = StringIO()
    call_command("delete_expired_drafts", stdout=out)
    return out.getvalue()
