"""The words that a row of the failed list leads to, with some of the text around them."""

from dataclasses import astuple

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from review.models.sessions import Excerpt
from review.selectors.quotes.faces import MAX_WORDS
from review.selectors.repair.excerpts import AROUND_CHARS, with_excerpts
from review.selectors.repair.failed_list import failed_page
from tests.factories import make_entry, make_project, make_session, make_user

pytestmark = pytest.mark.django_db
BEFORE, WORDS, AFTER = "가🙂" * 50, "The index is rebuilt on Friday", " before the release" * 9


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


def excerpts(mina: User) -> list[tuple[object, ...] | None]:
    return [shown(row.excerpt) for group in failed_page(mina, {}, None).groups for row in group.rows]


def shown(excerpt: Excerpt | None) -> tuple[object, ...] | None:
    return astuple(excerpt) if excerpt else None


def test_a_quote_that_is_elsewhere_shows_where_its_repair_puts_it(mina: User) -> None:
    make_entry(make_session(["Nothing of interest is said in this one.", BEFORE + WORDS + AFTER]), [(0, WORDS)])

    in_whole_words = AFTER[:AROUND_CHARS].removesuffix(" be")
    assert excerpts(mina) == [(BEFORE[-AROUND_CHARS:], WORDS, in_whole_words, True, True)]


def test_a_word_that_begins_or_ends_at_the_cut_is_kept(mina: User) -> None:
    before, after = f"{'x' * 9} {'kept ' * (AROUND_CHARS // 5)}", f"{' kept' * (AROUND_CHARS // 5)} {'x' * 9}"
    make_entry(make_session(["Nothing of interest is said in this one.", before + WORDS + after]), [(0, WORDS)])

    assert excerpts(mina) == [(before[10:], WORDS, after[:-10], True, True)]


def test_words_at_both_ends_of_a_message_are_not_cut(mina: User) -> None:
    make_entry(make_session(["Nothing of interest is said in this one.", WORDS]), [(0, WORDS)])

    assert excerpts(mina) == [("", WORDS, "", False, False)]


def test_a_long_quote_is_cut(mina: User) -> None:
    long = "The index is rebuilt on Friday, and this is said at length. " * 9
    make_entry(make_session(["Nothing of interest is said in this one.", f"{long}And then?"]), [(0, long)])

    [found] = excerpts(mina)

    assert found == ("", long[:MAX_WORDS], long[MAX_WORDS : MAX_WORDS + AROUND_CHARS], False, True)


def test_a_quote_that_nothing_is_like_shows_nothing(mina: User) -> None:
    make_entry(make_session(["Nothing of interest."]), ["zzz qqq xxx jjj vvv kkk"])

    assert excerpts(mina) == [None]


def test_however_many_rows_there_are_one_query_reads_their_words(mina: User) -> None:
    make_entry(make_session(["Nothing of interest is said in this one.", WORDS]), [(0, WORDS)] * 9)
    rows = [row for group in failed_page(mina, {}, None).groups for row in group.rows]

    with CaptureQueriesContext(connection) as asked:
        again = with_excerpts(rows)

    assert [shown(row.excerpt) for row in again] == [("", WORDS, "", False, False)] * 9
    assert len(asked) == 1
