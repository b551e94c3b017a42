"""The facts of a claim on the entry page: marked in their places, listed, and looked for elsewhere."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from review.domain.policy import PolicyItem
from review.models import Entry, Project, Role
from review.services.people.members import set_policy
from tests.factories import make_entry, make_session, make_user, quotes_of

HTMX = {"HX-Request": "true"}
REFUND = "Grace will refund everybody within 90 days."
MESSAGES = ["Pets are allowed.", REFUND, "We used to refund within 30 days."]
NUMBER = "The claim says “30 days”, its words “90 days”."
AsPerson = Callable[[User], Client]


def page_of(client: Client, entry: Entry, language: str = "en") -> str:
    return client.get(entry.get_absolute_url(), headers={"Accept-Language": language}).content.decode()


def part(page: str, tag: str, name: str) -> str:
    found = re.search(rf'<{tag}[^>]* id="{name}"[^>]*>(.*?)</{tag}>', page, re.DOTALL)
    return found[1] if found else ""


def text_of(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", "", html)).split())


def lines_of(page: str) -> list[str]:
    return [text_of(line) for line in re.findall(r"<li.*?</li>", part(page, "ul", "claim-facts"), re.DOTALL)]


@pytest.fixture
def entry(project: Project) -> Entry:
    return make_entry(make_session(MESSAGES, project=project), [(1, REFUND)], title="Grace refunds within 30 days")


def test_each_fact_is_marked_in_its_place_and_leads_to_its_quote(mina: Client, entry: Entry) -> None:
    [quote] = quotes_of(entry)

    title = part(page_of(mina, entry), "h1", "claim")

    found = f'<a class="fact" href="#quote-{quote.pk}" data-at="#1">'
    missing = f'<span class="fact" data-at="?"><mark title="{NUMBER}">30 days</mark></span>'
    assert title == f"{found}Grace</a> refunds {found}within</a> {missing}"


def test_what_is_missing_is_shown_first_with_what_stands_there_instead(mina: Client, entry: Entry) -> None:
    [quote] = quotes_of(entry)

    page = page_of(mina, entry)

    assert lines_of(page) == [f"{NUMBER} #1", "Grace in #1", "within in #1"]
    assert f'<bdi hx-ignore>{NUMBER}</bdi> <a href="#quote-{quote.pk}">#1</a>' in page
    assert '<li data-in="no"><span><bdi' in page


def test_korean_says_the_same(mina: Client, project: Project) -> None:
    session = make_session(["환불은 90일 안에 해 주세요."], project=project)
    entry = make_entry(session, ["환불은 90일 안에 해 주세요."], title="환불은 30일 안에 한다")

    page = page_of(mina, entry, "ko")

    assert lines_of(page) == ["주장은 “30일”인데 근거는 “90일”입니다. #0"]
    assert 'title="주장은 “30일”인데 근거는 “90일”입니다.">30일</mark>' in page


def test_marks_stay_right_around_markup_and_hidden_characters(mina: Client, project: Project) -> None:
    session = make_session([REFUND], project=project)
    entry = make_entry(session, [REFUND], title='<30\u200b days> & "30 days"', body="\u202eby Daniel\r\n30 days")

    page = page_of(mina, entry)

    title, body = part(page, "h1", "claim"), re.search(r'<p class="body".*?</p>', page, re.DOTALL)
    assert [text_of(one) for one in re.findall("<mark.*?</mark>", title)] == ["30\u200b days", "30 days"]
    assert 'data-inv="ZWSP"' in re.findall("<mark.*?</mark>", title)[0]
    assert title.startswith("&lt;<")
    assert "&gt; &amp; &quot;<" in title
    assert body is not None
    assert [text_of(one) for one in re.findall("<mark.*?</mark>", body[0])] == ["Daniel", "30 days"]
    assert 'data-inv="RLO"' in body[0]
    assert "&#13;" in body[0]


@pytest.mark.parametrize(
    ("title", "words", "reason"),
    [
        pytest.param("Der Mietvertrag endet im Mai, und die Kaution ist 900 Euro", REFUND, "only numbers", id="claim"),
        pytest.param(
            "Rent is due in May", "Die Miete ist jeden Monat am Anfang fällig, sagt sie.", "only numbers", id="evidence"
        ),
        pytest.param("The rent " + "and the deposit " * 700, REFUND, "too long to be read", id="length"),
    ],
)
def test_what_is_not_judged_is_explained(mina: Client, project: Project, title: str, words: str, reason: str) -> None:
    entry = make_entry(make_session([words], project=project), [words], title=title)

    assert reason in part(page_of(mina, entry), "p", "facts-not-judged")


def test_an_entry_without_found_evidence_has_no_marks(mina: Client, project: Project) -> None:
    entry = make_entry(make_session(MESSAGES, project=project), ["no such words anywhere, ever"], title="30 days")

    page = page_of(mina, entry)

    assert part(page, "h1", "claim") == "30 days"
    assert "claim-facts" not in page


def test_many_found_facts_are_folded_and_missing_ones_stay(mina: Client, project: Project) -> None:
    sentence = "Ann, Ben, Cara, Dan, Eve and Finn pay 1, 2, 3 and 4 won."
    entry = make_entry(make_session([sentence], project=project), [sentence], title=f"{sentence} Otto pays.")

    page = page_of(mina, entry)

    assert lines_of(page) == ["“Otto” is not in its words."]
    assert re.search(r"<summary>\d+ facts are in the evidence</summary>", page)


def test_facts_elsewhere_are_asked_for_when_the_page_is_there(mina: Client, entry: Entry, project: Project) -> None:
    whole = make_entry(make_session(MESSAGES, project=project), [(1, REFUND)], title="Grace refunds within 90 days")

    asked = page_of(mina, entry)

    address = f"/entries/{entry.pk}/facts/"
    assert f'id="facts-elsewhere" hx-get="{address}" hx-trigger="load" hx-swap="outerHTML"' in asked
    assert f'<a href="{address}">Look for them elsewhere in this session</a>' in asked
    assert "facts-elsewhere" not in page_of(mina, whole)


def test_facts_elsewhere_lead_into_the_reader(mina: Client, entry: Entry) -> None:
    fragment = mina.get(f"/entries/{entry.pk}/facts/", headers=HTMX).content.decode()
    whole = mina.get(f"/entries/{entry.pk}/facts/").content.decode()

    link = f'<a href="{entry.session.get_absolute_url()}?find=30%20days&amp;from=2#m-2">#2</a>'
    assert text_of(fragment) == "Elsewhere in this session: 30 days #2"
    assert link in fragment
    assert link in whole
    assert "hx-get" not in fragment
    there = mina.get(f"{entry.session.get_absolute_url()}?find=30%20days&from=2").content.decode()
    assert 'id="m-2"' in there


def test_facts_elsewhere_say_where_there_is_nothing(mina: Client, project: Project) -> None:
    session = make_session([REFUND], project=project)
    lacking, whole = (make_entry(session, [REFUND], title=f"Within {days} days") for days in (30, 90))

    assert "30 days nowhere" in text_of(mina.get(f"/entries/{lacking.pk}/facts/").content.decode())
    assert "The evidence has every fact of the claim." in mina.get(f"/entries/{whole.pk}/facts/").content.decode()


def test_where_the_project_waits_the_page_asks_and_names_the_facts(
    mina: Client, reviewer: User, project: Project, as_person: AsPerson
) -> None:
    dana = make_user("dana", project=project, role=Role.MANAGER)
    set_policy(project_id=project.pk, policy=PolicyItem.CLAIM_FACTS, on=True, actor=dana)
    session = make_session(MESSAGES, project=project)
    entry = make_entry(session, [(1, REFUND)], title="Within 30 days")

    page = page_of(mina, entry)

    assert NUMBER in part(page, "section", "claim-question")
    assert [f'id="claim-{answer}"' in page for answer in ("confirm", "correct", "reject")] == [True] * 3
    assert "claim to confirm" in mina.get("/entries/").content.decode()
    answer = mina.post(f"/entries/{entry.pk}/promote/", {"to": "verified", "seen_version": entry.version}, headers=HTMX)
    assert (answer.status_code, "claim_unconfirmed" in answer.content.decode()) == (422, True)
    confirmed = mina.post(
        f"/entries/{entry.pk}/confirm/", {"seen_version": entry.version}, headers=HTMX
    ).content.decode()
    assert "Claim confirmed by mina" in confirmed
    assert "aria-disabled" not in confirmed


def test_the_question_names_no_more_facts_than_can_be_read_at_once(
    mina: Client, project: Project, as_person: AsPerson
) -> None:
    dana = make_user("dana", project=project, role=Role.MANAGER)
    set_policy(project_id=project.pk, policy=PolicyItem.CLAIM_FACTS, on=True, actor=dana)
    session = make_session(MESSAGES, project=project)
    entry = make_entry(session, [(1, REFUND)], title="Within 11, 12, 13, 14 or 15 days")

    question = text_of(part(page_of(mina, entry), "section", "claim-question"))

    assert re.findall(r"The claim says “(\d+)”", question) == ["11", "12", "13"]


def test_the_page_needs_no_query_for_facts_that_are_only_shown(
    mina: Client, project: Project, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    session = make_session(MESSAGES, project=project)
    entry = make_entry(session, [(1, REFUND), (2, "refund within 30 days")], title="Daniel refunds within 7 weeks")
    page_of(mina, entry)

    with django_assert_max_num_queries(22):
        page_of(mina, entry)
    with django_assert_max_num_queries(8):
        mina.get(f"/entries/{entry.pk}/facts/", headers=HTMX)


TALK = [
    {"role": "user", "name": "Ana", "content": "Mina is coming too, all 14 of us."},
    {"role": "user", "name": "Ana", "content": "Maybe I signed the lease on Friday."},
    {"role": "user", "name": "Ben", "content": "great"},
]


@pytest.mark.parametrize(
    ("language", "speaker", "hedge", "near"),
    [
        ("en", "Ana said this, not “Ben”.", "Said as a maybe: “", "“Mina” is not in its words, but in #0."),
        (
            "ko",
            "Ana 님이 한 말인데 “Ben” 이야기로 적혀 있습니다.",
            "확실하지 않다고 한 말입니다: “",
            "이 말에는 없고 #0에",
        ),
    ],
)
def test_what_was_said_by_somebody_else_is_missing_and_how_it_was_said_is_advice(
    mina: Client, project: Project, language: str, speaker: str, hedge: str, near: str
) -> None:
    session = make_session(TALK, project=project)
    entry = make_entry(session, [(1, "I signed the lease on Friday")], title="Ben signed the lease with Mina")

    page = page_of(mina, entry, language)

    advice = text_of(part(page, "details", "claim-advice"))
    assert lines_of(page)[0] == f"{speaker} #1"
    assert hedge in advice
    assert near in advice
    assert f'<a href="{entry.session.get_absolute_url()}?from=0#m-0">#0</a>' in page
