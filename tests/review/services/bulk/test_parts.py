"""A batch: its preview is its result, it goes on where it was cut, and taken back it leaves everything as it was."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from review.domain.bulk import BatchKind, InBatch, ItemState
from review.domain.changes import ChangeReason
from review.domain.limits import BATCH_PREVIEW_TIME
from review.domain.policy import Reason, Refused, Stage
from review.models import Batch, BatchItem, Entry, Event, Job, Project, Role
from review.selectors.bulk.batch_page import batch_numbers
from review.services.audit.audit_store import audit_store
from review.services.bulk import large, parts
from review.services.bulk._reverting import revert_item
from review.services.bulk._steps import apply_item
from review.services.bulk.parts import Unchanged, apply_part, begin_revert, confirm_batch, revert_part
from review.services.bulk.previews import preview_entries
from review.services.bulk.reading import note_read
from review.services.promotion.stages import demote_entry, promote_entry, reject_entry
from review.services.promotion.undo import undo_in_batch
from review.services.queue.changes import request_change
from review.services.queue.leases import take_lease
from tests.bulk import counts, make_mix, rows
from tests.factories import make_entry, make_project, make_session, make_user
from tests.power import cut_after

pytestmark = pytest.mark.django_db
REASON = "read together on Monday"


@pytest.fixture
def project() -> Project:
    return make_project()


@pytest.fixture
def mina(project: Project) -> User:
    return make_user("mina", project=project)


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "BATCH_PART", 3)


def preview(mina: User, kind: BatchKind = BatchKind.VERIFY) -> Batch:
    return preview_entries(kind, Entry.objects.all(), actor=mina)


def confirmed(mina: User, kind: BatchKind = BatchKind.VERIFY) -> Batch:
    batch = preview(mina, kind)
    assert isinstance(confirm_batch(name=batch.name, reason=REASON, actor=mina), Batch)
    return batch


def apply_all(batch: Batch, actor: User) -> None:
    while batch.items.filter(state=ItemState.WAITING).exists():
        assert isinstance(apply_part(name=batch.name, actor=actor), Batch)


def revert_all(batch: Batch, actor: User) -> None:
    assert isinstance(begin_revert(name=batch.name, actor=actor), Batch)
    while batch.items.filter(state=ItemState.DONE).exists():
        assert isinstance(revert_part(name=batch.name, actor=actor), Batch)


def problems() -> list[str]:
    return [finding.code for finding in audit_store() if not finding.is_note]


def event_count(batch: Batch, event_type: str) -> int:
    """Return how many events of a type name a batch."""
    return Event.objects.filter(event_type=event_type, payload__contains=batch.name).count()


def the_preview_is_the_result_and_can_be_taken_back(number: int, mina: User, project: Project) -> None:
    mix = make_mix(number, mina=mina, project=project)
    before, batch = rows(), preview(mina)
    foreseen = counts(batch)
    confirm_batch(name=batch.name, reason=REASON, actor=mina)

    apply_all(batch, mina)
    result, events, is_clean = counts(batch), event_count(batch, "entry_promoted"), problems()
    revert_all(batch, mina)

    assert foreseen == {
        ("waiting", ""): len(mix["read"]),
        ("left", "unread"): len(mix["unread"]),
        ("left", "evidence_not_aligned"): len(mix["failed"]),
        ("left", "unacknowledged_differences"): len(mix["differing"]),
        ("left", "ambiguous_evidence"): len(mix["ambiguous"]),
        ("left", "claim_unconfirmed"): len(mix["claim"]),
        ("left", "wrong_stage"): len(mix["verified"]) + len(mix["rejected"]),
    }
    assert result == {("done" if state == "waiting" else state, why): n for (state, why), n in foreseen.items()}
    assert (events, is_clean) == (len(mix["read"]), [])
    assert (rows(), problems()) == (before, [])
    assert event_count(batch, "decision_reverted") == len(mix["read"])


def test_the_preview_is_the_result_and_can_be_taken_back(mina: User, project: Project) -> None:
    the_preview_is_the_result_and_can_be_taken_back(36, mina, project)


@pytest.mark.exhaustive
def test_a_thousand_entries_are_as_foreseen_and_can_be_taken_back(
    mina: User, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "BATCH_PART", 50)
    monkeypatch.setattr(large, "BATCH_PART", 1_000)
    the_preview_is_the_result_and_can_be_taken_back(1_000, mina, project)


@pytest.mark.parametrize("kind", [BatchKind.CANDIDATE, BatchKind.PROMOTE, BatchKind.REJECT])
def test_every_kind_of_batch_is_as_foreseen_and_can_be_taken_back(
    kind: BatchKind, mina: User, project: Project
) -> None:
    make_mix(9, mina=mina, project=project)
    Entry.objects.filter(stage=Stage.CANDIDATE, entry_id__in=["e-1", "e-9"]).update(stage=Stage.RAW)
    before, batch = rows(), confirmed(mina, kind)
    foreseen = counts(batch)

    apply_all(batch, mina)
    result = counts(batch)
    revert_all(batch, mina)

    assert foreseen[("waiting", "")] > 1
    assert result == {("done" if state == "waiting" else state, why): n for (state, why), n in foreseen.items()}
    assert _without_marks(rows()) == _without_marks(before)
    assert set(counts(batch)) == {("reverted", ""), *(one for one in foreseen if one[0] == "left")}


def _without_marks(stored: dict[int, dict[str, object]]) -> dict[int, dict[str, object]]:
    """Leave out the marks, which the test did not make again when it set a stage behind the services."""
    return {pk: {name: value for name, value in row.items() if name != "marks"} for pk, row in stored.items()}


@pytest.mark.parametrize("stage", ["raw", "working"])
def test_a_batch_verifies_through_every_stage_and_takes_all_of_it_back(
    mina: User, project: Project, stage: str
) -> None:
    entry = make_entry(make_session(["We keep it."], project=project), [(0, "We keep it.")], stage=stage)
    note_read(entry, person=mina)
    before, batch = rows(), confirmed(mina)

    apply_all(batch, mina)
    steps = [one.body for one in entry.events.order_by("seq") if one.event_type == "entry_promoted"]
    revert_all(batch, mina)

    assert [one["to_stage"] for one in steps] == {"raw": ["working"], "working": []}[stage] + ["candidate", "verified"]
    assert {(one["batch"], one["reason"], one["goal"]) for one in steps} == {(batch.name, REASON, "verified")}
    assert (rows(), problems()) == (before, [])
    assert event_count(batch, "decision_reverted") == len(steps)


def test_a_rejected_entry_records_its_batch_and_the_reason(mina: User, project: Project) -> None:
    make_mix(1, mina=mina, project=project)
    batch = confirmed(mina, BatchKind.REJECT)

    apply_part(name=batch.name, actor=mina)

    event = Event.objects.get(event_type="entry_rejected")
    assert event.body == {"stage": "candidate", "reason": REASON, "batch": batch.name}
    assert BatchItem.objects.get().event_id == event.event_id


@pytest.mark.parametrize("statements", [5, 25, 60, 90, 110])
def test_a_cut_batch_says_what_was_done_and_goes_on(statements: int, mina: User, project: Project) -> None:
    mix = make_mix(27, mina=mina, project=project)
    batch = confirmed(mina)

    is_cut = cut_after(statements, lambda: apply_all(batch, mina))
    verified = Entry.objects.filter(stage=Stage.VERIFIED).count() - len(mix["verified"])
    done = batch.items.filter(state=ItemState.DONE).count()
    apply_all(batch, mina)

    assert (is_cut, verified) == (True, done)
    assert counts(batch)["done", ""] == event_count(batch, "entry_promoted") == len(mix["read"])
    assert ("refused", "conflict") not in counts(batch)
    assert problems() == []


def test_an_entry_that_changed_since_the_preview_is_refused_and_recorded(mina: User, project: Project) -> None:
    changed, *others = make_mix(19, mina=mina, project=project)["read"]
    batch = confirmed(mina)
    reject_entry(entry_id=changed.pk, reason="a joke", seen_version=changed.version, actor=mina)

    apply_all(batch, mina)

    item = batch.items.get(entry=changed)
    assert (item.state, item.reason, item.reasons) == ("refused", "conflict", "conflict")
    assert counts(batch)["done", ""] == len(others)
    assert event_count(batch, "promotion_refused") == 1


def test_an_entry_that_somebody_looks_at_by_now_is_left_to_them(mina: User, project: Project) -> None:
    first, *_ = make_mix(10, mina=mina, project=project)["read"]
    batch = confirmed(mina)
    take_lease(entry_id=first.pk, holder=make_user("jun", project=project))

    apply_all(batch, mina)

    assert (batch.items.get(entry=first).reason, first.events.latest("seq").event_type) == (
        "leased",
        "evidence_aligned",
    )


def test_an_entry_of_which_a_change_was_asked_for_stays(mina: User, project: Project) -> None:
    first, *_ = make_mix(10, mina=mina, project=project)["read"]
    jun, other = make_user("jun", project=project), ChangeReason.OTHER
    request_change(entry_id=first.pk, reason=other, comment="the year", seen_version=first.version, actor=jun)
    note_read(Entry.objects.get(pk=first.pk), person=mina)

    batch = preview(mina)

    assert batch.items.get(entry=first).reasons == "change"


def test_an_entry_that_changed_since_the_batch_is_kept_when_it_is_taken_back(mina: User, project: Project) -> None:
    changed, *others = make_mix(19, mina=mina, project=project)["read"]
    batch = confirmed(mina)
    apply_all(batch, mina)
    demote_entry(entry_id=changed.pk, reason="doubts", seen_version=changed.version + 1, actor=mina)

    revert_all(batch, mina)

    assert counts(batch)["kept", "conflict"] == 1
    assert counts(batch)["reverted", ""] == len(others)
    numbers = batch_numbers(batch, user=mina)
    assert numbers.worked_through == numbers.to_work_through == 1 + len(others)
    assert problems() == []


def test_a_batch_takes_back_nothing_that_was_done_by_hand(mina: User, project: Project) -> None:
    first, *_ = make_mix(1, mina=mina, project=project)["read"]
    batch = confirmed(mina)
    promote_entry(entry_id=first.pk, to=Stage.VERIFIED, seen_version=first.version, actor=mina)
    by_hand, version = first.events.latest("seq"), first.version + 1

    decision = undo_in_batch(
        entry_id=first.pk, seen_version=version, actor=mina, batch=InBatch(batch.name, reverts=by_hand.event_id)
    )

    assert decision == Refused(Stage.VERIFIED, (Reason.CONFLICT,))


def test_taking_back_goes_on_where_it_was_cut(mina: User, project: Project) -> None:
    make_mix(27, mina=mina, project=project)
    before, batch = rows(), confirmed(mina)
    apply_all(batch, mina)

    is_cut = cut_after(60, lambda: revert_all(batch, mina))
    revert_all(batch, mina)

    assert (is_cut, rows(), problems()) == (True, before, [])


def test_what_still_waits_is_left_when_a_batch_is_taken_back(mina: User, project: Project) -> None:
    make_mix(45, mina=mina, project=project)
    batch = confirmed(mina)
    apply_part(name=batch.name, actor=mina)

    revert_all(batch, mina)

    assert apply_part(name=batch.name, actor=mina) == Unchanged()
    assert counts(batch)["reverted", ""] == 3


def test_nothing_is_done_before_it_is_confirmed(mina: User, project: Project) -> None:
    make_mix(9, mina=mina, project=project)
    before, batch = rows(), preview(mina)

    answers = [
        apply_part(name=batch.name, actor=mina),
        begin_revert(name=batch.name, actor=mina),
        revert_part(name=batch.name, actor=mina),
    ]

    assert (answers, rows()) == ([Unchanged()] * 3, before)


def test_a_preview_that_nobody_confirmed_is_forgotten_after_a_day(mina: User, project: Project) -> None:
    make_mix(2, mina=mina, project=project)
    old, fresh, kept = preview(mina), preview(mina), confirmed(mina)
    Batch.objects.filter(pk__in=[old.pk, kept.pk]).update(made_at=timezone.now() - 2 * BATCH_PREVIEW_TIME)

    newest = preview(mina)

    assert set(Batch.objects.all()) == {fresh, kept, newest}


def test_only_who_made_a_batch_applies_it(mina: User, project: Project) -> None:
    make_mix(9, mina=mina, project=project)
    jun, batch = make_user("jun", project=project), preview(mina)

    answers = [
        confirm_batch(name=batch.name, reason=REASON, actor=jun),
        apply_part(name=batch.name, actor=jun),
        begin_revert(name=batch.name, actor=jun),
        revert_part(name=batch.name, actor=jun),
    ]

    assert answers == [Unchanged(is_permitted=False)] * 4


def test_confirming_again_changes_nothing(mina: User, project: Project) -> None:
    make_mix(9, mina=mina, project=project)
    batch = confirmed(mina)

    again = confirm_batch(name=batch.name, reason="another one", actor=mina)
    begun = begin_revert(name=batch.name, actor=mina)

    assert isinstance(again, Batch)
    assert isinstance(begun, Batch)
    assert (again.reason, begin_revert(name=batch.name, actor=mina)) == (REASON, begun)
    assert Batch.objects.get().reverted_at == begun.reverted_at
    assert confirm_batch(name=batch.name, reason="too late", actor=mina) == Batch.objects.get()
    assert not Job.objects.exists()


def test_a_manager_takes_back_the_batch_of_somebody_else(mina: User, project: Project) -> None:
    make_mix(9, mina=mina, project=project)
    before, batch = rows(), confirmed(mina)
    apply_all(batch, mina)

    revert_all(batch, make_user("dana", project=project, role=Role.MANAGER))

    assert rows() == before


def test_who_manages_one_of_its_projects_takes_no_batch_back(mina: User, project: Project) -> None:
    other = make_project("other", reviewer=mina)
    make_mix(2, mina=mina, project=project)
    make_mix(2, mina=mina, project=other)
    batch = confirmed(mina)
    apply_all(batch, mina)
    dana = make_user("dana", project=project, role=Role.MANAGER)

    assert begin_revert(name=batch.name, actor=dana) == Unchanged(is_permitted=False)


def test_what_was_done_last_is_taken_back_first(mina: User, project: Project) -> None:
    make_mix(45, mina=mina, project=project)
    batch = confirmed(mina)
    apply_all(batch, mina)
    done = list(batch.items.filter(state=ItemState.DONE).order_by("pk"))
    begin_revert(name=batch.name, actor=mina)

    revert_part(name=batch.name, actor=mina)

    assert len(done) > 3
    assert list(batch.items.filter(state=ItemState.DONE).order_by("pk")) == done[:-3]


def test_who_may_no_longer_decide_takes_nothing_back(mina: User, project: Project) -> None:
    make_mix(9, mina=mina, project=project)
    batch = confirmed(mina)
    apply_all(batch, mina)
    project.memberships.update(role=Role.VIEWER)

    revert_all(batch, mina)

    assert counts(batch)["kept", "not_permitted"] == 2


def test_two_requests_at_the_same_batch_do_nothing_twice(mina: User, project: Project) -> None:
    make_mix(9, mina=mina, project=project)
    batch = confirmed(mina)
    item = batch.items.filter(state=ItemState.WAITING).first()
    assert item is not None
    apply_item(item, batch=batch, actor=mina, held=None)
    again = BatchItem.objects.get(pk=item.pk)
    in_batch = InBatch(batch.name, reverts=again.event_id)

    apply_item(again, batch=batch, actor=mina, held=None)
    for _ in range(2):
        revert_item(again, in_batch=in_batch, actor=mina)

    assert (event_count(batch, "entry_promoted"), event_count(batch, "decision_reverted")) == (1, 1)


def test_a_part_costs_the_same_however_large_the_batch_is(mina: User, project: Project) -> None:
    make_mix(18, mina=mina, project=project)
    small = confirmed(mina)
    with CaptureQueriesContext(connection) as few:
        apply_part(name=small.name, actor=mina)
    make_mix(90, mina=mina, project=project)
    large = confirmed(mina)

    with CaptureQueriesContext(connection) as many:
        apply_part(name=large.name, actor=mina)

    assert len(many) == len(few)
