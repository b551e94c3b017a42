"""Adding a quote: proposed places, words selected in the session, and words that are typed."""

import pytest
from django.test import Client

from review.models import Entry, Project, Quote
from review.services.promotion.stages import reject_entry
from tests.factories import make_entry, make_session, make_user, quotes_of

HTMX = {"HX-Request": "true"}
SAID = [
    {"role": "user", "content": "I am planning the summer."},
    {"role": "user", "name": "Ann", "content": "We fly.\r\nI always take the window seat. My brother, my brother!"},
    {"role": "assistant", "content": "Noted: a window seat for <b>you</b>."},
]
PLACE = {"places": "1:9:39", "words": "I always take the window seat."}


@pytest.fixture
def memory(project: Project) -> Entry:
    return make_entry(make_session(SAID, project=project), title="The user prefers window seats")


def add(client: Client, entry: Entry, **fields: object) -> tuple[int, str]:
    """Add a quote by htmx from the page of the entry; return the status and the page."""
    sent = {"seen_version": 1, **PLACE, **fields}
    response = client.post(f"/entries/{entry.pk}/quotes/", sent, headers=HTMX)
    return response.status_code, response.content.decode()


def texts(entry: Entry) -> list[str]:
    return [quote.text for quote in quotes_of(entry)]


def test_an_entry_without_quotes_shows_the_places_that_are_proposed(mina: Client, memory: Entry) -> None:
    page = mina.get(memory.get_absolute_url()).content.decode()

    assert "No quote names a place yet" in page
    assert "I always take the <b>window</b> <b>seat</b>." in page
    assert '<input type="hidden" name="places" value="1:9:39">' in page
    assert f'href="/sessions/{memory.session_id}/?add={memory.pk}&amp;from=1#m-1"' in page
    assert [f'id="take-{number}"' in page for number in (1, 2, 3)] == [True, True, False]


def test_a_viewer_sees_the_places_and_no_button(guest: Client, memory: Entry) -> None:
    page = guest.get(memory.get_absolute_url()).content.decode()

    assert "<b>window</b>" in page
    assert 'id="take-1"' not in page
    assert 'id="add-go"' not in page


def test_an_entry_that_nothing_is_like_says_so(mina: Client, project: Project) -> None:
    entry = make_entry(make_session(SAID, project=project), title="Xylophone")

    assert "No message has anything like this claim." in mina.get(entry.get_absolute_url()).content.decode()


def test_an_entry_with_quotes_offers_to_add_one_and_proposes_none(mina: Client, project: Project) -> None:
    entry = make_entry(make_session(SAID, project=project), ["planning the summer"])

    page = mina.get(entry.get_absolute_url()).content.decode()

    assert 'id="add-go"' in page
    assert "No quote names a place yet" not in page
    assert 'id="take-1"' not in page


def test_a_rejected_entry_offers_nothing(mina: Client, project: Project) -> None:
    entry = make_entry(make_session(SAID, project=project), title="The user prefers window seats")
    reject_entry(entry_id=entry.pk, reason="no", seen_version=1, actor=make_user("jun", project=project))

    page = mina.get(entry.get_absolute_url()).content.decode()

    assert "The model gave no evidence for this entry" in page
    assert "take-1" not in page
    assert "add-go" not in page


def test_add_responds_to_htmx_with_the_entry_and_its_counters(mina: Client, memory: Entry) -> None:
    status, page = add(mina, memory)

    [quote] = quotes_of(memory)
    assert (status, quote.text) == (200, PLACE["words"])
    parts = [f'id="quote-{quote.pk}"', 'id="checklist"', 'id="claim-question"', 'id="failed-count"', 'id="live"']
    assert [part for part in parts if part not in page] == []
    assert "Added, word for word from #1." in page
    assert "A person added words that the model did not quote." in page
    assert "selected by mina" in page
    assert "The model wrote" not in page


def test_add_leads_to_the_new_quote_without_scripts(mina: Client, memory: Entry) -> None:
    response = mina.post(f"/entries/{memory.pk}/quotes/", {"seen_version": 1, **PLACE})

    [quote] = quotes_of(memory)
    assert response.headers["Location"] == f"{memory.get_absolute_url()}#quote-{quote.pk}"


def test_add_leads_from_the_session_to_the_new_quote(mina: Client, memory: Entry) -> None:
    fields = {"seen_version": 1, "at": "reader", **PLACE}

    response = mina.post(f"/entries/{memory.pk}/quotes/", fields, headers=HTMX)

    [quote] = quotes_of(memory)
    assert response.headers["HX-Redirect"] == f"{memory.get_absolute_url()}#quote-{quote.pk}"


def test_add_takes_words_that_are_typed(mina: Client, memory: Entry) -> None:
    """The browser sends other line ends than the message has; the words of the message are taken."""
    status, _ = add(mina, memory, places="", words=" always take the window seat ", message_index=1)

    assert (status, texts(memory)) == (200, ["always take the window seat"])


def test_add_compares_shown_words_without_their_line_ends(mina: Client, memory: Entry) -> None:
    status, _ = add(mina, memory, places="1:0:17", words="We fly.\nI always")

    assert (status, texts(memory)) == (200, ["We fly.\r\nI always"])


@pytest.mark.parametrize(
    ("fields", "status", "expected"),
    [
        pytest.param({"words": ""}, 422, "Write the words as they are in the message.", id="no words"),
        pytest.param({"places": ""}, 422, "Say which message has the words.", id="no message"),
        pytest.param({"places": "", "message_index": "x"}, 422, "whole number", id="no number"),
        pytest.param({"places": "", "message_index": 0}, 422, "Message #0 does not have these words.", id="elsewhere"),
        pytest.param({"places": "", "message_index": 9}, 422, "Message #9 does not have", id="no such message"),
        pytest.param({"places": "", "words": " ", "message_index": 1}, 422, "does not have these words", id="blank"),
        pytest.param(
            {"places": "", "words": "y brother", "message_index": 1}, 422, "in several places", id="several places"
        ),
        pytest.param({"places": "1:9:39,2:0:5"}, 422, "Select the words of one message", id="two messages"),
        pytest.param({"places": "1:9:38"}, 409, "Somebody changed this", id="other words than shown"),
        pytest.param({"seen_version": 2}, 409, "Somebody changed this", id="an entry that changed"),
        pytest.param({"places": "here"}, 422, "required", id="no place"),
    ],
)
def test_add_refuses(mina: Client, memory: Entry, fields: dict[str, object], status: int, expected: str) -> None:
    refused, page = add(mina, memory, **fields)

    assert (refused, texts(memory)) == (status, [])
    assert expected in page.split('id="add-quote"')[1].split("</section>")[0]


def test_add_keeps_what_was_typed(mina: Client, memory: Entry) -> None:
    _, page = add(mina, memory, places="", words="window <seat>", message_index=2)

    assert "\nwindow &lt;seat&gt;</textarea>" in page
    assert '<details class="doc again" open>' in page


def test_add_says_which_quote_has_the_words_already(mina: Client, memory: Entry) -> None:
    add(mina, memory)

    status, page = add(mina, memory, seen_version=2)

    assert (status, texts(memory)) == (422, [PLACE["words"]])
    assert "Quote 1 already has this place." in page


def test_add_says_that_words_do_not_align(mina: Client, project: Project) -> None:
    words = "long " * 500
    entry = make_entry(make_session([words], project=project), title="Long")

    status, page = add(mina, entry, places="0:0:2499", words=words.strip())

    assert status == 422
    assert "These words do not align there, so nothing was stored." in page


def test_add_says_in_the_session_why_nothing_was_added(mina: Client, memory: Entry) -> None:
    status, page = add(mina, memory, seen_version=7, at="reader")

    assert status == 409
    assert 'id="selection"' in page
    assert "Somebody changed this" in page
    assert 'id="use-selection"' not in page


def test_a_selection_for_an_entry_is_shown_with_a_button_that_adds_it(mina: Client, memory: Entry) -> None:
    page = mina.get(f"/selection/?entry={memory.pk}&places=1:8:39&at=reader", headers=HTMX).content.decode()

    assert f'hx-post="/entries/{memory.pk}/quotes/"' in page
    assert 'name="places" value="1:9:39"' in page
    assert "\nI always take the window seat.</textarea>" in page


@pytest.mark.parametrize(
    ("places", "expected"),
    [("1:7:9", "Only blanks are selected."), ("1:9:39,2:0:5", "Select the words of one message")],
)
def test_a_selection_that_cannot_be_added_says_why(mina: Client, memory: Entry, places: str, expected: str) -> None:
    page = mina.get(f"/selection/?entry={memory.pk}&places={places}", headers=HTMX).content.decode()

    assert expected in page
    assert "use-selection" not in page


@pytest.mark.parametrize("query", ["places=0:0:1", "places=0:0:1&entry=1&quote=1"])
def test_a_selection_is_for_a_quote_or_an_entry(mina: Client, memory: Entry, query: str) -> None:
    assert mina.get(f"/selection/?{query}", headers=HTMX).status_code == 400


def test_a_viewer_selects_no_words_for_an_entry(guest: Client, memory: Entry) -> None:
    assert guest.get(f"/selection/?entry={memory.pk}&places=0:0:1", headers=HTMX).status_code == 403


def test_the_session_says_for_which_claim_words_are_selected(mina: Client, memory: Entry) -> None:
    address = memory.session.get_absolute_url()

    asked = mina.get(f"{address}?add={memory.pk}").content.decode()
    plain = mina.get(address).content.decode()

    assert ('data-entry="' in asked, 'name="entry"' in asked, 'id="select-to-add"' in asked) == (True, True, True)
    assert asked.count("The user prefers window seats") == 2
    assert ('data-entry="' in plain, 'name="quote"' in plain, 'id="select-to-add"' in plain) == (False, True, False)


def test_the_session_selects_no_words_for_a_viewer_a_rejected_or_a_foreign_entry(
    mina: Client, guest: Client, memory: Entry, project: Project
) -> None:
    address, other = memory.session.get_absolute_url(), make_entry(make_session(["another talk"], project=project))
    pages = [guest.get(f"{address}?add={memory.pk}"), mina.get(f"{address}?add={other.pk}")]
    reject_entry(entry_id=memory.pk, reason="no", seen_version=1, actor=make_user("jun", project=project))
    pages.append(mina.get(f"{address}?add={memory.pk}"))

    assert ["select-to-add" in page.content.decode() for page in pages] == [False, False, False]


def test_the_failed_page_leads_to_entries_without_a_quote(mina: Client, memory: Entry, project: Project) -> None:
    other = make_entry(make_session(["another talk"], project=project), ["another talk"])

    page = mina.get("/failed/").content.decode()
    listed = mina.get("/entries/?missing=no_evidence").content.decode()

    assert '<a href="/entries/?missing=no_evidence">1 entry without a quote</a>' in page
    assert memory.get_absolute_url() in listed
    narrowed: list[dict[str, str | int]] = [
        {"session": other.session_id},
        {"session": memory.session_id},
        {"project": project.slug},
    ]
    pages = [mina.get("/failed/", query).content.decode() for query in narrowed]
    assert ["1 entry without a quote" in one for one in pages] == [False, True, True]


def test_the_card_of_an_added_quote_never_calls_its_words_the_models(mina: Client, memory: Entry) -> None:
    add(mina, memory)
    [quote] = quotes_of(memory)
    fields = {"text": "window seat", "message_index": 1, "seen_attempt": 1}
    mina.post(f"/quotes/{quote.pk}/retry/", fields, headers=HTMX)

    page = mina.get(memory.get_absolute_url()).content.decode()

    assert "The model wrote" not in page


def test_the_past_of_an_entry_has_its_added_quote_from_its_event_on(mina: Client, memory: Entry) -> None:
    add(mina, memory)
    before, after = memory.events.order_by("seq")

    pages = [mina.get(f"{memory.get_absolute_url()}?at={event.seq}").content.decode() for event in (before, after)]

    assert [PLACE["words"] in page for page in pages] == [False, True]
    assert Quote.objects.count() == 1
