"""Who chose the words of a quote does not verify them where the project asks so, whatever was done since."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from review.domain.policy import Decision, Granted, Reason, Refused, Stage
from review.models import Entry, Event, Provenance, Quote
from review.payloads import check_session
from review.selectors.repair.selection import Selection
from review.services.audit.audit_store import audit_store
from review.services.ingest.receive import receive_session
from review.services.promotion.stages import promote_entry
from review.services.repair.anchoring import anchor_quote
from review.services.repair.drift import confirm_place
from review.services.repair.quotes import choose_occurrence, restore_attempt, retry_quote
from review.services.repair.splitting import split_quote
from tests.factories import confirm, make_entry, make_project, make_session, make_user, quotes_of, switch

pytestmark = pytest.mark.django_db

TALK = ["We keep the raw text of every event. Nobody objected.", "Ok.", "We keep the raw text of every event, then."]
WORDS = "keep the raw text of every event"
OTHER = "Nobody objected"
SAME = Refused(Stage.VERIFIED, (Reason.SAME_REVIEWER,))
VERIFIED = Granted(Stage.VERIFIED)
Step = Callable[[Quote, User], object]


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


@pytest.fixture
def jun() -> User:
    return make_user("jun", project=make_project())


@pytest.fixture
def kim() -> User:
    return make_user("kim", project=make_project())


@pytest.fixture
def selected(mina: User) -> Entry:
    """Return an entry for whose invented quote mina has selected words."""
    project = make_project()
    switch(project, separate_span_author=True)
    entry = make_entry(make_session(TALK, project=project, session_id="talk"), ["something that nobody ever said here"])
    [quote] = quotes_of(entry)
    anchor_quote(quote_id=quote.pk, selection=Selection(0, 3, 35, WORDS), seen_attempt=1, actor=mina)
    return entry


def seen(quote: Quote) -> int:
    return Quote.objects.select_related("current").get(pk=quote.pk).current.attempt  # type: ignore[union-attr]


def write(text: str, index: int = 0) -> Step:
    return lambda quote, who: retry_quote(
        quote_id=quote.pk, text=text, message_index=index, seen_attempt=seen(quote), actor=who
    )


def restore(attempt: int) -> Step:
    return lambda quote, who: restore_attempt(quote_id=quote.pk, attempt=attempt, seen_attempt=seen(quote), actor=who)


def split(*parts: str) -> Step:
    return lambda quote, who: split_quote(
        quote_id=quote.pk, parts=[(part, 0) for part in parts], seen_attempt=seen(quote), actor=who
    )


def revise_and_confirm(quote: Quote, who: User) -> object:
    newer = [TALK[0].replace("Nobody", "No one"), *TALK[1:]]
    upload = check_session({"sessionId": "talk", "messages": newer})
    receive_session(project=make_project(), upload=upload, actor=None, accept_changes=True)
    return confirm_place(quote_id=quote.pk, seen_attempt=seen(quote), seen_version=2, actor=who)


def promote(entry: Entry, actor: User) -> Decision:
    if Entry.objects.get(pk=entry.pk).claim_open:
        confirm(entry, actor)
    version = Entry.objects.get(pk=entry.pk).version
    return promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=version, actor=actor)


HIDING = [
    pytest.param([], id="nothing"),
    pytest.param([write(WORDS)], id="looked again"),
    pytest.param([write(WORDS), write(WORDS)], id="looked again twice"),
    pytest.param([write(OTHER), write(WORDS)], id="retyped after others"),
    pytest.param([write(f" {WORDS.upper()}\n")], id="retyped in another form"),
    pytest.param([write(WORDS, 2)], id="moved"),
    pytest.param([write(WORDS, 2), write(WORDS)], id="moved and back"),
    pytest.param([write(OTHER), restore(2)], id="restored"),
    pytest.param([write(WORDS.removesuffix(" event"))], id="cut by a word"),
    pytest.param([split("keep the raw text", "of every event")], id="split"),
    pytest.param([revise_and_confirm], id="confirmed in a newer version"),
]
"""What leaves the words of a quote to the person who selected them."""


@pytest.mark.parametrize("helper", ["mina", "jun"])
@pytest.mark.parametrize("steps", HIDING)
def test_who_selected_the_words_does_not_verify_whatever_was_done_since(
    selected: Entry, mina: User, kim: User, steps: list[Step], helper: str
) -> None:
    [quote] = quotes_of(selected)
    for step in steps:
        step(quote, make_user(helper, project=make_project()))

    assert promote(selected, mina) == SAME
    assert promote(selected, kim) == VERIFIED
    assert Event.objects.filter(event_type="promotion_refused", actor="mina").count() == 1
    assert list(audit_store()) == []


@pytest.mark.parametrize("steps", HIDING)
def test_four_eyes_are_missed_whatever_was_done_since(
    client: Client, selected: Entry, mina: User, jun: User, steps: list[Step]
) -> None:
    [quote] = quotes_of(selected)
    for step in steps:
        step(quote, jun)
    switch(separate_span_author=False)
    assert promote(selected, mina) == VERIFIED
    client.force_login(User.objects.create(username="root", is_staff=True, is_superuser=True))

    response = client.get(reverse("admin:review_entry_changelist"), {"eyes": "same"})

    assert [entry.pk for entry in response.context["cl"].result_list] == [selected.pk]


CHOOSING = [
    pytest.param(write("keep the raw txt of every event"), id="typed with a slip"),
    pytest.param(write(f"We {WORDS}. {OTHER}."), id="more words"),
    pytest.param(write(f"We {WORDS}"), id="a few characters more"),
    pytest.param(write("event"), id="fewer words"),
    pytest.param(write(OTHER), id="others"),
    pytest.param(write(f"{WORDS}, then", 2), id="in another message"),
    pytest.param(split("We keep the raw text", OTHER), id="split"),
]
"""What makes whoever does it an author of the words that count then."""


@pytest.mark.parametrize("step", CHOOSING)
def test_who_chose_the_words_in_any_way_does_not_verify_them(selected: Entry, jun: User, kim: User, step: Step) -> None:
    [quote] = quotes_of(selected)
    step(quote, jun)

    assert promote(selected, jun) == SAME
    assert promote(selected, kim) == VERIFIED


@pytest.mark.parametrize(
    "step",
    [
        pytest.param(write(f"We {WORDS}. {OTHER}."), id="more words"),
        pytest.param(write(f"{WORDS[4:]}. {OTHER}"), id="words that overlap"),
        pytest.param(split("We keep the raw text", OTHER), id="split"),
    ],
)
def test_words_that_overlap_those_that_were_selected_have_two_authors(
    selected: Entry, mina: User, jun: User, step: Step
) -> None:
    [quote] = quotes_of(selected)
    step(quote, jun)

    assert (promote(selected, mina), promote(selected, jun)) == (SAME, SAME)


@pytest.mark.parametrize(
    "step", [pytest.param(write(OTHER), id="others"), pytest.param(write("Ok.", 1), id="in another message")]
)
def test_other_words_are_not_those_that_were_selected(selected: Entry, mina: User, jun: User, step: Step) -> None:
    [quote] = quotes_of(selected)
    step(quote, jun)

    assert promote(selected, mina) == VERIFIED


def test_words_that_failed_at_first_have_their_author(mina: User, jun: User) -> None:
    project = make_project()
    switch(project, separate_span_author=True)
    entry = make_entry(make_session(TALK, project=project), [(1, "nobody ever said this here")])
    [quote] = quotes_of(entry)
    write(WORDS, 1)(quote, mina)
    assert quotes_of(entry)[0].current.reason == "wrong_message"  # type: ignore[union-attr]

    write(WORDS, 0)(quote, jun)

    assert promote(entry, mina) == SAME
    assert promote(entry, jun) == VERIFIED


def test_words_that_an_extractor_quoted_have_no_author(mina: User, jun: User) -> None:
    project = make_project()
    switch(project, separate_span_author=True)
    entry = make_entry(make_session(TALK, project=project), [(1, WORDS)])
    [quote] = quotes_of(entry)
    write(WORDS)(quote, mina)
    write(WORDS)(quote, jun)

    assert promote(entry, mina) == VERIFIED


def test_words_that_were_moved_and_then_cut_keep_their_author(selected: Entry, mina: User, jun: User) -> None:
    [quote] = quotes_of(selected)
    write(WORDS, 2)(quote, jun)
    write("raw text of every event", 2)(quote, jun)

    assert promote(selected, mina) == SAME


def test_the_place_of_selected_words_may_be_chosen_by_another(mina: User, jun: User) -> None:
    project = make_project()
    switch(project, separate_span_author=True)
    entry = make_entry(make_session(["Parking is free. Parking is free."], project=project), ["nobody said this here"])
    [quote] = quotes_of(entry)
    anchor_quote(quote_id=quote.pk, selection=Selection(0, 0, 16, "Parking is free."), seen_attempt=1, actor=mina)
    write("Parking is free.")(quote, jun)
    choose_occurrence(quote_id=quote.pk, start=17, seen_attempt=seen(quote), actor=jun)

    assert Quote.objects.get().current.provenance == Provenance.OCCURRENCE_CHOSEN  # type: ignore[union-attr]
    assert promote(entry, mina) == SAME
    assert promote(entry, jun) == VERIFIED
