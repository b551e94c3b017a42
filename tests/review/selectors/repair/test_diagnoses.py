"""The diagnosis of a quote depends on the present session: more messages may cure it."""

import pytest

from aligner_core import Diagnosis
from review.models import Quote
from review.selectors.quotes.quote_rows import QuoteRow, quote_row
from review.selectors.repair import diagnoses
from review.selectors.repair.diagnoses import MAX_CACHED_PRESCRIPTIONS, MAX_CACHED_SESSIONS, corpus_of, with_diagnoses
from review.services.repair.quotes import retry_quote, withdraw_quote
from tests.factories import make_entry, make_project, make_quote, make_retrieval, make_session, make_user

pytestmark = pytest.mark.django_db
FIRST, SECOND = "Nothing of interest is said in this one.", "The index is rebuilt on Friday, before the release."


def row_of(quote: Quote) -> QuoteRow:
    [row] = with_diagnoses([quote_row(Quote.objects.select_related("current", "entry__session").get(pk=quote.pk))])
    return row


def test_with_diagnoses_adds_a_diagnosis_and_fixes_that_were_tried() -> None:
    row = row_of(make_quote(FIRST, "Another one.", SECOND, quote="The index is rebuilt on Friday"))

    assert row.diagnosis is Diagnosis.WRONG_MESSAGE
    assert row.best_fix is not None
    assert (row.best_fix.name, row.best_fix.message_index) == ("move-0", 2)
    assert row.best_fix.badges == [("exact", "E=", "1.000")]


def test_with_diagnoses_searches_again_when_the_session_has_more_messages() -> None:
    session = make_session([FIRST], session_id="talk")
    quote = make_entry(session, ["The index is rebuilt on Friday"]).quotes.get()
    before = row_of(quote).diagnosis

    make_session([FIRST, SECOND], session_id="talk")

    assert (before, row_of(quote).diagnosis) == (Diagnosis.NO_TRACE, Diagnosis.OFF_BY_ONE_INDEX)
    assert [source.text for source in corpus_of(session).sources] == [FIRST, SECOND]


def test_with_diagnoses_searches_again_when_a_message_was_changed() -> None:
    session = make_session([FIRST, "Another one."], session_id="talk")
    quote = make_entry(session, ["The index is rebuilt on Friday"]).quotes.get()
    before = row_of(quote).diagnosis

    make_session([FIRST, SECOND], session_id="talk")

    assert (before, row_of(quote).diagnosis) == (Diagnosis.NO_TRACE, Diagnosis.OFF_BY_ONE_INDEX)


def test_with_diagnoses_follows_the_current_attempt() -> None:
    mina = make_user("mina", project=make_project())
    quote = make_entry(make_session([FIRST, SECOND]), ["The index is rebuilt on Friday"]).quotes.get()
    before = row_of(quote).diagnosis

    retry_quote(quote_id=quote.pk, text="Nobody ever talks so", message_index=0, seen_attempt=1, actor=mina)

    assert (before, row_of(quote).diagnosis) == (Diagnosis.OFF_BY_ONE_INDEX, Diagnosis.NO_TRACE)


def test_the_same_quote_of_two_sessions_has_two_diagnoses() -> None:
    near, far = (make_session([FIRST, *more, SECOND]) for more in ((), ("Another one.",)))

    rows = [row_of(make_entry(one, ["The index is rebuilt on Friday"]).quotes.get()) for one in (near, far)]

    assert [row.diagnosis for row in rows] == [Diagnosis.OFF_BY_ONE_INDEX, Diagnosis.WRONG_MESSAGE]


def test_the_number_of_cached_sessions_is_limited() -> None:
    entries = [make_entry(make_session([f"{FIRST} {at}"]), [SECOND]) for at in range(MAX_CACHED_SESSIONS + 1)]

    for entry in entries:
        row_of(entry.quotes.get())

    assert diagnoses._corpus.cache_info().currsize == MAX_CACHED_SESSIONS
    assert diagnoses._prescription.cache_info().maxsize == MAX_CACHED_PRESCRIPTIONS


def test_with_diagnoses_leaves_found_and_withdrawn_quotes_alone() -> None:
    mina = make_user("mina", project=make_project())
    session = make_session([SECOND])
    good, bad = make_entry(session, ["The index is rebuilt on Friday", "never said in here at all"]).quotes.all()
    withdraw_quote(quote_id=bad.pk, reason="invented", seen_attempt=1, actor=mina)

    assert [(row_of(one).diagnosis, row_of(one).fixes) for one in (good, bad)] == [(None, ())] * 2


def test_a_session_without_messages_offers_nothing() -> None:
    quote = make_entry(make_retrieval([]), ["The index is rebuilt on Friday"]).quotes.get()

    assert row_of(quote).fixes == ()
    assert corpus_of(quote.entry.session).sources == []
