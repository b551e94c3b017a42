"""From verified to certified: by a second person who re-enters their password, on evidence that holds."""

import ast
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from pytest_django.fixtures import Settings

import review
from aligner_core import text_hash
from review.domain.limits import PASSWORD_TIME
from review.domain.policy import Decision, Granted, Reason, Refused, Stage
from review.models import Entry, Message, Role
from review.services.audit.audit_store import Finding, audit_store
from review.services.people._log_ins import SessionStore
from review.services.people.passwords import Reauthentication, confirm_password, keep_proof, kept_proof
from review.services.promotion.stages import demote_entry, promote_entry, reject_entry
from review.services.repair.quotes import acknowledge_differences
from tests.behind import rewrite
from tests.factories import make_entry, make_project, make_session, make_user, quotes_of

pytestmark = pytest.mark.django_db

WORDS = ["We keep the raw text of every event."]
FOUND = (0, "keep the raw text of every event")
CERTIFIED = Granted(Stage.CERTIFIED)


def refused(*reasons: Reason) -> Refused:
    return Refused(Stage.CERTIFIED, reasons)


def person(name: str, role: Role = Role.CERTIFIER) -> User:
    user = make_user(name, project=make_project(), role=role)
    user.set_password(f"{name}'s own")
    user.save()
    return user


@pytest.fixture(autouse=True)
def _quick_passwords(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def mina() -> User:
    return person("mina")


@pytest.fixture
def jun() -> User:
    return person("jun")


@pytest.fixture
def entry(mina: User) -> Entry:
    entry = make_entry(make_session(WORDS), [FOUND])
    decision = promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=mina)
    assert decision == Granted(Stage.VERIFIED)
    return entry


def proof_of(actor: User) -> Reauthentication | None:
    return confirm_password(user=actor, password=f"{actor.username}'s own")


def certify(entry: Entry, actor: User, proof: Reauthentication | None, *, seen: int | None = None) -> Decision:
    version = Entry.objects.get(pk=entry.pk).version if seen is None else seen
    return promote_entry(
        entry_id=entry.pk, to=Stage.CERTIFIED, seen_version=version, actor=actor, reauthentication=proof
    )


def test_a_second_person_certifies(entry: Entry, mina: User, jun: User) -> None:
    assert certify(entry, jun, proof_of(jun)) == CERTIFIED

    entry.refresh_from_db()
    assert (entry.stage, entry.verified_by, entry.certified_by, entry.version) == ("certified", mina, jun, 3)
    assert entry.certified_at is not None
    assert timezone.now() - entry.certified_at < timedelta(minutes=1)
    assert list(audit_store()) == []


def test_the_journal_records_when_the_password_was_given(entry: Entry, jun: User) -> None:
    proof = proof_of(jun)
    assert proof is not None

    certify(entry, jun, proof)

    verified, certified = (event.body for event in entry.events.filter(event_type="entry_promoted").order_by("seq"))
    assert (certified["from_stage"], certified["to_stage"]) == ("verified", "certified")
    assert certified["reauthenticated_at"] == proof.at.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    assert verified["reauthenticated_at"] is None
    assert certified["proofs"] == verified["proofs"] != []


def test_who_verified_does_not_certify(entry: Entry, mina: User) -> None:
    assert certify(entry, mina, proof_of(mina)) == refused(Reason.SAME_REVIEWER)
    assert entry.events.latest("seq").body["reasons"] == ["same_reviewer"]


@pytest.mark.parametrize("role", [Role.VIEWER, Role.REVIEWER, Role.AUDITOR, Role.MANAGER])
def test_only_certifiers_certify(entry: Entry, role: Role) -> None:
    other = person("other", role)

    assert certify(entry, other, proof_of(other)) == refused(Reason.NOT_PERMITTED)


def test_staff_trusted_with_entries_do_not_certify(entry: Entry) -> None:
    root = User.objects.create_superuser("root", password="root's own")  # noqa: S106 - a test's

    assert certify(entry, root, proof_of(root)) == refused(Reason.NOT_PERMITTED)


def test_nobody_certifies_without_the_password(entry: Entry, jun: User) -> None:
    assert confirm_password(user=jun, password="guessed") is None  # noqa: S106 - a test's
    assert certify(entry, jun, None) == refused(Reason.NOT_PERMITTED)


def test_nobody_certifies_on_the_password_of_another(entry: Entry, mina: User, jun: User) -> None:
    assert certify(entry, jun, proof_of(mina)) == refused(Reason.NOT_PERMITTED)


def test_a_stale_page_certifies_nothing(entry: Entry, jun: User) -> None:
    assert certify(entry, jun, proof_of(jun), seen=1) == refused(Reason.CONFLICT)


def test_every_proof_is_checked_again(entry: Entry, jun: User) -> None:
    rewrite("review_message", "content", "We keep no text.")

    assert certify(entry, jun, proof_of(jun)) == refused(Reason.PROOF_FAILED)


def test_drift_is_checked_again(entry: Entry, jun: User) -> None:
    old = Message.objects.get()
    rewrite("review_entry", "stage", "candidate")
    newer = {"content": "New.", "content_hash": text_hash("New."), "length": 4}
    Message.objects.create(session=old.session, index=0, version=2, **newer)
    rewrite("review_entry", "stage", "verified")

    assert certify(entry, jun, proof_of(jun)) == refused(Reason.DRIFTED_EVIDENCE)


def test_what_the_verifier_acknowledged_stands(mina: User, jun: User) -> None:
    entry = make_entry(make_session(WORDS), [(0, "We never keep the raw text of every event.")])
    [quote] = quotes_of(entry)
    acknowledge_differences(quote_id=quote.pk, reason="a joke", seen_attempt=1, actor=mina)
    assert promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=2, actor=mina) == Granted(Stage.VERIFIED)

    assert certify(entry, jun, proof_of(jun)) == CERTIFIED


@pytest.mark.parametrize("stage", ["raw", "working", "candidate"])
def test_what_nobody_verified_is_not_certified(jun: User, stage: str) -> None:
    entry = make_entry(make_session(WORDS), [FOUND], stage=stage)

    assert certify(entry, jun, proof_of(jun)) == refused(Reason.WRONG_STAGE)


def test_what_is_certified_is_not_certified_again(entry: Entry, jun: User) -> None:
    certify(entry, jun, proof_of(jun))
    hana = person("hana")

    assert certify(entry, hana, proof_of(hana)) == refused(Reason.WRONG_STAGE)


def test_a_rejected_entry_is_not_certified(entry: Entry, jun: User) -> None:
    reject_entry(entry_id=entry.pk, reason="no", seen_version=2, actor=jun)

    assert certify(entry, jun, proof_of(jun)) == refused(Reason.WRONG_STAGE)


def test_a_certified_entry_is_demoted_and_both_names_are_gone(entry: Entry, mina: User, jun: User) -> None:
    certify(entry, jun, proof_of(jun))

    demoted = demote_entry(entry_id=entry.pk, reason="read again", seen_version=3, actor=mina)

    entry.refresh_from_db()
    assert demoted == Granted(Stage.CANDIDATE)
    assert (entry.stage, entry.verified_by, entry.certified_by, entry.certified_at) == ("candidate", None, None, None)
    assert list(audit_store()) == []


def test_audit_store_finds_another_certifier(entry: Entry, jun: User) -> None:
    certify(entry, jun, proof_of(jun))

    rewrite("review_entry", "certified_by_id", person("hana").pk)

    assert list(audit_store()) == [Finding("certifier_unaccounted", "entry", entry.pk)]


def test_only_confirm_password_makes_the_proof() -> None:
    package = Path(review.__file__).parent
    made_in = {
        path.name
        for path in package.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and "Reauthentication" in ast.unparse(node.func)
    }

    assert made_in == {"passwords.py"}


def test_a_proof_is_kept_for_its_time_for_one_person_and_one_password(monkeypatch: pytest.MonkeyPatch) -> None:
    jun, hana, session = person("jun"), person("hana"), SessionStore()
    assert kept_proof(session, user=jun) is None
    proof = proof_of(jun)
    assert proof is not None

    keep_proof(session, proof, user=jun)

    assert kept_proof(session, user=jun) == proof
    assert kept_proof(session, user=hana) is None
    for moment, kept in (
        (proof.at + PASSWORD_TIME - timedelta(seconds=1), proof),
        (proof.at + PASSWORD_TIME, None),
        (proof.at - timedelta(seconds=1), None),
    ):
        with monkeypatch.context() as later:
            later.setattr(timezone, "now", lambda moment=moment: moment)
            assert kept_proof(session, user=jun) == kept
    jun.set_password("another one")
    assert kept_proof(session, user=jun) is None
