"""The offer to take back what was just done with a quote: on the page of its entry and in the queue."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from review.models import Entry, Project, Quote, Standing
from tests.factories import confirm, make_entry, make_session, make_user, quotes_of

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
    assert back.status_code == 200
    assert f'data-entry="{entry.pk}"' in back.content.decode()
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
    late = timezone.now() + timedelta(seconds=31)
    monkeypatch.setattr(timezone, "now", lambda: late)

    page = mina.get(entry.get_absolute_url()).content.decode()
    answer = mina.post(address, headers=CARD)

    assert offer(page) == ""
    assert answer.status_code == 409
    assert "It is too late to undo this." in answer.content.decode()
    assert standing(entry) == Standing.WITHDRAWN


def test_what_happened_since_is_told_and_ends_the_offer(mina: Client, entry: Entry, project: Project) -> None:
    address = offer(withdraw(mina, entry, **CARD))
    confirm(entry, make_user("jun", project=project))

    page = mina.get(entry.get_absolute_url()).content.decode()
    answer = mina.post(address, headers=CARD | {"Accept-Language": "ko"})

    assert offer(page) == ""
    assert answer.status_code == 409
    assert "그 뒤에 항목에 다른 일이 있어 더는 되돌릴 수 없습니다." in answer.content.decode()
    assert standing(entry) == Standing.WITHDRAWN


def test_nobody_else_is_offered_to_undo(mina: Client, guest: Client, entry: Entry) -> None:
    address = offer(withdraw(mina, entry, **CARD))

    assert offer(guest.get(entry.get_absolute_url()).content.decode()) == ""
    assert guest.post(address, headers=CARD).status_code == 403
    assert Quote.objects.filter(standing=Standing.WITHDRAWN).count() == 1
