"""The job of a large batch: each entry is decided on once, whatever interrupts it; refused, gone and cancelled."""

from threading import Event as Signal

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError
from django.test import Client

from review.domain.bulk import BatchKind, ItemState
from review.domain.jobs import JobState
from review.jobs import batches, running
from review.jobs.kinds import KINDS
from review.jobs.running import run_taken
from review.jobs.worker import run_waiting
from review.models import Batch, Entry, Event, Job, Project, Role
from review.services.bulk import large, parts
from review.services.bulk.parts import Unchanged, begin_revert, confirm_batch
from review.services.bulk.previews import preview_entries
from review.services.jobs.asking import cancel_job
from tests.bulk import EXACT, MESSAGES, counts
from tests.factories import make_entries, make_project, make_session, make_user
from tests.power import cut_after
from tests.review.jobs.leases import due_again, taken

pytestmark = pytest.mark.django_db
NUMBER = 7
FULL = OperationalError("database or disk is full")


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (parts, large):
        monkeypatch.setattr(module, "BATCH_PART", 3)
    monkeypatch.setattr(batches, "BREATH", 0)
    monkeypatch.setattr(running, "LOOK_EVERY", 60)


def begun(mina: User) -> Batch:
    make_entries(make_session(MESSAGES, project=make_project()), [{"evidence": [EXACT]} for _ in range(NUMBER)])
    batch = preview_entries(BatchKind.REJECT, Entry.objects.all(), actor=mina)
    assert isinstance(confirm_batch(name=batch.name, reason="a joke", actor=mina), Batch)
    return batch


def events_of(event_type: str) -> list[int]:
    events = Event.objects.filter(event_type=event_type).select_related("entry")
    return sorted(event.entry.pk for event in events if event.entry is not None)


def ends() -> list[tuple[str, str]]:
    return list(Job.objects.order_by("pk").values_list("state", "reason"))


@pytest.mark.parametrize("statements", [5, 40, 90, 120, 150])
@pytest.mark.parametrize("error", [FULL, ValueError("a poison")], ids=["a full database", "an error of ours"])
def test_an_error_midway_has_every_entry_decided_on_once(statements: int, error: Exception, mina: User) -> None:
    batch = begun(mina)
    entries = sorted(Entry.objects.values_list("pk", flat=True))

    def fail() -> None:
        raise error

    job = taken()
    try:
        cut_after(statements, lambda: run_taken(job, KINDS, stop=Signal()), cut=fail)
    except OperationalError:
        assert error is FULL
    state = Job.objects.get().state
    due_again()
    run_waiting()

    assert state == JobState.WAITING
    assert ends() == [("done", "")]
    assert counts(batch) == {("done", ""): NUMBER}
    assert events_of("entry_rejected") == entries


def test_a_late_worker_decides_on_nothing(mina: User) -> None:
    begun(mina)
    late = taken()
    due_again()
    taken()

    run_taken(late, KINDS, stop=Signal())

    assert events_of("entry_rejected") == []
    assert ends() == [("running", "")]


def test_a_cancelled_batch_ends_at_its_next_entry_and_keeps_what_was_done(
    mina: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    batch, job = begun(mina), taken()
    monkeypatch.setattr(batches, "sleep", lambda _seconds: cancel_job(job, actor=mina))

    run_taken(job, KINDS, stop=Signal())

    assert counts(batch) == {("done", ""): 3, ("waiting", ""): NUMBER - 3}
    assert ends() == [("cancelled", "")]
    assert Job.objects.get().has_begun


def test_a_worker_that_ends_in_good_order_leaves_the_rest_to_another(
    mina: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    batch, stop = begun(mina), Signal()
    monkeypatch.setattr(batches, "sleep", lambda _seconds: stop.set())

    run_taken(taken(), KINDS, stop=stop)
    state, left = Job.objects.get().state, batch.items.filter(state=ItemState.WAITING).count()
    due_again()
    monkeypatch.undo()
    run_waiting()

    assert (state, left) == ("waiting", NUMBER - 4)
    assert counts(batch) == {("done", ""): NUMBER}


def test_a_batch_is_reverted_by_the_job_of_who_asks(mina: User) -> None:
    batch = begun(mina)
    run_waiting()
    dana = make_user("dana", project=Project.objects.get(), role=Role.MANAGER)

    begin_revert(name=batch.name, actor=dana)
    run_waiting()

    assert counts(batch) == {("reverted", ""): NUMBER}
    assert {one.actor for one in Event.objects.filter(event_type="decision_reverted")} == {"dana"}
    assert begin_revert(name=batch.name, actor=dana) != Unchanged()
    assert Job.objects.count() == 2


def test_who_may_no_longer_revert_is_told(mina: User) -> None:
    batch = begun(mina)
    run_waiting()
    dana = make_user("dana", project=Project.objects.get(), role=Role.MANAGER)
    begin_revert(name=batch.name, actor=dana)
    Project.objects.get().memberships.filter(user=dana).delete()

    run_waiting()

    assert ends()[-1] == ("failed", "not_permitted")
    assert counts(batch) == {("done", ""): NUMBER}


def test_a_batch_over_projects_is_ended_by_who_manages_all_of_them(mina: User) -> None:
    ledger, other = make_project(), make_project("other")
    make_user("mina", project=other)
    for project in (ledger, other):
        make_entries(make_session(MESSAGES, project=project), [{"evidence": [EXACT]} for _ in range(2)])
    batch = preview_entries(BatchKind.REJECT, Entry.objects.all(), actor=mina)
    confirm_batch(name=batch.name, reason="a joke", actor=mina)
    job, address = Job.objects.get(), batch.get_absolute_url()
    roles = {"dana": (Role.MANAGER, Role.MANAGER), "jun": (Role.MANAGER, Role.REVIEWER), "lee": (Role.MANAGER, None)}
    people = dict[str, Client]()
    for name, (here, there) in roles.items():
        person = make_user(name, project=ledger, role=here)
        if there is not None:
            make_user(name, project=other, role=there)
        people[name] = Client()
        people[name].force_login(person)
    offers = {
        name: f"/jobs/{job.pk}/cancel/" in client.get(address).content.decode() for name, client in people.items()
    }
    answers = [people[name].post(f"/jobs/{job.pk}/cancel/").status_code for name in ("jun", "lee", "dana")]

    job.refresh_from_db()
    assert (job.project, job.given["projects"]) == (None, sorted([ledger.pk, other.pk]))
    assert offers == {"dana": True, "jun": False, "lee": False}
    assert answers == [404, 404, 302]
    assert (job.state, str(job.cancelled_by)) == ("cancelled", "dana")


def test_a_batch_that_is_gone_is_told(mina: User) -> None:
    begun(mina).delete()

    run_waiting()

    assert ends() == [("failed", "gone")]
