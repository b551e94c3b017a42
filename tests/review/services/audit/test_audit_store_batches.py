"""The audit of batches: who made one, why, when and of which entries, by the events that name it."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User

from review.domain.bulk import BatchKind
from review.models import Batch, BatchItem, Entry, Event, FailedQuote
from review.selectors.bulk.repairs import repairable_alike
from review.selectors.quotes.failed_count import failed_scope
from review.services.audit.audit_store import audit_store
from review.services.bulk.parts import apply_part, begin_revert, confirm_batch, revert_part
from review.services.bulk.previews import preview_entries, preview_repairs
from tests.behind import rewrite
from tests.factories import make_entries, make_project, make_session, make_user

pytestmark = pytest.mark.django_db
QUOTE = {"messageIndex": 0, "quote": "keep the raw text of every event"}


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


@pytest.fixture
def rejected(mina: User) -> Batch:
    """Return a batch that rejected two entries, one of them reopened by reverting it."""
    entries = make_entries(make_session(["We keep the raw text of every event."]), [{"evidence": [QUOTE]}] * 2)
    batch = preview_entries(BatchKind.REJECT, Entry.objects.filter(pk__in=[one.pk for one in entries]), actor=mina)
    confirm_batch(name=batch.name, reason="said in jest", actor=mina)
    apply_part(name=batch.name, actor=mina)
    BatchItem.objects.filter(batch=batch, entry=entries[0]).update(state="kept")
    begin_revert(name=batch.name, actor=mina)
    revert_part(name=batch.name, actor=mina)
    assert found() == []
    return Batch.objects.get()


def found() -> list[tuple[str, str]]:
    return [(one.code, one.detail) for one in audit_store()]


def test_a_batch_that_was_given_to_somebody_else_is_found(rejected: Batch) -> None:
    Batch.objects.update(made_by=make_user("jun", project=make_project()))

    assert found() == [("batch_unaccounted", rejected.name)]


@pytest.mark.parametrize(
    "change",
    [
        {"reason": "not worth keeping"},
        {"kind": BatchKind.VERIFY},
        {"confirmed_at": None, "reverted_at": None},
        {"reverted_at": None},
    ],
    ids=str,
)
def test_a_batch_for_another_reason_or_never_confirmed_is_found(rejected: Batch, change: dict[str, object]) -> None:
    Batch.objects.update(**change)

    assert found() == [("batch_unaccounted", rejected.name)]


@pytest.mark.parametrize("column", ["made_at", "confirmed_at", "reverted_at"])
def test_a_batch_that_began_after_its_first_event_is_found(rejected: Batch, column: str) -> None:
    Batch.objects.update(**{column: getattr(rejected, column) + timedelta(minutes=20)})

    assert found() == [("batch_unaccounted", rejected.name)]


def test_a_batch_that_lost_an_entry_is_found(rejected: Batch) -> None:
    BatchItem.objects.latest("pk").delete()

    assert found() == [("batch_unaccounted", rejected.name)]


def test_an_event_whose_batch_cannot_be_read_is_found_by_itself(rejected: Batch) -> None:
    event = Event.objects.filter(payload__contains=rejected.name).earliest("pk")
    rewrite("review_event", "payload", '{"batch":"gone"}', where=f"id = {event.pk}")

    assert "batch_unaccounted" not in [code for code, _ in found()]


def test_a_batch_that_is_gone_is_found(rejected: Batch) -> None:
    Batch.objects.all().delete()

    assert found() == [("batch_missing", rejected.name)]


def test_a_batch_of_another_name_is_found_under_both(rejected: Batch) -> None:
    Batch.objects.update(name="f" * 32)

    assert found() == [("batch_missing", rejected.name), ("batch_unaccounted", "f" * 32)]


def test_a_batch_that_changed_nothing_is_compared_with_nothing(mina: User) -> None:
    [entry] = make_entries(make_session(["We keep the raw text of every event."]), [{"evidence": [QUOTE]}])
    preview_entries(BatchKind.REJECT, Entry.objects.filter(pk=entry.pk), actor=mina)

    Batch.objects.update(made_by=make_user("jun", project=make_project()))

    assert found() == []


def test_the_reason_of_repairs_is_compared_too(mina: User) -> None:
    session = make_session(["We keep the raw text of every event.", "The backup runs at night."])
    make_entries(session, [{"evidence": [{**QUOTE, "messageIndex": 1}]}] * 2)
    row = FailedQuote.objects.earliest("pk")
    rows = repairable_alike(failed_scope(mina), group=row.group_name, kind="move", at_most=9)
    batch = preview_repairs(rows, actor=mina)
    confirm_batch(name=batch.name, reason="moved by one", actor=mina)
    apply_part(name=batch.name, actor=mina)
    assert found() == []

    Batch.objects.update(reason="asked to")

    assert found() == [("batch_unaccounted", batch.name)]
