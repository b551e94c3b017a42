"""Failed quotes that one kind of click repairs are repaired at once, and taken back."""

import pytest
from django.contrib.auth.models import User

from review.domain.bulk import InBatch, ItemState
from review.domain.limits import MAX_BATCH_ITEMS
from review.models import Alignment, Batch, Entry, Event, FailedQuote, Quote, Role
from review.payloads import check_session
from review.selectors.bulk.repairs import repairable_alike
from review.selectors.quotes.failed_count import failed_scope
from review.services.audit.audit_store import audit_store
from review.services.bulk._reverting import revert_item
from review.services.bulk._steps import apply_item
from review.services.bulk.parts import apply_part, begin_revert, confirm_batch, revert_part
from review.services.bulk.previews import preview_repairs
from review.services.ingest.receive import receive_session
from review.services.promotion.stages import reject_entry
from review.services.queue.leases import take_lease
from review.services.repair.quotes import retry_quote
from tests.bulk import counts, words
from tests.factories import make_entries, make_project, make_session, make_user, quotes_of

pytestmark = pytest.mark.django_db
SAID = [
    "We keep the raw text of every event. We talked about many other things that day. The backup runs at night.",
    "The cache lives for one hour. We rebuild the index on Friday.",
]
ELSEWHERE = {"messageIndex": 1, "quote": "keep the raw text of every event"}
JOINED = {"messageIndex": 0, "quote": "keep the raw text of every event ... The backup runs at night"}


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


def failing(quoted: dict[str, object], number: int = 3) -> list[Quote]:
    made = make_entries(make_session(SAID), [{"evidence": [quoted]} for _ in range(number)])
    return [quotes_of(entry)[0] for entry in made]


def alike(mina: User) -> list[FailedQuote]:
    """Return the failed quotes that the same click repairs as the first of them."""
    first = FailedQuote.objects.order_by("pk")[0]
    kind = first.fix.split('"')[3]
    return repairable_alike(failed_scope(mina), group=first.group_name, kind=kind, at_most=MAX_BATCH_ITEMS)


def confirmed(mina: User) -> Batch:
    batch = preview_repairs(alike(mina), actor=mina)
    confirm_batch(name=batch.name, reason="", actor=mina)
    return batch


def revert(batch: Batch, actor: User) -> None:
    begin_revert(name=batch.name, actor=actor)
    revert_part(name=batch.name, actor=actor)


def problems() -> list[str]:
    return [finding.code for finding in audit_store() if not finding.is_note]


def test_all_that_stand_in_another_message_are_moved_and_taken_back(mina: User) -> None:
    quotes = failing(ELSEWHERE)
    before, batch = words(), confirmed(mina)

    apply_part(name=batch.name, actor=mina)
    moved, events = words(), Event.objects.filter(event_type="quote_retried")
    named = [event.body["batch"] for event in events]
    result, clean = counts(batch), problems()
    revert(batch, mina)

    assert result == {("done", ""): 3}
    assert moved == {quote.pk: ("counts", ELSEWHERE["quote"], 0) for quote in quotes}
    assert (named, clean) == ([batch.name] * 3, [])
    assert (words(), counts(batch), problems()) == (before, {("reverted", ""): 3}, [])
    reverts = [event.body["reverts"] for event in Event.objects.filter(event_type="quote_retried")[3:]]
    assert sorted(filter(None, reverts)) == sorted(batch.items.values_list("event_id", flat=True))


def test_all_that_join_two_passages_are_split_and_taken_back(mina: User) -> None:
    quotes = failing(JOINED)
    before, batch = words(), confirmed(mina)

    apply_part(name=batch.name, actor=mina)
    split = {pk: words()[pk][0] for pk in (quote.pk for quote in quotes)}
    batches = {event.body["batch"] for event in Event.objects.filter(event_type="quote_split")}
    clean = problems()
    revert(batch, mina)

    assert (set(split.values()), batches, clean) == ({"split"}, {batch.name}, [])
    assert {pk: words()[pk] for pk in before} == before
    assert {event.body["batch"] for event in Event.objects.filter(event_type="split_undone")} == {batch.name}
    assert problems() == []


@pytest.mark.parametrize(("quoted", "asks"), [(ELSEWHERE, False), (JOINED, True)])
def test_the_claim_is_asked_about_as_the_preview_showed(quoted: dict[str, object], asks: bool, mina: User) -> None:  # noqa: FBT001
    failing(quoted, number=2)
    batch = confirmed(mina)
    foreseen = counts(batch)

    apply_part(name=batch.name, actor=mina)

    assert foreseen == {("waiting", "asks_claim" if asks else ""): 2}
    assert list(Entry.objects.values_list("claim_open", flat=True)) == [asks, asks]


@pytest.mark.parametrize("quoted", [ELSEWHERE, JOINED])
def test_what_changed_since_the_preview_is_refused(quoted: dict[str, object], mina: User) -> None:
    first, *_ = failing(quoted)
    batch = confirmed(mina)
    retry_quote(quote_id=first.pk, text="the raw text", message_index=0, seen_attempt=1, actor=mina)

    apply_part(name=batch.name, actor=mina)

    assert batch.items.get(quote=first).reasons == "conflict"
    assert batch.items.filter(state=ItemState.DONE).count() == 2


@pytest.mark.parametrize("quoted", [ELSEWHERE, JOINED])
def test_what_changed_since_the_batch_is_kept(quoted: dict[str, object], mina: User) -> None:
    first, *_ = failing(quoted)
    batch = confirmed(mina)
    apply_part(name=batch.name, actor=mina)
    entry = Entry.objects.get(pk=first.entry_id)
    reject_entry(entry_id=entry.pk, reason="a joke", seen_version=entry.version, actor=mina)

    revert(batch, mina)

    assert batch.items.get(quote=first).reasons == "wrong_stage"
    assert batch.items.filter(state=ItemState.REVERTED).count() == 2


@pytest.mark.parametrize("quoted", [ELSEWHERE, JOINED])
def test_what_somebody_looks_at_by_now_is_left_to_them(quoted: dict[str, object], mina: User) -> None:
    first, *_ = failing(quoted)
    batch = confirmed(mina)
    take_lease(entry_id=first.entry_id, holder=make_user("jun", project=make_project()))

    apply_part(name=batch.name, actor=mina)

    assert batch.items.get(quote=first).reasons == "leased"


@pytest.mark.parametrize("quoted", [ELSEWHERE, JOINED])
def test_what_was_done_or_taken_back_meanwhile_is_not_done_twice(quoted: dict[str, object], mina: User) -> None:
    failing(quoted, number=2)
    batch = confirmed(mina)
    waiting = list(batch.items.all())
    apply_part(name=batch.name, actor=mina)
    before = Alignment.objects.count()
    for item in waiting:
        apply_item(item, batch=batch, actor=mina, held=None)
    done, applied = list(batch.items.all()), Alignment.objects.count()
    revert(batch, mina)
    reverted = Alignment.objects.count()
    for item in done:
        revert_item(item, in_batch=InBatch(batch.name, reverts=item.event_id), actor=mina)

    assert (applied, Alignment.objects.count()) == (before, reverted)


def test_words_that_are_not_found_any_more_are_refused(mina: User) -> None:
    failing(ELSEWHERE, number=2)
    batch = confirmed(mina)
    session = Quote.objects.latest("pk").entry.session
    changed = check_session({"sessionId": session.session_id, "messages": ["Nothing of the kind.", SAID[1]]})
    receive_session(project=session.project, upload=changed, actor=None, accept_changes=True)

    apply_part(name=batch.name, actor=mina)

    assert counts(batch) == {("refused", "evidence_not_aligned"): 2}


def test_quotes_of_projects_in_which_a_person_does_not_decide_are_left(mina: User) -> None:
    failing(ELSEWHERE)

    batch = preview_repairs(alike(mina), actor=make_user("vera", project=make_project(), role=Role.VIEWER))

    assert counts(batch) == {("left", "not_permitted"): 3}
