"""What the reader shows of a message beside its words: the day, what was quoted from it, whether it is collapsed."""

from datetime import date

import pytest

from review.models import Message, Quote, ReviewSession
from review.selectors.quotes.quote_rows import quote_row, with_current
from review.selectors.reader.messages import ShownMessage, shown_messages
from review.services.repair.quotes import withdraw_quote
from tests.factories import make_entry, make_project, make_session, make_user, quotes_of

pytestmark = pytest.mark.django_db

LOG = "rebuilt the index\n" * 60


def shown(session: ReviewSession) -> tuple[ShownMessage, ...]:
    rows = [quote_row(quote) for quote in with_current(Quote.objects.order_by("pk"))]
    messages = Message.objects.filter(session=session).order_by("index")
    return shown_messages(messages, rows, full=frozenset(), extra_highlights=lambda _: ())


def at(moment: str) -> dict[str, str]:
    return {"role": "user", "content": "Something was said.", "timestamp": moment}


def test_each_day_is_shown_once_with_its_first_message() -> None:
    moments = ["2026-03-01T23:50:00", "2026-03-01T23:59:00", "2026-03-02T00:01:00", "", "2026-03-02T00:05:00"]
    moments += ["2026-03-02T09:00:00", "2026-03-04T09:00:00+09:00"]

    days = [message.new_day for message in shown(make_session([at(moment) for moment in moments]))]

    assert days == [date(2026, 3, 1), None, date(2026, 3, 2), None, None, None, date(2026, 3, 4)]


def test_tool_output_is_collapsed_unless_something_in_it_was_quoted() -> None:
    session = make_session([{"role": "tool", "content": text} for text in (LOG, f"{LOG}All 312 tests passed.", "ok")])
    make_entry(session, [(1, "All 312 tests passed.")])

    assert [message.is_collapsed for message in shown(session)] == [True, False, False]


def test_a_message_counts_the_quotes_that_were_found_in_it_and_those_that_were_not() -> None:
    mina = make_user("mina", project=make_project())
    session = make_session(["We keep 21 builds of every branch. The cache lives for one hour.", "Nothing more."])
    quotes = quotes_of(make_entry(session, ["21 builds", "one hour", "never said here", (1, "nor was this said")]))
    withdraw_quote(quote_id=quotes[1].pk, reason="said twice", seen_attempt=1, actor=mina)

    assert [(message.aligned, message.failed) for message in shown(session)] == [(1, 1), (0, 1)]
