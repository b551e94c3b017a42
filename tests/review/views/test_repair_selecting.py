"""Selected words: shown as the server reads them, and accepted only if they are what was shown."""

from urllib.parse import urlencode

import pytest
from django.test import Client

from review.models import Alignment, Project, Quote, Standing
from tests.factories import make_quote

HTMX = {"HX-Request": "true"}
FIRST = "앞말 \u1112\u1161\u11ab글🙂뒤 그리고 끝."
SECOND = "one line\r\nand <b>another</b> line"


@pytest.fixture
def quote(project: Project) -> Quote:
    return make_quote(FIRST, SECOND, quote="nobody said a word of this", project=project)


def address(quote: Quote, places: str) -> str:
    return "/selection/?" + urlencode({"quote": quote.pk, "places": places, "at": "card"})


def shown(client: Client, quote: Quote, places: str) -> str:
    return client.get(address(quote, places), headers=HTMX).content.decode()


def anchor(client: Client, quote: Quote, places: str, *words: str, attempt: int = 1) -> int:
    fields = {"places": places, "words": words, "seen_attempt": attempt, "at": "card"}
    return client.post(f"/quotes/{quote.pk}/anchor/", fields, headers=HTMX).status_code


def test_a_selection_is_shown_in_whole_characters_without_white_space(mina: Client, quote: Quote) -> None:
    page = shown(mina, quote, "0:4:8")

    assert 'value="0:3:8"' in page
    assert "5 characters" in page
    assert "\n\u1112\u1161\u11ab글🙂</textarea>" in page
    assert "Use selection" in page


def test_a_selection_over_two_messages_is_offered_as_two_quotes(mina: Client, quote: Quote) -> None:
    page = shown(mina, quote, "0:12:99,1:0:3")

    assert "One message per quote – split it?" in page
    assert 'value="0:12:16,1:0:3"' in page
    assert "Split into 2" in page


@pytest.mark.parametrize(("places", "expected"), [("0:2:3", "Only blanks"), ("7:0:3", "Only blanks")])
def test_an_empty_selection_is_reported(places: str, expected: str, mina: Client, quote: Quote) -> None:
    assert expected in shown(mina, quote, places)


@pytest.mark.parametrize("places", ["", "0", "0:1", "0:1:x", "0:1:2;", "-1:0:2", ",".join(["0:0:1"] * 21)])
def test_malformed_ranges_are_refused(places: str, mina: Client, quote: Quote) -> None:
    assert mina.get(address(quote, places), headers=HTMX).status_code == 400


def test_a_quote_that_does_not_count_accepts_no_words(mina: Client, quote: Quote) -> None:
    mina.post(f"/quotes/{quote.pk}/withdraw/", {"reason": "invented", "seen_attempt": 1})

    assert "does not count any more" in shown(mina, quote, "0:0:4")


def test_selected_words_are_aligned_at_their_place_with_their_own_line_ends(mina: Client, quote: Quote) -> None:
    assert anchor(mina, quote, "1:4:24", "line\nand <b>another") == 200

    current = Alignment.objects.get(quote=quote, attempt=2)
    assert (current.text, current.span_start, current.method) == (SECOND[4:24], 4, "exact")


def test_selected_words_of_two_messages_become_two_quotes(mina: Client, quote: Quote) -> None:
    assert anchor(mina, quote, "0:8:16,1:0:8", FIRST[8:16], "one line") == 200
    assert [one.standing for one in quote.entry.quotes.order_by("position")] == [
        Standing.SPLIT,
        Standing.COUNTS,
        Standing.COUNTS,
    ]


@pytest.mark.parametrize(
    ("places", "words", "status"),
    [
        pytest.param("0:0:2", ("다른",), 409, id="other words"),
        pytest.param("0:0:2", (), 409, id="no words"),
        pytest.param("0:0:2", ("앞말", "앞말"), 409, id="words of another place"),
        pytest.param("0:4:8", (FIRST[4:8],), 409, id="a cut character"),
        pytest.param("7:0:2", (), 409, id="no such message"),
        pytest.param("nowhere", ("앞말",), 422, id="no place"),
    ],
)
def test_words_that_were_not_shown_are_refused(
    places: str, words: tuple[str, ...], status: int, mina: Client, quote: Quote
) -> None:
    assert anchor(mina, quote, places, *words) == status
    assert Alignment.objects.count() == 1


def test_a_newer_attempt_is_not_overwritten(mina: Client, quote: Quote) -> None:
    assert anchor(mina, quote, "0:0:2", "앞말", attempt=7) == 409


def test_a_selection_in_the_session_returns_to_it(mina: Client, quote: Quote) -> None:
    fields = {"places": "0:0:2", "words": "앞말", "seen_attempt": 1, "at": "reader"}

    response = mina.post(f"/quotes/{quote.pk}/anchor/", fields)

    assert response.headers["Location"] == f"{quote.entry.session.get_absolute_url()}?quote={quote.pk}#here"


def test_viewers_select_nothing(guest: Client, quote: Quote) -> None:
    assert guest.get(address(quote, "0:0:2"), headers=HTMX).status_code == 403
    assert anchor(guest, quote, "0:0:2", "앞말") == 403
    assert 'id="anchor"' not in guest.get(quote.entry.get_absolute_url()).content.decode()
