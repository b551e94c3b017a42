"""The audit holds the list of failed quotes, and the ages of sources, against what they follow from."""

from datetime import timedelta

import pytest
from django.utils import timezone

from aligner_core import ENGINE_VERSION
from review.domain.failures import RANKS
from review.models import Entry, FailedQuote, Quote, ReviewSession, SourceAge
from review.services.audit.audit_store import audit_store
from tests.factories import make_entry, make_retrieval, make_session

pytestmark = pytest.mark.django_db
WORDS = "The cache lives for an hour."


def findings() -> list[tuple[str, str, int, bool]]:
    return [(one.code, one.table, one.pk, one.is_note) for one in audit_store()]


@pytest.fixture
def failed() -> Quote:
    """Return a failed quote, beside one that was found and one of another session."""
    make_entry(make_session(["Other words."]), [(0, "nobody said this either")])
    entry = make_entry(make_session(["Words."]), [(0, "Words."), (0, "nobody said any of this")])
    assert findings() == []
    return entry.quotes.get(position=1)


@pytest.mark.parametrize(
    "change", ["group", "message_index", "alignment", "session", "gone", "extra", "repairable", "fix", "last", "new"]
)
def test_the_audit_finds_a_quote_that_is_listed_otherwise_than_it_failed(failed: Quote, change: str) -> None:
    row = FailedQuote.objects.filter(quote=failed)
    found = Quote.objects.get(entry=failed.entry, position=0)
    match change:
        case "group":
            row.update(group=RANKS["withdrawn"])
        case "message_index":
            row.update(message_index=3)
        case "alignment":
            row.update(alignment=found.current)
        case "session":
            row.update(session=ReviewSession.objects.earliest("pk"))
        case "repairable":
            row.update(is_repairable=True)
        case "fix":
            row.update(is_repairable=True, fix="{}")
        case "last":
            row.update(last_index=7)
        case "new":
            row.update(group=RANKS["no_trace"] + 1)
        case "gone":
            row.delete()
        case _:
            FailedQuote.objects.filter(quote=failed).update(quote=found)

    expected = [("failure_listed_otherwise", "quote", failed.pk, False)]
    expected = [("failure_listed_otherwise", "quote", found.pk, False), *expected] if change == "extra" else expected
    assert findings() == expected


def test_the_audit_notes_what_older_rules_diagnosed(failed: Quote) -> None:
    FailedQuote.objects.exclude(quote=failed).update(engine="")
    assert findings() == []

    FailedQuote.objects.filter(quote=failed).update(engine=f"{ENGINE_VERSION}-before")

    assert findings() == [("diagnosed_by_older_rules", "quote", failed.pk, True)]


def test_the_audit_finds_sources_that_are_taken_for_younger_than_they_are() -> None:
    updated = round((timezone.now() - timedelta(days=300)).timestamp() * 1000)
    session = make_retrieval([{"title": "Cache", "content": WORDS, "metadata": {"lastUpdated": updated}}])
    entry = make_entry(session, [WORDS])
    assert SourceAge.objects.count() == 2
    assert findings() == []

    SourceAge.objects.update(updated=updated + 1)
    assert findings() == [("age_changed", "session", session.pk, False), ("age_changed", "entry", entry.pk, False)]
    SourceAge.objects.all().delete()
    assert len(findings()) == Entry.objects.count() + ReviewSession.objects.count()


def test_the_fix_of_another_quote_is_found() -> None:
    """A batch of repairs takes the stored fix."""
    session = make_session(["We keep the raw text of every event.", "The backup runs at night."])
    entry = make_entry(session, [(1, "keep the raw text of every event"), (0, "The backup runs at night")])
    rows = list(FailedQuote.objects.order_by("quote_id"))
    assert findings() == []

    FailedQuote.objects.filter(pk=rows[0].pk).update(fix=rows[1].fix)

    assert rows[0].fix != rows[1].fix
    assert findings() == [("failure_listed_otherwise", "quote", entry.quotes.get(position=0).pk, False)]


def test_a_fix_that_was_taken_away_is_found() -> None:
    session = make_session(["We keep the raw text of every event.", "The backup runs at night."])
    entry = make_entry(session, [(1, "keep the raw text of every event")])

    FailedQuote.objects.update(fix="", is_repairable=False)

    assert findings() == [("failure_listed_otherwise", "quote", entry.quotes.get().pk, False)]
