"""An attempt that was just made is taken back: what was found before it counts again, and every attempt stays."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from review.domain.limits import UNDO_WINDOW
from review.domain.policy import Reason, Stage
from review.models import Alignment, Entry, Quote, Role
from review.payloads import check_extraction, check_session
from review.selectors.promotion.undoable import undoable
from review.selectors.repair.selection import Selection
from review.services.audit.audit_store import audit_store
from review.services.ingest.receive import receive_extraction, receive_session
from review.services.promotion.stages import promote_entry
from review.services.repair.adding import add_quote
from review.services.repair.anchoring import anchor_quote
from review.services.repair.drift import confirm_place
from review.services.repair.quotes import choose_occurrence, restore_attempt, retry_quote
from review.services.repair.undoing import Attempted, Declined, undo_attempt
from tests.behind import rewrite
from tests.factories import confirm, make_entry, make_project, make_session, make_user, quotes_of
from tests.undone import exported_types, newest, state_of

pytestmark = pytest.mark.django_db
WORDS = [
    "We keep the raw text of every event.",
    "The cache lives for one hour. The cache lives for one hour.",
    "The cache is warm.",
]
RIGHT, TWICE = "keep the raw text of every event", "The cache lives for one hour."
BEGUN = [
    (1, RIGHT),
    (0, "nobody has ever said anything like it here"),
    (1, TWICE),
    {"messageIndex": 0, "quote": RIGHT, "spanStart": 3},
    {"quote": RIGHT},
    (0, "keep the raw texd of every event"),
]
OF_ATTEMPTS = ("id", "current", "attempt", "created_at", "is_current")


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


def fresh(quote: Quote) -> Alignment:
    current = Quote.objects.select_related("current").get(pk=quote.pk).current
    assert current is not None
    return current


def comparable_state(entry: Entry, user: User) -> dict[str, Any]:
    """Return the state of an entry without earlier attempts, and without the numbers of the current ones."""
    state = state_of(entry, user)
    bundle = [one for one in state["bundle"] if one.get("is_current", True)]
    quotes = list(state["replay"]["quotes"].values())
    rows = [*state["quotes"], *bundle, *quotes]
    for row in rows:
        for name in OF_ATTEMPTS:
            row.pop(name, None)
    failures = [{**one, "alignment": None} for one in state["failures"]]
    return {**state, "bundle": bundle, "failures": failures}


def retry(quote: Quote, user: User, text: str = "raw text", index: int = 0) -> None:
    seen = fresh(quote).attempt
    retry_quote(quote_id=quote.pk, text=text, message_index=index, seen_attempt=seen, actor=user)
    assert fresh(quote).attempt == seen + 1


def undo(entry: Entry, user: User) -> Attempted | Declined:
    return undo_attempt(event_id=newest(entry).pk, actor=user)


@pytest.mark.parametrize("claimed", BEGUN)
@pytest.mark.parametrize("to", [("raw text", 0), (TWICE, 1), ("not said", 0)])
def test_undo_attempt_makes_the_outcome_before_current_again(mina: User, claimed: Any, to: tuple[str, int]) -> None:  # noqa: ANN401
    entry = make_entry(make_session(WORDS), [claimed], stage="candidate")
    quote = quotes_of(entry)[0]
    before, exported, first = comparable_state(entry, mina), exported_types(entry), fresh(quote)
    retry(quote, mina, *to)
    retried = newest(entry)
    assert comparable_state(entry, mina) != before

    undone = undo(entry, mina)

    assert isinstance(undone, Attempted)
    assert comparable_state(entry, mina) == before
    assert [one.attempt for one in quote.alignments.order_by("attempt")] == [1, 2, 3]
    now, event = fresh(quote), newest(entry)
    assert (now.attempt, now.evidence_json) == (3, first.evidence_json)
    assert (event.event_type, event.actor, event.body["reverts"]) == ("quote_retried", "mina", retried.event_id)
    assert exported_types(entry) == [*exported, "quote_retried", "quote_retried"]


def anchor(quote: Quote, user: User) -> None:
    selection = Selection(0, 12, 15, "raw")
    anchor_quote(quote_id=quote.pk, selection=selection, seen_attempt=fresh(quote).attempt, actor=user)


def choose(quote: Quote, user: User) -> None:
    retry(quote, user, TWICE, 1)
    choose_occurrence(quote_id=quote.pk, start=30, seen_attempt=fresh(quote).attempt, actor=user)


def restore(quote: Quote, user: User) -> None:
    retry(quote, user)
    restore_attempt(quote_id=quote.pk, attempt=1, seen_attempt=fresh(quote).attempt, actor=user)


@pytest.mark.parametrize("what", [retry, anchor, choose, restore])
@pytest.mark.parametrize("after", [retry, anchor, choose])
def test_undo_attempt_gives_back_what_another_person_chose(
    mina: User, what: Callable[[Quote, User], None], after: Callable[[Quote, User], None]
) -> None:
    entry = make_entry(make_session(WORDS), [(0, RIGHT)], stage="candidate")
    quote = quotes_of(entry)[0]
    what(quote, make_user("jun", project=make_project()))
    if after is choose:
        retry(quote, mina, TWICE, 1)
    before, theirs = comparable_state(entry, mina), fresh(quote)
    if after is choose:
        choose_occurrence(quote_id=quote.pk, start=0, seen_attempt=theirs.attempt, actor=mina)
    else:
        after(quote, mina)

    assert isinstance(undo(entry, mina), Attempted)

    assert comparable_state(entry, mina) == before
    assert (fresh(quote).provenance, fresh(quote).actor) == (theirs.provenance, theirs.actor)


@pytest.mark.parametrize("confirmed", [False, True])
def test_undo_attempt_gives_back_a_quote_that_had_drifted(mina: User, *, confirmed: bool) -> None:
    session = make_session(WORDS, session_id="talk")
    entry = make_entry(session, [(0, RIGHT)], stage="candidate")
    quote = quotes_of(entry)[0]
    revised = check_session({"sessionId": "talk", "messages": [f"Really: {WORDS[0]}", *WORDS[1:]]})
    receive_session(project=session.project, upload=revised, actor=None, accept_changes=True)
    before = comparable_state(entry, mina)
    if confirmed:
        assert isinstance(confirm_place(quote_id=quote.pk, seen_attempt=1, seen_version=2, actor=mina), Attempted)
    else:
        retry(quote, mina, "raw text", 0)
    assert comparable_state(entry, mina) != before

    undo(entry, mina)

    assert comparable_state(entry, mina) == before
    assert "drifted_evidence" in (Entry.objects.get(pk=entry.pk).missing or "")


def test_undo_attempt_keeps_what_made_the_attempt(mina: User) -> None:
    entry = make_entry(make_session(WORDS), [(0, RIGHT)])
    quote = quotes_of(entry)[0]
    rewrite("review_alignment", "engine", "1", where=f"id = {fresh(quote).pk}")
    retry(quote, mina)

    undo(entry, mina)

    assert fresh(quote).made_with["engine"] == "1"
    assert newest(entry).body["made_with"]["engine"] == "1"


def test_an_answer_that_a_new_attempt_voided_stays_void(mina: User) -> None:
    entry = make_entry(make_session(WORDS), [(1, RIGHT)], stage="candidate")
    quote = quotes_of(entry)[0]
    retry(quote, mina)
    confirm(entry, mina)
    retry(quote, mina, "every event")

    undo(entry, mina)

    assert Entry.objects.get(pk=entry.pk).claim_open


def refused(entry: Entry, user: User, *, event: int | None = None) -> tuple[Reason, bool]:
    """Return why an undo was refused, and whether it was offered; nothing was appended."""
    before = (Alignment.objects.count(), newest(entry).pk)
    offered = undoable(entry, actor=user) is not None
    outcome = undo_attempt(event_id=event or newest(entry).pk, actor=user)
    assert isinstance(outcome, Declined)
    assert (Alignment.objects.count(), newest(entry).pk) == before
    return outcome.reason, offered


@pytest.fixture
def retried(mina: User) -> Entry:
    entry = make_entry(make_session(WORDS), [(1, RIGHT)], stage="candidate")
    retry(quotes_of(entry)[0], mina, RIGHT, 0)
    return entry


def test_undo_attempt_refuses_what_is_not_the_person_s_own(retried: Entry) -> None:
    viewer = make_user("guest", project=make_project(), role=Role.VIEWER)

    assert refused(retried, make_user("jun", project=make_project())) == (Reason.CONFLICT, False)
    assert refused(retried, viewer) == (Reason.NOT_PERMITTED, False)


def test_undo_attempt_refuses_what_took_an_attempt_back(retried: Entry, mina: User) -> None:
    undo(retried, mina)

    assert refused(retried, mina) == (Reason.CONFLICT, False)


def test_undo_attempt_refuses_what_no_attempt_came_before(retried: Entry, mina: User) -> None:
    seen = Entry.objects.get(pk=retried.pk).version
    add_quote(entry_id=retried.pk, selection=Selection(2, 4, 9, "cache"), seen_version=seen, actor=mina)

    assert refused(retried, mina) == (Reason.CONFLICT, False)


def test_undo_attempt_is_over_after_the_window(retried: Entry, mina: User, monkeypatch: pytest.MonkeyPatch) -> None:
    made = newest(retried).created_at
    monkeypatch.setattr(timezone, "now", lambda: made + UNDO_WINDOW - timedelta(milliseconds=1))
    assert undoable(retried, actor=mina) is not None
    monkeypatch.setattr(timezone, "now", lambda: made + UNDO_WINDOW)

    assert refused(retried, mina) == (Reason.CONFLICT, False)


def test_undo_attempt_refuses_when_something_happened_since(retried: Entry, mina: User) -> None:
    event, seen = newest(retried).pk, Entry.objects.get(pk=retried.pk).version
    add_quote(entry_id=retried.pk, selection=Selection(2, 4, 9, "cache"), seen_version=seen, actor=mina)
    assert refused(retried, mina, event=event)[0] == Reason.CONFLICT

    confirm(retried, mina)
    seen = Entry.objects.get(pk=retried.pk).version
    promote_entry(entry_id=retried.pk, to=Stage.VERIFIED, seen_version=seen, actor=mina)
    assert refused(retried, mina, event=event)[0] == Reason.WRONG_STAGE


def test_undo_attempt_refuses_all_but_the_newest_attempt_at_an_entry(mina: User) -> None:
    entry = make_entry(make_session(WORDS), [(1, RIGHT), (2, RIGHT)])
    first, second = quotes_of(entry)
    retry(first, mina)
    event = newest(entry).pk
    retry(second, mina)

    assert refused(entry, mina, event=event) == (Reason.CONFLICT, True)


def test_the_audit_finds_an_undone_attempt_of_somebody_else(retried: Entry, mina: User) -> None:
    quote, jun = quotes_of(retried)[0], make_user("jun", project=make_project())
    retry(quote, mina, "raw text")
    undo(retried, mina)
    assert list(audit_store()) == []

    rewrite("review_alignment", "actor_id", jun.pk, where=f"id = {fresh(quote).pk}")

    assert "attempt_unaccounted" in {finding.code for finding in audit_store()}


def test_a_quote_that_names_no_message_is_ambiguous_again(mina: User) -> None:
    session = make_session([WORDS[0], WORDS[0]])
    given = {"index": "none", "entries": [{"evidence": [{"quote": RIGHT}], "stage": "candidate"}]}
    receipt = receive_extraction(session=session, checked=check_extraction(given), actor=None)
    entry = receipt.extraction.entries.get()
    retry(quotes_of(entry)[0], mina, RIGHT, 1)
    assert not fresh(quotes_of(entry)[0]).ambiguous

    undo(entry, mina)

    assert fresh(quotes_of(entry)[0]).ambiguous
    assert list(audit_store()) == []
