"""Reading messages: the newest version of each, in order."""

import pytest

from aligner_core import text_hash
from review.models import Message, ReviewSession
from tests.factories import make_session

pytestmark = pytest.mark.django_db


def revise(session: ReviewSession, index: int, version: int) -> None:
    text = f"version {version}"
    row = {"content": text, "content_hash": text_hash(text), "length": len(text)}
    Message.objects.create(session=session, index=index, version=version, **row)


def test_current_messages_gives_the_newest_version_of_each() -> None:
    session = make_session(["a", "b", "c"], session_id="s")
    make_session(["other"], session_id="other")
    revise(session, 1, 2)
    revise(session, 1, 3)

    assert [message.content for message in session.current_messages()] == ["a", "version 3", "c"]


@pytest.mark.parametrize(("index", "contents"), [(0, ["a"]), (1, ["version 2"]), (2, []), (2**31, []), (10**30, [])])
def test_current_messages_gives_the_one_that_is_asked_for(index: int, contents: list[str]) -> None:
    session = make_session(["a", "b"])
    revise(session, 1, 2)

    assert [message.content for message in session.current_messages(index=index)] == contents
