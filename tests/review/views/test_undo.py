"""The offer to take back what was just done with a quote, where it was done."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from review.domain.limits import UNDO_WINDOW
from review.models import Acknowledgement, Entry, Event, Project, Quote, Role, Standing
from tests.factories import confirm, make_entry, make_session, make_user, quotes_of, switch

QUEUE = "http://testserver/queue/"
WORDS = "The index is rebuilt on Friday, before the release goes out."
CARD = {"HX-Request": "true", "HX-Current-URL": "http://testserver/entries/1/"}
IN_QUEUE = {"HX-Request": "true", "HX-Current-URL": QUEUE}


@pytest.fixture
def entry(project: Project) -> Entry:
    quotes = [(0, "The index is rebuilt on Friday"), (0, "nobody has ever said anything like it")]
    return make_entry(make_session([WORDS], project=project), quotes, stage="candidate")


def withdraw(client: Client, entry: Entry, **headers: str) -> str:
    """Withdraw the second quote of an entry and return the page that follows."""
    fields, address = {"reason": "made up", "seen_attempt": 1}, f"/quotes/{quotes_of(entry)[1].pk}/withdraw/"
    response = client.post(address, fields, headers=headers, follow=True)
    assert response.status_code == 200
    return response.content.decode()


def offer(page: str) -> str:
    """Return where the offer of a page sends to; empty if there is none, and never more than one."""
    found = re.findall(r'action="(/undo/\d+/)"', page)
    assert len(found) <= 1
    return found[0] if found else ""


def standing(entry: Entry) -> str:
    return quotes_of(entry)[1].standing


@pytest.mark.parametrize("headers", [CARD, IN_QUEUE])
def test_a_withdrawal_is_taken_back_where_it_was_made(mina: Client, entry: Entry, headers: dict[str, str]) -> None:
    page = withdraw(mina, entry, **headers)
    back = mina.post(offer(page), headers=headers)

    assert '<div id="undo" hx-swap-oob="outerHTML">' in page
    assert "<p>Withdrawn. The quote stays listed and no longer counts.</p>" in page
    assert (back.status_code, back.headers.get("HX-Replace-Url")) == (200, None)
    assert f"/entries/{entry.pk}/?at=" in back.content.decode()
    assert "Undone." in back.content.decode()
    assert offer(back.content.decode()) == ""
    assert standing(entry) == Standing.COUNTS


def test_a_withdrawal_is_taken_back_without_scripts(mina: Client, entry: Entry) -> None:
    page = withdraw(mina, entry)
    back = mina.post(offer(page), follow=True)

    assert "<p>Quote withdrawn</p>" in page
    assert back.redirect_chain == [(entry.get_absolute_url(), 302)]
    assert "Undone." in back.content.decode()
    assert 'Decision undone</a>: <span dir="auto" hx-ignore>Quote withdrawn</span>' in back.content.decode()
    assert standing(entry) == Standing.COUNTS


def test_the_queue_offers_what_was_withdrawn_in_it_after_another_load(mina: Client, entry: Entry) -> None:
    address = offer(withdraw(mina, entry, **IN_QUEUE))

    assert offer(mina.get("/queue/").content.decode()) == address


def test_the_offer_ends_by_the_clock_of_the_server(mina: Client, entry: Entry, monkeypatch: pytest.MonkeyPatch) -> None:
    address = offer(withdraw(mina, entry, **CARD))
    late = timezone.now() + UNDO_WINDOW
    monkeypatch.setattr(timezone, "now", lambda: late)

    page = mina.get(entry.get_absolute_url()).content.decode()
    answer = mina.post(address, headers=CARD)

    assert offer(page) == ""
    assert answer.status_code == 409
    assert "It is too late to undo this." in answer.content.decode()
    assert standing(entry) == Standing.WITHDRAWN


def test_the_offer_says_how_long_it_stands(mina: Client, entry: Entry, monkeypatch: pytest.MonkeyPatch) -> None:
    withdraw(mina, entry, **CARD)
    later = Event.objects.latest("pk").created_at + UNDO_WINDOW - timedelta(seconds=12)
    monkeypatch.setattr(timezone, "now", lambda: later)

    page = mina.get(entry.get_absolute_url()).content.decode()

    assert 'data-seconds="12"' in page
    assert '<span aria-hidden="true">12</span>' in page


def test_what_happened_since_is_explained_and_ends_the_offer(mina: Client, entry: Entry, project: Project) -> None:
    address = offer(withdraw(mina, entry, **CARD))
    confirm(entry, make_user("jun", project=project))

    page = mina.get(entry.get_absolute_url()).content.decode()
    answer = mina.post(address, headers=CARD | {"Accept-Language": "ko"})

    assert offer(page) == ""
    assert answer.status_code == 409
    assert "그 뒤에 항목에 다른 일이 있어 더는 되돌릴 수 없습니다." in answer.content.decode()
    assert standing(entry) == Standing.WITHDRAWN


def test_the_queue_stays_with_a_decision_that_cannot_be_taken_back(mina: Client, project: Project) -> None:
    entry = make_entry(
        make_session([WORDS], project=project), [(0, "The index is rebuilt on Friday")], stage="candidate"
    )
    fields = {"to": "verified", "seen_version": entry.version}
    address = offer(mina.post(f"/entries/{entry.pk}/promote/", fields, headers=IN_QUEUE).content.decode())

    answers = [mina.post(address, headers=IN_QUEUE) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 409]
    assert f'data-entry="{entry.pk}"' in answers[1].content.decode()


def test_the_queue_stays_with_a_change_that_is_not_settled_after_all(mina: Client, entry: Entry) -> None:
    asked, settled = {"reason": "other", "comment": "Which index?"}, {"seen_version": entry.version + 1}
    mina.post(f"/entries/{entry.pk}/change/", {**asked, "seen_version": entry.version})
    page = mina.post(f"/entries/{entry.pk}/change/resolve/", settled, headers=IN_QUEUE).content.decode()

    back = mina.post(offer(page), headers=IN_QUEUE)

    assert (back.status_code, back.headers.get("HX-Replace-Url")) == (200, None)
    assert f"/entries/{entry.pk}/?at=" in back.content.decode()
    assert "Which index?" in back.content.decode()


def retry(client: Client, quote: Quote) -> str:
    fields = {"text": "before the release", "message_index": 0, "seen_attempt": 1}
    return client.post(f"/quotes/{quote.pk}/retry/", fields, headers=CARD).content.decode()


def test_a_retry_is_taken_back_by_the_offer_and_history_shows_it(mina: Client, entry: Entry) -> None:
    back = mina.post(offer(retry(mina, quotes_of(entry)[1])), headers=CARD)

    page = back.content.decode()
    assert "Undone." in page
    assert "Repair undone</a>" in page
    assert offer(page) == ""
    current = quotes_of(entry)[1].current
    assert current is not None
    assert (current.attempt, current.method, current.text) == (3, "none", "nobody has ever said anything like it")


def test_a_fix_is_taken_back_without_scripts(mina: Client, project: Project) -> None:
    session = make_session(["Nothing of interest is said in this one.", WORDS], project=project)
    quote = quotes_of(make_entry(session, [(0, "The index is rebuilt on Friday")]))[0]
    fixed = mina.post(f"/quotes/{quote.pk}/fix/", {"fix": "move-0", "seen_attempt": 1}, follow=True)

    mina.post(offer(fixed.content.decode()))

    attempts = quote.alignments.order_by("attempt").values_list("method", "message_index")
    assert list(attempts) == [("none", 0), ("exact", 1), ("none", 0)]


@pytest.fixture
def elided(project: Project) -> Quote:
    source = "결정: JSONB를 쓰지 않기로 했다. 이유는 단순하다. DuckDB가 지원하지 않기 때문이다."
    given = (0, "JSONB를 쓰지 않기로 했다 ... DuckDB가 지원하지 않기")
    return quotes_of(make_entry(make_session([source], project=project), [given], stage="candidate"))[0]


def standings(quote: Quote) -> list[str]:
    return [one.standing for one in quotes_of(quote.entry)]


def test_a_split_is_taken_back(mina: Client, elided: Quote) -> None:
    split = mina.post(f"/quotes/{elided.pk}/fix/", {"fix": "split-0", "seen_attempt": 1}, headers=CARD)
    assert standings(elided) == ["split", "counts", "counts"]

    back = mina.post(offer(split.content.decode()), headers=CARD)

    assert back.status_code == 200
    assert offer(back.content.decode()) == ""
    assert standings(elided) == ["counts", "undone", "undone"]
    assert [event.event_type for event in elided.entry.events.order_by("seq")][-2:] == ["quote_split", "split_undone"]


def test_a_split_is_not_taken_back_once_something_happened_or_by_others(
    mina: Client, elided: Quote, project: Project, as_person: Callable[[User], Client]
) -> None:
    split = mina.post(f"/quotes/{elided.pk}/fix/", {"fix": "split-0", "seen_attempt": 1}, headers=CARD)
    address = offer(split.content.decode())
    jun = make_user("jun", project=project)

    assert as_person(jun).post(address, headers=CARD).status_code == 409
    confirm(elided.entry, jun)
    assert mina.post(address, headers=CARD).status_code == 409
    assert standings(elided) == ["split", "counts", "counts"]


def test_what_happened_since_a_retry_is_explained(mina: Client, entry: Entry) -> None:
    first, second = quotes_of(entry)
    address = offer(retry(mina, second))
    retry(mina, first)

    answer = mina.post(address, headers=CARD)

    assert answer.status_code == 409
    assert "This cannot be undone any more: something else happened to the entry since." in answer.content.decode()
    assert quotes_of(entry)[1].alignments.count() == 2


def test_who_may_no_longer_review_is_offered_nothing(mina: Client, entry: Entry, project: Project) -> None:
    withdraw(mina, entry, **CARD)
    project.memberships.filter(user__username="mina").update(role=Role.VIEWER)

    assert offer(mina.get(entry.get_absolute_url()).content.decode()) == ""


def test_nobody_else_is_offered_to_undo(mina: Client, guest: Client, entry: Entry) -> None:
    address = offer(withdraw(mina, entry, **CARD))

    assert offer(guest.get(entry.get_absolute_url()).content.decode()) == ""
    assert guest.post(address, headers=CARD).status_code == 403
    assert Quote.objects.filter(standing=Standing.WITHDRAWN).count() == 1


def acknowledged(client: Client, quote: Quote, **headers: str) -> str:
    fields = {"reason": "a slip", "seen_attempt": 1}
    response = client.post(f"/quotes/{quote.pk}/acknowledge/", fields, headers=headers, follow=True)
    assert response.status_code == 200
    return response.content.decode()


@pytest.fixture
def differing(project: Project) -> Quote:
    flipped = (0, "The index is rebuilt on Monday, before the release goes out.")
    return quotes_of(make_entry(make_session([WORDS], project=project), [flipped], stage="candidate"))[0]


@pytest.mark.parametrize("headers", [{}, CARD, IN_QUEUE])
def test_an_acknowledgement_is_taken_back_where_it_was_made(
    mina: Client, differing: Quote, headers: dict[str, str]
) -> None:
    page = acknowledged(mina, differing, **headers)
    assert Acknowledgement.objects.count() == 1

    back = mina.post(offer(page), headers=headers, follow=True).content.decode()

    assert f"/entries/{differing.entry_id}/?at=" in back
    assert "Undone." in back
    assert offer(back) == ""
    assert "Decision undone" in back
    assert (Acknowledgement.objects.count(), Acknowledgement.with_undone.count()) == (0, 1)


def approved(client: Client, entry: Entry, **headers: str) -> str:
    version = Entry.objects.get(pk=entry.pk).version
    fields = {"seen_version": version}
    return client.post(f"/entries/{entry.pk}/approve/", fields, headers=headers).content.decode()


def test_an_approval_is_taken_back_in_the_queue_that_went_on(mina: Client, project: Project) -> None:
    switch(two_reviewers=True)
    session = make_session([WORDS], project=project)
    first, second = (make_entry(session, [(0, words)], stage="candidate") for words in ("Friday", "the release"))
    for entry in (first, second):
        Entry.objects.filter(pk=entry.pk).update(evidence_aligned=True)
    page = approved(mina, first, **IN_QUEUE)
    assert f'data-entry="{first.pk}"' not in page

    back = mina.post(offer(page), headers=IN_QUEUE)

    assert back.status_code == 200
    assert offer(back.content.decode()) == ""
    assert not first.approvals.exists()
    assert second.approvals.count() == 0


def test_a_withdrawn_quote_is_restored_with_a_reason(mina: Client, entry: Entry) -> None:
    withdraw(mina, entry, **CARD)
    quote = quotes_of(entry)[1]
    address = f"/quotes/{quote.pk}/restore-withdrawn/"
    assert address in mina.get(entry.get_absolute_url()).content.decode()

    silent = mina.post(address, {"reason": "", "seen_attempt": 1}, headers=CARD)
    page = mina.post(address, {"reason": "it was said", "seen_attempt": 1}, headers=CARD).content.decode()

    assert (silent.status_code, standing(entry)) == (422, Standing.COUNTS)
    assert "Say why in a few words" in silent.content.decode()
    assert "Restored. The quote counts again." in page
    assert address not in page
    back = mina.post(offer(page), headers=CARD).content.decode()
    assert "Quote restored</a>" in back
    assert standing(entry) == Standing.WITHDRAWN


def test_a_verified_entry_and_a_guest_restore_nothing(mina: Client, guest: Client, entry: Entry) -> None:
    withdraw(mina, entry, **CARD)
    address = f"/quotes/{quotes_of(entry)[1].pk}/restore-withdrawn/"

    assert address not in guest.get(entry.get_absolute_url()).content.decode()
    Entry.objects.filter(pk=entry.pk).update(
        rejected_at=timezone.now(), rejected_by=make_user("mina"), rejected_reason="x"
    )
    assert address not in mina.get(entry.get_absolute_url()).content.decode()
    assert mina.post(address, {"reason": "said", "seen_attempt": 1}, headers=CARD).status_code == 422


@pytest.mark.parametrize(("at", "place"), [("row", 'id="failed-{}"'), ("reader", 'data-ev="{}"')])
def test_a_fix_in_a_list_is_taken_back_where_it_was_made(mina: Client, project: Project, at: str, place: str) -> None:
    session = make_session(["Nothing of interest is said in this one.", WORDS], project=project)
    quote = quotes_of(make_entry(session, [(0, "The index is rebuilt on Friday")]))[0]
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{session.get_absolute_url()}"}
    fields = {"fix": "move-0", "seen_attempt": 1, "at": at, "read": "0"}
    fixed = mina.post(f"/quotes/{quote.pk}/fix/", fields, headers=headers).content.decode()

    back = mina.post(offer(fixed), {"at": at, "read": "0"}, headers=headers)
    again = mina.post(offer(fixed), {"at": at, "read": "0"}, headers=headers)

    assert f'name="at" value="{at}"' in fixed
    assert (back.status_code, again.status_code) == (200, 409)
    assert place.format(quote.pk) in back.content.decode()
    assert "Undone." in back.content.decode()
    assert '<div id="entry"' not in back.content.decode()
    assert offer(back.content.decode()) == offer(again.content.decode()) == ""
    attempts = quote.alignments.order_by("attempt").values_list("method", "message_index")
    assert list(attempts) == [("none", 0), ("exact", 1), ("none", 0)]
