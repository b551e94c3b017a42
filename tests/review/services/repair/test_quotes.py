"""Repairing a quote: other words, another message, one of its occurrences, or withdrawal."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User

from aligner_core import AlignedEvidence, text_hash
from review.domain.policy import Granted, Reason, Stage
from review.models import Alignment, Entry, Quote, Role
from review.selectors.repair.selection import Selection
from review.services.promotion.stages import promote_entry, reject_entry
from review.services.repair.anchoring import anchor_quote
from review.services.repair.quotes import (
    Attempted,
    Declined,
    choose_occurrence,
    restore_attempt,
    retry_quote,
    withdraw_quote,
)
from tests import later
from tests.factories import make_entry, make_project, make_session, make_user, quotes_of

pytestmark = pytest.mark.django_db

WORDS = [
    "We keep the raw text of every event.",
    "The cache lives for one hour. The cache lives for one hour. The cache lives for one hour.",
]
FOUND = (0, "keep the raw text of every event")
INVENTED = (0, "nobody has ever said anything like it here")
AMBIGUOUS = (1, "The cache lives for one hour.")

Change = Callable[[Quote, User, int], object]


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


def quote_of(*quotes: tuple[int, str]) -> Quote:
    return quotes_of(make_entry(make_session(WORDS), quotes))[0]


def fresh(quote: Quote) -> tuple[Quote, Alignment, Entry]:
    quote = Quote.objects.select_related("current", "entry").get(pk=quote.pk)
    assert quote.current is not None
    return quote, quote.current, quote.entry


def retry(quote: Quote, actor: User, attempt: int = 1, *, text: str = FOUND[1], index: int = 0) -> object:
    return retry_quote(quote_id=quote.pk, text=text, message_index=index, seen_attempt=attempt, actor=actor)


def choose(quote: Quote, actor: User, attempt: int = 1, *, start: int = 30) -> object:
    return choose_occurrence(quote_id=quote.pk, start=start, seen_attempt=attempt, actor=actor)


def withdraw(quote: Quote, actor: User, attempt: int = 1) -> object:
    return withdraw_quote(quote_id=quote.pk, reason="the model invented it", seen_attempt=attempt, actor=actor)


def anchor(quote: Quote, actor: User, attempt: int = 1) -> object:
    selection = Selection(0, 3, 7, "keep")
    return anchor_quote(quote_id=quote.pk, selection=selection, seen_attempt=attempt, actor=actor)


CHANGES = [pytest.param(change, id=change.__name__) for change in (retry, choose, withdraw, anchor)]


def test_retry_quote_appends_an_attempt_and_keeps_what_came(mina: User) -> None:
    quote = quote_of(INVENTED)

    result = retry(quote, mina)

    quote, current, entry = fresh(quote)
    assert result == Attempted(current)
    assert (quote.text, quote.text_hash) == (INVENTED[1], text_hash(INVENTED[1]))
    assert (current.attempt, current.method, current.text, current.actor) == (2, "exact", FOUND[1], mina)
    assert current.message is not None
    assert current.message.content[current.span_start : current.span_end] == FOUND[1]
    assert (entry.evidence_aligned, entry.version) == (True, 2)
    assert [one.method for one in quote.alignments.order_by("attempt")] == ["none", "exact"]


def test_retry_quote_writes_to_the_journal(mina: User) -> None:
    quote = quote_of(FOUND, INVENTED)

    retry(quote, mina, text=AMBIGUOUS[1], index=1)

    _, current, entry = fresh(quote)
    event = entry.events.latest("seq")
    assert (event.event_type, event.actor, event.entry) == ("quote_retried", "mina", entry)
    assert event.body == {
        "quote": 0,
        "attempt": 2,
        "evidence_aligned": False,
        "provenance": "edited_quote",
        "outcome": current.evidence.model_dump(by_alias=True, mode="json"),
        "made_with": current.made_with,
    }


def test_retry_quote_looks_in_the_message_it_is_given(mina: User) -> None:
    quote = quote_of((1, FOUND[1]))
    assert fresh(quote)[1].reason == "wrong_message"

    retry(quote, mina, index=0)

    assert fresh(quote)[1].message_index == 0


def test_retry_quote_appends_a_failure_too(mina: User) -> None:
    quote = quote_of(FOUND)

    retry(quote, mina, text=INVENTED[1])

    _, current, entry = fresh(quote)
    assert (current.attempt, current.method, current.reason) == (2, "none", "not_found")
    assert not entry.evidence_aligned


@pytest.mark.parametrize(
    ("text", "index", "reason", "stored"),
    [
        pytest.param("", 0, "empty_quote", "", id="nothing"),
        pytest.param("raw\0text", 0, "invalid_quote", r"raw\u0000text", id="NUL"),
        pytest.param("raw\ud800text", 0, "invalid_quote", r"raw\ud800text", id="half a surrogate pair"),
        pytest.param("x" * 2_001, 0, "quote_too_long", "x" * 2_000, id="2,001 characters"),
        pytest.param(FOUND[1], 2, "index_out_of_range", FOUND[1], id="one message too far"),
        pytest.param(FOUND[1], 10**30, "index_out_of_range", FOUND[1], id="31 digits"),
        pytest.param(FOUND[1], -1, "invalid_index", FOUND[1], id="minus one"),
    ],
)
def test_retry_quote_keeps_bad_words_as_a_failed_attempt(
    mina: User, text: str, index: int, reason: str, stored: str
) -> None:
    quote = quote_of(FOUND)

    retry(quote, mina, text=text, index=index)

    _, current, _ = fresh(quote)
    assert (current.reason, current.text) == (reason, stored)


def test_restore_attempt_looks_again_for_what_was_looked_for_then(mina: User) -> None:
    quote = quote_of(FOUND)
    retry(quote, mina, text="the cache", index=1)

    result = restore_attempt(quote_id=quote.pk, attempt=1, seen_attempt=2, actor=mina)

    _, current, entry = fresh(quote)
    assert result == Attempted(current)
    assert (current.attempt, current.text, current.message_index, current.provenance) == (3, FOUND[1], 0, "restored")
    assert (current.method, entry.events.latest("seq").event_type) == ("exact", "quote_retried")


def test_restore_attempt_does_not_believe_the_place_of_then(mina: User) -> None:
    """A chosen occurrence is ambiguous again when its words are aligned again: a person has to choose once more."""
    quote = quote_of(AMBIGUOUS)
    choose(quote, mina, start=60)
    retry(quote, mina, 2)

    restore_attempt(quote_id=quote.pk, attempt=2, seen_attempt=3, actor=mina)

    _, current, _ = fresh(quote)
    assert (current.attempt, current.span_start, current.ambiguous) == (4, 0, True)


@pytest.mark.parametrize("index", [None, -1, 10**30, 9])
def test_restore_attempt_brings_back_a_failure_too(mina: User, index: object) -> None:
    quote = quotes_of(make_entry(make_session(WORDS), [(index, FOUND[1])]))[0]
    failure = fresh(quote)[1].evidence
    retry(quote, mina)

    restore_attempt(quote_id=quote.pk, attempt=1, seen_attempt=2, actor=mina)

    assert fresh(quote)[1].evidence == failure


@pytest.mark.parametrize("attempt", [0, 2, 3, 7])
def test_restore_attempt_declines_what_is_no_earlier_attempt(mina: User, attempt: int) -> None:
    quote = quote_of(FOUND)
    retry(quote, mina)

    result = restore_attempt(quote_id=quote.pk, attempt=attempt, seen_attempt=2, actor=mina)

    assert result == Declined(Reason.CONFLICT)
    assert quote.alignments.count() == 2


@pytest.mark.parametrize("start", [0, 30, 60])
def test_choose_occurrence_settles_an_ambiguous_quote(mina: User, start: int) -> None:
    quote = quote_of(AMBIGUOUS)
    assert fresh(quote)[1].ambiguous

    result = choose(quote, mina, start=start)

    _, current, entry = fresh(quote)
    evidence = current.evidence
    assert result == Attempted(current)
    assert isinstance(evidence, AlignedEvidence)
    assert (current.attempt, current.ambiguous, current.span_start, current.span_end) == (2, False, start, start + 29)
    assert (evidence.span_start, evidence.span_end, evidence.ambiguous) == (start, start + 29, False)
    assert [place.span_start for place in evidence.alternatives] == [place for place in (0, 30, 60) if place != start]
    assert (entry.evidence_aligned, entry.events.latest("seq").event_type) == (True, "occurrence_chosen")


def test_choose_occurrence_records_what_differs_in_the_place_that_was_chosen(mina: User) -> None:
    """Two windows equally similar to a quote differ from it in different words; one may state another fact."""
    session = make_session(["The cache lives for 13 hours here. The cashe lives for 12 hours here."])
    quotes = quotes_of(make_entry(session, ["The cache lives for 12 hours here."] * 2))

    for quote, start in zip(quotes, (0, 35), strict=True):
        choose(quote, mina, start=start)

    evidence = [fresh(quote)[1].evidence for quote in quotes]
    differences = [one.differences for one in evidence if isinstance(one, AlignedEvidence)]
    assert [[(one.kind, one.critical) for one in some] for some in differences] == [
        [("number", True)],
        [("spelling", False)],
    ]


def test_choose_occurrence_advises_on_the_place_that_was_chosen(mina: User) -> None:
    [quote] = quotes_of(
        make_entry(make_session(["to cover the record, and then to cover the records"]), ["cover the record"])
    )

    choose(quote, mina, start=33)

    evidence = fresh(quote)[1].evidence
    assert isinstance(evidence, AlignedEvidence)
    assert (evidence.span_start, evidence.warnings) == (33, ("short_quote", "cut_word"))


def test_choose_occurrence_opens_the_gate(mina: User) -> None:
    quote = quote_of(AMBIGUOUS)

    choose(quote, mina)

    decision = promote_entry(entry_id=quote.entry_id, to=Stage.VERIFIED, seen_version=2, actor=mina)
    assert decision == Granted(Stage.VERIFIED)


@pytest.mark.parametrize(
    ("given", "start"),
    [
        pytest.param(AMBIGUOUS, 1, id="no occurrence begins there"),
        pytest.param(FOUND, 3, id="the quote stands there once"),
        pytest.param(INVENTED, 0, id="the quote stands nowhere"),
    ],
)
def test_choose_occurrence_declines_what_is_no_choice(mina: User, given: tuple[int, str], start: int) -> None:
    quote = quote_of(given)

    assert choose(quote, mina, start=start) == Declined(Reason.CONFLICT)
    assert quote.alignments.count() == 1


def test_choose_occurrence_cannot_be_made_twice(mina: User) -> None:
    quote = quote_of(AMBIGUOUS)
    choose(quote, mina)

    assert choose(quote, mina, 2, start=60) == Declined(Reason.CONFLICT)


def test_withdraw_quote_takes_it_out_of_the_evidence_and_keeps_it_listed(mina: User) -> None:
    failed, found = quotes_of(make_entry(make_session(WORDS), [INVENTED, FOUND]))

    result = withdraw(failed, mina)

    quote, current, entry = fresh(failed)
    assert result == quote
    assert (quote.counts, quote.withdrawn_by, quote.withdrawn_reason) == (False, mina, "the model invented it")
    assert (current.attempt, current.reason) == (1, "not_found")
    assert (entry.evidence_aligned, entry.version) == (True, 2)
    assert [one.pk for one in quotes_of(entry)] == [failed.pk, found.pk]
    assert entry.events.latest("seq").body == {
        "quote": 0,
        "text": INVENTED[1],
        "reason": "the model invented it",
        "evidence_aligned": True,
    }


def test_withdraw_quote_of_the_last_one_leaves_no_evidence(mina: User) -> None:
    quote = quote_of(FOUND)

    withdraw(quote, mina)

    assert not fresh(quote)[2].evidence_aligned


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize(
    "role", [pytest.param(Role.VIEWER, id="a viewer"), pytest.param(None, id="nobody of this project")]
)
def test_quotes_are_changed_by_reviewers_only(change: Change, role: Role | None) -> None:
    project = make_project()
    guest = make_user("guest", project=None if role is None else project, role=role or Role.VIEWER)
    make_user("guest", project=make_project("other"), role=Role.REVIEWER)
    quote = quote_of(AMBIGUOUS)

    assert change(quote, guest, 1) == Declined(Reason.NOT_PERMITTED)
    assert change(quote, guest, 7) == Declined(Reason.NOT_PERMITTED)


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("attempt", [0, 2])
def test_quotes_changed_meanwhile_are_a_conflict(mina: User, change: Change, attempt: int) -> None:
    quote = quote_of(AMBIGUOUS)

    assert change(quote, mina, attempt) == Declined(Reason.CONFLICT)
    assert fresh(quote)[2].version == 1


@pytest.mark.parametrize("change", CHANGES)
def test_quotes_are_changed_once_by_two_who_saw_the_same(mina: User, change: Change) -> None:
    jun = make_user("jun", project=make_project())
    quote = quote_of(AMBIGUOUS)

    first, second = change(quote, mina, 1), change(quote, jun, 1)

    assert not isinstance(first, Declined)
    assert second == Declined(Reason.CONFLICT)


@pytest.mark.parametrize("change", CHANGES)
def test_quotes_that_are_withdrawn_stay_so(mina: User, change: Change) -> None:
    quote = quote_of(AMBIGUOUS)
    withdraw(quote, mina)

    assert change(quote, mina, 1) == Declined(Reason.CONFLICT)


@pytest.mark.parametrize("change", CHANGES)
def test_quotes_of_a_verified_entry_stay(mina: User, change: Change) -> None:
    quote = quote_of(FOUND)
    promote_entry(entry_id=quote.entry_id, to=Stage.VERIFIED, seen_version=1, actor=mina)

    assert change(quote, mina, 1) == Declined(Reason.WRONG_STAGE)


@pytest.mark.parametrize("change", CHANGES)
def test_quotes_of_a_rejected_entry_stay(mina: User, change: Change) -> None:
    quote = quote_of(AMBIGUOUS)
    reject_entry(entry_id=quote.entry_id, reason="not worth keeping", seen_version=1, actor=mina)

    assert change(quote, mina, 1) == Declined(Reason.WRONG_STAGE)


@pytest.mark.parametrize("change", [pytest.param(change, id=change.__name__) for change in (retry, choose, anchor)])
def test_quotes_found_in_words_that_changed_meanwhile_are_a_conflict(
    mina: User, change: Change, monkeypatch: pytest.MonkeyPatch
) -> None:
    quote = quote_of(AMBIGUOUS)
    later.revise_before_lock(quote.entry.session, 1 if change is choose else 0, monkeypatch)

    assert change(quote, mina, 1) == Declined(Reason.CONFLICT)
