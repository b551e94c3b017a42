import re
from html.parser import HTMLParser

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from review.models import Project, Quote
from review.services.promotion.stages import reject_entry
from tests.factories import make_entries, make_entry, make_session


class Texts(HTMLParser):
    """Collect the text content of every .msg-text, as a browser would read it."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.texts: list[str] = []
        self.depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        if self.depth or ("class", "msg-text") in attrs:
            self.texts += [""] if not self.depth else []
            self.depth += 1

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002
        self.depth = max(0, self.depth - 1)

    def handle_data(self, data: str) -> None:
        if self.depth:
            self.texts[-1] += data

    def handle_entityref(self, name: str) -> None:
        self.handle_data({"lt": "<", "gt": ">", "amp": "&", "quot": '"'}[name])

    def handle_charref(self, name: str) -> None:
        self.handle_data(chr(int(name[1:], 16) if name.startswith("x") else int(name)))


def texts_of(page: bytes) -> list[str]:
    parser = Texts()
    parser.feed(page.decode())
    return parser.texts


def test_reader_shows_every_message_as_it_is_stored(mina: Client, project: Project) -> None:
    texts = ["\n leading", "tail \r\n\r", "<b>&amp;'\"", "한글🙂", "", "\u202eright"]
    session = make_session(texts, project=project)
    make_entry(session, [(1, "tail \r\n"), (2, "<b>&amp;"), (2, "&amp;'"), (3, "글🙂")])

    page = mina.get(session.get_absolute_url()).content

    assert texts_of(page) == texts


def test_reader_draws_overlaps_as_flat_segments(mina: Client, project: Project) -> None:
    session = make_session(["The journal keeps the raw JSON text and a digest of it."], project=project)
    first, second = make_entry(session, ["keeps the raw JSON text", "RAW JSON text and a digest"]).quotes.all()

    page = mina.get(session.get_absolute_url()).content.decode()

    assert f'data-ev="{first.pk} {second.pk}" data-m="normalized" data-under="exact" data-below="normalized"' in page
    assert 'data-badge="N≈ ×2"' in page


def test_reader_draws_the_closest_words_of_a_near_miss(mina: Client, project: Project) -> None:
    session = make_session(["The audit log is kept for two years and then removed."], project=project)
    quote = make_entry(session, ["The audit log is saved for one year, then it is removed."]).quotes.get()

    page = mina.get(session.get_absolute_url()).content.decode()

    assert '<span class="ghost"' in page
    assert f'hx-get="/quotes/{quote.pk}/offer/"' in page


def test_rail_loads_the_first_fix_of_a_row(mina: Client, guest: Client, project: Project) -> None:
    session = make_session(["The audit log is kept for two years and then removed."], project=project)
    quote = make_entry(session, ["The audit log is saved for one year, then it is removed."]).quotes.get()

    offered, shown = (client.get(f"/quotes/{quote.pk}/offer/").content.decode() for client in (mina, guest))

    assert "Take “The audit log is kept for" in offered
    assert f'value="/sessions/{session.pk}/?quote={quote.pk}#here"' in offered
    assert ("Take “" in shown, "Repair" in shown) == (False, True)


def test_reader_opens_the_window_of_the_requested_quote(mina: Client, project: Project) -> None:
    session = make_session([f"Message number {number} of many." for number in range(450)], project=project)
    quote = make_entry(session, [(420, "Message number 420")]).quotes.get()

    page = mina.get(f"{session.get_absolute_url()}?quote={quote.pk}").content.decode()

    assert ('id="m-419"' in page, 'id="m-420"' in page, 'id="m-439"' in page) == (False, True, True)
    assert 'id="here"' in page
    assert f'id="row-{quote.pk}" data-ev="{quote.pk}" data-index="420" data-state="exact" aria-current="true"' in page


def test_reader_begins_where_a_quote_waits_for_a_person(
    mina: Client, guest: Client, reviewer: User, project: Project
) -> None:
    session = make_session([f"Message number {number} of many." for number in range(60)], project=project)
    rejected = make_entry(session, [(2, "nobody has ever said this")])
    reject_entry(entry_id=rejected.pk, reason="nobody said it", seen_version=rejected.version, actor=reviewer)
    make_entry(session, [(3, "Message number 3")])
    waiting = make_entry(session, [(45, "nobody has ever said that")]).quotes.get()
    current = f'data-ev="{waiting.pk}"'

    page, named, asked = (
        mina.get(f"{session.get_absolute_url()}{query}").content.decode() for query in ("", "?from=0", "?find=many")
    )
    read = guest.get(session.get_absolute_url()).content.decode()

    assert 'id="m-45"' in page
    assert re.search(rf'{current}[^>]*aria-current="true"', page)
    assert re.search(rf"{current}[^>]* data-open", page)
    assert not re.search(rf'data-ev="{rejected.quotes.get().pk}"[^>]* data-open', page)
    for other in (named, asked, read):
        assert 'id="m-0"' in other
        assert not re.search(r'<li class="row-ev[^>]* aria-current', other)


def test_reader_begins_at_the_first_message_where_nothing_is_open(mina: Client, project: Project) -> None:
    session = make_session(["We keep it.", "We drop it."], project=project)
    make_entry(session, [(1, "We drop it.")])

    page = mina.get(session.get_absolute_url()).content.decode()

    assert not re.search(r'<li class="row-ev[^>]* aria-current', page)


def test_reader_goes_from_window_to_window(mina: Client, project: Project) -> None:
    session = make_session([str(number) for number in range(450)], project=project)

    windows = {
        query: texts_of(mina.get(f"{session.get_absolute_url()}{query}").content)
        for query in ("", "?from=250", "?from=440", "?from=9999", "?from=nonsense", "?from=-3")
    }

    assert {query: (texts[0], texts[-1]) for query, texts in windows.items()} == {
        "": ("0", "19"),
        "?from=250": ("240", "259"),
        "?from=440": ("440", "449"),
        "?from=9999": ("440", "449"),
        "?from=nonsense": ("0", "19"),
        "?from=-3": ("0", "19"),
    }


def test_reader_responds_with_another_window_and_its_rows(mina: Client, project: Project) -> None:
    session = make_session([f"Message number {number} of many." for number in range(60)], project=project)
    early, late = make_entry(session, [(25, "Message number 25"), (45, "Message number 45")]).quotes.all()

    page = mina.get(f"/sessions/{session.pk}/messages/?from=20", headers={"hx-request": "true"}).content.decode()

    assert texts_of(page.encode()) == [f"Message number {number} of many." for number in range(20, 40)]
    assert 'id="rows-20" hx-swap-oob="outerHTML"' in page
    assert (f'id="row-{early.pk}"' in page, f'id="row-{late.pk}"' in page) == (True, False)


def test_reader_leaves_a_filtered_rail_alone(mina: Client, project: Project) -> None:
    session = make_session(["one", "two"], project=project)

    page = mina.get(f"/sessions/{session.pk}/messages/?from=0&show=failed").content.decode()

    assert "hx-swap-oob" not in page


CUT = "So many quotes are listed with the messages that are on the page; the others come as you get there."


def test_reader_lists_the_quotes_of_pending_windows(mina: Client, project: Project) -> None:
    session = make_session([f"Message {number}." for number in range(50)], project=project)
    make_entry(session, [(45, "Message 45"), (7000, "beyond the end"), (25, "Message 25"), (26, "said by nobody")])

    page = mina.get(f"{session.get_absolute_url()}?from=0").content.decode()

    assert re.findall(r'class="rail-part" id="(rows-\d+)"', page) == ["rows-0", "rows-20", "rows-40"]
    assert re.findall(r'<li class="row-ev" id="row-\d+" data-ev="\d+" data-index="(\d*)"', page) == [
        "25",
        "26",
        "45",
        "7000",
    ]
    assert CUT not in page


def test_reader_lists_three_hundred_quotes_in_words_if_they_are_elsewhere(mina: Client, project: Project) -> None:
    session = make_session(["first"] + ["abc"] * 50, project=project)
    make_entry(session, [(1 + number % 50, "abc") for number in range(300)])

    page = mina.get(session.get_absolute_url()).content.decode()

    assert (page.count('<li class="row-ev"'), page.count('<li class="row-ev short"')) == (24, 276)
    assert page.count('class="rail-part ahead"') == 0
    assert CUT not in page


def test_reader_lists_pending_windows_if_the_rail_is_too_long(mina: Client, project: Project) -> None:
    session = make_session([f"Message {number}." for number in range(50)], project=project)
    make_entry(session, [(25, "Message 25")] * 299 + [(26, "never said in any message"), (7000, "beyond the end")])

    page = mina.get(f"{session.get_absolute_url()}?from=0").content.decode()

    assert 'id="rows-20" data-first="20" data-quotes="300" data-failed="1"' in page
    assert 'id="rows-40" data-first="40" data-quotes="1" data-failed="1"' in page
    assert CUT in page
    assert '<li class="row-ev' not in page


def test_reader_cuts_a_crowded_rail_around_the_requested_quote(mina: Client, project: Project) -> None:
    session = make_session(["abc " * 200], project=project)
    quotes = list(make_entry(session, ["abc"] * 400).quotes.order_by("position"))

    page = mina.get(f"{session.get_absolute_url()}?quote={quotes[390].pk}").content.decode()

    assert page.count('<li class="row-ev"') == 24
    assert page.count('<li class="row-ev short"') == 276
    assert f'id="row-{quotes[390].pk}"' in page
    assert "100 more" in page


def test_reader_responds_with_one_message_in_full(mina: Client, project: Project) -> None:
    text = "before " * 1000
    session = make_session(["short", text], project=project)

    whole = mina.get(f"/sessions/{session.pk}/messages/1/")

    assert texts_of(whole.content) == [text]
    assert mina.get(f"/sessions/{session.pk}/messages/2/").status_code == 404


def test_reader_folds_long_messages_around_their_quotes(mina: Client, project: Project) -> None:
    text = "before " * 700 + "the buried treasure" + " after" * 700
    session = make_session([text], project=project)
    make_entry(session, ["the buried treasure"])

    folded = mina.get(session.get_absolute_url()).content
    whole = mina.get(f"{session.get_absolute_url()}?full=0").content

    assert len(texts_of(folded)[0]) < 1000
    assert b"Show all 9,119 characters" in folded
    assert f'data-start="{text.index(texts_of(folded)[0])}"'.encode() in folded
    assert texts_of(whole) == [text]


def test_reader_lists_quotes_without_a_place_at_the_end(mina: Client, project: Project) -> None:
    session = make_session(["One message only."], project=project)
    make_entry(session, [("x", "no number here"), (7, "beyond the end"), (0, "One message")])

    page = mina.get(session.get_absolute_url()).content.decode()

    places = [page.index(words) for words in ("One message</a>", "beyond the end</a>", "no number here</a>")]
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("show", "count"), [("exact", 2), ("failed", 1), ("ambiguous", 1), ("fuzzy", 0), ("nonsense", 3)]
)
def test_reader_filters_the_rail(show: str, count: int, mina: Client, project: Project) -> None:
    session = make_session(["배포 완료. 배포 완료. Then we went home early."], project=project)
    make_entry(session, ["배포 완료.", "Then we went home early", "never said in any message"])

    page = mina.get(f"{session.get_absolute_url()}?show={show}").content.decode()

    assert page.count('<li class="row-ev"') == count


def test_reader_marks_withdrawn_quotes_only_in_the_rail(mina: Client, project: Project) -> None:
    session = make_session(["The words are really here."], project=project)
    quote = make_entry(session, ["The words are really here."]).quotes.get()
    mina.post(f"/quotes/{quote.pk}/withdraw/", {"reason": "not ours", "seen_attempt": 1})

    page = mina.get(f"{session.get_absolute_url()}?quote={quote.pk}").content.decode()

    assert "was-withdrawn" in page
    assert f'data-ev="{quote.pk}" data-m' not in page


def test_failed_list_groups_by_diagnosis_and_filters(mina: Client, project: Project) -> None:
    session = make_session(["Something else.", "The index is rebuilt on Friday."], project=project)
    make_entries(
        session,
        [
            {"evidence": [{"messageIndex": 0, "quote": "The index is rebuilt on Friday."}]},
            {"evidence": [{"messageIndex": 0, "quote": "never said in any message"}]},
        ],
    )

    everything = mina.get("/failed/").content.decode()
    narrowed = mina.get("/failed/?diagnosis=no_trace").content.decode()

    assert everything.index('id="group-off_by_one_index"') < everything.index('id="group-no_trace"')
    assert "Move to #1" in everything
    assert "claimed in #0, is in #1" in everything
    assert 'id="group-off_by_one_index"' not in narrowed


def test_failed_list_says_when_every_quote_has_a_place(mina: Client, project: Project) -> None:
    make_entry(make_session(["The words are really here."], project=project), ["The words are really here."])

    page = mina.get("/failed/").content.decode()

    assert "Every quote has a place" in page
    assert '<a href="/entries/?method=exact">exact 1</a>' in page.replace("Exact", "exact")
    assert "method=fuzzy" not in page


def test_home_counts_what_waits(mina: Client, project: Project) -> None:
    session = make_session(["배포 완료. 배포 완료. Then we went home early."], project=project)
    make_entry(session, ["Then we went home early"])
    make_entry(session, ["배포 완료."])
    make_entry(session, ["never said in any message"])

    page = mina.get("/").content.decode()

    assert page.count('<p class="big">1</p>') == 3


def test_home_links_to_the_upload_when_it_is_empty(mina: Client) -> None:
    assert "Nothing has been uploaded yet" in mina.get("/").content.decode()


def test_a_long_session_opens_with_a_small_page(mina: Client, project: Project) -> None:
    """Bytes and elements are counted here, without the map and with one window; the benchmark measures the time."""
    session = make_session([f"Message number {number} of many. " * 20 for number in range(2000)], project=project)
    make_entry(session, [(number % 2000, f"Message number {number % 2000}") for number in range(0, 20_000, 10)])

    page = mina.get(session.get_absolute_url()).content.decode()
    part = mina.get(f"/sessions/{session.pk}/messages/?from=1900").content.decode()

    assert (len(page) < 90_000, len(part) < 45_000) == (True, True), (len(page), len(part))
    assert (elements_of(page) < 1160, elements_of(part) < 600) == (True, True)
    assert "tick" not in page


def test_a_rail_of_three_hundred_quotes_stays_small(mina: Client, project: Project) -> None:
    """Each quote that is listed before its messages are on the page costs a short row."""
    session = make_session([f"Message number {number} of many. " * 20 for number in range(2000)], project=project)
    bare = without_keys(mina.get(session.get_absolute_url()).content.decode())
    make_entry(session, [(number, f"Message number {number}") for number in range(20, 320)])

    page = without_keys(mina.get(f"{session.get_absolute_url()}?from=0").content.decode())

    assert page.count('<li class="row-ev short"') == 300
    assert len(page) - len(bare) < 300 * 400
    assert elements_of(page) - elements_of(bare) < 300 * 5


def without_keys(page: str) -> str:
    """Return a page with keys of three digits: how long they are depends on what the database had before."""
    return re.sub(r"\d{4,}", "999", page)


def elements_of(page: str) -> int:
    return page.count("<") - page.count("</") - page.count("<!")


def test_the_map_loads_after_the_page(mina: Client, project: Project) -> None:
    session = make_session([f"Message number {number} of many." for number in range(300)], project=project)
    quotes = make_entry(session, [(3, "Message number 3"), (250, "Message number 250")]).quotes.all()

    page = mina.get(session.get_absolute_url()).content.decode()
    drawn = mina.get(f"/sessions/{session.pk}/map/?from=0", headers={"hx-request": "true"}).content.decode()

    assert f'hx-get="/sessions/{session.pk}/map/?from=0"' in page
    assert [f'data-quote="{quote.pk}"' in drawn for quote in quotes] == [True, True]


def test_theme_is_kept_in_a_cookie_and_nothing_else_is(mina: Client) -> None:
    mina.post("/theme/", {"theme": "dark", "next": "/help/"})
    dark = mina.get("/help/").content
    mina.post("/theme/", {"theme": '"><script>'})

    assert b'data-bs-theme="dark"' in dark
    assert b'data-bs-theme="dark"' in mina.get("/help/").content


def test_the_list_of_sessions_says_how_much_is_in_each(mina: Client, project: Project) -> None:
    session = make_session(["One.", "Two.", "Three."], project=project)
    make_entry(session, ["One."], entryId="first")
    make_entry(session, [(1, "Two."), "Nobody said this."], entryId="second")

    page = mina.get("/sessions/").content.decode()

    assert '<td class="num hide-s">3</td>' in page
    assert f'<a href="/entries/?session={session.pk}">2</a>' in page
    assert f'<a href="/failed/?session={session.pk}">1<span' in page


def test_pages_need_no_more_queries_for_more_rows(
    mina: Client, project: Project, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    session = make_session([f"Message number {number} of many." for number in range(60)], project=project)
    for number in range(60):
        make_entry(session, [(number, f"Message number {number}"), (0, f"absent words {number} never said")])
    quote = Quote.objects.filter(current__method="none").order_by("pk").last()
    limits = {
        "/": 39,
        "/sessions/": 17,
        session.get_absolute_url(): 17,
        f"/sessions/{session.pk}/messages/?from=0": 10,
        f"/sessions/{session.pk}/messages/7/": 6,
        f"/sessions/{session.pk}/map/?from=0": 6,
        f"{session.get_absolute_url()}?quote={quote.pk if quote else 0}&show=failed": 20,
        "/entries/": 22,
        "/failed/": 21,
        f"/entries/{quote.entry_id if quote else 0}/": 26,
    }

    for url, limit in limits.items():
        with django_assert_max_num_queries(limit):
            assert mina.get(url).status_code == 200, url
