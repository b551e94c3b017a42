"""The journal: its envelope, and a hash chain that anybody can recompute from the stored columns."""

import hashlib
import json
import re
from datetime import UTC

import pytest
from django.contrib.auth.models import User
from django.db.transaction import TransactionManagementError
from django.utils import timezone, translation

from aligner_core import AlignerConfig, CanonicalError, canonical_json, digest
from aligner_core.formats import FieldMapping
from aligner_core.ledger.hash_chain import Link, event_hash, verify_chain
from review.domain import events
from review.domain.changes import ChangeReason
from review.domain.events import PAYLOADS
from review.domain.extracting import ExtractorSettings
from review.domain.policy import PolicyItem, Reason, Stage
from review.domain.roles import Role
from review.domain.tokens import Scope
from review.domain.turns import DEFAULT_WEIGHTS
from review.models import Chain, Comment, Entry, Event, Project, Quote, ReviewSession, UploadDraft
from review.payloads import check_session
from review.payloads.records import Source, sessions_of_lines, store_of_lines
from review.selectors.audit.chain_links import chain_links
from review.selectors.bundles.contents import session_scope
from review.selectors.repair.selection import Selection
from review.services import _journal
from review.services.audit.audit_store import audit_store
from review.services.bundles.seal import seal_bundle
from review.services.comments import make_comment, reopen_comment, resolve_comment
from review.services.exports.export import Export, export
from review.services.feed.webhooks import (
    Told,
    change_secret,
    delete_webhook,
    make_webhook,
    send_again,
    switch_off,
    switch_on,
)
from review.services.imports.records import Imported, import_records
from review.services.ingest.dropped import keep_files
from review.services.ingest.mappings import delete_mapping, map_file
from review.services.ingest.receive import receive_session
from review.services.people import staff_actions
from review.services.people.invitations import (
    Invited,
    accept_invitation,
    confirm_invitation,
    invite,
    revoke_invitation,
)
from review.services.people.members import (
    change_role,
    remove_member,
    set_aligner,
    set_extractor,
    set_policy,
    set_queue_weights,
    set_stale_limit,
)
from review.services.people.passwords import change_password
from review.services.people.tokens import Issued, issue_token, revoke_token
from review.services.promotion.claims import confirm_claim, correct_claim
from review.services.promotion.overrides import override_policy
from review.services.promotion.stages import demote_entry, promote_entry, reject_entry, reopen_entry
from review.services.promotion.statements import approve_entry, explain_requirement
from review.services.promotion.undo import undo_decision
from review.services.queue.assignments import assign_entry, end_assignment
from review.services.queue.changes import request_change, resolve_change
from review.services.repair.adding import add_quote
from review.services.repair.anchoring import anchor_quote
from review.services.repair.drift import confirm_place
from review.services.repair.new_entries import NewClaim, add_entry
from review.services.repair.quotes import acknowledge_differences, choose_occurrence, retry_quote, withdraw_quote
from review.services.repair.realign import realign_quote
from review.services.repair.restoring import restore_quote
from review.services.repair.splitting import split_quote, undo_split
from review.services.retrievals import correct_source
from review.wording import event_details, event_title
from tests.behind import link_of, rewrite
from tests.factories import (
    MessageLike,
    make_entries,
    make_entry,
    make_project,
    make_retrieval,
    make_session,
    make_user,
    quotes_of,
    switch,
)

pytestmark = pytest.mark.django_db

WORDS: list[MessageLike] = [
    "We keep the raw text of every event.",
    "The cache lives for one hour. The cache lives for one hour.",
    {"role": "tool", "content": "All 312 tests passed."},
]


def item(index: int, quote: str) -> dict[str, object]:
    return {"messageIndex": index, "quote": quote}


def work(session: ReviewSession, actor: User) -> None:
    """Do everything once that the journal can record."""
    quotes = [item(0, "nobody ever said this here"), item(1, "The cache lives for one hour."), item(0, "invented too")]
    flipped = [item(0, "We never keep the raw text of every event.")]
    evidence: list[list[dict[str, object]]] = [quotes, [], flipped, [item(2, "All 312 tests passed.")]]
    one, two, three, four = make_entries(session, [{"evidence": some} for some in evidence])
    acknowledge_differences(quote_id=quotes_of(three)[0].pk, reason="a joke", seen_attempt=1, actor=actor)
    first, second, third = quotes_of(one)
    retry_quote(quote_id=first.pk, text="the raw text", message_index=0, seen_attempt=1, actor=actor)
    choose_occurrence(quote_id=second.pk, start=30, seen_attempt=1, actor=actor)
    selected = Selection(0, 3, 7, "keep")
    anchor_quote(quote_id=first.pk, selection=selected, seen_attempt=2, actor=actor)
    realign_older(quotes_of(three)[0])
    add_quote(entry_id=one.pk, selection=Selection(1, 4, 9, "cache"), seen_version=4, actor=actor)
    add_entry(
        session_id=session.pk, claim=NewClaim("It is kept"), selection=Selection(0, 8, 20, "the raw text"), actor=actor
    )
    parts = [("keep the raw text", 0), ("every event", 0)]
    split_quote(quote_id=first.pk, parts=parts, seen_attempt=3, actor=actor)
    undo_split(quote_id=first.pk, seen_attempt=3, actor=actor)
    withdraw_quote(quote_id=third.pk, reason="조작된 인용", seen_attempt=1, actor=actor)
    restore_quote(quote_id=third.pk, reason="it was said", seen_attempt=1, actor=actor)
    withdraw_quote(quote_id=third.pk, reason="조작된 인용", seen_attempt=1, actor=actor)
    promote_entry(entry_id=two.pk, to=Stage.VERIFIED, seen_version=1, actor=actor)
    confirm_claim(entry_id=one.pk, seen_version=10, actor=actor)
    confirm_claim(entry_id=one.pk, seen_version=10, actor=actor)
    correct_claim(entry_id=one.pk, title="원문은 남는다", body="", seen_version=11, actor=actor)
    promote_entry(entry_id=one.pk, to=Stage.VERIFIED, seen_version=12, actor=actor)
    demote_entry(entry_id=one.pk, reason="\U0001f600", seen_version=13, actor=actor)
    revised: list[MessageLike] = ["We keep every event, and the raw text of it.", *WORDS[1:]]
    upload = check_session({"sessionId": session.session_id, "messages": revised})
    receive_session(project=session.project, upload=upload, actor=actor, accept_changes=True)
    confirm_place(quote_id=first.pk, seen_attempt=3, seen_version=2, actor=actor)
    pass_the_policy(four, actor)
    reject_entry(entry_id=two.pk, reason="empty", seen_version=1, actor=actor)
    reopen_entry(entry_id=two.pk, seen_version=2, actor=actor)
    request_change(entry_id=two.pk, reason=ChangeReason.OTHER, comment="no quote", seen_version=3, actor=actor)
    resolve_change(entry_id=two.pk, seen_version=4, actor=actor)
    helper = make_user("helper", project=session.project)
    assign_entry(entry_id=two.pk, person=helper, seen_version=5, actor=actor)
    end_assignment(entry_id=two.pk, seen_version=6, actor=actor)
    comment = make_comment(entry_id=two.pk, text="왜요? @mina", reply_to=None, actor=actor)
    assert isinstance(comment, Comment)
    resolve_comment(comment_id=comment.pk, actor=actor)
    reopen_comment(comment_id=comment.pk, actor=actor)
    reject_entry(entry_id=two.pk, reason="a slip of the hand", seen_version=7, actor=actor)
    undo_decision(entry_id=two.pk, event_id=two.events.latest("seq").pk, actor=actor)
    seal_bundle(scope=session_scope(session), withheld=(), actor=actor)
    take_elsewhere(session)


def take_elsewhere(session: ReviewSession) -> None:
    """Export a session, and import it into another project with what was decided on it."""
    taken = export(scope=session_scope(session), name="jsonl", actor=None)
    assert isinstance(taken, Export)
    lines = "".join(taken.pieces).splitlines()
    source = Source("jsonl", "0" * 64, store_of_lines(lines))
    done = import_records(
        project=make_project("elsewhere"), sessions=sessions_of_lines(lines[1:]), source=source, actor=None
    )
    assert isinstance(done, Imported)


def realign_older(quote: Quote) -> None:
    """Judge an attempt again that an older engine made, which knew no critical differences."""
    assert quote.current is not None
    wire = json.loads(quote.current.evidence_json) | {"differences": []}
    rewrite("review_alignment", "evidence_json", json.dumps(wire), where=f"id = {quote.current.pk}")
    realign_quote(quote.pk, actor=None)


def pass_the_policy(entry: Entry, actor: User) -> None:
    """Explain a source that is a tool, approve the entry, and override the missing second person."""
    switch(explain_sources=True, two_reviewers=True)
    actor.memberships.update(role=Role.MANAGER)
    why, unexplained = "no second reviewer this week", Reason.SOURCE_ROLE_UNEXPLAINED
    explain_requirement(entry_id=entry.pk, requirement=unexplained, reason="a log", seen_version=1, actor=actor)
    approve_entry(entry_id=entry.pk, seen_version=2, actor=actor)
    override_policy(entry_id=entry.pk, reason=why, seen_version=3, actor=actor)


def work_with_people(project: Project, actor: User) -> None:
    """Do everything once that the journal can record about people."""
    guest = make_user("guest")
    staff_actions.add_member(project_id=project.pk, user=actor, role=Role.MANAGER, actor=None)
    staff_actions.add_member(project_id=project.pk, user=guest, role=Role.VIEWER, actor=actor)
    change_role(project_id=project.pk, user_id=guest.pk, to=Role.AUDITOR, seen_role=Role.VIEWER, actor=actor)
    remove_member(project_id=project.pk, user_id=guest.pk, seen_role=Role.AUDITOR, actor=actor)
    set_policy(project_id=project.pk, policy=PolicyItem.SEPARATE_SPAN_AUTHOR, on=True, actor=actor)
    set_stale_limit(project_id=project.pk, days=90, seen_days=180, actor=actor)
    set_aligner(project_id=project.pk, config=AlignerConfig(0.9), seen=AlignerConfig(), actor=actor)
    weights = {**DEFAULT_WEIGHTS, "ready": 90}
    set_queue_weights(project_id=project.pk, weights=weights, seen=DEFAULT_WEIGHTS, actor=actor)
    chosen = ExtractorSettings(protocol="openai", model="a-model")
    set_extractor(project_id=project.pk, chosen=chosen, seen=digest(canonical_json({})), actor=actor)
    made = invite(project_id=project.pk, role=Role.VIEWER, actor=actor)
    assert isinstance(made, Invited)
    revoke_invitation(invitation_id=made.invitation.pk, actor=actor)
    second = make_user("second", project=project, role=Role.MANAGER)
    certifier = invite(project_id=project.pk, role=Role.CERTIFIER, actor=actor)
    assert isinstance(certifier, Invited)
    accept_invitation(invitation_id=certifier.invitation.pk, user=User(username="hana"))
    User.objects.filter(pk=second.pk).update(is_staff=True, is_superuser=True)
    staff = User.objects.get(pk=second.pk)
    confirm_invitation(invitation_id=certifier.invitation.pk, account="hana", actor=staff)
    for active in (False, True):
        staff_actions.set_active(user=guest, active=active, actor=actor)
    change_password(user=guest, password="a long password", session_key=None)  # noqa: S106 - of a test
    work_with_webhooks(project, actor)
    work_with_tokens(project, actor)
    work_with_mappings(project, actor)


def work_with_tokens(project: Project, actor: User) -> None:
    """Issue a token, and revoke it."""
    issued = issue_token(project_id=project.pk, name="bot", scopes=[Scope.READ], days=30, actor=actor)
    assert isinstance(issued, Issued)
    revoke_token(token_id=issued.token.pk, actor=actor)


def work_with_mappings(project: Project, actor: User) -> None:
    """Keep a mapping of files, and delete it."""
    draft = UploadDraft(project=project, created_by=actor)
    keep_files(draft, [("facts.csv", b"said,n\nwe ship it,1\n")])
    map_file(draft, position=0, mapping=FieldMapping(quote="said"), keep_as="Facts", actor=actor)
    delete_mapping(project_id=project.pk, name="Facts", actor=actor)


def work_with_webhooks(project: Project, actor: User) -> None:
    """Make a webhook, change it, give a delivery up and send it again, and delete it."""
    made = make_webhook(
        project_id=project.pk, url="https://example.com/hook", types=["entry_promoted", "entry_demoted"], actor=actor
    )
    assert isinstance(made, Told)
    key = made.webhook.pk
    change_secret(webhook_id=key, actor=actor)
    switch_off(webhook_id=key, actor=actor)
    switch_on(webhook_id=key, actor=actor)
    made.webhook.deliveries.create(number=1, state="dead", made_at=timezone.now())
    send_again(webhook_id=key, numbers=[1], actor=actor)
    delete_webhook(webhook_id=key, actor=actor)


def answer_a_question(actor: User) -> None:
    """Do what only happens to retrievals: receive one, and correct an invented source of its answer."""
    chunk = {"title": "Cache", "content": "The cache lives for one hour."}
    entry = make_retrieval([chunk], answer="One hour.\n\nSource: `handbook.md`").entries.get()
    source = entry.cited_sources.get()
    correct_source(source_id=source.pk, replacement="Cache", reason="it is there", seen_version=1, actor=actor)


@pytest.fixture
def session() -> ReviewSession:
    session = make_session(WORDS, session_id="talk-1")
    work(session, make_user("mina", project=session.project))
    work_with_people(session.project, make_user("dana"))
    return session


def recomputed(event: Event) -> str:
    """Return an event's hash, computed from the stored columns with the standard library alone."""
    envelope = {
        "event_id": event.event_id,
        "seq": event.seq,
        "event_type": event.event_type,
        "session_id": event.session.session_id if event.session else None,
        "entry_id": event.entry.entry_id if event.entry else None,
        "actor": event.actor,
        "created_at": event.created_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
        "payload": json.loads(event.payload),
        "prev_hash": event.prev_hash,
    }
    text = json.dumps(envelope, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


OF_ACCOUNTS = {"log_ins_held_back", "rights_changed"}
"""Tested by `people/test_accounts.py` and `test_login_throttle_journal.py`."""


def test_every_kind_of_event_is_recorded(session: ReviewSession) -> None:
    answer_a_question(make_user("mina", project=session.project))
    recorded = set(Event.objects.values_list("event_type", flat=True))

    assert recorded == {payload.event_type for payload in PAYLOADS} - OF_ACCOUNTS


def test_every_recorded_event_has_words_in_both_languages(session: ReviewSession) -> None:
    answer_a_question(make_user("mina", project=session.project))
    silent = {payload.event_type for payload in PAYLOADS if getattr(payload, "particulars", None) == ()}
    for event in Event.objects.all():
        for language in ("en", "ko"):
            with translation.override(language):
                assert event_title(event)
                assert bool(event_details(event)) is (event.event_type not in silent)


def test_events_of_a_session_are_one_chain(session: ReviewSession) -> None:
    chain = list(session.events.order_by("seq"))

    assert [event.seq for event in chain] == list(range(1, len(chain) + 1))
    assert [event.prev_hash for event in chain] == ["", *(event.hash for event in chain[:-1])]
    assert [event.hash for event in chain] == [recomputed(event) for event in chain]
    head = Chain.objects.get(session=session)
    assert (head.head_seq, head.head_hash) == (len(chain), chain[-1].hash)


def test_payloads_are_stored_as_canonical_json(session: ReviewSession) -> None:
    for event in session.events.all():
        text = json.dumps(event.body, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        assert event.payload == text


def test_payloads_have_the_keys_of_their_type(session: ReviewSession) -> None:
    answer_a_question(make_user("mina", project=session.project))
    payloads = [payload for payload in PAYLOADS if payload.event_type not in OF_ACCOUNTS]
    keys = {payload.event_type: set(payload.model_fields) for payload in payloads}
    keys["evidence_aligned"] |= set(events.AnswerAligned.model_fields)

    assert {event.event_type: set(event.body) for event in Event.objects.all()} == keys


def test_evidence_aligned_has_the_payload_of_the_seed() -> None:
    """Specification 2: `evidence_aligned` carries the seed's payload (000 §5.1)."""
    assert list(events.EvidenceAligned.model_fields) == [
        "source_event_id",
        "extraction_event_id",
        "entry_id",
        "aligned_count",
        "failed_count",
        "evidence",
        "failed_quotes",
    ]


def test_envelope_has_the_keys_of_the_specification() -> None:
    """Specification 2.

    `{event_id, seq, event_type, session_id, entry_id?, actor, created_at, payload, prev_hash, hash}`
    """
    assert list(Link._fields) == [
        "event_id",
        "seq",
        "event_type",
        "session_id",
        "entry_id",
        "actor",
        "created_at",
        "payload",
        "prev_hash",
        "hash",
    ]


def test_events_name_session_entry_and_actor(session: ReviewSession) -> None:
    first, *_, last = [link_of(event) for event in session.events.order_by("seq")]

    assert (first.session_id, first.entry_id, first.actor) == ("talk-1", None, "system")
    assert (last.session_id, last.entry_id, last.actor) == ("talk-1", "e-2", "mina")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", first.created_at)
    assert re.fullmatch("[0-9a-f]{32}", first.event_id)


def test_every_session_has_a_chain_of_its_own(session: ReviewSession) -> None:
    other = make_session(WORDS, session_id="talk-2")

    [event] = other.events.all()

    assert (event.seq, event.prev_hash) == (1, "")
    assert Chain.objects.count() == 4  # with that of the session that was imported elsewhere


def test_events_about_no_session_are_a_chain_of_their_own() -> None:
    for _ in range(2):
        _journal.append(events.EntryReopened(stage="raw"), session=None, actor=None)

    recorded = list(Event.objects.filter(session=None).order_by("seq"))
    assert [(event.chain.name, event.seq, event.session) for event in recorded] == [
        ("store", 1, None),
        ("store", 2, None),
    ]
    assert [event.prev_hash for event in recorded] == ["", recorded[0].hash]
    assert [event.hash for event in recorded] == [recomputed(event) for event in recorded]
    assert list(audit_store()) == []


def test_append_all_of_nothing_moves_nothing() -> None:
    session = make_session(WORDS)
    head = Chain.objects.values().get(session=session)

    assert _journal.append_all([], session=session, actor=None) == []
    assert Chain.objects.values().get(session=session) == head


def test_append_refuses_what_has_no_canonical_form() -> None:
    session = make_session(WORDS)
    payload = events.EntryReopened(stage="\ud800")

    with pytest.raises(CanonicalError):
        _journal.append(payload, session=session, actor=None)

    assert session.events.count() == 1


def test_event_hash_depends_on_every_column_of_the_envelope() -> None:
    session = make_session(WORDS)
    entry = make_entry(session, [(0, "the raw text")])
    event = session.events.latest("seq")
    later = event.created_at.replace(microsecond=(event.created_at.microsecond + 1) % 1_000_000)
    changes = {
        "event_id": "0" * 32,
        "seq": event.seq + 1,
        "event_type": "entry_promoted",
        "session": None,
        "entry": None,
        "actor": "somebody",
        "created_at": later,
        "payload": "{}",
        "prev_hash": "0" * 64,
    }

    hashes = {event_hash(link_of(event))}
    for name, value in changes.items():
        changed = Event.objects.get(pk=event.pk)
        setattr(changed, name, value)
        hashes.add(event_hash(link_of(changed)))

    assert entry.events.get() == event
    assert len(hashes) == 1 + len(changes)


def test_the_actor_is_a_name_and_survives_the_account() -> None:
    person = make_user("temp")
    upload = check_session({"sessionId": "s", "messages": ["x"]})
    receive_session(project=make_project(), upload=upload, actor=person)

    User.objects.filter(pk=person.pk).update(username="renamed")

    assert Event.objects.get(event_type="session_ingested").actor == "temp"


def test_append_all_takes_more_events_than_fit_a_statement() -> None:
    session = make_session(WORDS)
    facts: list[_journal.NewEvent] = [(events.EntryReopened(stage=str(number)), None) for number in range(200)]

    _journal.append_all(facts, session=session, actor=None)

    assert [event.body["stage"] for event in session.events.order_by("seq")[1:]] == [str(one) for one in range(200)]
    assert list(verify_chain(chain_links(Chain.objects.get(session=session)))) == []


@pytest.mark.django_db(transaction=True)
def test_append_is_refused_outside_of_a_transaction() -> None:
    with pytest.raises(TransactionManagementError):
        _journal.append(events.EntryReopened(stage="raw"), session=None, actor=None)

    assert not Event.objects.exists()
