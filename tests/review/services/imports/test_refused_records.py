"""What no store of this version would have written is refused, with what is wrong and where; the rest is imported."""

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from aligner_core import digest
from aligner_core.ledger import canonical_json
from review.domain.errors import Problem
from review.domain.policy import Stage
from review.domain.roles import Role
from review.models import Alignment, ClaimVersion, Entry, Event, Project, ReviewSession
from review.payloads.records import Source, sessions_of_lines, store_of_lines
from review.selectors.bundles.contents import BundleScope
from review.selectors.repair.selection import Selection
from review.services.audit.audit_store import audit_store
from review.services.exports.export import Export, export
from review.services.imports._entries import Untold
from review.services.imports.records import Imported, import_records
from review.services.promotion.claims import correct_claim
from review.services.promotion.stages import promote_entry
from review.services.promotion.undo import undo_decision
from review.services.repair.new_entries import NewClaim, add_entry
from review.services.repair.quotes import retry_quote
from tests.factories import (
    confirm,
    make_entries,
    make_entry,
    make_project,
    make_retrieval,
    make_session,
    make_user,
    quotes_of,
)

pytestmark = pytest.mark.django_db
Records = list[dict[str, Any]]
Forge = Callable[[dict[str, Any]], object]
WORDS = "We keep the raw text of every event."
QUOTE = "keep the raw text of every event"


def exported() -> Records:
    project = make_project()
    sessions = ReviewSession.objects.filter(project=project)
    scope = BundleScope({}, Entry.objects.filter(session__project=project), sessions, whole_sessions=True)
    done = export(scope=scope, name="jsonl", actor=None)
    assert isinstance(done, Export)
    return [json.loads(line) for line in "".join(done.pieces).splitlines()]


def there() -> Project:
    return make_project("other-store")


def imported(records: Records) -> Imported:
    lines = [json.dumps(one) for one in records]
    source = Source("jsonl", digest("\n".join(lines).encode()), store_of_lines(lines))
    done = import_records(project=there(), sessions=sessions_of_lines(lines[1:]), source=source, actor=None)
    assert isinstance(done, Imported)
    return done


def forged(kind: str, forge: Forge) -> Records:
    records = exported()
    for one in records:
        if one["record"] == kind:
            forge(one)
    return records


def codes(done: Imported) -> list[str]:
    return [one.why.code if isinstance(one.why, Problem) else one.why.value for one in done.refused]


def verified() -> Entry:
    """Return an entry whose quote was looked for twice and that mina has verified."""
    mina = make_user("mina", project=make_project())
    entry = make_entry(make_session([WORDS, "Nothing more."], session_id="talk"), [QUOTE])
    retry_quote(quote_id=quotes_of(entry)[0].pk, text=WORDS, message_index=0, seen_attempt=1, actor=mina)
    confirm(entry, mina)
    entry.refresh_from_db()
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=entry.version, actor=mina)
    return entry


def _extraction(change: Forge) -> Forge:
    def forge(record: dict[str, Any]) -> None:
        change(record["extraction"])
        record["digest"] = digest(canonical_json(record["extraction"]))

    return forge


def _first_attempt(change: Forge) -> Forge:
    return lambda record: change(record["evidence"][0]["attempts"][0])


@pytest.mark.parametrize(
    ("kind", "forge", "code"),
    [
        ("extraction", lambda record: record.update(notes=[{"code": 7}]), "not_a_record"),
        ("entry", _first_attempt(lambda one: one["outcome"].pop("quote")), "not_a_record"),
        ("entry", _first_attempt(lambda one: one["madeWith"].update(engine=4)), "not_a_record"),
        ("entry", _first_attempt(lambda one: one["madeWith"].update(engine="4" * 99)), "not_a_record"),
        ("entry", _first_attempt(lambda one: one["madeWith"].update(config=[])), "not_a_record"),
        ("entry", _first_attempt(lambda one: one["madeWith"]["config"].update(more=1)), "not_a_record"),
        ("entry", _first_attempt(lambda one: one.update(attempt=7)), "extraction_incomplete"),
        ("message", lambda record: record.update(messageIndex=record["messageIndex"] + 1), "messages_incomplete"),
        ("message", lambda record: record.update(version=2), "messages_incomplete"),
    ],
)
def test_a_session_with_a_record_that_cannot_be_is_refused_whole(kind: str, forge: Forge, code: str) -> None:
    verified()

    done = imported(forged(kind, forge))

    assert codes(done) == [code]
    assert not ReviewSession.objects.filter(project=there()).exists()


def test_first_attempts_by_two_engines_are_of_two_extractions() -> None:
    session = make_session([WORDS], session_id="talk")
    make_entries(session, [{"evidence": [{"messageIndex": 0, "quote": text} for text in (QUOTE, WORDS)]}])

    done = imported(forged("entry", _first_attempt(lambda one: one["madeWith"].update(engine="3"))))

    assert codes(done) == ["extraction_incomplete"]


def test_an_entry_without_quotes_has_its_record_too() -> None:
    make_entries(make_session([WORDS], session_id="talk"), [{"title": "Said nowhere.", "evidence": []}])
    records = exported()

    assert codes(imported([one for one in records if one["record"] != "entry"])) == ["extraction_incomplete"]
    assert codes(imported(records)) == []
    assert Entry.objects.get(session__project=there()).title == "Said nowhere."


def test_quotes_of_no_message_come_as_they_are() -> None:
    session = make_session([WORDS], session_id="talk")
    mina = make_user("mina", project=make_project())
    [entry] = make_entries(session, [{"evidence": [{"messageIndex": 99, "quote": QUOTE}]}])
    retry_quote(quote_id=quotes_of(entry)[0].pk, text=WORDS, message_index=98, seen_attempt=1, actor=mina)

    done = imported(exported())

    attempts = Alignment.objects.filter(quote__entry__session__project=there()).order_by("attempt")
    assert codes(done) == []
    assert [(one.message_index, one.message) for one in attempts] == [(99, None), (98, None)]


def test_an_extraction_that_is_there_needs_no_entries_in_the_file() -> None:
    verified()
    records = exported()
    imported(records)

    done = imported([one for one in records if one["record"] != "entry"])

    assert (codes(done), done.counts["extractions_there"], done.counts["entries_there"]) == ([], 1, 0)


def test_a_newer_version_of_a_message_is_not_appended_to_one_that_was_used_here() -> None:
    verified()
    records = exported()
    imported(records)
    [first, *_] = [one for one in records if one["record"] == "message"]
    newer = {**deepcopy(first), "version": 2, "content": f"{WORDS} Nearly."}

    done = imported([*records[: records.index(first) + 1], newer, *records[records.index(first) + 1 :]])

    assert codes(done) == ["messages_changed"]


def test_a_correction_that_was_taken_back_comes_with_that() -> None:
    mina = make_user("mina", project=make_project())
    entry = make_entry(make_session([WORDS], session_id="talk"), [QUOTE], title="We keep it.")
    correct_claim(entry_id=entry.pk, title="We keep the text.", body="", seen_version=entry.version, actor=mina)
    undo_decision(entry_id=entry.pk, event_id=Event.objects.latest("pk").pk, actor=mina)

    done = imported(exported())

    claim = ClaimVersion.with_undone.get(entry__session__project=there())
    assert codes(done) == []
    assert claim.undone_at is not None
    assert Entry.objects.get(session__project=there()).claim is None


def _other_attempt(record: dict[str, Any]) -> None:
    record["evidence"][0]["attempts"][1]["outcome"]["confidence"] = 0.5


def _certified_by_the_same(record: dict[str, Any]) -> None:
    [*_, promoted] = record["history"]
    body = {
        **promoted["payload"],
        "from_stage": "verified",
        "to_stage": "certified",
        "goal": "certified",
        "switches": None,
    }
    record["history"].append({**deepcopy(promoted), "eventId": "e" * 32, "payload": body})
    record["stage"] = "certified"


def _long_name(record: dict[str, Any]) -> None:
    for event in record["history"]:
        event["actor"] = "m" * 150  # as long as a name may be, and there it is followed by its store


def _verified_by_nobody(record: dict[str, Any]) -> None:
    [*_, promoted] = record["history"]
    body = {"from_stage": "certified", "to_stage": "verified", "reason": "too high", "drifted": []}
    demoted = {"eventId": "e" * 32, "eventType": "entry_demoted", "payload": body}
    record["history"].append({**deepcopy(promoted), **demoted})


@pytest.mark.parametrize(
    ("forge", "why"),
    [
        (_verified_by_nobody, Untold.CONTRADICTION),
        (_other_attempt, Untold.CONTRADICTION),
        (_certified_by_the_same, Untold.CONTRADICTION),
        (_long_name, Untold.NAME_TAKEN),
    ],
)
def test_decisions_that_cannot_be_are_left_out(forge: Forge, why: Untold) -> None:
    verified()

    done = imported(forged("entry", forge))

    assert codes(done) == [why]
    assert Entry.objects.get(session__project=there()).stage == "candidate"
    assert [one for one in audit_store() if not one.is_note] == []


@pytest.mark.parametrize(
    "change",
    [
        lambda outcome: outcome.update(differences=[]),
        lambda outcome: outcome.update(similarity=0.99),
        lambda outcome: outcome.update(spanStart=1, spanEnd=45),
    ],
)
def test_an_attempt_without_its_proof_is_left_out_though_its_event_says_the_same(change: Forge) -> None:
    mina = make_user("mina", project=make_project())
    entry = make_entry(
        make_session(["The notice is 90 days before the lease ends."], session_id="talk"), ["Never said."]
    )
    text = "The notice is 80 days before the lease ends."
    retry_quote(quote_id=quotes_of(entry)[0].pk, text=text, message_index=0, seen_attempt=1, actor=mina)

    def forge(record: dict[str, Any]) -> None:
        outcome = record["evidence"][0]["attempts"][1]["outcome"]
        change(outcome)
        record["history"][0]["payload"]["outcome"] = outcome

    assert codes(imported(forged("entry", forge))) == ["unproven"]
    assert Alignment.objects.filter(quote__entry__session__project=there()).count() == 1


def test_an_entry_that_a_person_added_begins_with_that() -> None:
    mina = make_user("mina", project=make_project(), role=Role.REVIEWER)
    session = make_session([WORDS], session_id="talk")
    selection = Selection(0, 3, 3 + len(QUOTE), QUOTE)
    add_entry(session_id=session.pk, claim=NewClaim("We keep it."), selection=selection, actor=mina)

    def moved(record: dict[str, Any]) -> None:
        record["position"] = 7

    assert codes(imported(forged("entry", moved))) == ["contradiction"]
    assert not Entry.objects.filter(session__project=there()).exists()
    assert codes(imported(exported())) == []


def test_a_chunk_that_is_none_refuses_its_retrieval() -> None:
    make_retrieval([{"title": "Fees", "content": "The fee is 12 euros."}])

    done = imported(forged("message", lambda record: record["chunk"].pop("chunkId")))

    assert codes(done) == ["not_a_record"]
