"""What migration 0028 makes of an older store is what the services make; only the diagnoses wait."""

from importlib import import_module

import pytest
from django.apps import apps
from django.core.management import call_command

from review.models import Entry, EntryMark, FailedQuote, SourceAge
from review.services._failures import stored_failures
from review.services.audit.audit_store import audit_store
from review.services.promotion.stages import reject_entry
from review.services.repair.quotes import withdraw_quote
from tests.factories import make_entry, make_project, make_retrieval, make_session, make_user

pytestmark = pytest.mark.django_db
WORDS = "The cache lives for one hour."


def ages() -> set[tuple[object, ...]]:
    return set(SourceAge.objects.values_list("session", "project", "entry", "is_rejected", "updated"))


def test_what_failed_before_is_listed_without_a_diagnosis() -> None:
    mina = make_user("mina", project=make_project())
    session = make_session([WORDS, "Nothing else."])
    entry = make_entry(session, [(1, WORDS), (7, "nobody said this"), "nor this", (0, WORDS)])
    retrieval = make_retrieval([{"content": WORDS, "metadata": {"lastUpdated": 5}}])
    answers = [make_entry(retrieval, [WORDS, "never said"], title=title) for title in ("One", "Two")]
    withdraw_quote(quote_id=entry.quotes.get(position=2).pk, reason="invented", seen_attempt=1, actor=mina)
    reject_entry(entry_id=answers[1].pk, reason="Not ours.", seen_version=1, actor=mina)
    keys = list(Entry.objects.values_list("pk", flat=True))
    before = stored_failures(keys), ages(), set(EntryMark.objects.values_list("entry", "name"))
    diagnosed = set(FailedQuote.objects.values_list("quote", "group", "fix"))

    FailedQuote.objects.all().delete()
    SourceAge.objects.all().delete()
    EntryMark.objects.filter(name__contains="run:").delete()
    migration = import_module("review.migrations.0028_failed_quotes")
    for fill in (migration.list_failures, migration.mark_runs, migration.note_ages):
        fill(apps, None)

    assert (stored_failures(keys), ages(), set(EntryMark.objects.values_list("entry", "name"))) == before
    assert len(ages()) == 3
    assert sorted(row.group_name for row in FailedQuote.objects.all()) == ["undiagnosed"] * 3 + ["withdrawn"]
    assert list(audit_store()) == []
    call_command("realign", "--apply")
    assert set(FailedQuote.objects.values_list("quote", "group", "fix")) == diagnosed
