"""The audit makes the marks of entries again."""

import pytest

from review.models import EntryMark
from review.services.audit.audit_store import audit_store
from tests.behind import rewrite
from tests.factories import make_entry, make_session

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
