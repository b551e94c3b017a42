import pytest
from pytest_django import DjangoAssertNumQueries

from aligner_core import Difference
from review.models import Alignment, Quote
from review.models.sessions import KNOWN_ROLES, OTHER, ROLE_SPELLINGS, introduce, speaker_of
from tests.factories import make_entry, make_session, quotes_of


@pytest.mark.parametrize(("speaker", "spellings"), ROLE_SPELLINGS.items())
def test_speaker_of_knows_every_spelling_in_any_case(speaker: str, spellings: tuple[str, ...]) -> None:
    assert {speaker_of(f" {spelling.upper()} ") for spelling in spellings} == {speaker}


def test_speaker_of_calls_nobody_else_by_name() -> None:
    assert speaker_of("narrator") == OTHER
    assert len(KNOWN_ROLES) == len(set(KNOWN_ROLES))


TALK = [
    {"role": "user", "name": "Dana", "content": "I moved to Utrecht in the spring."},
    {"role": "user", "name": "Omar", "content": "Sounds great."},
]


@pytest.mark.django_db
def test_a_quote_that_names_another_participant_states_another_fact() -> None:
    entry = make_entry(make_session(TALK), ["Omar: I moved to Utrecht in the spring", "Dana: I moved to Utrecht"])
    [others, own] = quotes_of(entry)

    assert [(one.kind, one.quote_text, one.source_text) for one in critical(others)] == [("speaker", "omar", "Dana")]
    assert critical(own) == ()


@pytest.mark.django_db
def test_who_takes_part_is_only_read_for_a_quote_that_names_somebody(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    make_entry(make_session(TALK), ["I moved to Utrecht in the spring", "Omar: I moved to Utrecht in the spring"])
    plain, naming = Alignment.objects.select_related("message").order_by("quote__position")

    with django_assert_num_queries(0):
        assert plain.critical_differences == ()
    with django_assert_num_queries(1):
        assert [one.kind for one in naming.critical_differences] == ["speaker"]


@pytest.mark.django_db
def test_introduce_reads_who_takes_part_once_for_all_sessions(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for number in range(3):
        make_entry(make_session(TALK, session_id=f"talk-{number}"), ["Omar: I moved to Utrecht in the spring"])
    attempts = list(Alignment.objects.select_related("message"))
    given = [(one.text, one.message) for one in attempts if one.message is not None]

    with django_assert_num_queries(1):
        introduce(given)
        assert [[one.kind for one in attempt.critical_differences] for attempt in attempts] == [["speaker"]] * 3
    with django_assert_num_queries(0):
        introduce([("I moved", message) for _, message in given])


def critical(quote: Quote) -> tuple[Difference, ...]:
    assert quote.current is not None
    return quote.current.critical_differences
