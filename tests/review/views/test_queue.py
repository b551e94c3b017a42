"""The review queue over HTTP: the next entry in the response of a decision, with htmx and without."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from review.domain.policy import Stage
from review.models import Entry, Lease, Project
from review.services.queue.leases import take_lease
from tests.factories import make_entry, make_session, make_user

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


def verify(client: Client, entry: Entry, **headers: str) -> tuple[int, str]:
    response = client.post(
        f"/entries/{entry.pk}/promote/", {"to": "verified", "seen_version": entry.version}, headers=headers
    )
    return response.status_code, response.content.decode()


def test_queue_shows_an_entry_with_its_reason_and_what_comes_next(mina: Client, entries: list[Entry]) -> None:
    page = mina.get(QUEUE).content.decode()

    assert claim(page) == "claim 0"
    assert "Nothing is missing: read the quotes, then verify." in page
    assert "3 of this kind" in page
    assert re.findall(r"<li dir[^>]*>(.*?)</li>", page) == ["claim 1", "claim 2"]
    assert f'data-beat="/queue/{entries[0].pk}/beat/"' in page


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
    assert not Lease.objects.exists()


def test_a_refused_decision_stays_with_its_entry(mina: Client, project: Project) -> None:
    twice = make_entry(make_session(MESSAGES, project=project), [(1, "Done.")], title="twice", stage="candidate")

    status, page = verify(mina, twice, **htmx())

    assert status == 422
    assert claim(page) == "twice"
    assert "queue-head" not in page


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

    assert claim(page) == "raw"
    assert 'id="promote-verified"' in page


def test_skipping_shows_the_next_one_and_the_way_back(mina: Client, entries: list[Entry]) -> None:
    seen, address = list[str](), QUEUE
    for _ in range(4):
        page = mina.get(address).content.decode()
        seen.append(claim(page))
        found = re.search(r'id="queue-skip" href="([^"]*)"', page)
        address = found[1].replace("&amp;", "&") if found else ""

    assert seen == ["claim 0", "claim 1", "claim 2", "Nothing is left in the queue"]
    assert "What you skipped comes up again from the beginning." in page
    assert 'href="/queue/?"' in page


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
