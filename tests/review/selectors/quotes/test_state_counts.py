import pytest

from review.models import Quote
from review.selectors.quotes.state_counts import StateCounts, count_states, states_by_session
from review.services.repair.quotes import withdraw_quote
from tests.factories import make_entry, make_project, make_session, make_user

pytestmark = pytest.mark.django_db
MESSAGE = "배포 완료. 배포 완료. The audit log is kept for two years and then removed."


def test_count_states_counts_every_state_once() -> None:
    session = make_session([MESSAGE])
    make_entry(session, ["배포 완료.", "the AUDIT log", "The audit log is kept for two yeers and then", "never said"])

    assert count_states(Quote.objects.all()) == StateCounts(exact=1, normalized=1, fuzzy=1, failed=1, ambiguous=1)


def test_a_withdrawn_quote_is_not_ambiguous_any_more() -> None:
    quote = make_entry(make_session([MESSAGE]), ["배포 완료."]).quotes.get()
    mina = make_user("mina", project=make_project())
    withdraw_quote(quote_id=quote.pk, reason="said twice", seen_attempt=1, actor=mina)

    assert count_states(Quote.objects.all()) == StateCounts(withdrawn=1)


def test_states_by_session_keeps_sessions_apart() -> None:
    first, second = make_session([MESSAGE]), make_session([MESSAGE, "more"])
    make_entry(first, ["The audit log"])
    make_entry(second, ["absent words", "also absent words"])

    assert states_by_session(Quote.objects.all()) == {first.pk: StateCounts(exact=1), second.pk: StateCounts(failed=2)}


def test_state_counts_fill_the_bar_and_leave_withdrawn_quotes_out() -> None:
    state_counts = StateCounts(exact=3, failed=1, withdrawn=4)

    assert [(share.state, share.percent, share.x) for share in state_counts.shares if share.count] == [
        ("exact", 75.0, 0.0),
        ("failed", 25.0, 135.0),
    ]
    assert (state_counts.aligned, state_counts.total) == (3, 8)


def test_a_share_is_given_to_a_tenth_of_a_percent() -> None:
    assert [share.percent for share in StateCounts(exact=1, failed=2).shares if share.count] == [33.3, 66.7]


def test_state_counts_of_nothing_draw_nothing() -> None:
    assert [share.width for share in StateCounts().shares] == [0.0] * 4
