"""Anchoring a quote by hand: the words that a person selected, at the span they selected, or nothing."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from aligner_core import AlignedEvidence
from review.domain.policy import Granted, Reason, Stage
from review.models import Alignment, Quote
from review.selectors.repair.selection import Selection
from review.services._attempts import Made, align_selection
from review.services.promotion.stages import promote_entry
from review.services.repair.anchoring import anchor_quote
from review.services.repair.quotes import Attempted, Declined
from tests.factories import confirm, make_project, make_quote, make_user

pytestmark = pytest.mark.django_db

WORDS = (
    "We keep the raw text of every event.",
    "The cache lives for one hour. The cache lives for one hour. The cache lives for one hour.",
)
INVENTED = "nobody has ever said anything like it here"
CACHE = Selection(1, 34, 39, "cache")


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


def quote_in(*messages: str) -> Quote:
    return make_quote(*messages, quote=INVENTED)


def anchor(quote: Quote, selection: Selection, actor: User, attempt: int = 1) -> Attempted | Declined:
    return anchor_quote(quote_id=quote.pk, selection=selection, seen_attempt=attempt, actor=actor)


def current_of(quote: Quote) -> Alignment:
    current = Quote.objects.select_related("current__message", "entry").get(pk=quote.pk).current
    assert current is not None
    return current


def test_anchor_quote_stores_the_selected_words_as_exact(mina: User) -> None:
    quote = quote_in("앞 문장", "한글🙂뒤")

    result = anchor(quote, Selection(1, 1, 4, "글🙂뒤"), mina)

    current = current_of(quote)
    assert result == Attempted(current)
    assert current.message is not None
    assert current.message.content[current.span_start : current.span_end] == current.text == "글🙂뒤"
    assert (current.attempt, current.method, current.provenance) == (2, "exact", "selected_by_hand")
    assert (current.message_index, current.actor) == (1, mina)
    quote.refresh_from_db()
    assert (quote.text, quote.entry.evidence_aligned) == (INVENTED, True)


def test_a_selection_is_compared_and_looked_for_in_the_same_words(mina: User) -> None:
    """Read twice, a version of the message that comes between would have the one text proven by the other."""
    session = quote_in(*WORDS).entry.session

    with CaptureQueriesContext(connection) as asked:
        made = align_selection(CACHE, session)

    assert isinstance(made, Made)
    assert len([query for query in asked if 'FROM "review_message"' in query["sql"]]) == 1


def test_anchor_quote_writes_to_the_journal(mina: User) -> None:
    quote = quote_in(*WORDS)

    anchor(quote, CACHE, mina)

    event = quote.entry.events.latest("seq")
    assert (event.event_type, event.actor) == ("quote_anchored", "mina")
    assert event.body["outcome"] == current_of(quote).evidence.model_dump(by_alias=True, mode="json")


def test_anchor_quote_means_the_place_that_was_selected(mina: User) -> None:
    """The words occur three times; selecting one of them is a choice already."""
    quote = quote_in(*WORDS)

    anchor(quote, CACHE, mina)

    evidence = current_of(quote).evidence
    assert isinstance(evidence, AlignedEvidence)
    assert (evidence.span_start, evidence.ambiguous, evidence.alternative_count) == (34, False, 2)
    assert [place.span_start for place in evidence.alternatives] == [4, 64]
    confirm(quote.entry, mina)
    decision = promote_entry(entry_id=quote.entry_id, to=Stage.VERIFIED, seen_version=3, actor=mina)
    assert decision == Granted(Stage.VERIFIED)


def test_anchor_quote_finds_the_last_of_very_many_places(mina: User) -> None:
    quote = quote_in("tick " * 150)

    anchor(quote, Selection(0, 745, 749, "tick"), mina)

    evidence = current_of(quote).evidence
    assert isinstance(evidence, AlignedEvidence)
    assert (evidence.span_start, len(evidence.alternatives), evidence.alternative_count) == (745, 100, 149)
    assert AlignedEvidence.model_validate_json(current_of(quote).evidence_json) == evidence


@pytest.mark.parametrize(
    "selection",
    [
        pytest.param(Selection(1, 34, 39, "Cache"), id="other words than the ones that stand there"),
        pytest.param(Selection(1, 33, 39, " cache"), id="a blank at the end"),
        pytest.param(Selection(0, 34, 39, "cache"), id="the words of another message"),
        pytest.param(Selection(9, 34, 39, "cache"), id="no such message"),
        pytest.param(Selection(1, 34, 990, "cache"), id="beyond the end"),
        pytest.param(Selection(1, 39, 34, ""), id="back to front"),
        pytest.param(Selection(2, 0, 1, "\u1112"), id="part of a syllable"),
    ],
)
def test_anchor_quote_declines_what_does_not_stand_there(mina: User, selection: Selection) -> None:
    quote = quote_in(*WORDS, "\u1112\u1161\u11ab글")

    assert anchor(quote, selection, mina) == Declined(Reason.CONFLICT)
    assert quote.alignments.count() == 1


def test_anchor_quote_declines_words_too_long_for_a_quote(mina: User) -> None:
    quote = quote_in("x" * 3_000)

    assert anchor(quote, Selection(0, 0, 2_001, "x" * 2_001), mina) == Declined(Reason.EVIDENCE_NOT_ALIGNED)
    assert quote.alignments.count() == 1
    assert isinstance(anchor(quote, Selection(0, 0, 2_000, "x" * 2_000), mina), Attempted)
