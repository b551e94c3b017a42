"""Splitting a quote on the entry page, undoing it, and going back to an earlier attempt."""

import pytest
from django.test import Client

from review.models import Event, Project, Quote, Standing
from review.services.repair.splitting import split_quote
from tests.factories import make_quote, make_user

HTMX = {"HX-Request": "true"}
SOURCE = "결정: JSONB를 쓰지 않기로 했다. 이유는 단순하다. DuckDB가 지원하지 않기 때문이다."
PARTS = ("JSONB를 쓰지 않기로 했다", "DuckDB가 지원하지 않기")


@pytest.fixture
def elided(project: Project) -> Quote:
    return make_quote(SOURCE, quote=" ... ".join(PARTS), project=project)


def split(quote: Quote) -> None:
    parts = [(part, 0) for part in PARTS]
    split_quote(quote_id=quote.pk, parts=parts, seen_attempt=1, actor=make_user("mina"))


def standings(quote: Quote) -> list[str]:
    return list(quote.entry.quotes.order_by("position").values_list("standing", flat=True))


def test_a_split_is_offered_with_the_badges_of_its_parts_and_responds_with_all_quotes(
    mina: Client, elided: Quote
) -> None:
    assert f'id="fix-{elided.pk}-split-0"' in mina.get(elided.entry.get_absolute_url()).content.decode()

    response = mina.post(f"/quotes/{elided.pk}/fix/", {"fix": "split-0", "seen_attempt": 1, "at": "card"}, headers=HTMX)

    page = response.content.decode()
    assert response.headers["HX-Retarget"] == "#entry"
    assert page.count('<article class="q"') == 3
    assert page.count('data-state="exact"') == 2
    assert 'id="failed-count" hx-swap-oob="outerHTML">0' in page
    assert Event.objects.filter(event_type="quote_split").count() == 1


def test_the_failed_list_splits_in_its_row(mina: Client, elided: Quote) -> None:
    response = mina.post(f"/quotes/{elided.pk}/fix/", {"fix": "split-0", "seen_attempt": 1, "at": "row"}, headers=HTMX)

    page = response.content.decode()
    assert f'<li class="fail q" id="failed-{elided.pk}"' in page
    assert 'data-state="split"' in page
    assert "Split into 2 quotes." in page


def test_a_split_is_undone(mina: Client, elided: Quote) -> None:
    split(elided)
    assert f'id="undo-{elided.pk}"' in mina.get(elided.entry.get_absolute_url()).content.decode()

    response = mina.post(f"/quotes/{elided.pk}/undo/", {"seen_attempt": 1}, headers=HTMX)

    assert "The split is undone" in response.content.decode()
    assert standings(elided) == [Standing.COUNTS, Standing.UNDONE, Standing.UNDONE]


@pytest.mark.parametrize(("attempt", "status"), [(7, 409), ("", 422)])
def test_undo_is_refused(attempt: object, status: int, mina: Client, elided: Quote) -> None:
    split(elided)

    assert mina.post(f"/quotes/{elided.pk}/undo/", {"seen_attempt": attempt}, headers=HTMX).status_code == status


def test_an_earlier_attempt_is_restored_from_the_history(mina: Client, elided: Quote) -> None:
    mina.post(f"/quotes/{elided.pk}/retry/", {"text": PARTS[0], "message_index": 0, "seen_attempt": 1})
    page = mina.get(elided.entry.get_absolute_url()).content.decode()
    assert "⌨ edited quote" in page
    assert f'id="restore-{elided.pk}-1"' in page

    response = mina.post(f"/quotes/{elided.pk}/restore/", {"attempt": 1, "seen_attempt": 2}, headers=HTMX)

    elided.refresh_from_db()
    assert elided.current is not None
    assert (elided.current.attempt, elided.current.text) == (3, elided.text)
    assert "↺ restored" in response.content.decode()


@pytest.mark.parametrize(("attempt", "status"), [(9, 409), ("", 422)])
def test_restore_accepts_only_an_earlier_attempt(attempt: object, status: int, mina: Client, elided: Quote) -> None:
    fields = {"attempt": attempt, "seen_attempt": 1}

    assert mina.post(f"/quotes/{elided.pk}/restore/", fields, headers=HTMX).status_code == status


def test_viewers_may_neither_split_nor_undo_nor_restore(guest: Client, elided: Quote) -> None:
    for action, fields in (("fix", {"fix": "split-0"}), ("undo", {}), ("restore", {"attempt": 1})):
        response = guest.post(f"/quotes/{elided.pk}/{action}/", {**fields, "seen_attempt": 1}, headers=HTMX)
        assert response.status_code == 403
