"""What a search finds is what a plain scan finds, on both engines, and only what a person may see."""

import random

import pytest
from django.contrib.auth.models import User

from review.models import Message, Quote, ReviewSession
from review.selectors.search import matching, plain_scan
from review.selectors.search.matching import (
    matching_entries,
    matching_messages,
    matching_people,
    matching_quotes,
    matching_sessions,
)
from review.selectors.search.terms import Term, lowered, terms_of
from review.services.promotion.claims import correct_claim
from review.services.repair.quotes import retry_quote
from tests.factories import make_entry, make_project, make_session, make_user, quotes_of

pytestmark = pytest.mark.django_db
WORDS = (
    "보증금은 석 달 치이고 열쇠 받기 전에 냅니다",
    "The lease ends on 30 April 2027, so give notice 90 days before",
    "JSONB 타입을 제거하기로 했다",
    '"quoted" 100% sure_thing \\ back/slash it\'s',
    "Émile und die Straße über ÄÖÜ ΑΒΓ привет МИР",
    "x",
    "",
    "한글🙂뒤 zero\u200bwidth",
)
SEED, QUERIES = 20261123, 1_000


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


def scanned(texts: dict[int, str], terms: tuple[Term, ...]) -> set[int]:
    """Return the keys of the texts that hold every term, by reading all of them."""
    low = {key: lowered(text) for key, text in texts.items()}
    return {key for key, text in low.items() if all(any(one in text for one in term.spellings) for term in terms)}


def found(query: str, user: User) -> list[str]:
    return [message.content for message in matching_messages(user, terms_of(query)).order_by("pk")]


@pytest.mark.exhaustive
@pytest.mark.parametrize("frequent", [1, 10**6])
def test_matching_rows_are_those_of_a_plain_scan(mina: User, monkeypatch: pytest.MonkeyPatch, frequent: int) -> None:
    """Both as they are read off the newest rows, and as the index names them."""
    monkeypatch.setattr(matching, "FREQUENT", frequent)
    monkeypatch.setattr(plain_scan, "IN", 1_000)
    chance = random.Random(SEED)  # noqa: S311 - repeatable on purpose
    pool = " ".join(WORDS).split()
    contents = [" ".join(chance.choices(pool, k=chance.randint(0, 9))) for _ in range(150)]
    session = make_session(contents, title="보증금 lease")
    titled = [make_entry(session, [(0, text)], title=text or "-", body=contents[-1]) for text in contents[:30]]
    messages = dict(Message.objects.values_list("pk", "content"))
    claims = {entry.pk: f"{entry.title}\n{entry.body}" for entry in titled}
    quotes = dict(Quote.objects.values_list("pk", "text"))

    wrong, hits = list[str](), 0
    for query in queries(chance, contents):
        terms = terms_of(query)
        for kind, texts in ((matching_messages, messages), (matching_entries, claims), (matching_quotes, quotes)):
            expected = scanned(texts, terms) if not terms or any(term.is_indexed for term in terms) else set()
            keys = set(kind(mina, terms).values_list("pk", flat=True))
            hits += len(keys)
            if keys != expected:
                wrong.append(f"{kind.__name__} {query!r}")

    assert wrong == []
    assert hits > 1_000


def queries(chance: random.Random, contents: list[str]) -> list[str]:
    """Return 1,000 queries: cuts of two signs and more, in any case, some of two terms, and some of nothing stored."""
    made = ["", " ", "%", "_", '"', "%%", "__", '""', "''", "\\%", "없음없음", "zzzz", "; DROP TABLE", "a AND b", "보*"]
    while len(made) < QUERIES:
        text = chance.choice([one for one in contents if len(one) > 12])
        start, size = chance.randrange(len(text) - 8), chance.choice((2, 2, 3, 4, 8))
        cut = text[start : start + size]
        made.append(chance.choice((cut, cut, cut.upper(), cut.lower(), f"{cut} {chance.choice(text.split())}")))
    return made


@pytest.mark.parametrize(
    "query", ["보증", "LEASE", "lease 90", "0%", "e_t", "émile", "STRASSE".lower()[:3], "мир", "🙂뒤"]
)
def test_matching_messages_need_every_term_in_any_case(mina: User, query: str) -> None:
    make_session([word for word in WORDS if word])

    assert len(found(query, mina)) == 1


@pytest.mark.parametrize("query", ["보", "x", "% _", "nothing of that", "lease 보증"])
def test_matching_messages_are_none_for_single_signs_and_words_apart(mina: User, query: str) -> None:
    make_session([word for word in WORDS if word])

    assert found(query, mina) == []


def test_matching_messages_are_found_composed_and_decomposed(mina: User) -> None:
    make_session(["보증", "보증"])

    assert len(found("보증", mina)) == len(found("보증", mina)) == 2


def test_matching_messages_are_the_newest_versions(mina: User) -> None:
    make_session(["the lease ends"], session_id="s")
    make_session(["the rent ends"], session_id="s")

    assert (found("lease", mina), found("rent", mina)) == ([], ["the rent ends"])


def test_matching_entries_hold_the_claim_as_it_stands(mina: User) -> None:
    entry = make_entry(make_session(["The lease ends in April."]), ["lease ends in April"], title="Ends in May")
    correct_claim(entry_id=entry.pk, title="Ends in April", body="사월", seen_version=1, actor=mina)

    hits = [list(matching_entries(mina, terms_of(query))) for query in ("May", "April", "사월")]

    assert hits == [[], [entry], [entry]]


def test_matching_quotes_hold_the_words_searched_last(mina: User) -> None:
    entry = make_entry(make_session(["The lease ends in April."]), ["The rent is due"])
    [quote] = quotes_of(entry)
    retry_quote(quote_id=quote.pk, text="lease ends", message_index=0, seen_attempt=1, actor=mina)

    hits = [list(matching_quotes(mina, terms_of(query))) for query in ("rent", "lease ends")]

    assert hits == [[], [quote]]


def test_matching_sessions_are_found_by_title_and_id_and_a_new_title(mina: User) -> None:
    session = make_session(["a"], session_id="talk-77", title="Old name")
    ReviewSession.objects.filter(pk=session.pk).update(title="사무실 이전")

    hits = [list(matching_sessions(mina, terms_of(query))) for query in ("k-77", "사무", "Old name")]

    assert hits == [[session], [session], []]


def test_matching_rows_are_only_what_a_person_may_see(mina: User) -> None:
    project = make_project("elsewhere", reviewer=make_user("mallory"))
    make_entry(make_session(["secret lease"], project=project, title="secret"), ["secret lease"], title="secret")
    terms = terms_of("secret")

    for kind in (matching_entries, matching_quotes, matching_messages, matching_sessions):
        assert list(kind(mina, terms)) == []
    assert list(matching_people(mina, terms_of("mallory"))) == []
    assert [one.user for one in matching_people(mina, terms_of("MIN"))] == [mina]
