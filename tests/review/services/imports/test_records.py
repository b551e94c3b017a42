"""Importing what another store exported: equal digests, attempts and stages, and an audit without findings."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError, connection

from aligner_core import digest
from review.domain.errors import Problem, UploadRefusedError
from review.domain.policy import Refused, Stage
from review.domain.roles import Role
from review.models import Alignment, Entry, Event, Project, ReviewSession
from review.payloads.records import Source, sessions_of_bundle, sessions_of_lines, store_of_lines
from review.selectors.bundles.contents import BundleScope, session_scope
from review.selectors.lineage import lineage_of
from review.services.audit.audit_store import audit_store
from review.services.bundles.seal import SealedBundle, seal_bundle
from review.services.exports.export import Export, export
from review.services.imports._entries import Untold
from review.services.imports.records import Imported, NotImported, import_records
from review.services.people.passwords import confirm_password
from review.services.promotion.stages import promote_entry
from review.verifier import verify
from tests.everything import PASSWORD, make_everything
from tests.factories import make_entry, make_project, make_session, make_user
from tests.faulty import full_for

pytestmark = pytest.mark.django_db
OTHER = "other-store"
Records = list[dict[str, Any]]
WORDS = "We keep the raw text of every event."
OF_PLACE = {"project", "actor", "store", "verifiedBy", "certifiedBy", "rejectedBy", "addedBy", "receivedAt"}
OF_ROWS = {"verifiedAt", "certifiedAt", "rejectedAt", "addedAt"}
"""Times of rows are within a moment of those of their events, which are compared."""


def exported(project: Project) -> Records:
    sessions = ReviewSession.objects.filter(project=project)
    scope = BundleScope({}, Entry.objects.filter(session__project=project), sessions, whole_sessions=True)
    done = export(scope=scope, name="jsonl", actor=None)
    assert isinstance(done, Export)
    return [json.loads(line) for line in "".join(done.pieces).splitlines()]


def bring_in(records: Records, *, into: Project, actor: User | None = None) -> Imported | NotImported:
    lines = [json.dumps(one) for one in records]
    source = Source("jsonl", digest("\n".join(lines).encode()), store_of_lines(lines))
    return import_records(project=into, sessions=sessions_of_lines(lines[1:]), source=source, actor=actor)


def imported(records: Records, *, into: Project) -> Imported:
    done = bring_in(records, into=into)
    assert isinstance(done, Imported)
    return done


def other() -> Project:
    return make_project(OTHER)


def clean() -> bool:
    return not [one for one in audit_store() if not one.is_note]


def compared(records: Records) -> list[object]:
    """Return records without what names the place and the people: those of the other store are others here."""
    for one in records:
        for quote in one.get("evidence", ()):
            for attempt in quote["attempts"]:
                attempt.pop("createdAt")
    return [_compared(one) for one in records if one["record"] != "export"]


def _compared(value: object) -> object:
    match value:
        case dict():
            return {key: _compared(item) for key, item in value.items() if key not in OF_PLACE | OF_ROWS}
        case list():
            return [_compared(item) for item in value]
    return value


def verified() -> Entry:
    """Return an entry that mina has verified."""
    project = make_project()
    mina = make_user("mina", project=project)
    entry = make_entry(make_session([WORDS], session_id="talk"), ["keep the raw text of every event"])
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=entry.version, actor=mina)
    return Entry.objects.get(pk=entry.pk)


def entry_there() -> Entry:
    return Entry.objects.select_related("session", "verified_by").get(session__project=other())


def changed(records: Records, change: Callable[[dict[str, Any]], object], kind: str = "entry") -> Records:
    for one in records:
        if one["record"] == kind:
            change(one)
    return records


def test_a_store_with_everything_comes_back_equal_and_the_audit_finds_nothing() -> None:
    make_everything()
    before = exported(make_project())

    done = imported(before, into=other())

    after = exported(other())
    assert done.refused == []
    assert clean()
    for one, was in zip(compared(after), compared(before), strict=True):
        assert one == was


def test_what_was_imported_is_exported_with_the_people_of_its_first_store() -> None:
    verified()
    imported(exported(make_project()), into=other())
    third = make_project("third-store")

    imported(exported(other()), into=third)

    verifiers = set(
        Entry.objects.exclude(session__project=make_project()).values_list("verified_by__username", flat=True)
    )
    assert len(verifiers) == 1
    assert next(iter(verifiers)).count("@") == 1
    assert clean()


def test_importing_again_adds_nothing() -> None:
    make_everything()
    records = exported(make_project())
    first = imported(records, into=other())
    events, attempts = Event.objects.count(), Alignment.objects.count()

    second = imported(records, into=other())

    assert second.refused == []
    assert second.counts["entries_there"] == first.counts["entries"]
    assert second.counts["decided"] == 0
    assert (Event.objects.count(), Alignment.objects.count()) == (events + 1, attempts)  # one says that it was tried


def test_the_journal_says_whose_word_the_decisions_are_and_who_brought_them() -> None:
    verified()
    dana = make_user("dana", project=other(), role=Role.MANAGER)
    records = exported(make_project())

    bring_in(records, into=other(), actor=dana)

    told = Event.objects.get(event_type="entry_imported")
    assert (told.actor, told.body["format"], told.body["key_id"], told.body["stage"]) == (
        "dana",
        "jsonl",
        "",
        "verified",
    )
    assert [(one["event_type"], one["actor"]) for one in told.body["history"]] == [("entry_promoted", "mina")]
    assert Event.objects.get(event_type="records_imported").body["counts"] == {
        "sessions": 1,
        "extractions": 1,
        "entries": 1,
        "decided": 1,
        "refused": 0,
    }


def test_nobody_can_log_in_as_a_person_of_another_store_who_counts_as_one_with_the_importer() -> None:
    verified()
    dana = make_user("dana", project=other(), role=Role.MANAGER)

    bring_in(exported(make_project()), into=other(), actor=dana)

    person = User.objects.get(username__startswith="mina@")
    assert not person.is_active
    assert not person.has_usable_password()
    assert lineage_of([person.pk, dana.pk]).is_one_person(person.pk, dana.pk)


def test_who_imported_a_verified_entry_cannot_certify_it() -> None:
    verified()
    dana = User(username="dana")
    dana.set_password(PASSWORD)
    dana.save()
    make_user("dana", project=other(), role=Role.MANAGER)
    bring_in(exported(make_project()), into=other(), actor=dana)
    make_user("dana", project=other(), role=Role.CERTIFIER)
    entry = entry_there()

    proof = confirm_password(user=dana, password=PASSWORD)
    decision = promote_entry(
        entry_id=entry.pk, to=Stage.CERTIFIED, seen_version=entry.version, actor=dana, reauthentication=proof
    )

    assert isinstance(decision, Refused)
    assert Entry.objects.get(pk=entry.pk).stage == Stage.VERIFIED


@pytest.mark.parametrize("role", [Role.VIEWER, Role.REVIEWER, Role.CERTIFIER, Role.AUDITOR])
def test_only_a_manager_may_bring_in_decisions(role: Role) -> None:
    verified()
    records = exported(make_project())

    done = bring_in(records, into=other(), actor=make_user("jun", project=other(), role=role))

    assert done is NotImported.NOT_PERMITTED
    assert not Entry.objects.filter(session__project=other()).exists()


def test_an_entry_that_was_decided_on_here_stays_as_it_is() -> None:
    verified()
    records = exported(make_project())
    jun = make_user("jun", project=other())
    twin = make_entry(make_session([WORDS], session_id="talk", project=other()), ["keep the raw text of every event"])
    promote_entry(entry_id=twin.pk, to=Stage.VERIFIED, seen_version=twin.version, actor=jun)

    done = imported(records, into=other())

    assert [one.why for one in done.refused] == [Untold.DECIDED_HERE]
    assert entry_there().verified_by == jun
    assert clean()


def test_an_entry_that_nobody_here_has_touched_gets_its_decisions() -> None:
    verified()
    records = exported(make_project())
    make_entry(make_session([WORDS, "More."], session_id="talk", project=other()), ["keep the raw text of every event"])

    done = imported(records, into=other())

    assert done.refused == []
    assert (entry_there().stage, done.counts["sessions_there"]) == ("verified", 1)
    assert clean()


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="this is how SQLite is made full")
def test_a_full_disk_is_no_contradiction() -> None:
    """The decisions would be left out of the import for good, with a wrong reason."""
    verified()
    records = exported(make_project())
    make_entry(make_session([WORDS], session_id="talk", project=other()), ["keep the raw text of every event"])

    is_full = full_for("review_event", "NEW.event_type = 'entry_imported'")
    with is_full, pytest.raises(OperationalError, match="full"):
        imported(records, into=other())

    assert entry_there().stage == "candidate"
    assert imported(records, into=other()).refused == []
    assert entry_there().stage == "verified"


def test_a_message_that_is_another_one_here_is_never_overwritten() -> None:
    verified()
    records = exported(make_project())
    make_session(["We keep nothing."], session_id="talk", project=other())

    done = imported(records, into=other())

    [refused] = done.refused
    assert isinstance(refused.why, Problem)
    assert refused.why.code == "messages_changed"
    assert not Entry.objects.filter(session__project=other()).exists()
    assert clean()


def test_further_messages_are_appended() -> None:
    verified()
    make_session([WORDS, "And the index."], session_id="talk")
    records = exported(make_project())
    make_session([WORDS], session_id="talk", project=other())

    imported(records, into=other())

    assert entry_there().session.messages.count() == 2
    assert clean()


def _forge_stage(entry: dict[str, Any]) -> None:
    entry["stage"] = "certified"


def _forge_event(entry: dict[str, Any]) -> None:
    entry["history"][0]["eventType"] = "evidence_aligned"


def _forge_payload(entry: dict[str, Any]) -> None:
    entry["history"][0]["payload"]["more"] = 1


def _forge_actor(entry: dict[str, Any]) -> None:
    entry["history"][0]["actor"] = "system"


@pytest.mark.parametrize(
    ("forge", "why"),
    [
        (_forge_stage, Untold.CONTRADICTION),
        (_forge_event, Untold.UNKNOWN_EVENT),
        (_forge_payload, Untold.UNKNOWN_EVENT),
        (_forge_actor, Untold.CONTRADICTION),
    ],
)
def test_decisions_that_contradict_themselves_are_refused_and_the_entry_is_as_extracted(
    forge: Callable[[dict[str, Any]], object], why: Untold
) -> None:
    verified()
    records = changed(exported(make_project()), forge)

    done = imported(records, into=other())

    assert [one.why for one in done.refused] == [why]
    assert (entry_there().stage, done.counts["entries"]) == ("candidate", 1)
    assert not Event.objects.filter(event_type="entry_imported").exists()
    assert clean()


def test_nobody_verifies_a_quote_that_is_not_there_by_importing() -> None:
    """Property of the gate: a file cannot say that an entry is verified whose quotes were not found."""
    verified()
    [promoted] = next(one for one in exported(make_project()) if one["record"] == "entry")["history"]
    entry = make_entry(make_session(["Nothing."], session_id="invented"), ["never said by anyone here"])

    def forge(record: dict[str, Any]) -> None:
        record["history"], record["stage"] = [promoted], "verified"

    records = [one for one in exported(make_project()) if one.get("session") in {None, "invented"}]
    done = imported(changed(records, forge), into=other())

    assert [one.why for one in done.refused] == [Untold.UNPROVEN]
    assert entry_there().stage == entry.stage
    assert clean()


def test_a_critical_difference_that_nobody_accepted_is_not_verified_by_importing() -> None:
    verified()
    [promoted] = next(one for one in exported(make_project()) if one["record"] == "entry")["history"]
    make_entry(
        make_session(["The notice is 90 days before the lease ends."], session_id="days"),
        ["The notice is 80 days before the lease ends."],
    )

    def forge(record: dict[str, Any]) -> None:
        record["history"], record["stage"] = [promoted], "verified"

    records = [one for one in exported(make_project()) if one.get("session") in {None, "days"}]
    done = imported(changed(records, forge), into=other())

    assert [one.why for one in done.refused] == [Untold.UNPROVEN]
    assert entry_there().stage == "candidate"


def test_a_place_without_its_proof_refuses_its_session() -> None:
    verified()

    def forge(record: dict[str, Any]) -> None:
        outcome = record["evidence"][0]["attempts"][0]["outcome"]
        outcome["spanStart"], outcome["spanEnd"] = outcome["spanStart"] - 1, outcome["spanEnd"] - 1

    done = imported(changed(exported(make_project()), forge), into=other())

    assert [one.why.code for one in done.refused if isinstance(one.why, Problem)] == ["proof_failed"]
    assert not ReviewSession.objects.filter(project=other()).exists()


def test_an_extraction_that_is_not_what_its_digest_says_refuses_its_session() -> None:
    verified()

    def forge(record: dict[str, Any]) -> None:
        record["extraction"]["entries"][0]["title"] = "Another claim"

    done = imported(changed(exported(make_project()), forge, "extraction"), into=other())

    assert [one.why.code for one in done.refused if isinstance(one.why, Problem)] == ["extraction_differs"]


def test_an_extraction_without_all_of_its_entries_refuses_its_session() -> None:
    verified()
    records = [one for one in exported(make_project()) if one["record"] != "entry"]

    done = imported(records, into=other())

    assert [one.why.code for one in done.refused if isinstance(one.why, Problem)] == ["extraction_incomplete"]


def test_the_name_of_an_account_that_somebody_uses_is_never_taken() -> None:
    verified()
    records = exported(make_project())
    User.objects.create_user(f"mina@{records[0]['store']}", password=PASSWORD)

    done = imported(records, into=other())

    assert [one.why for one in done.refused] == [Untold.NAME_TAKEN]
    assert entry_there().stage == "candidate"


@pytest.mark.parametrize("header", ["{}", '{"format": "evidence-review", "version": 1, "store": "../x"}', "no json"])
def test_a_file_that_is_no_export_is_refused(header: str) -> None:
    with pytest.raises(UploadRefusedError):
        store_of_lines([header])


@pytest.mark.parametrize(
    "line",
    [
        '{"record": "message"}',
        '{"record": "session", "session": 1}',
        "[]",
        '{"record": "session", "session": "s"}\n{"record": "x", "session": "s"}',
    ],
)
def test_a_line_that_is_no_record_is_refused(line: str) -> None:
    with pytest.raises(UploadRefusedError):
        list(sessions_of_lines(line.split("\n")))


def test_a_bundle_of_a_session_comes_back_equal_and_the_audit_finds_nothing() -> None:
    make_everything()
    before = exported(make_project())[1:]
    names = [one["session"] for one in before if one["record"] == "session"]

    keys = set[str]()
    for name in names:
        session = ReviewSession.objects.select_related("project").get(project=make_project(), session_id=name)
        bundle = seal_bundle(scope=session_scope(session), withheld=(), actor=None)
        assert isinstance(bundle, SealedBundle)
        files = unpacked(bundle.content)
        assert [issue for issue in verify.check(files) if issue.kind == "wrong"] == []
        keys.add(bundle.key_id)
        source = Source("bundle", bundle.digest, bundle.key_id[:8], bundle.key_id)
        done = import_records(project=other(), sessions=sessions_of_bundle(files), source=source, actor=None)
        assert isinstance(done, Imported)
        assert done.refused == []

    assert clean()
    for one, was in zip(compared(exported(other())), compared(before), strict=True):
        assert one == was
    assert {event.body["key_id"] for event in Event.objects.filter(event_type="entry_imported")} == keys


def unpacked(content: bytes) -> dict[str, bytes]:
    return {name: bytes(data[:]) for name, (_, data) in verify._members(content)}


def test_a_bundle_that_withholds_messages_cannot_be_imported() -> None:
    entry = verified()
    bundle = seal_bundle(scope=session_scope(entry.session), withheld=("messages",), actor=None)
    assert isinstance(bundle, SealedBundle)

    with pytest.raises(UploadRefusedError):
        list(sessions_of_bundle(unpacked(bundle.content)))


def test_a_bundle_of_what_was_imported_verifies() -> None:
    make_everything()
    imported(exported(make_project()), into=other())

    for session in ReviewSession.objects.filter(project=other()).select_related("project"):
        bundle = seal_bundle(scope=session_scope(session), withheld=(), actor=None)
        assert isinstance(bundle, SealedBundle)
        assert [issue for issue in verify.check(unpacked(bundle.content)) if issue.kind == "wrong"] == []
