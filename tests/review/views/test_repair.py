import re

import pytest
from django.test import Client

from review.domain.policy import Stage
from review.models import Project, Quote
from review.payloads import check_extraction
from review.services.ingest.receive import receive_extraction
from tests.factories import make_entry, make_quote, make_session

HTMX = {"HX-Request": "true"}
FIRST = "Nothing of interest is said in this one."
SECOND = "The index is rebuilt on Friday, before the release goes out."


@pytest.fixture
def misplaced(project: Project) -> Quote:
    return make_quote(FIRST, SECOND, quote="The index is rebuilt on Friday", project=project)


def current(quote: Quote) -> tuple[int, str, int | None]:
    fresh = Quote.objects.select_related("current").get(pk=quote.pk)
    assert fresh.current is not None
    return fresh.current.attempt, fresh.current.method, fresh.current.message_index


def test_quote_detail_redirects_to_its_place_in_the_session(mina: Client, misplaced: Quote) -> None:
    response = mina.get(misplaced.get_absolute_url())

    assert response.headers["Location"] == f"/sessions/{misplaced.entry.session_id}/?quote={misplaced.pk}#here"


def test_fix_moves_a_quote_with_one_click(mina: Client, misplaced: Quote) -> None:
    response = mina.post(f"/quotes/{misplaced.pk}/fix/", {"fix": "move-0", "seen_attempt": 1})

    assert response.headers["Location"] == f"{misplaced.entry.get_absolute_url()}#quote-{misplaced.pk}"
    assert current(misplaced) == (2, "exact", 1)


def test_fix_returns_to_the_list_it_was_clicked_in_but_to_no_other_host(mina: Client, project: Project) -> None:
    responses = {}
    for wanted in ("/failed/?diagnosis=wrong_message", "https://elsewhere.example/", "//elsewhere.example"):
        quote = make_quote(wanted, SECOND, quote="The index is rebuilt on Friday", project=project)
        fields = {"fix": "move-0", "seen_attempt": 1, "next": wanted}
        own = f"{quote.entry.get_absolute_url()}#quote-{quote.pk}"
        responses[wanted] = mina.post(f"/quotes/{quote.pk}/fix/", fields).headers["Location"].replace(own, "own")

    assert list(responses.values()) == ["/failed/?diagnosis=wrong_message", "own", "own"]


def test_fix_responds_to_htmx_with_the_card_and_all_that_depends_on_it(mina: Client, misplaced: Quote) -> None:
    response = mina.post(f"/quotes/{misplaced.pk}/fix/", {"fix": "move-0", "seen_attempt": 1}, headers=HTMX)

    page = response.content.decode()
    parts = [
        f'id="quote-{misplaced.pk}"',
        'id="promotion"',
        'id="history"',
        'id="decide"',
        'id="failed-count"',
        'id="live"',
    ]
    assert response.status_code == 200
    assert [part for part in parts if part not in page] == []
    assert "Found in #1 (exact)." in page
    assert "<html" not in page


def test_fix_responds_to_the_failed_list_with_its_row(mina: Client, misplaced: Quote) -> None:
    fields = {"fix": "move-0", "seen_attempt": 1, "at": "row", "next": "/failed/"}

    response = mina.post(f"/quotes/{misplaced.pk}/fix/", fields, headers=HTMX)

    page = response.content.decode()
    assert f'id="failed-{misplaced.pk}"' in page
    assert 'id="failed-head" hx-swap-oob="outerHTML"' in page
    assert '<span class="n" id="count-off_by_one_index" hx-swap-oob="outerHTML">0</span>' in page
    assert 'data-state="exact"' in page


def test_the_failed_list_has_each_fix_answered_by_its_row(mina: Client, misplaced: Quote) -> None:
    page = mina.get("/failed/").content.decode()

    assert f'hx-target="#failed-{misplaced.pk}" hx-swap="outerHTML"' in page
    assert f'hx-target="#quote-{misplaced.pk}"' not in page


def test_retry_keeps_a_failed_attempt_and_says_so(mina: Client, misplaced: Quote) -> None:
    fields = {"text": "Absolutely different words", "message_index": 0, "seen_attempt": 1}

    response = mina.post(f"/quotes/{misplaced.pk}/retry/", fields, headers=HTMX)

    assert response.status_code == 200
    assert b"Looked for again: No trace." in response.content
    assert current(misplaced) == (2, "none", 0)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"text": "", "message_index": 1, "seen_attempt": 1}, "Write the words to look for"),
        ({"text": "words", "message_index": "", "seen_attempt": 1}, "Choose a message from 0 to 1."),
        ({"text": "words", "message_index": 2, "seen_attempt": 1}, "Choose a message from 0 to 1."),
        ({"text": "words", "message_index": "-1", "seen_attempt": 1}, "greater than or equal to 0"),
        ({"text": "words", "message_index": "one", "seen_attempt": 1}, "whole number"),
        ({"text": "a\0b", "message_index": 1, "seen_attempt": 1}, "Null characters are not allowed."),
        ({"text": "words", "message_index": 1}, "This field is required."),
    ],
)
def test_retry_says_what_is_wrong_and_keeps_what_was_typed(
    fields: dict[str, object], sentence: str, mina: Client, misplaced: Quote
) -> None:
    responses = [mina.post(f"/quotes/{misplaced.pk}/retry/", fields, headers=headers) for headers in (None, HTMX)]

    assert [response.status_code for response in responses] == [422, 422]
    assert [sentence in response.content.decode() for response in responses] == [True, True]
    assert current(misplaced) == (1, "none", 0)


def test_fix_accepts_only_what_is_offered(mina: Client, misplaced: Quote) -> None:
    response = mina.post(f"/quotes/{misplaced.pk}/fix/", {"fix": "move-7", "seen_attempt": 1}, headers=HTMX)

    assert response.status_code == 422
    assert b"This fix is no longer offered" in response.content
    assert current(misplaced) == (1, "none", 0)


def test_fix_shows_the_current_state_when_somebody_was_faster(mina: Client, misplaced: Quote) -> None:
    fields = {"fix": "move-0", "seen_attempt": 1}
    mina.post(f"/quotes/{misplaced.pk}/fix/", fields)

    response = mina.post(f"/quotes/{misplaced.pk}/fix/", fields, headers=HTMX)

    assert response.status_code == 409
    assert b"Somebody changed this a moment ago" in response.content
    assert current(misplaced) == (2, "exact", 1)


def test_fix_uses_the_closest_words_with_their_own_line_ends(mina: Client, project: Project) -> None:
    quote = make_quote(
        "The audit log is kept for\r\ntwo years and then removed.",
        quote="The audit log is saved for one year, then it is removed.",
        project=project,
    )

    response = mina.post(f"/quotes/{quote.pk}/fix/", {"fix": "use_words-0", "seen_attempt": 1})

    assert response.status_code == 302
    assert current(quote) == (2, "exact", 0)


def test_retry_leaves_untouched_words_as_they_were_when_only_the_message_changes(
    mina: Client, project: Project
) -> None:
    quote = make_quote(
        "Other things.", "one line\nand another line", quote="one line\nand another line", project=project
    )
    fields = {"text": "one line\r\nand another line", "message_index": 1, "seen_attempt": 1}

    mina.post(f"/quotes/{quote.pk}/retry/", fields)

    assert current(quote) == (2, "exact", 1)


def test_fix_searches_the_words_of_a_quote_that_came_with_offsets(mina: Client, project: Project) -> None:
    item: dict[str, object] = {"messageIndex": 1, "quote": "rebuilt on Friday", "spanStart": 3, "spanEnd": 9}
    quote = make_entry(make_session([FIRST, SECOND], project=project), [item]).quotes.get()

    mina.post(f"/quotes/{quote.pk}/fix/", {"fix": "align-0", "seen_attempt": 1})

    assert current(quote) == (2, "exact", 1)


def test_retry_is_refused_for_verified_entries(mina: Client, project: Project) -> None:
    quote = make_quote(SECOND, quote="The index is rebuilt on Friday", project=project)
    mina.post(f"/entries/{quote.entry_id}/promote/", {"to": Stage.VERIFIED, "seen_version": 1})

    response = mina.post(f"/quotes/{quote.pk}/retry/", {"text": "other", "message_index": 0, "seen_attempt": 1})

    assert response.status_code == 422
    assert b"That is not possible at this stage." in response.content


def test_each_occurrence_has_a_button_that_sends_its_own_place(mina: Client, project: Project) -> None:
    quote = make_quote("배포 완료. 배포 완료. 배포 완료.", quote="배포 완료.", project=project)

    page = mina.get(quote.entry.get_absolute_url()).content.decode()

    assert re.findall(r'name="start" value="(\d+)"', page) == ["0", "7", "14"]


def test_choose_settles_which_occurrence_is_meant(mina: Client, project: Project) -> None:
    quote = make_quote("배포 완료. 배포 완료. 배포 완료.", quote="배포 완료.", project=project)

    response = mina.post(f"/quotes/{quote.pk}/choose/", {"start": 7, "seen_attempt": 1}, headers=HTMX)

    fresh = Quote.objects.select_related("current").get(pk=quote.pk)
    assert response.status_code == 200
    assert fresh.current is not None
    assert (fresh.current.span_start, fresh.current.ambiguous) == (7, False)


@pytest.mark.parametrize(("start", "status"), [(3, 409), ("x", 422), ("", 422)])
def test_choose_accepts_only_an_occurrence_of_the_words(
    start: object, status: int, mina: Client, project: Project
) -> None:
    quote = make_quote("배포 완료. 배포 완료.", quote="배포 완료.", project=project)

    assert mina.post(f"/quotes/{quote.pk}/choose/", {"start": start, "seen_attempt": 1}).status_code == status


@pytest.fixture
def in_two_messages(project: Project) -> Quote:
    """Return a quote that names no message, and that two of three messages hold."""
    session = make_session(["배포 완료. 끝.", "다른 말.", "그러니까 배포 완료. 그리고 끝."], project=project)
    given = check_extraction({"index": "none", "evidence": [{"quote": "배포 완료."}]})
    receive_extraction(session=session, checked=given, actor=None)
    return Quote.objects.get()


def test_a_quote_that_names_no_message_is_settled_in_one_of_those_that_hold_it(
    mina: Client, in_two_messages: Quote
) -> None:
    quote = in_two_messages
    page = mina.get(quote.entry.get_absolute_url()).content.decode()

    words, places = "배포 완료.", re.search(r'name="places" value="(2:\d+:\d+)"', page)
    assert places is not None
    chosen = {"words": words, "places": places[1], "seen_attempt": 1, "at": "card"}
    response = mina.post(f"/quotes/{quote.pk}/anchor/", chosen, headers=HTMX)

    assert "It is in 2 places of this session." in page
    assert page.count("It is this one") == 2
    assert response.status_code == 200
    assert placed(quote) == (2, 5, False)


def test_a_quote_that_names_no_message_may_stay_where_it_was_found(mina: Client, in_two_messages: Quote) -> None:
    quote = in_two_messages

    mina.post(f"/quotes/{quote.pk}/choose/", {"start": 0, "seen_attempt": 1}, headers=HTMX)

    assert placed(quote) == (0, 0, False)
    assert "It is this one" not in mina.get(quote.entry.get_absolute_url()).content.decode()


def placed(quote: Quote) -> tuple[int | None, int | None, bool]:
    current = Quote.objects.select_related("current").get(pk=quote.pk).current
    assert current is not None
    return current.message_index, current.span_start, current.ambiguous


def test_withdraw_keeps_the_quote_listed_with_its_reason(mina: Client, misplaced: Quote) -> None:
    response = mina.post(f"/quotes/{misplaced.pk}/withdraw/", {"reason": "invented", "seen_attempt": 1}, follow=True)

    page = response.content.decode()
    head, _, body = page[page.index(f'id="quote-{misplaced.pk}"') :].partition("</header>")
    assert "was-withdrawn" in body
    assert "<q hx-ignore>invented</q>" in body
    assert "Withdrawn by mina" in head
    assert "1 withdrawn" in page
    assert "Withdrawn" in mina.get("/failed/").content.decode()


def test_withdraw_requires_a_reason(mina: Client, misplaced: Quote) -> None:
    response = mina.post(f"/quotes/{misplaced.pk}/withdraw/", {"reason": "", "seen_attempt": 1}, headers=HTMX)

    assert response.status_code == 422
    assert b"Say why in a few words" in response.content
