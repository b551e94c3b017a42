"""The confidence stands with the badge of a method, on every page; the similarity is in the details."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from review.models import Extraction, Project, Quote
from review.payloads import check_session
from review.services.ingest.receive import receive_session
from review.services.repair.quotes import withdraw_quote
from tests.factories import Quoted, make_entry, make_session, quotes_of
from tests.review.views.test_ingest import upload

TALK = [
    "We keep the raw text of every event. The cache lives for one hour.",
    "Twenty guests come to the party in the old barn on Saturday.",
]
QUOTES: list[Quoted] = [
    "We keep the raw text",
    "the RAW text of every",
    "We keep the raw texts of every evens.",
    (1, "Twenty guests come to the party in the old barn on Saturdays."),
    (1, "twenty-two gusts came to a party"),
    "We never said a word of this.",
]
LABELS = [
    "exact, confidence 1.000",
    "normalized, confidence 0.950",
    "fuzzy, confidence 0.945",
    "fuzzy, confidence 0.949",
    "failed, confidence 0.000",
    "failed, confidence 0.000",
]


@pytest.fixture
def quotes(project: Project) -> list[Quote]:
    return quotes_of(make_entry(make_session(TALK, project=project, session_id="talk"), QUOTES, title="The claim"))


def badges(page: str, *, inside: str) -> list[str]:
    """Return the text of every badge in the elements that begin with *inside*: its method and confidence."""
    beginnings = [found.end() for found in re.finditer(inside, page)]
    found = [re.search(r'<span class="m" [^>]*>(<span.*?</span>[^<]*)</span>', page[start:]) for start in beginnings]
    return [re.sub("<[^>]+>", "", one.group(1)) for one in found if one is not None]


@pytest.mark.parametrize(
    ("address", "inside"),
    [
        pytest.param("/entries/{entry}/", '<article class="q"', id="cards"),
        pytest.param("/entries/{entry}/?at=999", '<article class="q"', id="cards as they were"),
        pytest.param("/sessions/{session}/", '<li class="row-ev"', id="rail"),
        pytest.param("/entries/", '(?=<span class="m")', id="list of entries"),
    ],
)
def test_confidence_stands_with_the_badge_of_every_quote(
    address: str, inside: str, mina: Client, quotes: list[Quote]
) -> None:
    entry = quotes[0].entry

    page = mina.get(address.format(entry=entry.pk, session=entry.session_id)).content.decode()

    assert sorted(badges(page, inside=inside)) == sorted(LABELS)


def test_confidence_stands_with_the_badge_in_a_crowded_rail(mina: Client, project: Project) -> None:
    session = make_session(["We keep the raw text of every event."], project=project)
    make_entry(session, ["We keep the raw text"] * 30)

    page = mina.get(session.get_absolute_url()).content.decode()

    assert badges(page, inside='<li class="row-ev short"') == ["exact, confidence 1.000"] * 6


def test_confidence_stands_with_the_badge_of_the_current_quote(mina: Client, quotes: list[Quote]) -> None:
    page = mina.get(f"/sessions/{quotes[1].entry.session_id}/", {"quote": quotes[1].pk}).content.decode()

    assert badges(page, inside='<nav class="peek"') == [LABELS[1]]


def test_the_list_of_failed_quotes_says_the_confidence_of_a_repair_or_of_the_failure(
    mina: Client, project: Project
) -> None:
    make_entry(make_session(TALK, project=project), [(1, "We KEEP the raw text"), "We never said a word of this."])

    page = mina.get("/failed/").content.decode()

    assert badges(page, inside='<li class="fail q"') == ["failed, confidence 0.000"] * 2


def test_offered_repairs_and_similar_places_say_their_confidence(mina: Client, project: Project) -> None:
    [quote] = quotes_of(make_entry(make_session(TALK, project=project), [(1, "We KEEP the raw text")]))

    card = mina.get(f"/entries/{quote.entry_id}/").content.decode()
    pane = mina.get(f"/quotes/{quote.pk}/doctor/", {"look": "all", "index": "0"}).content.decode()

    assert 'data-m="normalized" data-under="normalized"' in card
    assert badges(pane, inside='<ol class="fixes spots">') == ["normalized, confidence 0.950"]


def test_a_trial_says_its_confidence(mina: Client, quotes: list[Quote]) -> None:
    trial = f"/quotes/{quotes[0].pk}/trial/"

    found = mina.post(trial, {"text": "we keep the raw text", "message_index": 0}).content.decode()
    failed = mina.post(trial, {"text": "nothing of the kind", "message_index": 0}).content.decode()

    assert [badges(one, inside="^")[0] for one in (found, failed)] == [LABELS[1], LABELS[4]]


def test_the_similarity_is_in_the_details_alone(mina: Client, quotes: list[Quote]) -> None:
    page = mina.get(f"/entries/{quotes[0].entry_id}/").content.decode()
    rail = mina.get(f"/sessions/{quotes[0].entry.session_id}/").content.decode()

    heads = "".join(re.findall(r"<header class=\"q-head\">.*?</header>", page, re.DOTALL))
    assert heads
    assert ("similarity" in heads, "similarity" in rail.partition('id="rail"')[2]) == (False, False)
    assert "similarity 0.983 = 1 − 1/61" in page
    assert page.count("the confidence of a fuzzy quote stays below 0.950") == 1


def test_a_quote_that_no_longer_counts_or_has_drifted_shows_no_confidence(
    mina: Client, reviewer: User, project: Project, quotes: list[Quote]
) -> None:
    withdraw_quote(quote_id=quotes[5].pk, reason="invented", seen_attempt=1, actor=reviewer)
    upload = check_session({"sessionId": "talk", "messages": [TALK[0], "Other."]})
    receive_session(project=project, upload=upload, actor=reviewer, accept_changes=True)

    pages = [
        mina.get(f"/entries/{quotes[0].entry_id}/").content.decode(),
        mina.get(f"/sessions/{quotes[0].entry.session_id}/").content.decode(),
        mina.get("/entries/").content.decode(),
    ]

    shown = [*LABELS[:3], "fuzzy", LABELS[4], "Withdrawn"]
    insides = ('<article class="q"', '<li class="row-ev"', '(?=<span class="m")')
    assert [sorted(badges(page, inside=inside)) for page, inside in zip(pages, insides, strict=True)] == [
        sorted(shown)
    ] * 3


def test_confidence_is_explained_in_both_languages(mina: Client) -> None:
    english = mina.get("/help/").content.decode()
    korean = mina.get("/help/", headers={"accept-language": "ko"}).content.decode()

    assert ("Beside every badge is the confidence." in english, "배지 옆의 숫자는 신뢰도입니다." in korean) == (
        True,
        True,
    )


def titles(page: str, *, tag: str) -> list[str]:
    """Return the titles of the badges in a text."""
    return re.findall(rf'<{tag}[^>]*data-badge="[^"]+"[^>]*title="([^"]+)"', page)


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", ["exact, confidence 1.000; fuzzy, confidence 0.945", "normalized, confidence 0.950"]),
        ("ko", ["정확, 신뢰도 1.000; 유사, 신뢰도 0.945", "정규화, 신뢰도 0.950"]),
    ],
)
def test_a_badge_in_a_text_says_the_confidence_by_its_title(
    mina: Client, quotes: list[Quote], language: str, expected: list[str]
) -> None:
    address = f"/sessions/{quotes[0].entry.session_id}/"

    page = mina.get(address, headers={"accept-language": language}).content.decode()

    assert [one for one in expected if one not in titles(page, tag="mark")] == []


def test_the_figure_of_a_badge_is_its_confidence(mina: Client, quotes: list[Quote]) -> None:
    page = mina.get(f"/entries/{quotes[0].entry_id}/").content.decode()

    shown = re.findall(r'data-badge="F~(\.\d\d)"', page)
    assert set(shown) == {".94"}
    assert "similarity 0.983 = 1 − 1/61" in page


def test_previews_runs_and_search_say_the_confidence_beside_every_badge(mina: Client, project: Project) -> None:
    quoted = [{"messageIndex": index, "quote": text} for index, text in map(_pair, QUOTES)]
    _, preview, address = upload(mina, project, first={"messages": TALK}, second={"evidence": quoted})
    mina.post(address)
    extraction = Extraction.objects.get()

    pages = {
        "preview": preview,
        "extraction": mina.get(extraction.get_absolute_url()).content.decode(),
        "quotes of runs": mina.get("/runs/quotes/", {"extraction": extraction.pk}).content.decode(),
        "search": mina.get("/search/", {"q": "raw", "kind": "quotes"}).content.decode(),
    }

    said = {name: set(badges(page, inside='(?=<span class="m")')) & set(LABELS) for name, page in pages.items()}
    assert said == {
        "preview": {LABELS[2], LABELS[3], LABELS[4]},
        "extraction": set(LABELS),
        "quotes of runs": set(LABELS),
        "search": {LABELS[0], LABELS[1], LABELS[2]},
    }
    assert titles(preview, tag="span")


def _pair(quote: Quoted) -> tuple[object, object]:
    return quote if isinstance(quote, tuple) else (0, quote)
