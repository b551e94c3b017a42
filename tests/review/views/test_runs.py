"""The pages of runs and of quality: their numbers, their links, and what they cost."""

import re

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from review.domain.limits import MAX_TRIED_ENTRIES
from review.models import Extraction, Project, Quote, ReviewSession, Role
from review.payloads import check_extraction
from review.selectors.runs import run_rows, what_if
from review.services.ingest.receive import receive_extraction
from review.services.repair.quotes import retry_quote
from tests.factories import make_project, make_session, make_user

pytestmark = pytest.mark.django_db

WORDS = ["The index is rebuilt on Friday at noon, and the cache lives for ten minutes."]
LINK = re.compile(r'<a href="(/runs/(?:entries|quotes)/\?[^"]+)">(\d+)(?: of \d+)?\s*</a>')
COUNT = re.compile(r'<span class="n">(\d+)</span></h1>')


def extract(session: ReviewSession, version: str, titles: tuple[str, ...] = ("Index",)) -> Extraction:
    quotes = ["The index is rebuilt on Friday", "the cache lives for ten minuts", "nobody said anything like it"]
    entries = [
        {"title": title, "evidence": [{"messageIndex": 0, "quote": one} for one in quotes[: number + 1]]}
        for number, title in enumerate(titles)
    ]
    run = {"extractor": "memora", "model": "haru", "promptVersion": version}
    checked = check_extraction({"entries": entries, "run": run})
    return receive_extraction(session=session, checked=checked, actor=None).extraction


@pytest.fixture
def session(project: Project) -> ReviewSession:
    return make_session(WORDS, project=project, session_id="talk")


@pytest.fixture
def runs(session: ReviewSession) -> tuple[Extraction, Extraction]:
    return extract(session, "v7", ("Index", "Cache", "Gone")), extract(session, "v8", ("Index", "Caches", "More"))


def shown(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, address
    return response.content.decode()


@pytest.mark.parametrize("address", ["/quality/", "run", "compare"])
def test_every_number_is_the_length_of_the_list_it_links_to(
    mina: Client, runs: tuple[Extraction, Extraction], address: str
) -> None:
    first, second = runs
    places = {"run": first.get_absolute_url(), "compare": f"/runs/compare/?a={first.pk}&b={second.pk}"}

    links = LINK.findall(shown(mina, places.get(address, address)))

    assert len(links) >= {"compare": 8}.get(address, 10)  # a run that has none of a kind says nothing of it there
    listed = {link: COUNT.findall(shown(mina, link.replace("&amp;", "&"))) for link, _ in links}
    assert [(link, listed[link]) for link, number in links if listed[link] != [number]] == []


def test_a_run_shows_what_was_uploaded_beside_what_is_now(
    mina: Client, reviewer: User, runs: tuple[Extraction, Extraction]
) -> None:
    run = runs[0]
    quote = Quote.objects.get(entry__extraction=run, current__method="none")
    retry_quote(quote_id=quote.pk, text="the cache lives", message_index=0, seen_attempt=1, actor=reviewer)

    page = shown(mina, run.get_absolute_url())

    numbers = {
        state: [re.findall(rf"&amp;quotes={state}{now}\">(\d+)</a> · ", page) for now in ("", "&amp;now=1")]
        for state in ("exact", "fuzzy", "failed")
    }
    assert numbers == {"exact": [["3"], ["4"]], "fuzzy": [["2"], ["2"]], "failed": [["1"], ["0"]]}


@pytest.mark.parametrize("address", ["/quality/?bar=0.9", "run"])
def test_every_bar_leads_where_a_number_beside_it_does(
    mina: Client, runs: tuple[Extraction, Extraction], address: str
) -> None:
    page = shown(mina, runs[0].get_absolute_url() if address == "run" else address)

    charts = re.findall(r'<svg class="(?:chart|barline)".*?</svg>', page, re.DOTALL)
    bars = re.findall(r'<rect class="(?:p-|b-|bar-)', "".join(charts))
    led = re.findall(r'<a href="([^"]+)" tabindex="-1">\s*<rect', "".join(charts))

    numbered = {link for link, _ in LINK.findall(page)}
    assert len(led) == len(bars) >= 5
    assert {link for link in led if not link.startswith("/quality/")} <= numbered
    assert all(mina.get(link.replace("&amp;", "&")).status_code == 200 for link in led)


def test_run_compare_shows_only_runs_of_one_session(mina: Client, runs: tuple[Extraction, Extraction]) -> None:
    other = extract(make_session(["Words"], project=make_project(), session_id="other"), "v9")
    foreign = extract(make_session(WORDS, project=make_project("foreign"), session_id="foreign"), "v9")

    statuses = [
        mina.get(f"/runs/compare/?a={a}&b={b}").status_code
        for a, b in ((runs[0].pk, runs[1].pk), (runs[0].pk, other.pk), (foreign.pk, foreign.pk), (runs[0].pk, "x"))
    ]

    assert statuses == [200, 404, 404, 404]


def test_session_page_leads_to_the_comparison(
    mina: Client, session: ReviewSession, runs: tuple[Extraction, Extraction]
) -> None:
    assert "/runs/compare/?a=" in shown(mina, session.get_absolute_url())


def test_quality_page_shows_htmx_the_trial_alone(mina: Client, runs: tuple[Extraction, Extraction]) -> None:
    whole, part = (
        mina.get("/quality/?bar=0.99", headers=headers).content.decode() for headers in ({}, {"HX-Request": "true"})
    )

    assert "4 of 4 fuzzy quotes would fail" in whole
    assert ("<html" in part, part.strip() in whole) == (False, True)


def test_quality_page_says_how_many_entries_it_tried(
    mina: Client, runs: tuple[Extraction, Extraction], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = shown(mina, "/quality/?bar=0.99")
    monkeypatch.setattr(what_if, "MAX_TRIED_ENTRIES", 1)

    cut = shown(mina, "/quality/?bar=0.99")

    assert ("All fuzzy quotes are compared" in whole, "All fuzzy quotes are compared" in cut) == (True, False)
    assert f"The fuzzy quotes of the newest {MAX_TRIED_ENTRIES:,} entries with any are compared" in cut


@pytest.mark.parametrize("query", ["bar=0.5", "bar=x", "weeks=9999", "project=nowhere", "weeks="])
def test_quality_page_ignores_what_is_not_valid(mina: Client, runs: tuple[Extraction, Extraction], query: str) -> None:
    assert "At 0.900" in mina.get(f"/quality/?{query}", headers={"HX-Request": "true"}).content.decode()
    assert "What if the bar were higher?" in shown(mina, f"/quality/?{query}")


def test_quality_page_leads_managers_to_the_bar_of_their_project(
    runs: tuple[Extraction, Extraction], project: Project
) -> None:
    client = Client(headers={"accept-language": "en"})
    client.force_login(make_user("dana", project=project, role=Role.MANAGER))

    page = shown(client, "/quality/?bar=0.93")

    assert "/projects/ledger/?bar=0.93#aligner" in page
    assert 'value="0.93"' in shown(client, "/projects/ledger/?bar=0.93")
    project.refresh_from_db()
    assert project.fuzzy_threshold == 0.85


@pytest.mark.parametrize("address", ["/runs/", "/quality/", "/runs/entries/", "/runs/quotes/"])
def test_pages_of_runs_ask_the_same_number_of_queries(mina: Client, session: ReviewSession, address: str) -> None:
    extract(session, "v1")
    shown(mina, address)
    with CaptureQueriesContext(connection) as few:
        shown(mina, address)
    for number in range(2, 12):
        extract(session, f"v{number}")

    with CaptureQueriesContext(connection) as many:
        shown(mina, address)

    assert len(many) == len(few)


@pytest.mark.parametrize("rows", ["entries", "quotes"])
def test_a_page_and_its_count_find_the_runs_once(
    mina: Client, session: ReviewSession, rows: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_rows, "PAGE_SIZE", 1)
    for version in ("v1", "v2"):
        extract(session, version)

    with CaptureQueriesContext(connection) as made:
        page = shown(mina, f"/runs/{rows}/")

    found = [one for one in made if one["sql"].startswith('SELECT "review_extraction"."id" AS "pk"')]
    assert "next" in page.lower()
    assert len(found) == 1, found
