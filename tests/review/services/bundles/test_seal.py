"""Audit bundles: what they contain, that the same content gives the same bytes, and what the journal records."""

import io
import json
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from aligner_core import ENGINE_VERSION, AlignerConfig, digest
from aligner_core.bundles import PRODUCT_POLICY, verify_evidence
from aligner_core.ledger.dsse import open_sealed
from aligner_core.ledger.keys import Keyring, VerifyingKey
from review import keys, verifier
from review.domain.policy import Stage
from review.models import Alignment, Chain, Entry, Event, Project, ReviewSession, Role
from review.payloads import check_extraction
from review.selectors.audit.event_log import audited_events
from review.selectors.bundles.contents import BundleScope, entry_scope, filter_scope, session_scope
from review.selectors.entries.entry_list import entry_list
from review.services.bundles.seal import SealedBundle, Unsealed, seal_bundle
from review.services.ingest.receive import receive_extraction
from review.services.people.passwords import Reauthentication
from review.services.promotion.claims import correct_claim
from review.services.promotion.stages import promote_entry, reject_entry, reopen_entry
from review.services.promotion.statements import approve_entry
from review.services.repair.quotes import retry_quote
from review.verifier import verify
from tests.behind import lifted
from tests.factories import (
    confirm,
    make_entries,
    make_entry,
    make_project,
    make_session,
    make_user,
    quotes_of,
    run_of,
    switch,
)
from tests.joining import confirm_person, give_role, join

MADE_WITH = {
    "engine": ENGINE_VERSION,
    "config_digest": AlignerConfig().digest,
    "config": {"enable_fuzzy": True, "fuzzy_threshold": 0.85, "max_quote_length": 2_000},
}
pytestmark = pytest.mark.django_db

ASIDE = "Nobody quotes this line; it stays between us. 아무도 인용하지 않는 말입니다."
WORDS = [
    "We keep the raw text of every event, always and for ever.",
    f"The cache lives for one hour. 🙂 캐시는 한 시간 동안 유지합니다. {ASIDE}",
    "This one is quoted by nobody.",
]


def quoted(index: int, quote: str) -> dict[str, object]:
    return {"messageIndex": index, "quote": quote}


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


@pytest.fixture
def session(mina: User) -> ReviewSession:
    """Receive a session; verify one entry, and leave one whose quotes are fuzzy, normalized and failed."""
    session = make_session(WORDS, session_id="talk-1", title="A talk")
    one, two = make_entries(
        session,
        [
            {"evidence": [quoted(0, "the raw text of every event"), quoted(1, "캐시는 한 시간 동안 유지합니다.")]},
            {
                "evidence": [
                    quoted(0, "We  KEEP the raw text"),
                    quoted(1, "The cache livez for one hour."),
                    quoted(0, "made up"),
                ]
            },
        ],
    )
    promote_entry(entry_id=one.pk, to=Stage.VERIFIED, seen_version=1, actor=mina)
    retry_quote(quote_id=quotes_of(two)[2].pk, text="for ever.", message_index=0, seen_attempt=1, actor=mina)
    return session


def sealed(
    scope: BundleScope, *, actor: User | None = None, withheld: tuple[str, ...] = (), moment: datetime | None = None
) -> SealedBundle:
    bundle = seal_bundle(scope=scope, withheld=withheld, actor=actor, moment=moment)
    assert isinstance(bundle, SealedBundle)
    return bundle


def files_of(bundle: SealedBundle) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(bundle.content)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def lines(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.splitlines()]


def test_a_session_s_bundle_holds_all_of_it(session: ReviewSession, mina: User) -> None:
    bundle = sealed(session_scope(session), actor=mina)

    files = files_of(bundle)
    assert list(files) == [
        "entries.jsonl",
        "events.jsonl",
        "evidence.jsonl",
        "extractions.jsonl",
        "manifest.json",
        "messages.jsonl",
        "public-key.pem",
        "records.json",
        "sections/alignment.json",
        "sections/entries.json",
        "sections/journal.json",
        "sections/messages.json",
        "sections/promotion.json",
        "signature.dsse.json",
        "verifier.html",
        "verify.py",
        "verify_checkpoints.py",
        "verify_words.py",
    ]
    assert [one["content"] for one in lines(files["messages.jsonl"])] == WORDS
    assert [(one["entry_id"], one["stage"], one["verified_by"]) for one in lines(files["entries.jsonl"])] == [
        ("e-1", "verified", "mina"),
        ("e-2", "candidate", None),
    ]
    assert [
        (one["quote"], one["attempt"], one["outcome"]["matchMethod"]) for one in lines(files["evidence.jsonl"])
    ] == [
        (0, 1, "exact"),
        (1, 1, "exact"),
        (0, 1, "normalized"),
        (1, 1, "fuzzy"),
        (2, 1, "none"),
        (2, 2, "exact"),
    ]
    assert [one["hash"] for one in lines(files["events.jsonl"])] == list(
        Event.objects.filter(session=session).order_by("seq").values_list("hash", flat=True)
    )
    assert bundle.counts == {
        "messages": 3,
        "entries": 2,
        "evidence": 6,
        "events": session.events.count(),
        "extractions": 1,
    }


def test_a_bundle_has_what_people_chose_and_the_confidence(session: ReviewSession) -> None:
    """The last attempt are words that mina wrote in place of made up ones; looking for them again leaves them hers."""
    jun, quote = make_user("jun", project=make_project()), quotes_of(session.entries.get(entry_id="e-2"))[2]
    retry_quote(quote_id=quote.pk, text="for ever.", message_index=0, seen_attempt=2, actor=jun)

    attempts = lines(files_of(sealed(session_scope(session)))["evidence.jsonl"])

    written = [{"provenance": "edited_quote", "actor": "mina"}]
    assert [(one["outcome"]["confidence"], one["chosen_by"]) for one in attempts[2:]] == [
        (0.95, []),
        (0.9499, []),
        (0.0, []),
        (1.0, written),
        (1.0, written),
    ]


def test_a_bundle_has_a_claim_in_versions_and_what_the_model_wrote(mina: User) -> None:
    entry = make_entry(make_session(WORDS), [(1, "The cache lives for two hours.")], title="Two hours", body="as said")
    [quote] = quotes_of(entry)
    retry_quote(quote_id=quote.pk, text="The cache lives for one hour.", message_index=1, seen_attempt=1, actor=mina)
    open_files = files_of(sealed(entry_scope(entry)))
    confirm(entry, mina)
    correct_claim(entry_id=entry.pk, title="One hour", body="as said", seen_version=3, actor=mina)
    files = files_of(sealed(entry_scope(entry), withheld=("messages",)))

    [before], [after] = lines(open_files["entries.jsonl"]), lines(files["entries.jsonl"])
    assert (before["title"], before["claim_version"], before["claim_open"]) == ("Two hours", 1, True)
    assert (after["title"], after["body"], after["claim_version"], after["claim_open"]) == (
        "One hour",
        "as said",
        2,
        False,
    )
    first, second = after["claims"]
    extracted = {"version": 1, "title": "Two hours", "body": "as said", "author": None, "created_at": None}
    assert first == before["claims"][0] == extracted
    assert (second["version"], second["title"], second["author"]) == (2, "One hour", "mina")
    assert [(one["claim_version"], one["actor"]) for one in after["claim_confirmations"]] == [(1, "mina")]
    assert [(one["attempt"], one["critical"]) for one in lines(files["evidence.jsonl"])] == [(1, ["number"]), (2, [])]
    assert [issue for issue in verify.check(files) if issue.kind == "wrong"] == []


def test_a_bundle_says_what_each_attempt_was_made_with(mina: User) -> None:
    """Not what the settings are when it is sealed."""
    entry = make_entry(make_session(WORDS), [(0, "nobody ever said this here")])
    quote = quotes_of(entry)[0]
    raised = {**MADE_WITH["config"], "fuzzy_threshold": 0.9}  # type: ignore[dict-item]
    for threshold in (0.9, 0.95):
        Project.objects.update(fuzzy_threshold=threshold)
        if threshold == 0.9:
            retry_quote(quote_id=quote.pk, text="nor this", message_index=0, seen_attempt=1, actor=mina)

    files = files_of(sealed(entry_scope(entry)))

    second = {"engine": ENGINE_VERSION, "config_digest": AlignerConfig(0.9).digest, "config": raised}
    assert [one["made_with"] for one in lines(files["evidence.jsonl"])] == [MADE_WITH, second]
    ran = json.loads(files["manifest.json"])["policy"]["aligner"]
    assert sorted(ran, key=str) == sorted([{**MADE_WITH, "attempts": 1}, {**second, "attempts": 1}], key=str)


def test_the_section_of_the_alignment_has_the_version_of_the_engine(mina: User) -> None:
    entry = make_entry(make_session(WORDS), ["We keep the raw text"], title="raw")
    retry_quote(quote_id=entry.quotes.get().pk, text="never said", message_index=0, seen_attempt=1, actor=mina)

    def versions() -> dict[str, str]:
        files = files_of(sealed(entry_scope(entry)))
        sections = [json.loads(data) for name, data in files.items() if name.startswith("sections/")]
        return {section["type"]: section["engine_version"] for section in sections}

    assert versions() == {**dict.fromkeys(versions(), PRODUCT_POLICY.evidence_version), "alignment": ENGINE_VERSION}
    with lifted("review_alignment"):
        Alignment.objects.filter(attempt=1).update(engine="2")
    assert versions()["alignment"] == f"2, {ENGINE_VERSION}"


def test_a_bundle_has_what_blocks_an_entry_and_what_made_it(mina: User) -> None:
    session = make_session(WORDS)
    extraction = {"model": "m-1", "run": {"runId": "r-1"}, "evidence": [{"messageIndex": 0, "quote": "never said so"}]}
    receive_extraction(session=session, checked=check_extraction(extraction), actor=None)

    [entry] = lines(files_of(sealed(session_scope(session)))["entries.jsonl"])

    assert (entry["promotionBlocked"], entry["failedQuotes"]) == (True, ["never said so"])
    assert entry["promotionBlockReason"] == "Evidence alignment failed. Cannot promote to Verified."
    run = {"extractor": "", "model": "m-1", "promptVersion": "", "runId": "r-1", "createdAt": ""}
    assert entry["run"] == run


def test_a_bundle_has_the_switches_of_what_was_verified(mina: User) -> None:
    first, second = (
        make_entry(make_session([*WORDS, name]), ["We keep the raw text"], title="raw") for name in ("a", "b")
    )
    promote_entry(entry_id=first.pk, to=Stage.VERIFIED, seen_version=1, actor=mina)
    switch(two_reviewers=True)

    entries = [lines(files_of(sealed(entry_scope(entry)))["entries.jsonl"])[0] for entry in (first, second)]

    switches = {"on": [], "off": ["two_reviewers"]}
    assert [one["switches_when_verified"] for one in entries] == [switches, None]


def test_a_bundle_has_who_judged_whom_and_who_confirmed_that_they_are_two() -> None:
    entry, dana = make_entry(make_session(WORDS), ["We keep the raw text"], title="raw"), make_user("dana")
    switch(two_reviewers=True)
    sora = join(dana, "sora")
    confirm_person(sora)
    approve_entry(entry_id=entry.pk, seen_version=1, actor=sora)
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=2, actor=dana)
    jun = give_role(make_user("jun"), Role.CERTIFIER)
    proof = Reauthentication(jun.pk, timezone.now())
    promote_entry(entry_id=entry.pk, to=Stage.CERTIFIED, seen_version=3, actor=jun, reauthentication=proof)

    [record] = lines(files_of(sealed(entry_scope(entry)))["entries.jsonl"])

    two = {"counts_as_one": False, "through": "dana", "confirmed_by": "root"}
    alone = {"counts_as_one": False, "through": None, "confirmed_by": None}
    assert record["second_persons"] == [
        {"beside": "dana", "act": "approved", "account": "sora", **two},
        {"beside": "jun", "act": "verified", "account": "dana", **alone},
    ]


def test_the_manifest_names_every_file_and_is_signed(session: ReviewSession) -> None:
    bundle = sealed(session_scope(session), moment=None)

    files = files_of(bundle)
    ring = Keyring(retired=[VerifyingKey.load(files["public-key.pem"])])
    signed = open_sealed(files["signature.dsse.json"], verify.PAYLOAD_TYPE, ring)
    manifest = json.loads(signed)
    assert signed == files["manifest.json"]
    assert ring.key_ids == (bundle.key_id,) == (manifest["key_id"],) == (keys.keyring().newest.key_id,)
    assert manifest["files"] == {
        name: digest(data) for name, data in files.items() if name not in {"manifest.json", "signature.dsse.json"}
    }
    assert manifest["counts"] == bundle.counts
    assert manifest["scope"] == {"kind": "session", "project": "ledger", "session_id": "talk-1"}
    assert manifest["policy"] == {
        "aligner": [{**MADE_WITH, "attempts": 6}],
        "projects": {
            "ledger": {
                "claim_facts": "show",
                "explain_sources": False,
                "separate_span_author": False,
                "fuzzy_threshold": 0.85,
                "max_quote_length": 2_000,
                "stale_after_days": 180,
                "two_reviewers": False,
            }
        },
    }


def test_the_sections_are_an_evidence_bundle_of_the_product_s_policy(session: ReviewSession) -> None:
    files = files_of(sealed(session_scope(session)))

    sections = [json.loads(data) for name, data in files.items() if name.startswith("sections/")]
    manifest = json.loads(files["manifest.json"])
    verify_evidence({**manifest["evidence"], "sections": sections}, policy=PRODUCT_POLICY)
    payloads = {section["type"]: section["payload"] for section in sections}
    chain = Chain.objects.get(session=session)
    assert payloads["alignment"]["methods"] == {"exact": 3, "normalized": 1, "fuzzy": 1, "none": 1}
    assert payloads["entries"]["stages"] == {"verified": 1, "candidate": 1}
    assert payloads["journal"]["heads"] == [{"name": chain.name, "seq": chain.head_seq, "hash": chain.head_hash}]
    assert payloads["promotion"] == {"granted": {"verified": 1}, "refused": {}}
    assert payloads["messages"]["sha256"] == digest(files["messages.jsonl"])
    assert {section["created_at"] for section in sections} == {manifest["created_at"]}


def test_an_entry_s_bundle_holds_the_messages_it_rests_on(session: ReviewSession) -> None:
    entry = session.entries.get(entry_id="e-1")

    files = files_of(sealed(entry_scope(entry)))

    assert [one["message_index"] for one in lines(files["messages.jsonl"])] == [0, 1]
    assert [one["entry_id"] for one in lines(files["entries.jsonl"])] == ["e-1"]
    assert {one["entry_id"] for one in lines(files["evidence.jsonl"])} == {"e-1"}
    assert json.loads(files["manifest.json"])["scope"] == {
        "kind": "entry",
        "project": "ledger",
        "session_id": "talk-1",
        "extraction": run_of(entry).digest,
        "entry": 0,
        "entry_id": "e-1",
    }


def test_a_filter_s_bundle_holds_what_passes(session: ReviewSession, mina: User) -> None:
    make_entry(make_session(["Another one."], session_id="talk-2"), ["Another one."])
    filters = {"stage": "candidate", "session": str(session.pk)}

    files = files_of(sealed(filter_scope(entry_list(mina, filters), filters), actor=mina))

    scope = {"kind": "filter", "stage": "candidate", "project": "ledger", "session_id": "talk-1"}
    assert json.loads(files["manifest.json"])["scope"] == scope
    assert [one["entry_id"] for one in lines(files["entries.jsonl"])] == ["e-2"]


def test_a_filter_over_sessions_holds_their_chains(session: ReviewSession, mina: User) -> None:
    other = make_session(["Another one."], session_id="talk-2")
    make_entry(other, ["Another one."])

    files = files_of(sealed(filter_scope(entry_list(mina, {}), {}), actor=mina))

    assert json.loads(files["manifest.json"])["scope"] == {"kind": "filter"}
    heads = json.loads(files["sections/journal.json"])["payload"]["heads"]
    assert [head["name"] for head in heads] == [f"session:{session.pk}", f"session:{other.pk}"]
    assert len(lines(files["events.jsonl"])) == sum(head["seq"] for head in heads)


def test_the_same_content_and_moment_give_the_same_bytes(session: ReviewSession, mina: User) -> None:
    """Exporting twice with the same filter and timestamp gives identical bytes."""
    moment = timezone.now()

    bundles = [sealed(session_scope(session), actor=mina, moment=moment) for _ in range(2)]

    assert bundles[0].content == bundles[1].content


def test_the_journal_records_who_got_what(session: ReviewSession, mina: User) -> None:
    before = Chain.objects.get(session=session).head_hash

    bundle = sealed(session_scope(session), actor=mina, withheld=("messages",))

    event = Event.objects.get(event_type="bundle_sealed")
    assert (event.actor, event.session, event.entry, event.chain.name) == ("mina", None, None, Chain.STORE)
    assert event.body["digest"] == bundle.digest == digest(bundle.content)
    assert event.body["scope"] == {"kind": "session", "project": "ledger", "session_id": "talk-1"}
    assert (event.body["withheld"], event.body["counts"]) == (["messages"], bundle.counts)
    assert event.body["key_id"] == bundle.key_id
    assert event.body["projects"] == [{"project": "ledger", "entries": 2}]
    assert Chain.objects.get(session=session).head_hash == before
    assert bundle.name == f"audit-bundle-{bundle.digest[:12]}.zip"


def test_auditors_see_what_was_taken_from_their_projects(session: ReviewSession, mina: User) -> None:
    other = make_project("other", reviewer=mina)
    make_entry(make_session(["Another one."], project=other), ["Another one."])
    auditors = [make_user(name, project=project, role=Role.AUDITOR) for name, project in (("a", other), ("b", None))]

    sealed(filter_scope(entry_list(mina, {}), {}), actor=mina)

    seen = [audited_events(person).filter(event_type="bundle_sealed").count() for person in auditors]
    assert seen == [1, 0]


def test_withheld_messages_leave_their_digests_and_nothing_else(session: ReviewSession) -> None:
    make_entry(
        session,
        [
            (1, "Nobody quotes this lime; it stays between us."),
            (2, ASIDE[:45]),
            (1, "Nobody else quoted that line, it stayed among you"),
        ],
    )

    whole, bare = (files_of(sealed(session_scope(session), withheld=one)) for one in ((), ("messages",)))

    held = b"".join(data for name, data in bare.items() if name.endswith(".jsonl")).decode()
    assert "아무도 인용하지" not in held
    assert "Nobody quotes this line" not in held.replace(ASIDE[:45], "")
    assert json.loads(bare["manifest.json"])["withheld"] == ["messages"]
    assert json.loads(bare["sections/messages.json"])["payload"]["withheld"] == 3
    for name in ("messages.jsonl", "evidence.jsonl", "events.jsonl"):
        pairs = list(zip(lines(whole[name]), lines(bare[name]), strict=True))
        assert [
            {key: one[key] for key in ("content_hash", "words_hash", "hash") if key in one} for one, _ in pairs
        ] == [{key: two[key] for key in ("content_hash", "words_hash", "hash") if key in two} for _, two in pairs]
    outcomes = [one["outcome"] for one in lines(bare["evidence.jsonl"])]
    assert [outcome.keys() & {"closest", "differences", "foundIn"} for outcome in outcomes] == [set()] * len(outcomes)
    assert any(one["outcome"].get("closest") for one in lines(whole["evidence.jsonl"]))
    kept = {one["event_type"] for one in lines(bare["events.jsonl"]) if "payload" in one}
    assert kept == {"session_ingested", "memory_extracted", "entry_promoted"}


def test_the_bundle_carries_the_verifiers_it_is_checked_with(session: ReviewSession) -> None:
    files = files_of(sealed(session_scope(session)))

    folder = Path(verifier.__file__).parent
    held = {name: files[name] for name in ("verify.py", "verify_checkpoints.py", "verify_words.py", "verifier.html")}
    assert held == {name: (folder / name).read_bytes() for name in held}


def test_what_somebody_may_not_read_is_not_sealed(session: ReviewSession) -> None:
    stranger = make_user("jun", project=make_project("other"))

    assert seal_bundle(scope=session_scope(session), withheld=(), actor=stranger) is Unsealed.NOT_PERMITTED
    assert not Event.objects.filter(event_type="bundle_sealed").exists()


@pytest.mark.parametrize("role", Role)
def test_whoever_may_read_may_take_a_bundle(session: ReviewSession, role: Role) -> None:
    guest = make_user("guest", project=session.project, role=role)

    assert isinstance(seal_bundle(scope=session_scope(session), withheld=(), actor=guest), SealedBundle)


def test_a_filter_that_nothing_passes_is_not_sealed(session: ReviewSession, mina: User) -> None:
    filters = {"stage": "certified"}

    answer = seal_bundle(scope=filter_scope(entry_list(mina, filters), filters), withheld=(), actor=mina)

    assert answer is Unsealed.EMPTY


def test_a_session_without_entries_is_sealed() -> None:
    bundle = sealed(session_scope(make_session(["Nothing was extracted."])))

    assert bundle.counts == {"messages": 1, "entries": 0, "evidence": 0, "events": 1}


@pytest.mark.parametrize("away", [timedelta(hours=-1), timedelta(hours=1)], ids=["before what it holds", "to come"])
def test_a_bundle_names_no_moment_that_cannot_be(session: ReviewSession, away: timedelta) -> None:
    answer = seal_bundle(scope=session_scope(session), withheld=(), actor=None, moment=timezone.now() + away)

    assert answer is Unsealed.WRONG_MOMENT


def test_a_moment_is_written_in_utc_and_whole_seconds(session: ReviewSession) -> None:
    moment = timezone.now()

    manifest = json.loads(files_of(sealed(session_scope(session), moment=moment))["manifest.json"])

    assert manifest["created_at"] == moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def test_a_session_that_changes_once_while_it_is_read_is_read_again(session: ReviewSession, mina: User) -> None:
    entry = session.entries.get(entry_id="e-2")

    with while_reading(lambda: later(lambda: reject(entry, mina)), times=1):
        bundle = sealed(session_scope(session), actor=mina)

    assert lines(files_of(bundle)["entries.jsonl"])[1]["rejected_reason"] == "busy"


def test_a_session_that_never_rests_is_not_sealed(session: ReviewSession, mina: User) -> None:
    entry = session.entries.get(entry_id="e-2")

    with while_reading(lambda: reject(entry, mina), times=9):
        answer = seal_bundle(scope=session_scope(session), withheld=(), actor=mina)

    assert answer is Unsealed.CONFLICT
    assert not Event.objects.filter(event_type="bundle_sealed").exists()


def later(work: Callable[[], None]) -> None:
    """Do some work at least one second later."""
    time.sleep(1.1)
    work()


def reject(entry: Entry, actor: User) -> None:
    """Reject an entry, or reopen it when it is rejected."""
    entry.refresh_from_db()
    if entry.rejected_at is None:
        reject_entry(entry_id=entry.pk, reason="busy", seen_version=entry.version, actor=actor)
    else:
        reopen_entry(entry_id=entry.pk, seen_version=entry.version, actor=actor)


@contextmanager
def while_reading(work: Callable[[], None], *, times: int) -> Iterator[None]:
    """Do some work right before the messages of a bundle are read, *times* times."""
    left = [times]
    busy = [False]

    def change_first(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:  # noqa: ANN401, FBT001 - Django's signature
        if sql.startswith('SELECT "review_message"') and left[0] and not busy[0]:
            busy[0], left[0] = True, left[0] - 1
            work()
            busy[0] = False
        return execute(sql, params, many, context)

    with connection.execute_wrapper(change_first):
        yield
