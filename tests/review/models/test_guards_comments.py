"""The database keeps comments as they were made, whoever writes to it."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from review.models import Comment, Entry
from tests.factories import make_entry, make_project, make_session, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def comment() -> Comment:
    mina, entry = make_user("mina", project=make_project()), make_entry(make_session(["We keep it."]), ["We keep it."])
    return Comment.objects.create(entry=entry, number=1, actor=mina, text="Is that so?")


def refused(**changes: object) -> bool:
    try:
        with transaction.atomic():
            Comment.objects.update(**changes)
    except IntegrityError:
        return True
    return False


@pytest.mark.parametrize("column", ["text", "mentions", "number", "created_at", "actor", "entry", "reply_to"])
def test_a_comment_stays_as_it_was_written(comment: Comment, column: str) -> None:
    others = {"text": "no", "mentions": "jun", "number": 2, "created_at": timezone.now(), "reply_to": comment.pk}

    assert refused(**{column: others.get(column, getattr(comment, f"{column}_id", None))})


def test_a_comment_is_resolved_whole_or_not_at_all(comment: Comment) -> None:
    assert refused(resolved_at=timezone.now())
    assert refused(resolved_by=comment.actor)
    assert not refused(resolved_at=timezone.now(), resolved_by=comment.actor)
    assert not refused(resolved_at=None, resolved_by=None)


def test_a_reply_is_not_resolved(comment: Comment) -> None:
    with pytest.raises(IntegrityError):
        Comment.objects.create(
            entry=comment.entry,
            number=2,
            actor=comment.actor,
            text="It is.",
            reply_to=comment,
            resolved_at=timezone.now(),
            resolved_by=comment.actor,
        )


def test_no_comment_goes(comment: Comment) -> None:
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM review_comment")
    with pytest.raises(IntegrityError), transaction.atomic():
        Comment(entry=comment.entry, number=1, actor=comment.actor, text="instead").save(force_insert=True)
    assert Comment.objects.get().text == "Is that so?"


def test_a_comment_says_something(comment: Comment) -> None:
    with pytest.raises(IntegrityError):
        Comment.objects.create(entry=comment.entry, number=2, actor=comment.actor, text="")


def test_a_reply_is_to_a_comment_on_the_same_entry(comment: Comment) -> None:
    other: Entry = make_entry(make_session(["Other."], session_id="other"), ["Other."])
    reply = Comment.objects.create(entry=comment.entry, number=2, actor=comment.actor, text="It is.", reply_to=comment)

    for entry, reply_to in ((comment.entry, reply), (other, comment)):
        with pytest.raises(IntegrityError), transaction.atomic():
            Comment.objects.create(entry=entry, number=3, actor=comment.actor, text="so", reply_to=reply_to)
