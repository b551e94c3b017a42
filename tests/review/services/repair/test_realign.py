"""Evidence of an older engine: judged by the rules of today, realigned at its place, and left alone once verified."""

import json

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client

from aligner_core import ENGINE_VERSION, AlignedEvidence, AlignerConfig
from review.domain.policy import Reason, Refused, Stage
from review.models import Alignment, Entry, Provenance, Quote, ReviewSession
from review.services.promotion.stages import demote_entry, promote_entry, reject_entry
from review.services.repair.quotes import acknowledge_differences, retry_quote, withdraw_quote
from review.services.repair.realign import realign_quote, rule_changes, stale_marks
from tests.behind import lifted, remove, rewrite
from tests.factories import confirm, make_entry, make_project, make_session, make_user, quotes_of
from tests.worked import found_codes

pytestmark = pytest.mark.django_db

WORDS = [
    "Do not deploy the new index on Friday. We keep 12 builds of every branch.",
    "The dose is 5 mg of salt in May. It rose by 12 % last year.",
]
TURNED_ROUND, TRUE = (0, "deploy the new index on Friday"), (0, "We keep 12 builds of every branch")
OTHER_UNIT, CUT_UNIT = (1, "The dose is 5 Mg of salt"), (1, "It rose by 12")


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


def made_by_older_engine(claim: tuple[int, str] = TURNED_ROUND) -> Quote:
    """Return a quote whose attempt an engine made that did not look beside the words."""
    session = make_session(WORDS, session_id=f"talk-{ReviewSession.objects.count()}")
    [quote] = quotes_of(make_entry(session, [claim], stage="candidate"))
    assert quote.current is not None
    wire = json.loads(quote.current.evidence_json) | {"differences": []}
    where = f"id = {quote.current.pk}"
    rewrite("review_alignment", "evidence_json", json.dumps(wire, separators=(",", ":")), where=where)
    rewrite("review_alignment", "engine", "1", where=where)
    return Quote.objects.get(pk=quote.pk)


def verified(quote: Quote, actor: User) -> Entry:
    """Return the entry of a quote as it was verified under rules that knew no difference to acknowledge."""
    acknowledge_differences(quote_id=quote.pk, reason="not known then", seen_attempt=1, actor=actor)
    entry = Entry.objects.get(pk=quote.entry_id)
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=entry.version, actor=actor)
    remove("review_acknowledgement")
    entry.refresh_from_db()
    assert entry.stage == Stage.VERIFIED
    return entry


def attempts_of(quote: Quote) -> list[Alignment]:
    return list(quote.alignments.order_by("attempt"))


def test_attempts_keep_the_engine_and_the_digest_of_its_configuration() -> None:
    make_entry(make_session(WORDS), [TRUE])

    alignment = Alignment.objects.get()

    assert (alignment.engine, alignment.config_digest) == (ENGINE_VERSION, AlignerConfig().digest)


def test_the_gate_judges_by_the_rules_of_today(mina: User) -> None:
    entry = made_by_older_engine().entry

    outcome = promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=entry.version, actor=mina)

    assert outcome == Refused(Stage.VERIFIED, (Reason.UNACKNOWLEDGED_DIFFERENCES,))


def test_realign_appends_the_differences_of_today_at_the_same_place() -> None:
    quote = made_by_older_engine()
    [change] = rule_changes()

    realign_quote(quote.pk, actor=None)

    before, after = attempts_of(quote)
    evidence = after.evidence
    assert isinstance(evidence, AlignedEvidence)
    assert [(one.kind, one.source_text) for one in change.now] == [("negation", "not")]
    assert (change.before, evidence.differences) == ((), change.now)
    assert (after.span_start, after.span_end, after.provenance) == (before.span_start, before.span_end, "system")
    assert list(rule_changes()) == []
    assert realign_quote(quote.pk, actor=None) is None


def test_rule_changes_are_in_the_order_of_their_keys() -> None:
    quotes = [made_by_older_engine().pk for _ in range(3)]

    assert [change.quote.pk for change in rule_changes()] == sorted(quotes)


def test_realign_is_in_the_journal() -> None:
    quote = made_by_older_engine()

    alignment = realign_quote(quote.pk, actor=None)

    event = quote.entry.events.latest("seq")
    assert alignment is not None
    assert (event.event_type, event.actor, event.body["attempt"]) == ("quote_realigned", "system", 2)
    assert event.body["outcome"] == json.loads(alignment.evidence_json)
    only_changed_here = {"attempt_unaccounted", "making_unaccounted"}
    assert found_codes() == only_changed_here, "only the attempt that this test itself changed"


def test_realign_leaves_who_chose_the_place(mina: User) -> None:
    quote = made_by_older_engine()
    with lifted("review_alignment"):
        quote.alignments.update(actor=mina, provenance=Provenance.SELECTED_BY_HAND)

    alignment = realign_quote(quote.pk, actor=None)

    assert alignment is not None
    assert (alignment.actor_id, alignment.provenance) == (mina.pk, "selected_by_hand")


def test_realign_leaves_what_is_judged_as_before() -> None:
    quote = made_by_older_engine(TRUE)

    assert list(rule_changes()) == []
    assert realign_quote(quote.pk, actor=None) is None
    assert len(attempts_of(quote)) == 1


def test_realign_never_moves_a_verified_entry(mina: User) -> None:
    entry = verified(quote := made_by_older_engine(), mina)

    assert [change.entry.is_settled for change in rule_changes()] == [True]
    assert realign_quote(quote.pk, actor=None) is None

    demote_entry(entry_id=entry.pk, reason="read again", seen_version=entry.version, actor=mina)
    assert [change.entry.is_settled for change in rule_changes()] == [False]
    assert realign_quote(quote.pk, actor=None) is not None


@pytest.mark.parametrize(
    ("claim", "differing"), [(OTHER_UNIT, ("Mg", "mg")), (CUT_UNIT, ("", "12 %"))], ids=["letter case", "a cut value"]
)
def test_realign_lists_what_older_engines_did_not_judge(claim: tuple[int, str], differing: tuple[str, str]) -> None:
    """They judged nothing inside of a quote that is equal but for letter case, and no unit behind one."""
    quote = made_by_older_engine(claim)

    [change] = rule_changes()
    realigned = realign_quote(quote.pk, actor=None)

    assert [(one.kind, one.quote_text, one.source_text) for one in change.now] == [("unit", *differing)]
    assert (change.before, change.entry.is_settled) == ((), False)
    assert realigned is not None
    assert [one.kind for one in realigned.stored_critical_differences] == ["unit"]
    assert (realigned.engine, realigned.method) == (ENGINE_VERSION, "normalized" if claim == OTHER_UNIT else "exact")


def test_an_entry_with_another_unit_verified_by_an_older_engine_stays_and_is_marked(mina: User, client: Client) -> None:
    entry = verified(quote := made_by_older_engine(OTHER_UNIT), mina)
    client.force_login(mina)

    page = client.get(entry.get_absolute_url()).content.decode()

    assert realign_quote(quote.pk, actor=None) is None
    assert 'id="older-rules"' in page
    assert "unit differs" in page
    assert Entry.objects.get(pk=entry.pk).stage == Stage.VERIFIED


def test_realign_leaves_out_what_nothing_is_decided_by(mina: User) -> None:
    withdrawn, rejected = made_by_older_engine(), made_by_older_engine()
    withdraw_quote(quote_id=withdrawn.pk, reason="invented", seen_attempt=1, actor=mina)
    reject_entry(entry_id=rejected.entry_id, reason="no", seen_version=rejected.entry.version, actor=mina)

    assert list(rule_changes()) == []
    assert (realign_quote(withdrawn.pk, actor=None), realign_quote(rejected.pk, actor=None)) == (None, None)


def test_entry_page_marks_what_was_verified_under_older_rules(mina: User, client: Client) -> None:
    turned, true = verified(made_by_older_engine(), mina), verified(made_by_older_engine(TRUE), mina)
    client.force_login(mina)

    pages = [client.get(entry.get_absolute_url()).content.decode() for entry in (turned, true)]

    assert ['id="older-rules"' in page for page in pages] == [True, False]
    assert "negation differs" in pages[0]
    assert Entry.objects.get(pk=turned.pk).stage == Stage.VERIFIED


def test_entry_page_does_not_mark_what_a_person_has_acknowledged(mina: User, client: Client) -> None:
    quote = made_by_older_engine()
    acknowledge_differences(quote_id=quote.pk, reason="meant as a joke", seen_attempt=1, actor=mina)
    entry = Entry.objects.get(pk=quote.entry_id)
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=entry.version, actor=mina)
    client.force_login(mina)

    page = client.get(entry.get_absolute_url()).content.decode()

    assert ("negation differs" in page, 'id="older-rules"' in page) == (True, False)


def test_command_lists_and_changes_nothing_without_apply(mina: User, capsys: pytest.CaptureFixture[str]) -> None:
    candidate, settled = made_by_older_engine(), made_by_older_engine()
    verified(settled, mina)

    call_command("realign", "--dry-run")
    listed = capsys.readouterr().out
    attempts = [len(attempts_of(quote)) for quote in (candidate, settled)]
    call_command("realign", "--apply")
    applied = capsys.readouterr().out

    change = "nothing critical -> negation ''/'not'"
    assert f"entry {candidate.entry_id} quote 0 (candidate): {change}" in listed
    assert f"entry {settled.entry_id} quote 0 (verified, kept): {change}" in listed
    assert "1 quotes of entries that are not verified are judged otherwise, 0 were realigned." in listed
    assert "1 quotes of entries that are not verified are judged otherwise, 1 were realigned." in applied
    assert "1 quotes of verified entries are judged otherwise; each stage stays." in applied
    assert (attempts, [len(attempts_of(quote)) for quote in (candidate, settled)]) == ([1, 1], [2, 1])


def test_stale_marks_are_marked_anew_and_settled_ones_are_left(mina: User) -> None:
    """Rules that judge the extractor's quote in another way ask about other claims."""
    entries = []
    for number in range(3):
        session = make_session(WORDS, session_id=f"claims-{number}")
        [quote] = quotes_of(make_entry(session, [(0, "We keep 21 builds of every branch")], stage="candidate"))
        retry_quote(quote_id=quote.pk, text=TRUE[1], message_index=0, seen_attempt=1, actor=mina)
        entries.append(quote.entry)
    reject_entry(entry_id=entries[1].pk, reason="no", seen_version=2, actor=mina)
    confirm(entries[2], mina)
    promote_entry(entry_id=entries[2].pk, to=Stage.VERIFIED, seen_version=3, actor=mina)
    with lifted("review_entry"):
        Entry.objects.filter(pk__in=[entries[0].pk, entries[1].pk]).update(claim_open=False)
        Entry.objects.filter(pk=entries[2].pk).update(claim_open=True)

    assert list(stale_marks()) == [entries[0]]
    call_command("realign", "--dry-run")
    assert list(stale_marks()) == [entries[0]]
    call_command("realign", "--apply")

    assert list(stale_marks()) == []
    assert Entry.objects.get(pk=entries[0].pk).claim_open
