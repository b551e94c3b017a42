"""Evidence whose message changed: shown before and after, and moved only by a person."""

import pytest
from django.contrib.auth.models import User

from aligner_core import AlignedEvidence
from review.domain.policy import Granted, Reason, Stage
from review.models import Alignment, Quote
from review.payloads import check_session
from review.selectors.repair.drift import drift_of
from review.selectors.repair.selection import Selection
from review.services.audit.audit_store import audit_store
from review.services.ingest.receive import receive_session
from review.services.promotion.stages import promote_entry
from review.services.repair.anchoring import anchor_quote
from review.services.repair.drift import confirm_place
from review.services.repair.quotes import Attempted, Declined, choose_occurrence, retry_quote
from tests import later
from tests.factories import make_entry, make_project, make_session, make_user, quotes_of

pytestmark = pytest.mark.django_db

WORDS = ["We keep the raw text of every event.", "The cache lives for one hour. The cache lives for one hour."]
MOVED = "As agreed: we keep the raw text of every event."
GONE = "Nothing is kept."


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


@pytest.fixture
def quote() -> Quote:
    return fresh(quotes_of(make_entry(make_session(WORDS, session_id="s"), [(0, "keep the raw text")]))[0])


def fresh(quote: Quote) -> Quote:
    return Quote.objects.select_related("current__message__session", "entry__session").get(pk=quote.pk)


def revise(*messages: str) -> None:
    upload = check_session({"sessionId": "s", "messages": [*messages, *WORDS[len(messages) :]]})
    receive_session(project=make_project(), upload=upload, actor=None, accept_changes=True)


def confirm(quote: Quote, actor: User, *, attempt: int = 1, version: int = 2) -> Attempted | Declined:
    return confirm_place(quote_id=quote.pk, seen_attempt=attempt, seen_version=version, actor=actor)


def current_of(quote: Quote) -> Alignment:
    current = fresh(quote).current
    assert current is not None
    return current


def test_drift_of_what_did_not_drift_is_none(quote: Quote) -> None:
    revise(WORDS[0], "The cache is gone.")

    assert drift_of(quote) is None


def test_drift_of_what_was_not_found_is_none(mina: User, quote: Quote) -> None:
    retry_quote(quote_id=quote.pk, text="nobody said this", message_index=0, seen_attempt=1, actor=mina)
    revise(MOVED)

    assert drift_of(fresh(quote)) is None


def test_drift_of_a_quote_shows_before_and_after(quote: Quote) -> None:
    revise(MOVED)
    revise(f"{MOVED} Yes.")

    drift = drift_of(fresh(quote))

    assert drift is not None
    assert (drift.before.version, drift.before.content) == (1, WORDS[0])
    assert (drift.after.version, drift.after.content) == (3, f"{MOVED} Yes.")
    assert isinstance(drift.place, AlignedEvidence)
    assert (drift.place.message_index, drift.place.span_start, drift.place.match_method) == (0, 14, "exact")


def test_drift_of_words_that_are_gone_has_no_place(quote: Quote) -> None:
    revise(GONE)

    drift = drift_of(fresh(quote))

    assert drift is not None
    assert drift.place.match_method == "none"


def test_confirm_place_appends_what_was_shown(mina: User, quote: Quote) -> None:
    revise(MOVED)
    drift = drift_of(fresh(quote))

    result = confirm(quote, mina)

    current = current_of(quote)
    assert result == Attempted(current)
    assert drift is not None
    assert current.evidence == drift.place
    assert (current.attempt, current.provenance, current.message) == (2, "place_confirmed", drift.after)
    event = quote.entry.events.latest("seq")
    assert (event.event_type, event.actor, event.body["provenance"]) == ("place_confirmed", "mina", "place_confirmed")
    assert drift_of(fresh(quote)) is None
    assert list(audit_store()) == []


def test_confirm_place_of_another_message_than_the_first(mina: User) -> None:
    [quote] = quotes_of(make_entry(make_session(WORDS, session_id="s"), [(1, "cache lives")]))
    choose_occurrence(quote_id=quote.pk, start=34, seen_attempt=1, actor=mina)
    revise(WORDS[0], "A cache lives long.")

    confirm(quote, mina, attempt=2)

    current = current_of(quote)
    assert (current.attempt, current.message_index, current.span_start, current.ambiguous) == (3, 1, 2, False)


def test_confirm_place_opens_the_gate(mina: User, quote: Quote) -> None:
    revise(MOVED)
    confirm(quote, mina)

    decision = promote_entry(entry_id=quote.entry_id, to=Stage.VERIFIED, seen_version=2, actor=mina)
    assert decision == Granted(Stage.VERIFIED)


def test_confirm_place_stores_nothing_when_the_words_are_gone(mina: User, quote: Quote) -> None:
    revise(GONE)

    assert confirm(quote, mina) == Declined(Reason.EVIDENCE_NOT_ALIGNED)
    assert current_of(quote) == quote.current


def test_confirm_place_declines_another_version_than_the_one_seen(mina: User, quote: Quote) -> None:
    revise(MOVED)
    revise(f"{MOVED} Yes.")

    assert confirm(quote, mina, version=2) == Declined(Reason.CONFLICT)
    assert isinstance(confirm(quote, mina, version=3), Attempted)


def test_confirm_place_declines_where_nothing_drifted(mina: User, quote: Quote) -> None:
    assert confirm(quote, mina, version=1) == Declined(Reason.CONFLICT)


def test_confirm_place_declines_words_that_changed_meanwhile(
    mina: User, quote: Quote, monkeypatch: pytest.MonkeyPatch
) -> None:
    revise(MOVED)
    later.revise_before_lock(quote.entry.session, 0, monkeypatch, version=3)

    assert confirm(quote, mina) == Declined(Reason.CONFLICT)


def test_confirm_place_is_for_reviewers(quote: Quote) -> None:
    revise(MOVED)

    assert confirm(quote, make_user("guest")) == Declined(Reason.NOT_PERMITTED)


def test_drifted_quotes_can_be_mended_by_hand(mina: User, quote: Quote) -> None:
    revise(GONE)

    result = anchor_quote(quote_id=quote.pk, selection=Selection(0, 0, 7, "Nothing"), seen_attempt=1, actor=mina)

    assert isinstance(result, Attempted)
    assert drift_of(fresh(quote)) is None


def test_choose_occurrence_of_an_old_version_is_a_conflict(mina: User) -> None:
    [quote] = quotes_of(make_entry(make_session(WORDS, session_id="s"), [(1, "The cache")]))
    revise(WORDS[0], "The cache. The cache.")

    result = choose_occurrence(quote_id=quote.pk, start=30, seen_attempt=1, actor=mina)

    assert result == Declined(Reason.CONFLICT)
