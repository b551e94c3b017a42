"""The review queue over HTTP: the next entry in the response of a decision, with htmx and without."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from functools import partial

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.utils import timezone

from review.domain.policy import Stage
from review.models import Entry, EntryRead, Lease, Project, Role
from review.services.queue.leases import take_lease
from review.services.queue.sitting import sitting_of
from tests.factories import make_entry, make_session, make_user
from tests.faulty import full_for, read_only

MESSAGES = ["We keep the raw text.", "Done. Done."]
QUEUE = "/queue/"


@pytest.fixture
def entries(project: Project) -> list[Entry]:
    session = make_session(MESSAGES, project=project)
    return [make_entry(session, [(0, MESSAGES[0])], title=f"claim {number}", stage="candidate") for number in range(3)]


def htmx(query: str = "") -> dict[str, str]:
    return {"HX-Request": "true", "HX-Current-URL": f"http://testserver{QUEUE}?{query}"}


def claim(page: str) -> str:
    found = re.search(r'<h1 id="claim"[^>]*>(.*?)</h1>', page, re.DOTALL)
    assert found is not None
    return re.sub("<[^>]*>", "", found[1]).strip()


def is_the_same_entry(page: str) -> bool:
    return not re.search('id="(claim|queue-head)"', page)


def verify(client: Client, entry: Entry, **headers: str) -> tuple[int, str]:
    response = client.post(
        f"/entries/{entry.pk}/promote/", {"to": "verified", "seen_version": entry.version}, headers=headers
    )
    return response.status_code, response.content.decode()


def test_queue_shows_an_entry_with_its_reason_and_its_place(mina: Client, entries: list[Entry]) -> None:
    page = mina.get(QUEUE).content.decode()

    assert claim(page) == "claim 0"
    assert "Nothing is missing: read the quotes, then verify." in page
    assert "<b>Ready to verify</b>" in page.replace("\n    ", "")
    assert ">1 of 3</b>" in page
    assert f'data-beat="/queue/{entries[0].pk}/beat/"' in page


@pytest.mark.skipif(connection.vendor != "sqlite", reason="this is how SQLite is made full or read-only")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("state", "says"),
    [(partial(full_for, "review_lease"), "There is no room left"), (read_only, "Nothing can be changed")],
)
def test_the_queue_is_read_where_nothing_can_be_stored(
    mina: Client, entries: list[Entry], state: Callable[[], AbstractContextManager[None]], says: str
) -> None:
    with state():
        answers = [mina.get(QUEUE), mina.get(f"{QUEUE}?skipped={entries[0].pk}", headers=htmx())]

    pages = [answer.content.decode() for answer in answers]
    assert [(answer.status_code, claim(page)) for answer, page in zip(answers, pages, strict=True)] == [
        (200, "claim 0")
    ] * 2
    assert [says in page for page in pages] == [True, True]
    assert not re.search(r'data-beat=|id="lease-until"|id="promote-verified"|id="reject"', "".join(pages))
    assert (Lease.objects.count(), EntryRead.objects.count()) == (0, 0)


def test_a_decision_answers_with_the_next_entry(mina: Client, entries: list[Entry]) -> None:
    response = mina.post(
        f"/entries/{entries[0].pk}/promote/",
        {"to": "verified", "seen_version": 1},
        headers=htmx("method=ready"),
    )
    page = response.content.decode()

    assert response.status_code == 200
    assert claim(page) == "claim 1"
    assert "Promoted to verified. Next: claim 1" in page
    assert 'id="queue-head" hx-swap-oob="outerHTML"' in page
    assert response.headers["HX-Replace-Url"] == "/queue/?method=ready&turn=ready"
    assert Entry.objects.get(pk=entries[0].pk).stage == Stage.VERIFIED


def test_rejecting_goes_on_too_and_the_last_one_says_so(mina: Client, entries: list[Entry]) -> None:
    verify(mina, entries[0], **htmx())
    verify(mina, entries[1], **htmx())
    page = mina.post(
        f"/entries/{entries[2].pk}/reject/", {"reason": "a joke", "seen_version": 1}, headers=htmx()
    ).content.decode()

    assert claim(page) == "Nothing is left in the queue"
    assert "It left every queue and can be reopened. Nothing is left in the queue." in page
    assert "So far: 2 verified · 1 rejected." in page
    assert not Lease.objects.exists()


def test_a_refused_decision_stays_with_its_entry(mina: Client, project: Project) -> None:
    twice = make_entry(make_session(MESSAGES, project=project), [(1, "Done.")], title="twice", stage="candidate")

    status, page = verify(mina, twice, **htmx())

    assert status == 422
    assert is_the_same_entry(page)


def test_a_late_decision_shows_what_the_entry_is_now(
    mina: Client, project: Project, entries: list[Entry], as_person: Callable[[User], Client]
) -> None:
    mina.get(QUEUE)
    Lease.objects.update(until=timezone.now() - timedelta(seconds=1))
    jun = as_person(make_user("jun", project=project))
    verify(jun, entries[0], **htmx())

    status, page = verify(mina, entries[0], **htmx())

    assert status == 409
    assert claim(page) == "claim 0"
    assert "Verified by jun" in page


def test_without_scripts_a_decision_leads_back_to_the_queue(mina: Client, entries: list[Entry]) -> None:
    response = mina.post(
        f"/entries/{entries[0].pk}/promote/",
        {"to": "verified", "seen_version": 1},
        headers={"Referer": "http://testserver/queue/?method=ready&turn=ready"},
        follow=True,
    )

    assert response.redirect_chain == [("/queue/?method=ready&turn=ready", 302)]
    assert claim(response.content.decode()) == "claim 1"
    assert "Promoted to verified." in response.content.decode()


@pytest.mark.parametrize(
    "referrer", ["http://elsewhere.example/queue/", "http://testserver/entries/", "http://[", "", "/queue/"]
)
def test_a_decision_on_another_page_goes_on_there(mina: Client, entries: list[Entry], referrer: str) -> None:
    response = mina.post(
        f"/entries/{entries[0].pk}/promote/", {"to": "verified", "seen_version": 1}, headers={"Referer": referrer}
    )

    assert response.headers["Location"] == entries[0].get_absolute_url()


def test_making_a_candidate_stays_with_the_entry(mina: Client, project: Project) -> None:
    raw = make_entry(make_session(MESSAGES, project=project), [(0, MESSAGES[0])], title="raw", stage="raw")

    page = mina.post(
        f"/entries/{raw.pk}/promote/", {"to": "candidate", "seen_version": 1}, headers=htmx("stage=raw")
    ).content.decode()

    assert is_the_same_entry(page)
    assert 'id="promote-verified"' in page


def test_skipping_shows_the_next_one_and_the_way_back(mina: Client, entries: list[Entry]) -> None:
    seen, address = list[str](), QUEUE
    for _ in range(4):
        page = mina.get(address).content.decode()
        seen.append(claim(page))
        found = re.search(r'id="queue-skip"[^>]* href="([^"]*)"', page)
        address = found[1].replace("&amp;", "&") if found else ""

    assert seen == ["claim 0", "claim 1", "claim 2", "Nothing is left in the queue"]
    assert "What you skipped comes up again from the beginning." in page
    assert 'href="/queue/?"' in page


def test_a_key_that_no_row_has_is_not_kept_as_skipped(mina: Client, entries: list[Entry]) -> None:
    page = mina.get(QUEUE, {"skipped": "9" * 19})

    assert page.status_code == 200
    assert sitting_of(mina.session).skipped == ()


def test_what_the_queue_shows_is_read(mina: Client, entries: list[Entry]) -> None:
    mina.get(QUEUE)

    read = EntryRead.objects.get()
    assert (read.entry_id, read.person.get_username()) == (entries[0].pk, "mina")


def test_two_people_get_different_entries(
    mina: Client, project: Project, entries: list[Entry], as_person: Callable[[User], Client]
) -> None:
    jun = as_person(make_user("jun", project=project))

    assert claim(mina.get(QUEUE).content.decode()) == "claim 0"
    page = jun.get(QUEUE).content.decode()

    assert claim(page) == "claim 1"
    assert "1 open with somebody else" in page


def test_a_beat_keeps_the_entry_and_says_when_it_is_lost(
    mina: Client, project: Project, entries: list[Entry], guest: Client
) -> None:
    mina.get(QUEUE)
    address = f"/queue/{entries[0].pk}/beat/"
    Lease.objects.update(until=timezone.now() + timedelta(seconds=1))

    kept = mina.post(address)
    Lease.objects.all().delete()
    take_lease(entry_id=entries[0].pk, holder=make_user("jun", project=project))
    lost = mina.post(address)

    assert kept.status_code == 200
    assert kept.json()["until"] > timezone.now().isoformat()
    assert (lost.status_code, lost.json()) == (409, {"holder": "jun"})
    assert guest.post(address).status_code == 403
    assert mina.get(address).status_code == 405
    assert mina.post("/queue/999/beat/").status_code == 404


def test_the_queue_is_for_who_decides(guest: Client, entries: list[Entry]) -> None:
    assert 'href="/queue/"' not in guest.get("/").content.decode()
    assert "Nothing is left in the queue" in guest.get(QUEUE).content.decode()


def test_who_decides_is_led_to_the_queue(mina: Client, entries: list[Entry]) -> None:
    assert 'href="/queue/"' in mina.get("/").content.decode()
    assert (
        'href="/queue/?stage=candidate&amp;method=ready"'
        in mina.get("/entries/?stage=candidate&method=ready").content.decode()
    )


def test_the_queue_speaks_korean(mina: Client, entries: list[Entry]) -> None:
    page = mina.get(QUEUE, headers={"accept-language": "ko"}).content.decode()

    assert "빠진 것이 없습니다. 인용을 읽고 검증하세요." in page
    assert "건너뛰기" in page


def test_single_keys_are_turned_off_in_a_cookie(mina: Client, entries: list[Entry]) -> None:
    assert "data-single-keys" not in mina.get(QUEUE).content.decode()

    mina.post("/single-keys/", {"keys": "no such choice"})
    assert "data-single-keys" not in mina.get(QUEUE).content.decode()
    response = mina.post("/single-keys/", {"keys": "off", "next": QUEUE})

    assert response.headers["Location"] == QUEUE
    assert '<body data-single-keys="off">' in mina.get(QUEUE).content.decode()


def undo_of(page: str) -> str:
    found = re.search(r'hx-post="(/undo/\d+/)"', page)
    return found[1] if found else ""


def test_a_decision_in_the_queue_is_taken_back_there(mina: Client, entries: list[Entry]) -> None:
    _, page = verify(mina, entries[0], **htmx("method=ready"))

    back = mina.post(undo_of(page), headers=htmx("method=ready")).content.decode()

    assert "Promoted to verified." in page
    assert claim(back) == "claim 0"
    assert "Undone. Next: claim 0" in back
    assert undo_of(back) == ""
    assert Entry.objects.get(pk=entries[0].pk).stage == Stage.CANDIDATE


def test_a_decision_on_the_page_of_an_entry_is_taken_back_there(mina: Client, entries: list[Entry]) -> None:
    _, page = verify(mina, entries[0], **{"HX-Request": "true"})
    back = mina.post(undo_of(page), headers={"HX-Request": "true"})
    again = mina.post(undo_of(page), headers={"HX-Request": "true"})
    plain = mina.post(undo_of(page), follow=True)

    assert back.status_code == 200
    assert "Undone." in back.content.decode()
    assert again.status_code == 409
    assert "something else happened to the entry since" in again.content.decode()
    assert plain.redirect_chain == [(entries[0].get_absolute_url(), 302)]
    assert "something else happened to the entry since" in plain.content.decode()


def test_a_change_is_asked_for_in_the_queue_and_settled_on_the_page(mina: Client, entries: list[Entry]) -> None:
    address, given = f"/entries/{entries[0].pk}/change/", {"reason": "other", "seen_version": 1}

    silent = mina.post(address, given, headers=htmx())
    page = mina.post(address, {**given, "comment": "two claims in one"}, headers=htmx()).content.decode()
    waits = mina.get(entries[0].get_absolute_url()).content.decode()
    again = mina.post(address, {**given, "comment": "once more", "seen_version": 2}, headers=htmx())
    settled = mina.post(f"{address}resolve/", {"seen_version": 2}, headers={"HX-Request": "true"}).content.decode()

    assert (silent.status_code, "Say in a few words what has to change." in silent.content.decode()) == (422, True)
    assert claim(page) == "claim 1"
    assert "Change requested. The queue leaves the entry out until it is settled. Next: claim 1" in page
    assert "Something else: <bdi hx-ignore>two claims in one</bdi>" in waits
    assert 'id="change"' not in waits
    assert again.status_code == 409
    assert "Settled. The entry is in the queue again." in settled
    assert 'id="change"' in settled


@pytest.mark.parametrize("name", ["change/", "change/resolve/"])
def test_a_change_without_what_was_seen_is_no_change(mina: Client, entries: list[Entry], name: str) -> None:
    assert mina.post(f"/entries/{entries[0].pk}/{name}", {}, headers=htmx()).status_code == 422


def test_a_change_is_asked_for_in_korean(mina: Client, entries: list[Entry]) -> None:
    page = mina.get(QUEUE, headers={"accept-language": "ko"}).content.decode()

    assert "무엇을 고쳐야 하나요?" in page
    assert "주장이 분명하지 않음" in page


def test_a_late_decision_shows_both_states_and_keeps_what_was_written(
    mina: Client, project: Project, entries: list[Entry], as_person: Callable[[User], Client]
) -> None:
    mina.get(QUEUE)
    verify(as_person(make_user("jun", project=project)), entries[0], **htmx())
    address, given = f"/entries/{entries[0].pk}/reject/", {"reason": "it is <b>a joke</b>", "seen_version": 1}

    late = mina.post(address, given, headers=htmx("turn=ready&skipped=3"))
    page = late.content.decode()

    assert late.status_code == 409
    assert "The entry changed before your decision arrived" in page
    assert re.search(r"What it is now</dt>\s*<dd>\s*verified\s*<small>Promoted · .*,\s*jun, ", page, re.DOTALL)
    assert re.search(r"What you wanted</dt>\s*<dd>Reject<small>", page)
    assert 'name="reason" rows="2" hx-ignore>it is &lt;b&gt;a joke&lt;/b&gt;</textarea>' in page
    assert 'id="late-next" href="/queue/?turn=ready"' in page
    again = mina.post(address, {**given, "seen_version": 2}, headers=htmx("turn=ready")).content.decode()
    assert claim(again) == "claim 2"  # jun has the one between
    assert Entry.objects.get(pk=entries[0].pk).rejected_reason == given["reason"]


@pytest.mark.parametrize(
    ("path", "given", "wanted", "kept", "is_over"),
    [
        ("promote", {"to": "verified"}, "Promote to verified", "", True),
        ("change", {"reason": "other", "comment": "two in one"}, "Request change", "two in one", True),
        ("confirm", {}, "Say that the claim is still true", "", True),
        ("correct", {"title": "Another claim", "body": ""}, "Correct the claim", "Another claim", True),
        ("assign", {"person": ""}, "Unassign", "", True),
        ("reopen", {}, "Reopen", "", True),
        ("demote", {"reason": "too soon"}, "Demote", "too soon", False),
    ],
)
def test_every_late_decision_says_what_was_wanted_and_whether_it_can_be_done_yet(
    mina: Client,
    project: Project,
    entries: list[Entry],
    as_person: Callable[[User], Client],
    path: str,
    given: dict[str, str],
    wanted: str,
    kept: str,
    is_over: bool,  # noqa: FBT001 - of the table
) -> None:
    verify(as_person(make_user("jun", project=project)), entries[0], **htmx())

    late = mina.post(f"/entries/{entries[0].pk}/{path}/", {**given, "seen_version": 1}, headers=htmx())
    page = late.content.decode()

    assert late.status_code == 409
    assert f"<dd>{wanted}<small>" in page
    assert kept in page
    assert ('id="late-again"' not in page) is is_over
    assert ("As the entry is now, that cannot be done any more." in page) is is_over


def test_a_late_decision_names_the_wanted_stage_in_korean(mina: Client, entries: list[Entry]) -> None:
    Entry.objects.filter(pk=entries[0].pk).update(version=2)

    _, page = verify(mina, entries[0], **htmx(), **{"Accept-Language": "ko"})

    assert "<dd>검증됨" in page


@pytest.mark.parametrize(
    ("path", "given", "is_rejected", "quote"),
    [
        pytest.param("promote", {"to": "verified"}, False, "nobody said this", id="what is blocked is not verified"),
        pytest.param("demote", {"reason": "no"}, True, MESSAGES[0], id="what is rejected is not demoted"),
    ],
)
def test_what_cannot_be_done_any_more_is_not_offered_again(
    mina: Client, project: Project, path: str, given: dict[str, str], quote: str, *, is_rejected: bool
) -> None:
    entry = make_entry(make_session(MESSAGES, project=project), [(0, quote)], stage="candidate")
    if is_rejected:
        verify(mina, entry)
        mina.post(f"/entries/{entry.pk}/reject/", {"reason": "no", "seen_version": entry.version + 1})

    late = mina.post(f"/entries/{entry.pk}/{path}/", {**given, "seen_version": 0}, headers=htmx())

    assert late.status_code == 409
    assert 'id="late-again"' not in late.content.decode()
    assert "As the entry is now, that cannot be done any more." in late.content.decode()


def test_a_late_decision_on_the_page_of_an_entry_leads_nowhere_else(mina: Client, entries: list[Entry]) -> None:
    late = mina.post(f"/entries/{entries[0].pk}/reject/", {"reason": "a joke", "seen_version": 9})

    page = late.content.decode()
    assert late.status_code == 409
    assert f'id="late-leave" href="/entries/{entries[0].pk}/"' in page
    assert "late-next" not in page


def test_the_head_says_until_when_the_entry_is_kept_and_what_was_decided(mina: Client, entries: list[Entry]) -> None:
    first = mina.get(QUEUE).content.decode()
    assert re.search(r'id="lease-until" data-until="[^"]+" data-told="Yours until {time}">\s*Yours until \d\d:', first)
    assert '<b id="decided">1 of 3</b>' in first

    _, page = verify(mina, entries[0], **htmx())
    assert '<b id="decided">2 of 3</b>' in page

    back = mina.post(undo_of(page), headers=htmx()).content.decode()
    assert '<b id="decided">1 of 3</b>' in back


def test_the_end_says_what_was_done_what_remains_and_what_was_skipped(
    mina: Client, project: Project, entries: list[Entry], as_person: Callable[[User], Client]
) -> None:
    first, second, third = entries
    jun = make_user("jun", project=project)
    mina.get(QUEUE)
    verify(mina, first, **htmx())
    given = {"reason": "other", "comment": "two in one", "seen_version": 1}
    mina.post(f"/entries/{second.pk}/change/", given, headers=htmx())
    lost = make_entry(
        make_session(["Some words."], session_id="s-2"), [(0, "never said by anybody here")], title="lost"
    )
    Entry.objects.filter(pk=lost.pk).update(stage="candidate")
    take_lease(entry_id=lost.pk, holder=jun)

    page = mina.get(f"{QUEUE}?turn=ready", headers={"HX-Request": "true"}).content.decode()
    skip = re.search(r'id="queue-skip"[^>]* href="([^"]*)"', page)
    assert skip is not None
    done = " ".join(mina.get(skip[1].replace("&amp;", "&")).content.decode().split())

    assert "So far: 1 verified · 1 with a change requested · 1 skipped." in done
    assert f'<a href="/entries/{third.pk}/"' in done
    assert '<a href="/entries/?method=change">Changes requested</a> <span class="num">1</span>' in done
    assert '<a href="/entries/?method=failed">Failed quotes</a> <span class="num">1</span>' in done
    assert "method=elsewhere" not in done  # nothing is assigned to anybody
    assert "jun is looking at it until " in done
    assert 'href="/queue/?"' in done
    assert "What you skipped comes up again from the beginning." in done


def test_the_end_of_a_session_speaks_of_it_alone_and_of_no_skipping(
    mina: Client, project: Project, entries: list[Entry]
) -> None:
    make_entry(make_session(["Some words."], session_id="s-2"), [(0, "never said by anybody here")], title="lost")
    session = entries[0].session_id
    for entry in entries:
        verify(mina, entry, **htmx())

    done = " ".join(mina.get(f"{QUEUE}?session={session}&turn=ready").content.decode().split())

    assert "Nothing is left in the queue" in done
    assert "method=failed" not in done
    assert "skipped" not in done
    assert f'<a class="btn" href="/entries/?session={session}">Entries of the session</a>' in done
    assert '<a class="btn btn-go" href="/queue/">Whole queue</a>' in done


def test_an_entry_says_who_else_looks_at_it(
    mina: Client, project: Project, entries: list[Entry], as_person: Callable[[User], Client]
) -> None:
    mina.get(QUEUE)
    jun = as_person(make_user("jun", project=project))

    page = jun.get(entries[0].get_absolute_url()).content.decode()
    own = mina.get(entries[0].get_absolute_url()).content.decode()

    Lease.objects.update(until=timezone.now())
    after = jun.get(entries[0].get_absolute_url()).content.decode()

    assert re.search(r">\s*mina is looking at it – 5 min left\s*</p>", page)
    assert ["is looking at it" in one for one in (own, after)] == [False, False]


def test_an_entry_is_assigned_in_the_queue_and_taken_back_on_its_page(
    mina: Client, project: Project, entries: list[Entry], as_person: Callable[[User], Client]
) -> None:
    jun = make_user("jun", project=project)
    other, guest = as_person(jun), make_user("other", project=project)
    address = f"/entries/{entries[0].pk}/assign/"

    page = mina.post(address, {"person": jun.pk, "seen_version": 1}, headers=htmx()).content.decode()
    assert claim(page) == "claim 1"
    assert "Assigned. Their queue begins with it, and other queues leave it out. Next: claim 1" in page
    first = other.get(QUEUE).content.decode()
    assert claim(first) == "claim 0"
    assert "Assigned to you by mina." in first
    assert "Assigned to jun" in first
    Lease.objects.all().delete()
    assert "It was assigned to somebody else." in mina.get(f"{QUEUE}?method=elsewhere").content.decode()

    own = mina.post(address, {"person": guest.pk, "seen_version": 2}).headers["Location"]
    taken = mina.post(address, {"person": "", "seen_version": 3}, headers={"HX-Request": "true"}).content.decode()
    wrong = mina.post(address, {"person": 999_999, "seen_version": 4}, headers=htmx())

    assert own == entries[0].get_absolute_url()
    assert "Unassigned. The entry is in the queue of everybody again." in taken
    assert wrong.status_code == 422


def test_an_assignment_is_offered_to_everybody_but_who_has_it(
    mina: Client, project: Project, entries: list[Entry]
) -> None:
    jun, own = make_user("jun", project=project), User.objects.get(username="mina")
    address = entries[0].get_absolute_url()

    before = mina.get(address).content.decode()
    mina.post(f"/entries/{entries[0].pk}/assign/", {"person": jun.pk, "seen_version": 1})
    after = mina.get(address).content.decode()

    assert f'<option value="{own.pk}" selected>' in before
    assert f'<option value="{jun.pk}">' in before
    assert f'<option value="{jun.pk}"' not in after
    assert f'<option value="{own.pk}" selected>' in after
    assert 'name="person" value=""' in after
    assert re.search(r'<b>Assigned to jun</b>\s*<span class="quiet">\s*mina, \d{4}-', after)


def test_who_only_reads_settles_no_change(
    mina: Client, project: Project, entries: list[Entry], as_person: Callable[[User], Client]
) -> None:
    viewer = as_person(make_user("vera", project=project, role=Role.VIEWER))
    mina.post(f"/entries/{entries[0].pk}/change/", {"reason": "other", "comment": "Which?", "seen_version": 1})

    pages = [client.get(entries[0].get_absolute_url()).content.decode() for client in (mina, viewer)]

    assert ["Which?" in page for page in pages] == [True, True]
    assert ['id="change-settle"' in page for page in pages] == [True, False]


def test_what_one_assigns_to_oneself_stays_in_view(mina: Client, entries: list[Entry], reviewer: User) -> None:
    page = mina.post(
        f"/entries/{entries[0].pk}/assign/", {"person": reviewer.pk, "seen_version": 1}, headers=htmx()
    ).content.decode()

    assert is_the_same_entry(page)
    assert 'id="assign-end"' in page


def test_an_entry_that_was_seen_leads_back_into_the_queue(mina: Client, project: Project) -> None:
    entry = make_entry(make_session(["We keep it."], project=project), ["We keep it"], stage="candidate")

    page = mina.get(entry.get_absolute_url(), {"queue": "turn=ready"}).content.decode()
    plain = mina.get(entry.get_absolute_url()).content.decode()

    assert 'id="queue-on" data-key="s" href="/queue/?turn=ready"' in page
    assert 'id="queue-on"' not in plain
