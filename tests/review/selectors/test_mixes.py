import pytest

from review.models import Quote
from review.selectors.mixes import Mix, mix_of, mixes_by_session
from tests.factories import make_entry, make_session

pytestmark = pytest.mark.django_db
MESSAGE = "배포 완료. 배포 완료. The audit log is kept for two years and then removed."


def test_mix_of_counts_every_state_once() -> None:
    session = make_session([MESSAGE])
    make_entry(session, ["배포 완료.", "the AUDIT log", "The audit log is kept for two yeers and then", "never said"])

    assert mix_of(Quote.objects.all()) == Mix(exact=1, normalized=1, fuzzy=1, failed=1, ambiguous=1)


def test_mixes_by_session_keeps_sessions_apart() -> None:
    first, second = make_session([MESSAGE]), make_session([MESSAGE, "more"])
    make_entry(first, ["The audit log"])
    make_entry(second, ["absent words", "also absent words"])

    assert mixes_by_session(Quote.objects.all()) == {first.pk: Mix(exact=1), second.pk: Mix(failed=2)}


def test_mix_fills_the_bar_and_leaves_withdrawn_quotes_out() -> None:
    mix = Mix(exact=3, failed=1, withdrawn=4)

    assert [(share.state, share.percent, share.x) for share in mix.shares if share.count] == [
        ("exact", 75.0, 0.0),
        ("failed", 25.0, 135.0),
    ]
    assert (mix.aligned, mix.total) == (3, 8)


def test_mix_of_nothing_draws_nothing() -> None:
    assert [share.width for share in Mix().shares] == [0.0] * 4
