"""Whatever stops a service, at whichever statement: its work is done whole or not at all."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection
from django.test import override_settings

from review.domain.policy import Reason, Stage
from review.models import (
    Entry,
    Role,
    UploadDraft,
)
from review.payloads import check_extraction, check_retrieval, check_session
from review.selectors.bundles.contents import entry_scope
from review.selectors.repair.selection import Selection
from review.services.bundles.seal import seal_bundle
from review.services.ingest.confirm import confirm_upload
from review.services.ingest.preview import preview_upload
from review.services.ingest.receive import receive_extraction, receive_session
from review.services.people.passwords import confirm_password
from review.services.promotion.claims import confirm_claim, correct_claim
from review.services.promotion.overrides import override_policy
from review.services.promotion.stages import demote_entry, promote_entry, reject_entry, reopen_entry
from review.services.promotion.statements import approve_entry, explain_requirement
from review.services.promotion.undo import undo_decision
from review.services.repair.adding import add_quote
from review.services.repair.anchoring import anchor_quote
from review.services.repair.drift import confirm_place
from review.services.repair.new_entries import NewClaim, add_entry
from review.services.repair.quotes import choose_occurrence, restore_attempt, retry_quote, withdraw_quote
from review.services.repair.restoring import restore_quote
from review.services.repair.search_on import search_on
from review.services.repair.splitting import split_quote, undo_split
from review.services.repair.undoing import undo_attempt
from review.services.retrievals import correct_source
from tests.factories import make_entry, make_project, make_retrieval, make_session, make_user, quotes_of, switch
from tests.power import Work, cut_after, store

if TYPE_CHECKING:
    from django.db.models import Model

pytestmark = pytest.mark.django_db

WORDS = ["We keep the raw text of every event.", "The cache lives for one hour. The cache lives for one hour."]
FOUND = (0, "keep the raw text of every event")
INVENTED = (0, "nobody has ever said anything like it here")
AMBIGUOUS = (1, "The cache lives for one hour.")


def reviewer() -> User:
    return make_user("mina", project=make_project())


def new_session() -> Work:
    upload = check_session({"sessionId": "new", "messages": WORDS})
    project = make_project()
    return lambda: receive_session(project=project, upload=upload, actor=None)


def longer_session() -> Work:
    messages = [{"role": "user", "content": text} for text in (*WORDS, "new")]
    make_session(messages[:2], session_id="s")
    upload = check_session({"sessionId": "s", "messages": messages})
    project = make_project()
    return lambda: receive_session(project=project, upload=upload, actor=None)


def new_retrieval() -> Work:
    upload = check_retrieval({"query": "?", "chunks": [{"chunkId": "c", "content": WORDS[0]}]})
    project = make_project()
    return lambda: receive_session(project=project, upload=upload, actor=None)


def answer() -> Work:
    session = make_retrieval([{"content": WORDS[0]}])
    extracted = {"type": "answer", "body": "Source: `gone.md`", "evidence": [{"messageIndex": 0, "quote": FOUND[1]}]}
    checked = check_extraction({"entries": [extracted]})
    return lambda: receive_extraction(session=session, checked=checked, actor=None)


def correction() -> Work:
    actor = reviewer()
    source = make_retrieval([{"content": WORDS[0]}], answer="Source: `gone.md`").entries.get().cited_sources.get()
    return lambda: correct_source(source_id=source.pk, replacement="", reason="x", seen_version=1, actor=actor)


def changed_session() -> Work:
    session = make_session(WORDS, session_id="s")
    entry, actor = make_entry(session, [FOUND]), reviewer()
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=actor)
    upload = check_session({"sessionId": "s", "messages": ["We keep text.", *WORDS[1:], "new"]})
    project = make_project()
    return lambda: receive_session(project=project, upload=upload, actor=actor, accept_changes=True)


def confirmation() -> Work:
    session = make_session(WORDS, session_id="s")
    [quote], actor = quotes_of(make_entry(session, [FOUND])), reviewer()
    upload = check_session({"sessionId": "s", "messages": [f"So {WORDS[0]}", *WORDS[1:]]})
    receive_session(project=make_project(), upload=upload, actor=actor, accept_changes=True)
    return lambda: confirm_place(quote_id=quote.pk, seen_attempt=1, seen_version=2, actor=actor)


def extraction() -> Work:
    session = make_session(WORDS)
    quotes = [{"messageIndex": index, "quote": text} for index, text in (FOUND, INVENTED, AMBIGUOUS)]
    checked = check_extraction({"entries": [{"evidence": quotes}, {"evidence": quotes[:1]}]})
    return lambda: receive_extraction(session=session, checked=checked, actor=None)


def upload() -> Work:
    """Confirm a draft of a longer session with an extraction: both are stored or neither, and the draft says which."""
    make_session(WORDS, session_id="s")
    quotes = [{"messageIndex": index, "quote": text} for index, text in (FOUND, INVENTED, AMBIGUOUS)]
    session = {"sessionId": "s", "messages": [*WORDS, "new"], "extraction": {"evidence": quotes}}
    draft = UploadDraft.objects.create(project=make_project(), created_by=reviewer(), session_json=json.dumps(session))
    preview_upload(draft)
    return lambda: _confirm(draft.pk)


def _confirm(draft_id: int) -> None:
    """Confirm a draft as its page does: one that was received leads to its session."""
    draft = UploadDraft.objects.select_related("project", "session").get(pk=draft_id)
    if draft.received_at is None:
        confirm_upload(draft, preview=preview_upload(draft), actor=reviewer(), seen="/0")


def search() -> Work:
    """Go on with a search of two entries."""
    entries = [
        {"evidence": [{"messageIndex": 0, "quote": text}]} for text in ("keep the row text of every", INVENTED[1])
    ]
    given = {"messages": WORDS, "extraction": {"entries": entries}}
    draft = UploadDraft.objects.create(project=make_project(), created_by=reviewer(), session_json=json.dumps(given))
    with override_settings(REVIEW_MAX_UPLOAD_WORK=1):
        preview = preview_upload(draft)
    extraction = confirm_upload(draft, preview=preview, actor=reviewer(), seen="/0").extraction
    assert extraction is not None
    return lambda: search_on(extraction, actor=reviewer())


def promotion() -> Work:
    entry, actor = make_entry(make_session(WORDS), [FOUND]), reviewer()
    return lambda: promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=actor)


def refusal() -> Work:
    entry, actor = make_entry(make_session(WORDS), [INVENTED]), reviewer()
    return lambda: promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=actor)


def demotion() -> Work:
    entry, actor = make_entry(make_session(WORDS), [FOUND]), reviewer()
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=actor)
    return lambda: demote_entry(entry_id=entry.pk, reason="wrong", seen_version=2, actor=actor)


def rejection() -> Work:
    entry, actor = make_entry(make_session(WORDS), [FOUND]), reviewer()
    return lambda: reject_entry(entry_id=entry.pk, reason="wrong", seen_version=1, actor=actor)


def reopening() -> Work:
    entry, actor = make_entry(make_session(WORDS), [FOUND]), reviewer()
    reject_entry(entry_id=entry.pk, reason="wrong", seen_version=1, actor=actor)
    return lambda: reopen_entry(entry_id=entry.pk, seen_version=2, actor=actor)


def retry() -> Work:
    [quote], actor = quotes_of(make_entry(make_session(WORDS), [INVENTED])), reviewer()
    return lambda: retry_quote(quote_id=quote.pk, text=FOUND[1], message_index=0, seen_attempt=1, actor=actor)


def restoration() -> Work:
    [quote], actor = quotes_of(make_entry(make_session(WORDS), [FOUND])), reviewer()
    retry_quote(quote_id=quote.pk, text=INVENTED[1], message_index=0, seen_attempt=1, actor=actor)
    return lambda: restore_attempt(quote_id=quote.pk, attempt=1, seen_attempt=2, actor=actor)


def anchoring() -> Work:
    [quote], actor = quotes_of(make_entry(make_session(WORDS), [INVENTED])), reviewer()
    selection = Selection(1, 4, 9, "cache")
    return lambda: anchor_quote(quote_id=quote.pk, selection=selection, seen_attempt=1, actor=actor)


def adding() -> Work:
    entry, actor = make_entry(make_session(WORDS)), reviewer()
    selection = Selection(1, 4, 9, "cache")
    return lambda: add_quote(entry_id=entry.pk, selection=selection, seen_version=1, actor=actor)


def adding_entry() -> Work:
    session, actor = make_session(WORDS), reviewer()
    claim, selection = NewClaim("The cache forgets"), Selection(1, 4, 9, "cache")
    return lambda: add_entry(session_id=session.pk, claim=claim, selection=selection, actor=actor)


def splitting() -> Work:
    [quote], actor = quotes_of(make_entry(make_session(WORDS), [INVENTED])), reviewer()
    parts = [("keep the raw text", 0), ("for one hour", 1)]
    return lambda: split_quote(quote_id=quote.pk, parts=parts, seen_attempt=1, actor=actor)


def undoing_attempt() -> Work:
    entry, actor = make_entry(make_session(WORDS), [INVENTED]), reviewer()
    retry_quote(quote_id=quotes_of(entry)[0].pk, text="raw text", message_index=0, seen_attempt=1, actor=actor)
    return lambda: undo_attempt(event_id=entry.events.latest("seq").pk, actor=actor)


def undoing() -> Work:
    [quote], actor = quotes_of(make_entry(make_session(WORDS), [INVENTED])), reviewer()
    parts = [("keep the raw text", 0), ("for one hour", 1)]
    split_quote(quote_id=quote.pk, parts=parts, seen_attempt=1, actor=actor)
    return lambda: undo_split(quote_id=quote.pk, seen_attempt=1, actor=actor)


def choice() -> Work:
    [quote], actor = quotes_of(make_entry(make_session(WORDS), [AMBIGUOUS])), reviewer()
    return lambda: choose_occurrence(quote_id=quote.pk, start=30, seen_attempt=1, actor=actor)


def withdrawal() -> Work:
    [quote], actor = quotes_of(make_entry(make_session(WORDS), [INVENTED])), reviewer()
    return lambda: withdraw_quote(quote_id=quote.pk, reason="invented", seen_attempt=1, actor=actor)


def restoring() -> Work:
    [quote], actor = quotes_of(make_entry(make_session(WORDS), [INVENTED])), reviewer()
    withdraw_quote(quote_id=quote.pk, reason="invented", seen_attempt=1, actor=actor)
    return lambda: restore_quote(quote_id=quote.pk, reason="it was said", seen_attempt=1, actor=actor)


def undoing_claim() -> Work:
    entry, actor = reworded(), reviewer()
    correct_claim(entry_id=entry.pk, title="Text is kept", body="", seen_version=2, actor=actor)
    event = entry.events.latest("seq").pk
    return lambda: undo_decision(entry_id=entry.pk, event_id=event, actor=actor)


def reworded() -> Entry:
    entry = make_entry(make_session(WORDS), [INVENTED])
    [quote] = quotes_of(entry)
    retry_quote(quote_id=quote.pk, text=FOUND[1], message_index=0, seen_attempt=1, actor=reviewer())
    return entry


def confirming() -> Work:
    entry, actor = reworded(), reviewer()
    return lambda: confirm_claim(entry_id=entry.pk, seen_version=2, actor=actor)


def correcting() -> Work:
    entry, actor = reworded(), reviewer()
    return lambda: correct_claim(entry_id=entry.pk, title="Text is kept", body="", seen_version=2, actor=actor)


def entry_by_a_tool() -> Entry:
    entry = make_entry(make_session([{"role": "tool", "content": WORDS[0]}]), [FOUND])
    switch(explain_sources=True, two_reviewers=True)
    return entry


def explanation() -> Work:
    entry, actor, why = entry_by_a_tool(), reviewer(), Reason.SOURCE_ROLE_UNEXPLAINED
    return lambda: explain_requirement(
        entry_id=entry.pk, requirement=why, reason="the log", seen_version=1, actor=actor
    )


def approval() -> Work:
    entry, actor = entry_by_a_tool(), reviewer()
    return lambda: approve_entry(entry_id=entry.pk, seen_version=1, actor=actor)


def overriding() -> Work:
    entry, actor = entry_by_a_tool(), make_user("boss", project=make_project(), role=Role.MANAGER)
    why = "nobody else is here today"
    return lambda: override_policy(entry_id=entry.pk, reason=why, seen_version=1, actor=actor)


def certification() -> Work:
    entry, actor = make_entry(make_session(WORDS), [FOUND]), make_user("c", project=make_project(), role=Role.CERTIFIER)
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=reviewer())
    actor.set_password("own")
    proof = confirm_password(user=actor, password="own")  # noqa: S106 - a test's
    return lambda: promote_entry(
        entry_id=entry.pk, to=Stage.CERTIFIED, seen_version=2, actor=actor, reauthentication=proof
    )


def sealing() -> Work:
    entry, actor = make_entry(make_session(WORDS), [FOUND]), reviewer()
    return lambda: seal_bundle(scope=entry_scope(entry), withheld=(), actor=actor)


ALL = [
    new_session,
    longer_session,
    new_retrieval,
    answer,
    correction,
    changed_session,
    confirmation,
    extraction,
    upload,
    search,
    promotion,
    refusal,
    demotion,
    rejection,
    reopening,
    retry,
    restoration,
    adding,
    adding_entry,
    anchoring,
    splitting,
    undoing,
    undoing_attempt,
    choice,
    withdrawal,
    restoring,
    undoing_claim,
    explanation,
    approval,
    overriding,
    certification,
    confirming,
    correcting,
]


def rows() -> dict[str, list[tuple[object, ...]]]:
    """Return what `store` returns as the database gives it: it is asked for at each statement, and is cheaper."""
    models: list[type[Model]] = [*apps.get_app_config("review").get_models(), User]
    found = {}
    with connection.cursor() as cursor:
        for model in models:
            cursor.execute(f'SELECT * FROM "{model._meta.db_table}" ORDER BY "{model._meta.pk.column}"')
            found[model.__name__] = cursor.fetchall()
    return found


@pytest.mark.parametrize("prepare", [*ALL, sealing])
def test_a_service_stopped_at_any_statement_leaves_nothing(prepare: Callable[[], Work]) -> None:
    work = prepare()
    before = rows()

    count = 1
    while cut_after(count, work):
        assert rows() == before, f"stopped behind statement {count}"
        count += 1

    assert count > 5
    assert len(rows()["Event"]) > len(before["Event"])


@pytest.mark.parametrize("prepare", ALL)
def test_a_service_that_is_tried_again_is_done_once(prepare: Callable[[], Work]) -> None:
    """Somebody who got no response retries: the digest, the attempt or the version seen shows that it is the same."""
    work = prepare()
    work()
    once = store()

    work()

    twice = store()
    recorded = [event["event_type"] for event in twice.pop("Event")[len(once.pop("Event")) :]]
    assert set(recorded) <= {"promotion_refused", "claim_answer_refused"}
    assert len(twice.pop("FeedItem")) - len(once.pop("FeedItem")) == len(recorded)
    assert {**twice, "Chain": None} == {**once, "Chain": None}
