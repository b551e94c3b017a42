"""What people chose of a quote, and who: it is shown as long as it holds, whoever touches the quote later."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User

from review.domain.quotes import WORDS_CHOSEN
from review.models import Alignment, Provenance, Quote
from review.selectors.quotes.quote_rows import (
    PLACE_CHOSEN,
    has_chosen_words,
    human_choices,
    whole_quotes,
    with_choices,
)
from review.selectors.repair.selection import Selection
from review.services._attempts import Attempted
from review.services.repair.anchoring import anchor_quote
from review.services.repair.quotes import choose_occurrence, restore_attempt, retry_quote
from review.services.repair.splitting import split_quote
from tests.factories import make_project, make_quote, make_user

pytestmark = pytest.mark.django_db

TALK = (
    "The lease ends on 30 April 2027. Parking is free. Parking is free.",
    "Parking will cost more from May.",
)
SELECTED = Selection(1, 0, 7, "Parking")
MINA, JUN = "mina", "jun"
Step = Callable[[Quote, User, int], object]


@pytest.fixture(autouse=True)
def people() -> dict[str, User]:
    return {name: make_user(name, project=make_project()) for name in (MINA, JUN)}


def write(text: str, index: int = 0) -> Step:
    return lambda quote, who, seen: retry_quote(
        quote_id=quote.pk, text=text, message_index=index, seen_attempt=seen, actor=who
    )


def select(quote: Quote, who: User, seen: int) -> object:
    return anchor_quote(quote_id=quote.pk, selection=SELECTED, seen_attempt=seen, actor=who)


def restore(attempt: int) -> Step:
    return lambda quote, who, seen: restore_attempt(quote_id=quote.pk, attempt=attempt, seen_attempt=seen, actor=who)


def choose(quote: Quote, who: User, seen: int) -> object:
    return choose_occurrence(quote_id=quote.pk, start=TALK[0].rindex("Parking"), seen_attempt=seen, actor=who)


def choices_of(quote: Quote) -> list[tuple[str, str]]:
    row = with_choices(Quote.objects.filter(pk=quote.pk), attempt="current__").get()
    [whole] = [one for one in whole_quotes(quote.entry) if one.pk == quote.pk]
    assert human_choices(whole) == human_choices(row)
    return [(choice.provenance.value, choice.person) for choice in human_choices(row)]


@pytest.mark.parametrize(
    ("words", "steps", "expected"),
    [
        pytest.param("The lease ends", [], [], id="the system found it"),
        pytest.param("The lease ends", [(MINA, write("The lease ends"))], [], id="looked for again, nothing chosen"),
        pytest.param("made up", [(MINA, select)], [("selected_by_hand", MINA)], id="unrelated words selected"),
        pytest.param("made up", [(MINA, write("The lease"))], [("edited_quote", MINA)], id="written"),
        pytest.param("made up", [(MINA, write("nowhere"))], [("edited_quote", MINA)], id="written, and not found"),
        pytest.param(
            "The leaze ends on 30 April 2027",
            [(MINA, write("The lease ends on 30 April 2027"))],
            [("source_text", MINA)],
            id="the words of the message taken",
        ),
        pytest.param("Parking will cost", [(JUN, write("Parking will cost", 1))], [("moved_message", JUN)], id="moved"),
        pytest.param("Parking is free.", [(JUN, choose)], [("occurrence_chosen", JUN)], id="one of two places"),
        pytest.param(
            "The lease", [(MINA, select), (JUN, restore(1))], [("restored", JUN)], id="the model's words restored"
        ),
        pytest.param(
            "The lease",
            [(MINA, select), (JUN, write("free")), (JUN, restore(2))],
            [("selected_by_hand", MINA), ("restored", JUN)],
            id="selected words restored by another person",
        ),
        pytest.param(
            "made up",
            [(MINA, select), (JUN, write("Parking", 1))],
            [("selected_by_hand", MINA)],
            id="looking again does not hide who selected the words",
        ),
        pytest.param(
            "made up",
            [(MINA, select), (JUN, write("Parking", 0))],
            [("selected_by_hand", MINA), ("moved_message", JUN)],
            id="nor does moving them",
        ),
        pytest.param(
            "made up",
            [(MINA, select), (JUN, write("The lease"))],
            [("edited_quote", JUN)],
            id="other words are the other person's",
        ),
        pytest.param(
            "made up",
            [(MINA, select), (MINA, write("The lease")), (JUN, write("Parking", 1))],
            [("edited_quote", JUN)],
            id="who wrote the same words last",
        ),
    ],
)
def test_human_choices_returns_what_people_chose(
    words: str, steps: list[tuple[str, Step]], expected: list[tuple[str, str]], people: dict[str, User]
) -> None:
    quote = make_quote(*TALK, quote=words)

    for seen, (who, step) in enumerate(steps, start=1):
        assert isinstance(step(quote, people[who], seen), Attempted)

    assert choices_of(quote) == expected


def test_human_choices_returns_who_split_a_quote(people: dict[str, User]) -> None:
    quote = make_quote(*TALK, quote="The lease ends … Parking is")

    split_quote(quote_id=quote.pk, parts=[("The lease ends", 0), ("will cost", 1)], seen_attempt=1, actor=people[MINA])

    assert choices_of(quote) == []
    assert [choices_of(part) for part in quote.parts.all()] == [[("split_part", MINA)]] * 2


def test_human_choices_of_an_earlier_attempt_knows_nothing_later(people: dict[str, User]) -> None:
    quote = make_quote(*TALK, quote="made up")
    select(quote, people[MINA], 1)
    write("made up")(quote, people[JUN], 2)

    attempts = with_choices(Alignment.objects.order_by("attempt"))

    assert [[choice.provenance for choice in human_choices(attempt)] for attempt in attempts] == [
        [],
        ["selected_by_hand"],
        ["edited_quote"],
    ]


def test_human_choices_asks_for_rows_that_were_read_with_choices() -> None:
    with pytest.raises(KeyError):
        human_choices(make_quote(*TALK, quote="The lease"))


def test_has_chosen_words_is_not_about_the_place(people: dict[str, User]) -> None:
    moved, selected = make_quote(*TALK, quote="Parking will cost"), make_quote(*TALK, quote="made up")
    write("Parking will cost", 1)(moved, people[JUN], 1)
    select(selected, people[MINA], 1)

    rows = with_choices(Quote.objects.order_by("pk"), attempt="current__")

    assert [has_chosen_words(row) for row in rows] == [False, True]


def test_every_provenance_is_a_choice_of_words_or_place_or_none() -> None:
    assert {*WORDS_CHOSEN, *PLACE_CHOSEN, Provenance.SYSTEM, Provenance.LOOKED_AGAIN} == set(Provenance)
    assert set(WORDS_CHOSEN).isdisjoint(PLACE_CHOSEN)
