"""The tabs of the doctor and the live result: what is shown while a person searches; nothing is stored."""

import re
from html import unescape

import pytest
from django.test import Client

from review.models import Alignment, Project, Quote
from tests.factories import make_quote

HTMX = {"HX-Request": "true"}
CLOSE = "감사 로그는 2년 동안 지우지 않고 보관합니다."
LONG = "앞말 " * 1000 + CLOSE + " 뒷말" * 1000


@pytest.fixture
def near(project: Project) -> Quote:
    return make_quote(
        CLOSE, "The index is rebuilt on Friday.", quote="감사 로그는 2년 동안 안 지우고 보관된다", project=project
    )


def pane(client: Client, quote: Quote, query: str) -> str:
    return client.get(f"/quotes/{quote.pk}/doctor/?{query}", headers=HTMX).content.decode()


def trial(client: Client, quote: Quote, **fields: object) -> str:
    return client.post(f"/quotes/{quote.pk}/trial/", fields, headers=HTMX).content.decode()


def test_the_message_is_shown_with_the_closest_words_in_a_dotted_frame(mina: Client, near: Quote) -> None:
    page = pane(mina, near, "look=message")

    assert 'class="msg-text" data-message="0" data-start="0"' in page
    assert 'class="ghost" data-badge="✗' in page


def test_a_near_miss_says_how_far_it_is_below_which_bar(mina: Client, near: Quote) -> None:
    page = mina.get(near.entry.get_absolute_url()).content.decode()

    assert re.search(r"similarity 0\.\d{3} = 1 − \d+/\d+,\s+0\.\d{3} below the bar of 0\.850", page)


@pytest.fixture
def lost(project: Project) -> Quote:
    """Return a quote that lacks a *not* and has another number, just below the bar."""
    return make_quote("We will not ship 12 of them.", quote="We will ship 21 of them.", project=project)


def test_a_near_miss_shows_what_differs_with_its_kind(mina: Client, lost: Quote) -> None:
    page = mina.get(lost.entry.get_absolute_url()).content.decode()

    said = re.sub(r"<span[^>]*>|</span>", "", page[page.index('class="q-say"') :])
    assert "Near miss: a “not” is lost" in page
    assert re.search(r'<ins class="crit">not ?</ins>', said)
    assert re.search(r'<del class="crit">21</del>.{0,40}<ins class="crit">12</ins>', said)


def test_an_offer_to_use_the_words_says_what_it_changes(mina: Client, lost: Quote) -> None:
    page = mina.get(lost.entry.get_absolute_url()).content.decode()

    assert "Take “We will not ship 12 of them.”" in page


@pytest.mark.parametrize("address", ["/failed/", "/sessions/{}/"], ids=["failed list", "rail"])
def test_lists_show_what_differs_in_a_near_miss(mina: Client, lost: Quote, address: str) -> None:
    page = mina.get(address.format(lost.entry.session_id)).content.decode()

    assert re.search(r"<ins[^>]*>not", page)


def test_a_near_miss_counts_as_failed_not_as_a_critical_difference(mina: Client, lost: Quote) -> None:
    page = mina.get(f"/sessions/{lost.entry.session_id}/").content.decode()

    assert "show=failed" in page
    assert "show=differences" not in page


def test_a_trial_that_would_fail_shows_what_differs(mina: Client, lost: Quote) -> None:
    shown = trial(mina, lost, text="We will ship 21 of them.", message_index=0)

    assert "would fail" in shown
    assert "negation differs" in shown


def test_a_quote_behind_hearsay_shows_the_words(mina: Client, project: Project) -> None:
    quote = make_quote("According to Kim, the roof was done in May.", quote="the roof was done in May", project=project)

    pages = [
        mina.get(address).content.decode()
        for address in (quote.entry.get_absolute_url(), f"/sessions/{quote.entry.session_id}/")
    ]

    assert [re.search(r"hedged\s*<q [^>]*>according to</q>", page) is not None for page in pages] == [True, True]


def test_a_viewer_sees_what_failed_and_nothing_to_repair_it_with(mina: Client, guest: Client, near: Quote) -> None:
    pages = [client.get(near.entry.get_absolute_url()).content.decode() for client in (mina, guest)]

    assert ["Closest words" in page for page in pages] == [True, True]
    assert [page.count(f'id="{what}-{near.pk}') for page in pages for what in ("retry", "withdraw")] == [1, 1, 0, 0]


def test_the_number_field_reaches_every_message_and_none_more(mina: Client, near: Quote) -> None:
    assert 'min="0" max="1" value="0"' in pane(mina, near, "look=message")


def test_a_long_message_is_folded_around_the_closest_words(mina: Client, project: Project) -> None:
    quote = make_quote(LONG, quote="감사 로그는 2년 동안 안 지우고 보관된다", project=project)

    folded, whole = pane(mina, quote, "look=message"), pane(mina, quote, "look=message&whole=on")

    assert 'data-start="2600"' in folded
    assert "2,600 characters hidden" in folded
    assert 'data-start="0"' in whole


def test_all_messages_are_ranked_by_similarity(mina: Client, near: Quote) -> None:
    page = pane(mina, near, "look=all")

    assert "Show #0" in page
    assert "Show #1" not in page


def test_the_words_of_a_suggestion_are_used_with_one_click(mina: Client, project: Project) -> None:
    quote = make_quote(
        "Hello there.", "We keep the\r\n<b>old</b> journal.", quote="keep some older journals", project=project
    )
    page = pane(mina, quote, "look=all")
    places = re.findall(r'name="places" value="([^"]+)"', page)
    [words] = re.findall(r"<textarea name=.words. hidden>\n(.*?)</textarea>", page, re.DOTALL)

    fields = {"places": places[0], "words": unescape(words), "seen_attempt": 1, "at": "card"}
    assert mina.post(f"/quotes/{quote.pk}/anchor/", fields, headers=HTMX).status_code == 200
    assert Alignment.objects.get(attempt=2).method == "exact"


@pytest.mark.parametrize(
    ("query", "expected"),
    [("rebuilt ON", "Show #1"), ("지우지", "Show #0"), ("nowhere", "No message has these words."), ("", "Search")],
)
def test_search_finds_words_however_they_are_written(query: str, expected: str, mina: Client, near: Quote) -> None:
    assert expected in pane(mina, near, f"look=search&query={query}")


def test_an_invalid_request_shows_the_message(mina: Client, near: Quote) -> None:
    assert "data-message" in pane(mina, near, "look=elsewhere&index=none")
    assert 'data-message="1"' in pane(mina, near, "look=message&index=99")


def test_without_scripts_the_tab_is_the_whole_page(mina: Client, near: Quote) -> None:
    page = mina.get(f"/quotes/{near.pk}/doctor/?look=all").content.decode()

    assert "<html" in page
    assert page.count('class="pane"') == 1
    assert "Show #0" in page


def test_an_invalid_index_shows_all_messages_first(mina: Client, project: Project) -> None:
    quote = make_quote(CLOSE, quote="감사 로그는 2년 동안 안 지우고 보관된다", index=7, project=project)

    page = mina.get(quote.entry.get_absolute_url()).content.decode()

    assert f'id="look-{quote.pk}-all" aria-current="true"' in page
    assert f'<a href="#quote-{quote.pk}">quote 1: No such message</a>' in page


@pytest.mark.parametrize(
    ("words", "index", "expected"),
    [
        ("감사 로그는 2년 동안 지우지 않고", 0, "would align as exact"),
        ("감사 로그는 2년 동안 지우지 않고 보간합니다", 0, "would align as fuzzy, similarity 0.960 = 1 − 1/25"),
        ("감사 로그는 2년 동안 안 지우고 보관된다", 0, "would fail: similarity"),
        ("The index is rebuilt on Friday", 0, "the words are in message 1"),
        ("nobody ever said anything like this", 0, "would fail: no similar words in this message"),
        ("", 0, ""),
        ("감사 로그는", 9, ""),
        ("감사 로그는", "", ""),
    ],
)
def test_the_live_result_says_what_an_attempt_would_come_to(
    words: str, index: object, expected: str, mina: Client, near: Quote
) -> None:
    response = trial(mina, near, text=words, message_index=index)

    assert expected in response
    assert bool(response.strip()) == bool(expected)
    assert Alignment.objects.count() == 1


def test_the_live_result_warns_of_open_decisions(mina: Client, project: Project) -> None:
    source = "배포 완료. 배포 완료. 이 기능은 배포하지 않기로 결정했습니다."
    quote = make_quote(source, quote="nobody ever said this", project=project)

    assert "in more than one place" in trial(mina, quote, text="배포 완료.", message_index=0)
    assert "with a critical difference" in trial(mina, quote, text="이 기능은 배포하기로 결정했습니다", message_index=0)


def test_viewers_get_no_live_result(guest: Client, near: Quote) -> None:
    assert guest.post(f"/quotes/{near.pk}/trial/", {"text": "x"}, headers=HTMX).status_code == 403
    assert "data-message" in pane(guest, near, "look=message")
