"""The card of a quote that says the same in another form, and of one that names another participant."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.factories import make_entry, make_project, make_session, make_user

pytestmark = pytest.mark.django_db

TALK = [
    {"role": "user", "name": "Dana", "content": "저 오늘 반차 썼어요."},
    {"role": "user", "name": "Omar", "content": "I'd rather stay in Leeds."},
    {"role": "assistant", "content": "Noted, you stay in Leeds."},
]


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


def card(user: User, quote: tuple[int, str], language: str = "en") -> str:
    client = Client(headers={"accept-language": language})
    client.force_login(user)
    entry = make_entry(make_session(TALK, session_id=f"talk-{language}-{quote[0]}"), [quote])
    return " ".join(client.get(entry.get_absolute_url()).content.decode().split())


@pytest.mark.parametrize(
    ("language", "title"), [("en", "the same words in another form"), ("ko", "같은 말을 다른 형태로 썼습니다")]
)
def test_a_card_shows_what_was_rewritten(mina: User, language: str, title: str) -> None:
    page = card(mina, (0, "오늘 반차를 썼습니다"), language)

    assert title in page
    assert "<code>썼습니다</code> → <code>썼어요</code>" in page


def test_a_card_says_what_may_differ_where_nothing_was_rewritten(mina: User) -> None:
    page = card(mina, (1, "i’d rather stay"))

    assert "the same words in another form" not in page
    assert "the same words; only letter case" in page


@pytest.mark.parametrize(
    ("language", "at", "sentence"),
    [
        ("en", 1, "The quote names “dana”. These are the words of “Omar”."),
        ("ko", 1, "인용에는 “dana”의 말로 적혀 있지만 “Omar”의 말입니다."),
        ("en", 2, "The quote names “dana”. These are the words of “Assistant”."),
    ],
)
def test_a_card_says_whose_words_stand_there(mina: User, language: str, at: int, sentence: str) -> None:
    words = {1: "Dana: I'd rather stay in Leeds", 2: "Dana: you stay in Leeds"}[at]

    page = card(mina, (at, words), language)

    assert sentence.casefold() in page.casefold()
