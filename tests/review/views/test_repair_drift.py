"""Drifted evidence: shown as it was and as it would be; nothing is stored until a person confirms it."""

import re

import pytest
from django.test import Client

from review.domain.policy import Stage
from review.models import Alignment, Project, Quote
from tests.factories import make_entry, make_session

HTMX = {"HX-Request": "true"}
BEFORE, AFTER = "The cache lives for one hour, said Ann.", "As Ann said: The cache lives for one hour, no more."
GONE = "Something else entirely is written here by now."


def verified(client: Client, project: Project) -> Quote:
    session = make_session([BEFORE, "Another message."], project=project, session_id="talk")
    quote = make_entry(session, ["The cache lives for one hour"]).quotes.get()
    client.post(f"/entries/{quote.entry_id}/promote/", {"to": Stage.VERIFIED, "seen_version": 1})
    return quote


def change(project: Project, text: str) -> None:
    make_session([text, "Another message."], project=project, session_id="talk")


@pytest.fixture
def drifted(mina: Client, project: Project) -> Quote:
    quote = verified(mina, project)
    change(project, AFTER)
    return quote


def test_entry_page_shows_what_was_and_what_would_be(mina: Client, drifted: Quote) -> None:
    page = mina.get(drifted.entry.get_absolute_url()).content.decode()

    assert "The message has changed</h2>" in page
    assert "Take the new words" in page
    assert re.search(
        r'class="ctx">As Ann said: </span><mark\s+class="ev gone"><span>The cache lives for one hour</span>', page
    )
    assert "drifted_evidence" in {
        line.requirement.reason
        for line in mina.get(drifted.entry.get_absolute_url()).context["page"].checklist.open_lines
    }
    assert Alignment.objects.count() == 1


def test_the_head_of_a_drifted_quote_says_that_the_message_has_changed(mina: Client, drifted: Quote) -> None:
    page = mina.get(drifted.entry.get_absolute_url()).content.decode()

    head = page[page.index('<header class="q-head">') :].partition("</header>")[0]
    assert "The message has changed" in head


def test_reader_draws_no_mark_where_the_words_no_longer_are(mina: Client, drifted: Quote) -> None:
    page = mina.get(drifted.entry.session.get_absolute_url()).content.decode()

    assert 'data-badge="↯"' in page
    assert f'data-ev="{drifted.pk}" data-m' not in page
    assert '<span class="tag warn">drifted</span>' in page


def test_the_list_of_entries_marks_a_drifted_quote(mina: Client, drifted: Quote) -> None:
    assert 'data-m="exact" data-badge="↯"' in mina.get("/entries/").content.decode()


def test_a_confirmed_place_is_the_next_attempt(mina: Client, drifted: Quote) -> None:
    fields = {"seen_attempt": 1, "seen_version": 2}

    response = mina.post(f"/quotes/{drifted.pk}/confirm/", fields, headers=HTMX)

    drifted.refresh_from_db()
    assert response.status_code == 200
    assert drifted.current is not None
    assert (drifted.current.attempt, drifted.current.span_start, drifted.current.provenance) == (
        2,
        13,
        "place_confirmed",
    )
    assert "Evidence drifted" not in response.content.decode()


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        pytest.param({"seen_attempt": 1, "seen_version": 1}, 409, id="another version"),
        pytest.param({"seen_attempt": 7, "seen_version": 2}, 409, id="another attempt"),
        pytest.param({"seen_attempt": 1}, 422, id="no version"),
    ],
)
def test_only_the_place_that_was_seen_is_confirmed(
    fields: dict[str, int], status: int, mina: Client, drifted: Quote
) -> None:
    assert mina.post(f"/quotes/{drifted.pk}/confirm/", fields, headers=HTMX).status_code == status
    assert Alignment.objects.count() == 1


def test_words_that_are_gone_are_repaired_like_a_failed_quote(mina: Client, project: Project) -> None:
    quote = verified(mina, project)
    change(project, GONE)

    page = mina.get(quote.entry.get_absolute_url()).content.decode()

    assert "The newer text no longer has these words." in page
    assert f'id="confirm-{quote.pk}"' not in page
    assert f'id="text-{quote.pk}"' in page
    fields = {"seen_attempt": 1, "seen_version": 2}
    response = mina.post(f"/quotes/{quote.pk}/confirm/", fields, headers=HTMX)
    assert (response.status_code, b"These words do not align there" in response.content) == (422, True)


def test_viewers_confirm_nothing(guest: Client, drifted: Quote) -> None:
    assert f'id="confirm-{drifted.pk}"' not in guest.get(drifted.entry.get_absolute_url()).content.decode()
    fields = {"seen_attempt": 1, "seen_version": 2}
    assert guest.post(f"/quotes/{drifted.pk}/confirm/", fields, headers=HTMX).status_code == 403


def test_versions_of_a_message_are_no_further_messages(mina: Client, drifted: Quote) -> None:
    """Two messages, one of them in two versions: there is no message 2."""
    fields = {"text": "The cache lives for one hour", "message_index": 2, "seen_attempt": 1}

    response = mina.post(f"/quotes/{drifted.pk}/retry/", fields)

    assert response.status_code == 422
    assert Alignment.objects.count() == 1
