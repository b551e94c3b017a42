"""One quote is realigned as its caller has seen it: by the rules and the bar of today."""

import pytest
from django.contrib.auth.models import User

from aligner_core import AlignedEvidence, AlignerConfig, FailedEvidence
from review.domain.policy import Reason, Stage
from review.models import Alignment, Entry, Quote, ReviewSession, Role
from review.services.audit.audit_store import audit_store
from review.services.people.members import set_aligner
from review.services.promotion.stages import promote_entry
from review.services.repair.quotes import acknowledge_differences, choose_occurrence
from review.services.repair.realign_seen import Attempted, Declined, realign_seen_quote
from tests.factories import make_entry, make_project, make_quote, make_session, make_user, quotes_of
from tests.review.services.repair.test_realign import made_by_older_engine
from tests.review.services.repair.test_realign_bar import raise_bar, slipped

pytestmark = pytest.mark.django_db

TWICE = "The cache lives for one hour. The cache lives for one hour."


@pytest.fixture
def dana() -> User:
    return make_user("dana", project=make_project(), role=Role.MANAGER)


def realigned(quote: Quote, actor: User, seen: int = 1) -> Attempted | Quote | Declined:
    return realign_seen_quote(quote_id=quote.pk, seen_attempt=seen, actor=actor)


def appended(outcome: object) -> Alignment:
    assert isinstance(outcome, Attempted)
    return outcome.alignment


def test_a_quote_is_looked_for_with_the_bar_of_today(dana: User) -> None:
    quote = slipped()
    raise_bar(dana)

    again = appended(realigned(quote, dana))

    assert (again.reason, again.attempt, again.threshold, again.actor) == ("below_threshold", 2, 0.99, dana)
    event = Entry.objects.get().events.latest("seq")
    assert (event.event_type, event.actor, event.body["provenance"]) == ("quote_retried", "dana", "looked_again")
    assert list(audit_store()) == []


def test_a_quote_is_judged_by_the_rules_of_today(dana: User) -> None:
    quote = made_by_older_engine()

    again = appended(realigned(quote, dana))

    assert [one.kind for one in again.critical_differences] == ["negation"]
    assert isinstance(realigned(quote, dana, seen=2), Quote)


def test_what_would_be_the_same_appends_nothing_and_voids_nothing(dana: User) -> None:
    quote = make_quote("Do not deploy the new index on Friday.", quote="deploy the new index on Friday")
    acknowledge_differences(quote_id=quote.pk, reason="A heading.", seen_attempt=1, actor=dana)

    outcome = realigned(quote, dana)

    assert isinstance(outcome, Quote)
    assert (Alignment.objects.count(), outcome.current) == (1, Alignment.objects.get())


def test_the_occurrence_that_somebody_chose_stays_chosen(dana: User) -> None:
    quote = make_quote(TWICE, quote="lives for one hour")
    choose_occurrence(quote_id=quote.pk, start=TWICE.rindex("lives"), seen_attempt=1, actor=dana)
    assert isinstance(realigned(quote, dana, seen=2), Quote)
    set_aligner(
        project_id=make_project().pk, config=AlignerConfig(max_quote_length=500), seen=AlignerConfig(), actor=dana
    )

    evidence = appended(realigned(quote, dana, seen=2)).evidence

    assert isinstance(evidence, AlignedEvidence)
    assert (evidence.span_start, evidence.ambiguous) == (TWICE.rindex("lives"), False)


def test_a_chosen_occurrence_stays_chosen_where_all_of_them_stand_in_the_same_words(dana: User) -> None:
    message = " ".join(["The cache lives for one hour."] * 30)
    chosen = 15 * len("The cache lives for one hour. ") + len("The cache ")
    quote = make_quote(message, quote="lives for one hour")
    choose_occurrence(quote_id=quote.pk, start=chosen, seen_attempt=1, actor=dana)
    set_aligner(
        project_id=make_project().pk, config=AlignerConfig(max_quote_length=500), seen=AlignerConfig(), actor=dana
    )

    evidence = appended(realigned(quote, dana, seen=2)).evidence

    assert isinstance(evidence, AlignedEvidence)
    assert (evidence.span_start, evidence.ambiguous) == (chosen, False)


def told(session: ReviewSession) -> Quote:
    """Return a quote that its extraction tells to be the second of two equal places."""
    at = {"messageIndex": 0, "quote": "lives for one hour", "prefix": "hour. The cache "}
    return quotes_of(make_entry(session, [at]))[0]


def test_the_place_that_an_extraction_told_stays_where_it_is_looked_for_again(dana: User) -> None:
    quote = told(make_session([TWICE], session_id="talk"))
    first = Alignment.objects.get().evidence
    assert isinstance(first, AlignedEvidence)
    assert (first.ambiguous, first.span_start) == (False, TWICE.rindex("lives"))
    set_aligner(
        project_id=make_project().pk, config=AlignerConfig(max_quote_length=500), seen=AlignerConfig(), actor=dana
    )

    evidence = appended(realigned(quote, dana)).evidence

    assert isinstance(evidence, AlignedEvidence)
    assert (evidence.span_start, evidence.ambiguous) == (TWICE.rindex("lives"), False)


def test_the_place_that_an_extraction_told_stays_in_a_message_that_has_changed(dana: User) -> None:
    quote = told(make_session([TWICE], session_id="talk"))
    changed = f"Hello all. {TWICE}"
    make_session([changed], session_id="talk")

    evidence = appended(realigned(quote, dana)).evidence

    assert isinstance(evidence, AlignedEvidence)
    assert (evidence.span_start, evidence.ambiguous) == (changed.rindex("lives"), False)


def test_what_is_ambiguous_stays_so_until_somebody_chooses(dana: User) -> None:
    quote = make_quote(TWICE, quote="lives for one hour")

    assert isinstance(realigned(quote, dana), Quote)
    assert Alignment.objects.get().ambiguous


def test_a_message_that_came_since_is_looked_at(dana: User) -> None:
    [quote] = quotes_of(make_entry(make_session(["Hello."], session_id="talk"), [(1, "on 4 May")]))
    make_session(["Hello.", "The beta ships on 4 May."], session_id="talk")

    assert appended(realigned(quote, dana)).method == "exact"


def test_words_that_the_store_does_not_have_as_they_came_are_left(dana: User) -> None:
    too_long = make_quote("Hello.", quote="x" * 2_001)
    invalid = make_quote("Hello.", quote="Hel\0lo")
    set_aligner(
        project_id=make_project().pk, config=AlignerConfig(max_quote_length=500), seen=AlignerConfig(), actor=dana
    )

    for quote in (too_long, invalid):
        assert isinstance(realigned(quote, dana), Quote)
        current = Quote.objects.get(pk=quote.pk).current
        assert current is not None
        assert isinstance(current.evidence, FailedEvidence)
        assert current.attempt == 1


def test_nobody_realigns_what_is_not_theirs_or_not_as_seen(dana: User) -> None:
    quote = make_quote("We keep it.", quote="We keep it")
    viewer = make_user("vera", project=make_project(), role=Role.VIEWER)

    assert realigned(quote, viewer) == Declined(Reason.NOT_PERMITTED)
    assert realigned(quote, dana, seen=2) == Declined(Reason.CONFLICT)
    promote_entry(entry_id=quote.entry_id, to=Stage.VERIFIED, seen_version=1, actor=dana)
    assert realigned(quote, dana) == Declined(Reason.WRONG_STAGE)
