"""Whatever people do in whatever order: what is verified is in the newest messages, letter by letter."""

import hashlib
from collections import Counter
from collections.abc import Mapping

import hypothesis.strategies as st
import pytest
from django.contrib.auth.models import User
from django.db import transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from aligner_core import AlignedEvidence, NormalizedText
from review.domain.policy import Granted, Stage
from review.models import ABOVE_CANDIDATE, Entry, Message, Quote, Standing
from review.payloads import check_session
from review.services.audit.audit_store import audit_store
from review.services.ingest.receive import receive_session
from review.services.promotion.stages import demote_entry, promote_entry
from review.services.repair.drift import confirm_place
from review.services.repair.quotes import retry_quote, withdraw_quote
from review.services.repair.splitting import split_quote, undo_split
from tests.factories import make_entry, make_project, make_session, make_user

pytestmark = pytest.mark.django_db

SAID = ["We keep the raw text.", "So: we  keep the raw text.", "We kept the raw test.", "Nothing of it stays.", ""]
QUOTED = ["keep the raw text", "we keep the raw text", "We kept the raw test", "nothing of it", "never said at all"]
INDEXES, QUOTES = st.integers(0, 1), st.integers(0, 1)
happened = Counter[str]()


class People(RuleBasedStateMachine):
    """A session of two messages, an entry of two quotes, and everything that can be done to them."""

    def __init__(self) -> None:
        super().__init__()
        self.point = transaction.savepoint()
        self.mina = User.objects.get(username="mina")
        self.said = [numbered(index, SAID[0]) for index in range(2)]
        self.entry = Entry.objects.select_related("session__project").get()
        self.session = self.entry.session

    def teardown(self) -> None:
        transaction.savepoint_rollback(self.point)

    @initialize()
    def begin_verified(self) -> None:
        """Start with a verified entry, so that there is something to lose."""
        self.promote()

    @rule(index=INDEXES, words=st.sampled_from(SAID))
    def revise(self, index: int, words: str) -> None:
        rested = self.fresh().stage in ABOVE_CANDIDATE and self.rests_on(index)
        is_new, self.said[index] = self.said[index] != numbered(index, words), numbered(index, words)
        upload = check_session({"sessionId": "talk", "messages": [*self.said]})
        receive_session(project=self.session.project, upload=upload, actor=self.mina, accept_changes=True)
        if rested and is_new:
            happened["demoted by a revision"] += 1
            assert self.fresh().stage == Stage.CANDIDATE

    @rule(number=QUOTES, words=st.sampled_from(QUOTED), index=INDEXES)
    def retry(self, number: int, words: str, index: int) -> None:
        quote, seen = self.quote(number)
        retry_quote(quote_id=quote.pk, text=words, message_index=index, seen_attempt=seen, actor=self.mina)

    @rule(number=QUOTES)
    def confirm(self, number: int) -> None:
        quote, seen = self.quote(number)
        version = max(Message.objects.filter(session=self.session).values_list("version", flat=True))
        confirm_place(quote_id=quote.pk, seen_attempt=seen, seen_version=version, actor=self.mina)

    @rule(number=QUOTES)
    def split_or_undo(self, number: int) -> None:
        quote, seen = self.quote(number)
        if quote.standing == Standing.SPLIT:
            undo_split(quote_id=quote.pk, seen_attempt=seen, actor=self.mina)
        else:
            parts = [("the raw", 0), ("the raw", 1)]
            split_quote(quote_id=quote.pk, parts=parts, seen_attempt=seen, actor=self.mina)

    @rule(number=QUOTES)
    def withdraw(self, number: int) -> None:
        quote, seen = self.quote(number)
        withdraw_quote(quote_id=quote.pk, reason="invented", seen_attempt=seen, actor=self.mina)

    @rule()
    def promote(self) -> None:
        entry = self.fresh()
        done = promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=entry.version, actor=self.mina)
        happened["verified" if isinstance(done, Granted) else "refused"] += 1

    @rule()
    def demote(self) -> None:
        entry = self.fresh()
        demote_entry(entry_id=entry.pk, reason="wrong", seen_version=entry.version, actor=self.mina)

    @invariant()
    def what_is_verified_stands_there(self) -> None:
        quotes = list(Quote.objects.filter(entry=self.entry).select_related("entry", "current__message"))
        if quotes[0].entry.stage in ABOVE_CANDIDATE:
            newest = {message.index: message for message in self.session.current_messages()}
            counting = [quote for quote in quotes if quote.counts]
            assert counting
            assert all(stands(quote, newest) for quote in counting)

    def fresh(self) -> Entry:
        return Entry.objects.get(pk=self.entry.pk)

    def quote(self, number: int) -> tuple[Quote, int]:
        quote = Quote.objects.select_related("current").get(entry=self.entry, position=number)
        return quote, quote.current.attempt if quote.current else 0

    def rests_on(self, index: int) -> bool:
        return self.entry.quotes.filter(standing=Standing.COUNTS, current__message_index=index).exists()


def numbered(index: int, words: str) -> str:
    """Keep messages distinct: one with the words of its neighbour would be mistaken for it, and refused."""
    return f"{index}. {words}"


def stands(quote: Quote, newest: Mapping[int, Message]) -> bool:
    """Compare with the newest words, sharing only the folding of letters with the services."""
    current = quote.current
    assert current is not None
    evidence, message = current.evidence, current.message
    assert isinstance(evidence, AlignedEvidence)
    assert message is not None
    content = newest[message.index].content
    words = content[evidence.span_start : evidence.span_end]
    same = words == current.text or NormalizedText(words).text == NormalizedText(current.text).text
    hashed = hashlib.sha256(content.encode()).hexdigest()
    is_fuzzy = current.method == "fuzzy"
    is_newest = message == newest[message.index]
    return (same or is_fuzzy) and is_newest and hashed == evidence.source_hash == message.content_hash


@pytest.mark.exhaustive
def test_what_is_verified_never_rests_on_old_words() -> None:
    happened.clear()
    make_user("mina", project=make_project())
    make_entry(make_session([numbered(0, SAID[0]), numbered(1, SAID[0])], session_id="talk"), [*enumerate(QUOTED[:2])])
    quick = settings(
        max_examples=80, stateful_step_count=6, phases=[Phase.generate], suppress_health_check=[*HealthCheck]
    )

    run_state_machine_as_test(People, settings=quick)

    assert happened["verified"] > 80
    assert happened["demoted by a revision"] > 2
    assert happened["refused"] > 2
    assert list(audit_store()) == []
