"""The pages of auditors: access, the list and its filters, one event, the past of an entry, the alarm."""

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import ClassVar

import pytest
from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from aligner_core.ledger.checkpoints import open_checkpoint
from aligner_core.ledger.keys import VerifyingKey
from review import keys
from review.domain import events
from review.domain.limits import PAGE_SIZE
from review.domain.roles import Role
from review.jobs.worker import run_waiting
from review.models import AuditRun, Chain, Checkpoint, Event, Job, Membership, ReviewSession
from review.services import _journal
from review.services.audit.audit_store import run_audit
from review.services.audit.checkpoints import make_checkpoint
from review.views import audit
from tests.behind import rewrite
from tests.factories import make_project, make_session, make_user
from tests.worked import make_worked_session, nth_entry

PAGES = ("/audit/", "/audit/verify/", "/audit/keys/")


@pytest.fixture(scope="module")
def worked(standing: None) -> int:
    return make_worked_session().pk


@pytest.fixture
def session(worked: int, db: None) -> ReviewSession:
    return ReviewSession.objects.get(pk=worked)


@pytest.fixture
def auditor(session: ReviewSession, as_person: Callable[[User], Client]) -> Client:
    return as_person(make_user("vera", project=session.project, role=Role.AUDITOR))


def page_of(client: Client, url: str) -> str:
    response = client.get(url)
    assert response.status_code == 200
    return response.content.decode()


def listed(session: ReviewSession) -> QuerySet[Event]:
    """Return what an auditor of the project reads of the journal, newest first."""
    return Event.objects.filter(Q(session=session) | Q(event_type="member_added")).order_by("-pk")


def record_events(session: ReviewSession | None, count: int, payload: events.Payload | None = None) -> None:
    facts: list[_journal.NewEvent] = [(payload or events.EntryReopened(stage="raw"), None)] * count
    _journal.append_all(facts, session=session, actor=None)


@pytest.mark.parametrize(
    ("role", "status"),
    [
        (Role.VIEWER, 403),
        (Role.REVIEWER, 403),
        (Role.CERTIFIER, 403),
        (Role.AUDITOR, 200),
        (Role.MANAGER, 200),
    ],
)
def test_the_journal_is_read_by_those_who_audit(
    session: ReviewSession, as_person: Callable[[User], Client], role: Role, status: int
) -> None:
    client = as_person(make_user("somebody", project=session.project, role=role))
    pages = [*PAGES, f"/audit/{session.events.latest('pk').pk}/"]

    assert {client.get(page).status_code for page in pages} == {status}
    assert ('href="/audit/"' in client.get("/").content.decode()) == (status == 200)


@pytest.mark.parametrize("address", ["/audit/verify/", "/audit/checkpoints/"])
def test_others_than_auditors_can_neither_run_the_audit_nor_make_a_checkpoint(
    session: ReviewSession, as_person: Callable[[User], Client], address: str
) -> None:
    client = as_person(make_user("mina"))

    assert client.post(address).status_code == 403
    assert not AuditRun.objects.exists()
    assert not Checkpoint.objects.exists()


def test_staff_who_may_see_events_read_all(session: ReviewSession, as_person: Callable[[User], Client]) -> None:
    record_events(None, 1, events.EntryReopened(stage="raw"))
    client = as_person(User.objects.create(username="root", is_staff=True, is_superuser=True))

    page = page_of(client, "/audit/")

    assert "store 1" in page
    assert f"session:{session.pk} 1<" in page


def test_staff_without_the_permission_read_none(db: None, as_person: Callable[[User], Client]) -> None:
    client = as_person(User.objects.create(username="helper", is_staff=True))

    assert client.get("/audit/").status_code == 403


def test_events_of_other_projects_do_not_exist(auditor: Client) -> None:
    other = make_session(["Elsewhere."], project=make_project("other"))

    assert f"session:{other.pk} " not in page_of(auditor, "/audit/")
    assert auditor.get(f"/audit/{other.events.get().pk}/").status_code == 404


def test_the_list_shows_one_line_per_event(auditor: Client, session: ReviewSession) -> None:
    page = page_of(auditor, "/audit/")

    events = listed(session).select_related("chain")
    assert page.count("<tr>") == 1 + events.count()
    numbered = [f"{event.chain.name} {event.seq}" for event in events]
    assert re.findall(r'<td class="num"><code>(.*?)</code></td></tr>', page) == numbered
    assert "quote 1: exact in #0" in page
    assert "not worth keeping" in page


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("type=entry_rejected", {"entry_rejected"}),
        ("actor=mina&type=quote_retried", {"quote_retried"}),
        ("actor=nobody", set()),
        ("session={session}&type=session_ingested", {"session_ingested"}),
        ("entry={entry}", {"evidence_aligned", "entry_promoted"}),
        ("since={tomorrow}", set()),
        ("until={yesterday}", set()),
        ("since={today}&until={today}&type=memory_extracted", {"memory_extracted"}),
        ("type=nonsense&since=never&entry=x", None),
        ("since=0001-01-01&until=9999-12-31", None),
    ],
)
def test_the_list_is_narrowed_by_filters(
    auditor: Client, session: ReviewSession, query: str, shown: set[str] | None
) -> None:
    today = timezone.localdate()
    days = {"today": today, "tomorrow": today + timedelta(days=1), "yesterday": today - timedelta(days=1)}
    query = query.format(session=session.pk, entry=nth_entry(1).pk, **days)

    page = page_of(auditor, f"/audit/?{query}")

    listed = {pk: kind for pk, kind in Event.objects.values_list("pk", "event_type") if f'href="/audit/{pk}/"' in page}
    assert set(listed.values()) == (
        {"member_added", *session.events.values_list("event_type", flat=True)} if shown is None else shown
    )


def test_pages_follow_each_other_without_a_gap(auditor: Client, session: ReviewSession) -> None:
    record_events(session, 2 * PAGE_SIZE)
    keys_of_all = list(listed(session).values_list("pk", flat=True))

    first = page_of(auditor, "/audit/")
    second = page_of(auditor, f"/audit/?before={keys_of_all[PAGE_SIZE - 1]}")
    third = page_of(auditor, f"/audit/?before={keys_of_all[2 * PAGE_SIZE - 1]}")
    back = page_of(auditor, f"/audit/?behind={keys_of_all[2 * PAGE_SIZE]}")
    start = page_of(auditor, f"/audit/?behind={keys_of_all[PAGE_SIZE]}")

    shown = [[pk for pk in keys_of_all if f'href="/audit/{pk}/"' in page] for page in (first, second, third)]
    assert [pk for page in shown for pk in page] == keys_of_all
    assert [pk for pk in keys_of_all if f'href="/audit/{pk}/"' in back] == shown[1]
    assert [pk for pk in keys_of_all if f'href="/audit/{pk}/"' in start] == shown[0]
    assert [[f'rel="{way}"' in page for way in ("prev", "next")] for page in (first, second, third, back, start)] == [
        [False, True],
        [True, True],
        [True, False],
        [True, True],
        [False, True],
    ]


@pytest.mark.parametrize("query", ["before=x", "behind=-1", f"before={10**30}"])
def test_an_invalid_key_starts_at_the_newest_event(auditor: Client, session: ReviewSession, query: str) -> None:
    assert f'href="/audit/{session.events.latest("pk").pk}/"' in page_of(auditor, f"/audit/?{query}")


def test_an_event_shows_its_payload_and_what_it_changed(auditor: Client, session: ReviewSession) -> None:
    event = Event.objects.get(event_type="quote_retried")

    page = page_of(auditor, f"/audit/{event.pk}/")

    assert event.hash in page
    assert event.prev_hash in page
    assert "&quot;provenance&quot;: &quot;edited_quote&quot;" in page
    assert "<code>/quotes/1/attempt</code>" in page
    assert "<del>1</del>" in page
    assert "<ins>2</ins>" in page
    assert f'href="/entries/{event.entry_id}/?at={event.seq}"' in page


def test_an_event_links_to_its_neighbours(auditor: Client, session: ReviewSession) -> None:
    first, second, third = session.events.order_by("seq")[:3]

    page = page_of(auditor, f"/audit/{second.pk}/")

    assert f'rel="prev" href="/audit/{first.pk}/"' in page
    assert f'rel="next" href="/audit/{third.pk}/"' in page


def test_a_long_payload_is_cut(auditor: Client, session: ReviewSession) -> None:
    record_events(session, 1, events.EntryRejected(stage="raw", reason="long " * 10_000))

    page = page_of(auditor, f"/audit/{session.events.latest('pk').pk}/")

    assert "Only the beginning is shown." in page


def test_the_page_of_an_event_of_the_store_has_no_session(
    session: ReviewSession, as_person: Callable[[User], Client]
) -> None:
    record_events(None, 1)
    client = as_person(User.objects.create(username="root", is_staff=True, is_superuser=True))

    event = Event.objects.filter(session=None).latest("seq")
    page = page_of(client, f"/audit/{event.pk}/")

    assert f"store {event.seq}" in page
    assert "<dt>Session</dt>" not in page


def test_verify_says_that_it_was_never_done(auditor: Client) -> None:
    assert "Never verified yet" in page_of(auditor, "/audit/verify/")
    assert "Never verified yet" in page_of(auditor, "/audit/")


def test_verify_says_how_many_events_are_intact(auditor: Client, session: ReviewSession) -> None:
    response = auditor.post("/audit/verify/")

    assert (response.status_code, response["Location"]) == (302, "/audit/verify/")
    count = Event.objects.count()
    assert f"<h1>{count} events intact</h1>" in page_of(auditor, "/audit/verify/")
    assert f"{count} events intact" in page_of(auditor, "/audit/")


def test_verify_reports_the_first_broken_event_and_every_page_says_so(
    auditor: Client, mina: Client, session: ReviewSession
) -> None:
    event = session.events.get(event_type="entry_rejected")
    rewrite("review_event", "created_at", "2020-01-01 00:00:00", where=f"id = {event.pk}")

    auditor.post("/audit/verify/")

    page = page_of(auditor, "/audit/verify/")
    assert "<code>event_changed</code>" in page
    assert f"event {event.pk}  session:{session.pk} seq {event.seq}" in page
    addresses = ("/", "/sessions/", "/entries/", "/failed/", "/help/", f"/entries/{nth_entry(1).pk}/")
    assert ["The audit found" in page_of(auditor, address) for address in addresses] == [True] * 6
    assert "The audit found" not in page_of(mina, "/")


def test_the_alarm_ends_when_the_store_is_intact_again(auditor: Client, session: ReviewSession) -> None:
    event = session.events.latest("pk")
    rewrite("review_event", "actor", "jun", where=f"id = {event.pk}")
    run_audit()
    rewrite("review_event", "actor", event.actor, where=f"id = {event.pk}")

    run_audit()

    assert "The audit found" not in page_of(auditor, "/")


def test_the_admin_shows_the_alarm_too(session: ReviewSession, as_person: Callable[[User], Client]) -> None:
    rewrite("review_chain", "head_seq", 1, where=f"session_id = {session.pk}")
    run_audit()
    client = as_person(User.objects.create(username="root", is_staff=True, is_superuser=True))

    assert "The audit found" in page_of(client, "/admin/")


def test_a_large_store_is_audited_by_a_job(
    auditor: Client, session: ReviewSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit, "MAX_EVENTS_AT_ONCE", 3)

    auditor.post("/audit/verify/")
    auditor.post("/audit/verify/")
    waiting = page_of(auditor, "/audit/verify/")
    run_waiting()
    done = page_of(auditor, "/audit/verify/")

    assert "Verifying" in waiting
    assert 'id="verify"' not in waiting
    assert (AuditRun.objects.get().findings, Job.objects.get().state) == (0, "done")
    assert "events intact" in done
    assert 'id="verify"' in done


def test_a_job_audits_for_nobody_who_lost_the_right(
    auditor: Client, session: ReviewSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit, "MAX_EVENTS_AT_ONCE", 3)
    auditor.post("/audit/verify/")
    Membership.objects.all().delete()

    run_waiting()

    assert (AuditRun.objects.count(), Job.objects.get().reason) == (0, "not_permitted")


def test_a_checkpoint_is_made_and_downloaded_with_its_key(auditor: Client, session: ReviewSession) -> None:
    response = auditor.post("/audit/checkpoints/")

    row = Checkpoint.objects.get()
    handed = auditor.get(f"/audit/checkpoints/{row.pk}/")
    public = auditor.get("/audit/keys/")
    assert response.status_code == 302
    assert f'href="/audit/checkpoints/{row.pk}/"' in page_of(auditor, "/audit/verify/")
    assert open_checkpoint(handed.content.rstrip(b"\n"), keys.keyring()).size == sum(
        Chain.objects.values_list("head_seq", flat=True)
    )
    pems = [f"-----BEGIN{pem}" for pem in public.content.decode().split("-----BEGIN")[1:]]
    assert row.key_id in {VerifyingKey.load(pem.encode()).key_id for pem in pems}
    assert handed["Content-Disposition"] == f'attachment; filename="checkpoint-{row.pk}.json"'
    assert "PRIVATE" not in public.content.decode()


def test_an_entry_is_shown_as_it_was(auditor: Client, mina: Client, session: ReviewSession) -> None:
    entry = nth_entry(2)
    came, retried, *_ = entry.events.order_by("seq")

    pages = [page_of(mina, f"/entries/{entry.pk}/?at={seq}") for seq in (came.seq, retried.seq)]

    assert f"As it was at event {came.seq}" in pages[0]
    assert f"As it was at event {retried.seq}" in pages[1]
    assert ["attempt 2" in page for page in pages] == [False, True]
    assert [page.count("<form") for page in pages] == [page_of(mina, "/help/").count("<form")] * 2
    assert 'id="then-previous"' not in pages[0]
    assert f'id="then-next" href="?at={retried.seq}"' in pages[0]
    assert f'id="then-previous" href="?at={came.seq}"' in pages[1]


def test_the_past_shows_reasons_and_people(mina: Client, session: ReviewSession) -> None:
    entry = nth_entry(2)

    page = page_of(mina, f"/entries/{entry.pk}/?at={entry.events.latest('seq').seq}")

    assert "invented" in page
    assert "not worth keeping" in page
    assert 'id="then-next"' not in page


@pytest.mark.parametrize("at", ["0", "x", "", "-1", str(10**30)])
def test_an_event_that_never_happened_has_no_page_of_the_past(mina: Client, session: ReviewSession, at: str) -> None:
    assert mina.get(f"/entries/{nth_entry(1).pk}/?at={at}").status_code == 404


def test_the_past_of_entries_elsewhere_does_not_exist(
    session: ReviewSession, as_person: Callable[[User], Client]
) -> None:
    client = as_person(make_user("stranger", project=make_project("other")))

    assert client.get(f"/entries/{nth_entry(1).pk}/?at=4").status_code == 404


def test_the_history_of_an_entry_links_to_its_past(mina: Client, session: ReviewSession) -> None:
    entry = nth_entry(1)

    page = page_of(mina, entry.get_absolute_url())

    assert [f'href="{entry.get_absolute_url()}?at={event.seq}"' in page for event in entry.events.all()] == [True] * 2
    history = page[page.index('id="history"') :]
    assert sorted(re.findall(r"<small>(.+?), <time", history)) == sorted(event.actor for event in entry.events.all())
    assert "<small>system, <time" in history


class ProjectNoted(events.Payload):
    event_type: ClassVar[str] = "project_noted"
    project: str


def test_an_auditor_reads_the_store_chain_of_their_own_project(auditor: Client, session: ReviewSession) -> None:
    before = Event.objects.filter(session=None).count()
    record_events(None, 1, ProjectNoted(project=session.project.slug))
    record_events(None, 1, ProjectNoted(project="other"))
    record_events(None, 1, ProjectNoted(project=session.project.slug.upper()))

    page = page_of(auditor, "/audit/")

    assert [f"store {before + number}<" in page for number in (1, 2, 3)] == [True, False, False]


def test_the_page_says_that_the_key_was_lost_and_what_to_do(
    auditor: Client, settings: Settings, tmp_path: Path
) -> None:
    make_checkpoint()
    settings.REVIEW_SIGNING_KEY_DIR = tmp_path / "lost"

    page = page_of(auditor, "/audit/verify/")

    assert "Nothing can be signed as it is" in page
    assert "rotate_key --after-loss" in page


@pytest.mark.parametrize("address", ["/audit/verify/", "/audit/checkpoints/"])
def test_a_broken_folder_is_answered_with_a_sentence(
    auditor: Client, address: str, settings: Settings, tmp_path: Path
) -> None:
    settings.REVIEW_CHECKPOINT_DIR = tmp_path / "file"
    (tmp_path / "file").write_text("a file")
    auditor.raise_request_exception = False

    response = auditor.post(address)

    assert (response.status_code, response.headers["Retry-After"]) == (503, "300")
    assert "The checkpoints cannot be used" in response.content.decode()


def test_the_keys_are_not_handed_out_when_they_are_broken(auditor: Client, settings: Settings, tmp_path: Path) -> None:
    settings.REVIEW_SIGNING_KEY_DIR = tmp_path
    (tmp_path / "0001.pub").write_text("no key")
    auditor.raise_request_exception = False

    response = auditor.get("/audit/keys/")

    assert (response.status_code, "The signing keys cannot be used" in response.content.decode()) == (503, True)
