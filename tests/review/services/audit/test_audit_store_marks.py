"""The audit makes the marks of entries again."""

import pytest

from review.models import EntryMark
from review.selectors.repair.selection import Selection
from review.services.audit.audit_store import audit_store
from review.services.repair.new_entries import NewClaim, add_entry
from tests.behind import rewrite
from tests.factories import make_entry, make_project, make_session, make_user

pytestmark = pytest.mark.django_db


def test_audit_store_finds_an_entry_that_lists_find_under_something_else() -> None:
    entry = make_entry(make_session(["Words."]), [(0, "Words.")], stage="candidate")
    assert list(audit_store()) == []

    EntryMark.objects.filter(name="ready").update(name="certifiable")

    assert [(one.code, one.table, one.pk) for one in audit_store()] == [("marks_changed", "entry", entry.pk)]


def test_audit_store_finds_the_cause_and_not_the_mark_that_follows_from_it() -> None:
    make_entry(make_session(["Words."]), [(0, "nobody said any of this")], stage="candidate")

    rewrite("review_entry", "missing", "")

    assert [one.code for one in audit_store()] == ["missing_changed"]


def test_audit_store_finds_what_an_added_entry_lacks_by_what_is_stored() -> None:
    mina = make_user("mina", project=make_project())
    session = make_session(["We keep the raw text."])
    words = Selection(0, 8, 20, "the raw text")
    add_entry(session_id=session.pk, claim=NewClaim("Raw text is kept", "", "fact"), selection=words, actor=mina)
    assert list(audit_store()) == []

    rewrite("review_entry", "missing", "evidence_not_aligned")

    assert [one.code for one in audit_store()] == ["missing_changed"]
