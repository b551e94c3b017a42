"""Adding an entry: a person states something of words that they selected, and the one gate asks what it always asks."""

import unicodedata
from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, transaction

from review.domain.policy import Granted, PolicyItem, Reason, Refused, Stage
from review.domain.roles import Role
from review.models import Entry, EntryMark, ReviewSession, RunTally
from review.payloads import check_extraction, check_session
from review.selectors.repair.selection import Selection
from review.selectors.runs.quality import quality
from review.selectors.runs.run_list import run_list
from review.services.audit.audit_store import Finding, audit_store
from review.services.ingest.receive import receive_extraction, receive_session
from review.services.people.members import set_policy
from review.services.promotion.claims import confirm_claim, correct_claim
from review.services.promotion.stages import promote_entry, reject_entry
from review.services.repair.adding import add_quote
from review.services.repair.new_entries import AlreadyStated, Declined, EntryMade, NewClaim, add_entry
from review.services.repair.quotes import retry_quote
from tests.behind import rewrite
from tests.factories import make_entry, make_project, make_session, make_user, quotes_of

pytestmark = pytest.mark.django_db

WORDS = (
    "We keep the raw text of every event.",
    "The cache lives for one hour. The cache lives for one hour.",
    unicodedata.normalize("NFD", "원문은 그대로 남긴다."),
    "pay\u200b 100 won",
)
RAW = Selection(0, 8, 20, "the raw text")
CACHE = Selection(1, 34, 39, "cache")
CLAIM = NewClaim("Raw text is kept", "of every event", "decision")


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


@pytest.fixture
def jun(mina: User) -> User:
    return make_user("jun", project=make_project())


@pytest.fixture
def session(mina: User) -> ReviewSession:
    return make_session(WORDS, session_id="talk")


def add(session: ReviewSession, actor: User, claim: NewClaim = CLAIM, selection: Selection = RAW) -> object:
    return add_entry(session_id=session.pk, claim=claim, selection=selection, actor=actor)


def added(session: ReviewSession, actor: User, claim: NewClaim = CLAIM, selection: Selection = RAW) -> Entry:
    result = add(session, actor, claim, selection)
    assert isinstance(result, EntryMade), result
    return Entry.objects.get(pk=result.entry.pk)


def verify(entry: Entry, actor: User) -> object:
    version = Entry.objects.get(pk=entry.pk).version
    return promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=version, actor=actor)


def test_an_added_entry_is_a_candidate_of_a_person_with_the_selected_words(session: ReviewSession, mina: User) -> None:
    entry = added(session, mina)

    assert (entry.extraction, entry.added_by, entry.position, entry.entry_id) == (None, mina, 0, "")
    assert (entry.type, entry.title, entry.body) == ("decision", "Raw text is kept", "of every event")
    assert (entry.stage, entry.evidence_aligned, entry.claim_open, entry.missing) == ("candidate", True, False, "")
    assert entry.version == 1
    [quote] = quotes_of(entry)
    current = quote.current
    assert current is not None
    assert (quote.text, quote.added_by, current.method, current.provenance) == (
        "the raw text",
        mina,
        "exact",
        "selected_by_hand",
    )
    assert (current.message_index, current.span_start, current.span_end, current.actor) == (0, 8, 20, mina)


def test_the_journal_records_the_entry_its_quote_and_that_its_author_says_it_holds(
    session: ReviewSession, mina: User
) -> None:
    entry = added(session, mina)

    recorded = list(entry.events.order_by("seq"))
    assert [(one.event_type, one.actor) for one in recorded] == [
        ("entry_added", "mina"),
        ("quote_added", "mina"),
        ("claim_confirmed", "mina"),
    ]
    assert recorded[0].body == {
        "position": 0,
        "type": "decision",
        "title": "Raw text is kept",
        "body": "of every event",
        "stage": "candidate",
    }
    assert list(audit_store()) == []


def test_entries_of_two_people_follow_each_other(session: ReviewSession, mina: User, jun: User) -> None:
    make_entry(session, ["We keep the raw text"])

    entries = [added(session, mina), added(session, jun, replace(CLAIM, title="Something else"))]
    elsewhere = added(make_session(["We keep the raw text"], session_id="other"), jun)

    assert [(one.position, one.added_by) for one in (*entries, elsewhere)] == [(0, mina), (1, jun), (0, jun)]
    assert list(audit_store()) == []


def test_an_added_entry_is_verified_through_the_gate_by_its_author_and_by_others(
    session: ReviewSession, mina: User, jun: User
) -> None:
    own, others = added(session, mina), added(session, mina, replace(CLAIM, title="Something else"))

    assert [verify(own, mina), verify(others, jun)] == [Granted(Stage.VERIFIED)] * 2
    assert list(audit_store()) == []


def test_words_that_count_later_bring_the_question_of_the_claim(session: ReviewSession, mina: User) -> None:
    """Its author answered for the words of then (specification 4.2)."""
    entry = added(session, mina)

    add_quote(entry_id=entry.pk, selection=CACHE, seen_version=1, actor=mina)

    assert verify(entry, mina) == Refused(Stage.VERIFIED, (Reason.CLAIM_UNCONFIRMED,))


def test_facts_that_a_project_waits_for_are_asked_about(session: ReviewSession, mina: User, jun: User) -> None:
    boss = make_user("dana", project=session.project, role=Role.MANAGER)
    set_policy(project_id=session.project_id, policy=PolicyItem.CLAIM_FACTS, on=True, actor=boss)

    silent = added(session, mina, NewClaim("The raw text is kept"))
    entry = added(session, mina, NewClaim("Raw text is kept for 90 days"))

    assert (silent.missing, entry.missing, entry.claim_open) == ("", "claim_unconfirmed", True)
    assert [one.event_type for one in entry.events.order_by("seq")] == ["entry_added", "quote_added"]
    assert verify(entry, jun) == Refused(Stage.VERIFIED, (Reason.CLAIM_UNCONFIRMED,))
    confirm_claim(entry_id=entry.pk, seen_version=entry.version, actor=jun)
    entry.refresh_from_db()
    assert verify(entry, jun) == Granted(Stage.VERIFIED)
    assert list(audit_store()) == []


def test_who_added_an_entry_does_not_verify_it_where_the_project_asks_so(
    session: ReviewSession, mina: User, jun: User
) -> None:
    boss = make_user("dana", project=session.project, role=Role.MANAGER)
    set_policy(project_id=session.project_id, policy=PolicyItem.SEPARATE_SPAN_AUTHOR, on=True, actor=boss)
    entry = added(session, mina)

    assert verify(entry, mina) == Refused(Stage.VERIFIED, (Reason.SAME_REVIEWER,))
    assert verify(entry, jun) == Granted(Stage.VERIFIED)


def test_nor_when_somebody_else_took_other_words_since(session: ReviewSession, mina: User, jun: User) -> None:
    """The claim is still of its author."""
    boss = make_user("dana", project=session.project, role=Role.MANAGER)
    set_policy(project_id=session.project_id, policy=PolicyItem.SEPARATE_SPAN_AUTHOR, on=True, actor=boss)
    entry = added(session, mina)
    text = "We keep the raw text of every event."
    retry_quote(quote_id=quotes_of(entry)[0].pk, text=text, message_index=0, seen_attempt=1, actor=jun)
    entry.refresh_from_db()
    confirm_claim(entry_id=entry.pk, seen_version=entry.version, actor=jun)

    assert verify(entry, mina) == Refused(Stage.VERIFIED, (Reason.SAME_REVIEWER,))


def test_the_claim_of_an_added_entry_is_corrected_like_any_other(session: ReviewSession, mina: User, jun: User) -> None:
    entry = added(session, mina)

    correct_claim(entry_id=entry.pk, title="All raw text is kept", body="", seen_version=1, actor=jun)

    entry.refresh_from_db()
    assert (entry.title, entry.claim_title, entry.claim_version) == ("Raw text is kept", "All raw text is kept", 2)
    assert list(audit_store()) == []


def test_the_same_entry_is_not_added_twice(session: ReviewSession, mina: User, jun: User) -> None:
    entry = added(session, mina)

    assert add(session, jun) == AlreadyStated(entry)
    assert (Entry.objects.count(), session.events.filter(entry=entry).count()) == (1, 3)


@pytest.mark.parametrize(
    "claim",
    [
        pytest.param(replace(CLAIM, title="Something else"), id="another title"),
        pytest.param(replace(CLAIM, body=""), id="another body"),
        pytest.param(replace(CLAIM, type="fact"), id="another type"),
    ],
)
def test_another_claim_of_the_same_words_is_another_entry(session: ReviewSession, mina: User, claim: NewClaim) -> None:
    added(session, mina)

    assert isinstance(add(session, mina, claim), EntryMade)


def test_the_same_claim_of_other_words_is_another_entry(session: ReviewSession, mina: User) -> None:
    added(session, mina)

    assert isinstance(add(session, mina, selection=CACHE), EntryMade)


def test_what_was_rejected_may_be_added_again(session: ReviewSession, mina: User) -> None:
    reject_entry(entry_id=added(session, mina).pk, reason="added by mistake", seen_version=1, actor=mina)

    assert isinstance(add(session, mina), EntryMade)


@pytest.mark.parametrize(
    "selection",
    [
        pytest.param(replace(RAW, words="the raw word"), id="other words"),
        pytest.param(replace(RAW, message_index=1), id="another message"),
        pytest.param(replace(RAW, message_index=9), id="no message"),
        pytest.param(Selection(0, 7, 20, " the raw text"), id="white space around it"),
        pytest.param(Selection(2, 0, 1, WORDS[2][:1]), id="half a syllable"),
    ],
)
def test_words_that_do_not_stand_there_are_a_conflict(session: ReviewSession, mina: User, selection: Selection) -> None:
    assert add(session, mina, selection=selection) == Declined(Reason.CONFLICT)
    assert not Entry.objects.exists()


def test_words_of_an_older_version_of_a_message_are_a_conflict(session: ReviewSession, mina: User) -> None:
    revised = check_session({"sessionId": "talk", "messages": ["We keep no text.", *WORDS[1:]]})
    receive_session(project=session.project, upload=revised, actor=None, accept_changes=True)

    assert add(session, mina) == Declined(Reason.CONFLICT)


def test_words_too_long_for_a_quote_are_not_stored(mina: User) -> None:
    words = ("word " * 500).strip()
    session = make_session([words])

    assert add(session, mina, selection=Selection(0, 0, 2499, words)) == Declined(Reason.EVIDENCE_NOT_ALIGNED)


@pytest.mark.parametrize("title", ["", "  ", "\u200b\u2060", "\u3164", "a\0b", "\ud800"])
def test_a_claim_that_states_nothing_is_not_stored(session: ReviewSession, mina: User, title: str) -> None:
    assert add(session, mina, NewClaim(title)) == Declined(Reason.CONFLICT)
    assert not Entry.objects.exists()


def test_an_answer_is_not_added(session: ReviewSession, mina: User) -> None:
    """What a model answered came with the sources that it names."""
    assert add(session, mina, replace(CLAIM, type="answer")) == Declined(Reason.CONFLICT)


def test_hidden_characters_and_decomposed_hangul_are_kept_as_they_are(session: ReviewSession, mina: User) -> None:
    hidden = added(session, mina, NewClaim("Pay\u200b 100 won"), Selection(3, 0, 8, WORDS[3][:8]))
    korean = added(session, mina, NewClaim("원문은 남는다"), Selection(2, 0, len(WORDS[2]), WORDS[2]))

    assert (hidden.title, quotes_of(hidden)[0].text) == ("Pay\u200b 100 won", "pay\u200b 100")
    assert quotes_of(korean)[0].text == unicodedata.normalize("NFD", "원문은 그대로 남긴다.")
    assert [verify(one, mina) for one in (hidden, korean)] == [Granted(Stage.VERIFIED)] * 2
    assert list(audit_store()) == []


@pytest.mark.parametrize("role", [Role.VIEWER, Role.AUDITOR, None])
def test_who_may_not_review_adds_nothing(session: ReviewSession, role: Role | None) -> None:
    guest = make_user("vera") if role is None else make_user("vera", project=session.project, role=role)

    assert add(session, guest) == Declined(Reason.NOT_PERMITTED)
    assert not Entry.objects.exists()


def test_the_numbers_of_runs_are_of_extractors_alone(session: ReviewSession, mina: User) -> None:
    make_entry(session, ["We keep the raw text", "nobody said this"])

    def numbers() -> object:
        rows = [(run.extraction.pk, run.counts) for maker in run_list(mina).makers for run in maker.runs]
        return rows, list(RunTally.objects.values()), quality(mina, weeks=12)

    before = numbers()
    verify(added(session, mina), mina)

    assert numbers() == before


def test_a_further_extraction_leaves_it_alone(session: ReviewSession, mina: User) -> None:
    entry = added(session, mina)
    extracted = {"title": "Raw text is kept", "evidence": [{"messageIndex": 0, "quote": "the raw text"}]}

    receive_extraction(session=session, checked=check_extraction({"entries": [extracted]}), actor=None)

    entry.refresh_from_db()
    assert (entry.version, session.entries.count()) == (1, 2)
    assert list(audit_store()) == []


def test_it_drifts_with_its_message(session: ReviewSession, mina: User) -> None:
    entry = added(session, mina)
    verify(entry, mina)

    revised = check_session({"sessionId": "talk", "messages": ["We keep the raw text forever.", *WORDS[1:]]})
    receive_session(project=session.project, upload=revised, actor=None, accept_changes=True)

    entry.refresh_from_db()
    assert (entry.stage, entry.missing) == ("candidate", "drifted_evidence claim_unconfirmed")
    assert list(audit_store()) == []


def test_lists_find_it_by_its_origin(session: ReviewSession, mina: User) -> None:
    extracted, entry = make_entry(session, ["We keep the raw text"]), added(session, mina)

    marked = EntryMark.objects.filter(name="origin:person").values_list("entry__pk", flat=True)

    assert (list(marked), extracted.pk in marked) == ([entry.pk], False)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("title", "All text is kept"),
        ("body", "other"),
        ("type", "fact"),
        ("position", 7),
        ("added_at", "2026-01-01 00:00:00+00:00"),
    ],
)
def test_audit_store_finds_an_added_entry_that_was_changed(
    session: ReviewSession, mina: User, column: str, value: str | int
) -> None:
    entry = added(session, mina)
    rewrite("review_entry", column, value, where=f"id = {entry.pk}")

    assert Finding("entry_unaccounted", "entry", entry.pk) in set(audit_store())


def test_audit_store_finds_another_author(session: ReviewSession, mina: User, jun: User) -> None:
    entry = added(session, mina)
    rewrite("review_entry", "added_by_id", jun.pk, where=f"id = {entry.pk}")

    assert list(audit_store()) == [Finding("entry_unaccounted", "entry", entry.pk)]


def test_audit_store_finds_an_added_entry_in_another_session(session: ReviewSession, mina: User) -> None:
    entry = added(session, mina)
    other = make_session(WORDS, session_id="other")
    rewrite("review_entry", "session_id", other.pk, where=f"id = {entry.pk}")

    assert Finding("entry_unaccounted", "entry", entry.pk) in set(audit_store())


def test_audit_store_finds_an_added_entry_at_another_stage(session: ReviewSession, mina: User) -> None:
    entry = added(session, mina)
    rewrite("review_entry", "stage", "raw", where=f"id = {entry.pk}")

    assert Finding("stage_unaccounted", "entry", entry.pk, "raw") in set(audit_store())


def test_audit_store_finds_an_entry_without_an_event(session: ReviewSession, mina: User) -> None:
    entry = added(session, mina)
    entry.pk, entry.position = None, 1
    entry.evidence_aligned = False
    entry.save(force_insert=True)

    assert Finding("entry_unaccounted", "entry", entry.pk) in set(audit_store())


def test_audit_store_finds_an_added_entry_that_is_gone(session: ReviewSession, mina: User) -> None:
    entry = added(session, mina)
    addition = entry.events.filter(event_type="entry_added")
    rewrite("review_event", "entry_id", None, where=f"id = {addition.get().pk}")

    assert Finding("entry_missing", "session", session.pk, "added by mina") in set(audit_store())


def test_the_database_keeps_who_added_an_entry_and_when(session: ReviewSession, mina: User, jun: User) -> None:
    entry = added(session, mina)

    for change in ({"added_by": jun}, {"added_at": entry.session.created_at}, {"title": "x"}):
        with pytest.raises(DatabaseError, match="what came stays"), transaction.atomic():
            Entry.objects.filter(pk=entry.pk).update(**change)


def test_the_database_refuses_an_entry_of_two_origins_or_none(session: ReviewSession, mina: User) -> None:
    extracted = make_entry(session, ["We keep the raw text"])
    both = {"extraction": extracted.extraction, "added_by": mina, "added_at": session.created_at}

    for origin in (both, {}, {"added_by": mina}, {"added_at": session.created_at}):
        with pytest.raises(DatabaseError, match="entry_has_one_origin"), transaction.atomic():
            Entry.objects.create(session=session, position=9, **origin)


def test_the_database_refuses_two_added_entries_at_one_place(session: ReviewSession, mina: User) -> None:
    entry = added(session, mina)

    with pytest.raises(DatabaseError), transaction.atomic():
        Entry.objects.create(session=session, position=0, added_by=mina, added_at=entry.added_at)
