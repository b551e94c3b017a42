"""Every attempt records where its words come from, which is computed and never claimed."""

import pytest
from django.contrib.auth.models import User

from review.models import Provenance, Quote
from review.services.repair.quotes import choose_occurrence, retry_quote
from tests.factories import make_project, make_quote, make_user

pytestmark = pytest.mark.django_db

WORDS = ("We keep the raw text of every event.", "The cache lives for one hour. The cache lives for one hour.")
NEAR = "We shall keep that raw text of an event."


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


def provenance_of(quote: Quote) -> str:
    return Quote.objects.values_list("current__provenance", flat=True).get(pk=quote.pk)


def closest_to(quote: Quote) -> str:
    assert quote.current is not None
    evidence = quote.current.evidence
    assert evidence.match_method == "none"
    assert evidence.closest is not None
    return evidence.closest.text


def test_provenance_of_what_came_with_an_extraction_is_the_machine() -> None:
    assert provenance_of(make_quote(*WORDS, quote="raw text")) == Provenance.SYSTEM


@pytest.mark.parametrize(
    ("quote", "text", "index", "provenance"),
    [
        pytest.param("nobody ever said this", "the raw text", 0, "edited_quote", id="other words"),
        pytest.param("nobody ever said this", "the cache", 1, "edited_quote", id="other words, another message"),
        pytest.param("for one hour", "for one hour", 1, "moved_message", id="another message"),
        pytest.param("nobody ever said this", "nobody ever said this", 0, "looked_again", id="nothing else"),
        pytest.param("We keep that raw text of every event.", WORDS[0], 0, "source_text", id="the fuzzy place"),
        pytest.param("FOR ONE HOUR", "for one hour", 1, "source_text", id="a place in another message"),
    ],
)
def test_provenance_of_a_retry_is_worked_out(mina: User, quote: str, text: str, index: int, provenance: str) -> None:
    row = make_quote(*WORDS, quote=quote)

    retry_quote(quote_id=row.pk, text=text, message_index=index, seen_attempt=1, actor=mina)

    assert provenance_of(row) == provenance


def test_provenance_of_the_closest_words_is_the_source(mina: User) -> None:
    row = make_quote(*WORDS, quote=NEAR)

    retry_quote(quote_id=row.pk, text=closest_to(row), message_index=0, seen_attempt=1, actor=mina)

    assert provenance_of(row) == Provenance.SOURCE_TEXT


def test_provenance_of_a_chosen_occurrence_is_the_choice(mina: User) -> None:
    row = make_quote(*WORDS, quote="The cache lives for one hour.", index=1)

    choose_occurrence(quote_id=row.pk, start=30, seen_attempt=1, actor=mina)

    assert provenance_of(row) == Provenance.OCCURRENCE_CHOSEN
