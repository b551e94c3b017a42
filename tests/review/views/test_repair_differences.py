"""Critical differences on the pages: shown, resolved with one click, or acknowledged with a reason."""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from review.domain.policy import Stage
from review.models import Acknowledgement, Entry, Project, Quote
from tests.factories import make_entry, make_session, make_user

HTMX = {"HX-Request": "true"}
SOURCE = "회의에서 이 기능은 배포하지 않기로 결정했습니다."
QUOTE = "이 기능은 배포하기로 결정했습니다"


@pytest.fixture
def entry(project: Project) -> Entry:
    return make_entry(make_session([SOURCE], project=project), [QUOTE])


@pytest.fixture
def quote(entry: Entry) -> Quote:
    return entry.quotes.get()


def promote(client: Client, entry: Entry) -> int:
    entry.refresh_from_db()
    data = {"to": "verified", "seen_version": entry.version}
    return client.post(f"/entries/{entry.pk}/promote/", data, headers=HTMX).status_code


def test_entry_page_shows_what_differs(mina: Client, entry: Entry) -> None:
    page = mina.get(entry.get_absolute_url()).content.decode()

    assert re.search(r'이 기능은 배포하<span.*?</span\s*><ins class="crit">지 않</ins>기로 결정했습니다', page)
    assert "1 insertion (3 characters), 0 deletions" in page
    assert "negation differs" in page
    assert "Take “이 기능은 배포하지 않기로 결정했습니다”" in page
    assert "Another fact" in page


def test_entry_page_shows_every_edit_of_a_fuzzy_quote(mina: Client, project: Project) -> None:
    entry = make_entry(make_session(["DuckDB에서 JSONB 타입을 제거"], project=project), ["DuckDB JSONB 타입 제거"])

    page = mina.get(entry.get_absolute_url()).content.decode()

    assert re.findall(r"<(ins|del)[^>]*>(.*?)</", page) == [("ins", "에서"), ("ins", "을")]
    assert "similarity 0.857 = 1 − 3/21, 2 insertions (3 characters), 0 deletions" in page


def test_entry_page_draws_the_white_space_that_differs(mina: Client, project: Project) -> None:
    source = "the journal keeps every event\nof two years"
    entry = make_entry(make_session([source], project=project), ["the  journal keeps every evant of two years"])

    page = mina.get(entry.get_absolute_url()).content.decode()

    assert re.search(r'<del><span class="inv"[^>]+ data-inv="·"[^>]*> </span></del>', page)
    assert re.search(r'<ins><span class="inv"[^>]+ data-inv="⏎"[^>]*>\n</span></ins>', page)


def test_promotion_waits_until_the_source_text_is_used(mina: Client, entry: Entry, quote: Quote) -> None:
    assert promote(mina, entry) == 422

    response = mina.post(f"/quotes/{quote.pk}/fix/", {"fix": "use_words-0", "seen_attempt": 1}, headers=HTMX)

    quote.refresh_from_db()
    assert (response.status_code, "data-open" in response.content.decode()) == (200, False)
    assert quote.current is not None
    assert (quote.current.method, quote.current.text) == ("exact", "이 기능은 배포하지 않기로 결정했습니다")
    assert promote(mina, entry) == 422
    version = Entry.objects.get(pk=entry.pk).version
    mina.post(f"/entries/{entry.pk}/confirm/", {"seen_version": version})
    assert promote(mina, entry) == 200


def test_acknowledge_opens_the_gate_for_the_same_person(mina: Client, entry: Entry, quote: Quote) -> None:
    data = {"reason": "meant ironically, see #3", "seen_attempt": 1}

    response = mina.post(f"/quotes/{quote.pk}/acknowledge/", data)

    assert response.headers["Location"] == f"{entry.get_absolute_url()}#quote-{quote.pk}"
    assert "meant ironically, see #3" in mina.get(entry.get_absolute_url()).content.decode()
    assert promote(mina, entry) == 200
    entry.refresh_from_db()
    assert entry.stage == Stage.VERIFIED


@pytest.mark.parametrize(
    ("data", "status"),
    [
        pytest.param({"reason": "", "seen_attempt": 1}, 422, id="without a reason"),
        pytest.param({"reason": "because", "seen_attempt": 7}, 409, id="of an attempt that is not the current one"),
        pytest.param({"reason": "because"}, 422, id="of no attempt"),
    ],
)
def test_acknowledge_refuses(mina: Client, quote: Quote, data: dict[str, object], status: int) -> None:
    response = mina.post(f"/quotes/{quote.pk}/acknowledge/", data, headers=HTMX)

    assert response.status_code == status
    assert not Acknowledgement.objects.exists()


def test_source_text_is_offered_for_fuzzy_quotes_only(mina: Client, project: Project) -> None:
    entry = make_entry(make_session([SOURCE], project=project, session_id="exact"), ["이 기능은 배포하지 않기로"])

    response = mina.post(
        f"/quotes/{entry.quotes.get().pk}/fix/", {"fix": "use_words-0", "seen_attempt": 1}, headers=HTMX
    )

    assert response.status_code == 422


def test_home_counts_an_entry_as_ready_once_its_differences_are_acknowledged(mina: Client, quote: Quote) -> None:
    counted = [mina.get("/").context["home"].waiting["ready"]]

    mina.post(f"/quotes/{quote.pk}/acknowledge/", {"reason": "meant ironically", "seen_attempt": 1})
    counted.append(mina.get("/").context["home"].waiting["ready"])

    assert counted == ["0", "1"]


@pytest.fixture
def jun(project: Project, as_person: Callable[[User], Client]) -> Client:
    return as_person(make_user("jun", project=project))


def acknowledge(client: Client, quote: Quote) -> None:
    client.post(f"/quotes/{quote.pk}/acknowledge/", {"reason": "meant ironically", "seen_attempt": 1})


def test_lists_distinguish_open_and_acknowledged_differences(mina: Client, jun: Client, quote: Quote) -> None:
    """Acknowledgements by others do not count (specification 4)."""
    addresses = [quote.entry.session.get_absolute_url(), "/entries/"]
    before = [mina.get(address).content.decode() for address in addresses]

    acknowledge(mina, quote)

    mine = [mina.get(address).content.decode() for address in addresses]
    theirs = [jun.get(address).content.decode() for address in addresses]
    tags = [f"<span {tag}>critical difference</span>" for tag in ('class="tag warn"', 'class="miss" data-is="no"')]
    settled = '<span class="tag">difference acknowledged</span>'

    def marked(pages: list[str]) -> list[tuple[bool, bool]]:
        return [(tag in page, settled in page) for tag, page in zip(tags, pages, strict=True)]

    assert marked(before) == [(True, False)] * 2
    assert marked(mine) == [(False, True)] * 2
    assert marked(theirs) == [(True, False)] * 2


def test_an_acknowledgement_is_of_one_attempt(mina: Client, quote: Quote) -> None:
    """The same words, aligned again, wait for a decision again (specification 4)."""
    settled = '<span class="tag">difference acknowledged</span>'
    acknowledge(mina, quote)
    before = mina.get("/entries/").content.decode()

    fields = {"text": f"{QUOTE}.", "message_index": 0, "seen_attempt": 1}
    assert mina.post(f"/quotes/{quote.pk}/retry/", fields, headers=HTMX).status_code == 200

    assert (settled in before, settled in mina.get("/entries/").content.decode()) == (True, False)


def test_filters_find_open_differences(mina: Client, jun: Client, project: Project, quote: Quote) -> None:
    make_entry(make_session(["A plain sentence."], project=project, session_id="b"), ["A plain sentence."])
    reader = f"{quote.entry.session.get_absolute_url()}?show=differences"

    def found(client: Client) -> tuple[int, int, int]:
        listed = client.get("/entries/?method=differences").context["found"].entries
        rows = client.get(reader).context["overview"].loaded.rows
        return len(listed), len(rows), int(client.get("/").context["home"].waiting["differences"])

    assert found(mina) == (1, 1, 1)
    acknowledge(mina, quote)
    assert (found(mina), found(jun)) == ((0, 0, 0), (1, 1, 1))


def test_a_withdrawn_difference_is_not_open(mina: Client, quote: Quote) -> None:
    mina.post(f"/quotes/{quote.pk}/withdraw/", {"reason": "invented", "seen_attempt": 1})

    assert mina.get("/").context["home"].waiting["differences"] == "0"
    assert len(mina.get("/entries/?method=differences").context["found"].entries) == 0
    assert "critical difference" not in mina.get(quote.entry.session.get_absolute_url()).content.decode()


def test_entry_page_does_not_ask_for_a_second_acknowledgement(
    mina: Client, jun: Client, entry: Entry, quote: Quote
) -> None:
    form = f'id="acknowledge-{quote.pk}"'
    assert form in mina.get(entry.get_absolute_url()).content.decode()

    acknowledge(mina, quote)

    page = mina.get(entry.get_absolute_url()).content.decode()
    assert (form in page, "Another fact, accepted" in page) == (False, True)
    assert form in jun.get(entry.get_absolute_url()).content.decode()


def test_a_verified_entry_shows_the_acknowledgements_of_its_verifier(
    mina: Client, jun: Client, entry: Entry, quote: Quote
) -> None:
    acknowledge(mina, quote)
    promote(mina, entry)

    page = jun.get(entry.get_absolute_url())
    assert page.context["page"].checklist.open_lines == ()
    assert "Another fact, accepted</h2>" in page.content.decode()


def test_the_button_of_another_fact_names_it(mina: Client, project: Project) -> None:
    session = make_session(["Recordings of interviews are kept for 90 days."], project=project)
    page = mina.get(make_entry(session, ["Recordings of interviews are kept for 30 days."]).get_absolute_url())

    text = " ".join(re.sub(r"<[^>]+>", "", page.content.decode()).split())
    assert "Take “90”" in text
    assert "The model wrote 30, the message says 90." in text


def test_a_quote_in_question_is_marked_as_open(mina: Client, entry: Entry, quote: Quote) -> None:
    page = mina.get(entry.get_absolute_url()).content.decode()
    acknowledge(mina, quote)

    cards = [
        one[one.index('<article class="q"') :].partition(">")[0]
        for one in (page, mina.get(entry.get_absolute_url()).content.decode())
    ]

    assert ["data-open" in card for card in cards] == [True, False]


def test_no_sentence_stands_twice_on_the_page_of_an_entry(mina: Client, project: Project) -> None:
    session = make_session(["We decided to open the beta on Monday. Please be short."], project=project)
    page = mina.get(make_entry(session, ["open the beta on Monday"]).get_absolute_url()).content.decode()

    shown = re.sub(r"<textarea.*?</textarea>|<title.*?</title>|<ol class=\"hist\">.*?</ol>", "", page, flags=re.DOTALL)
    assert shown.count("open the beta on Monday") == 1
