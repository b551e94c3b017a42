"""An export that somebody sends: imported at once or by a job, bounded, and forgotten afterwards."""

import gzip
import json
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import override_settings

from review.domain.errors import Problem, UploadRefusedError
from review.domain.jobs import JobReason, JobState
from review.jobs.worker import run_waiting
from review.models import Entry, Job, Membership, ReviewSession, Role, UploadDraft
from review.payloads import exported
from review.payloads.exported import unpacks_beyond
from review.selectors.bundles.contents import session_scope
from review.services.bundles.seal import SealedBundle, seal_bundle
from review.services.imports.records import Imported, NotImported, Refused, Untold
from review.services.imports.sent import import_later, import_sent, imported_by, sent_file
from tests.factories import make_entry, make_project, make_session, make_user
from tests.review.services.imports.test_records import exported as records_of

pytestmark = pytest.mark.django_db
WORDS = "We keep the raw text of every event."


@pytest.fixture
def entry() -> Entry:
    return make_entry(make_session([WORDS], session_id="talk", project=make_project()), ["the raw text"])


@pytest.fixture
def dana() -> User:
    return make_user("dana", project=make_project("archive"), role=Role.MANAGER)


def lines(entry: Entry) -> bytes:
    return b"".join(json.dumps(one).encode() + b"\n" for one in records_of(entry.session.project))


def bundle(entry: Entry) -> bytes:
    sealed = seal_bundle(scope=session_scope(entry.session), withheld=(), actor=None)
    assert isinstance(sealed, SealedBundle)
    return sealed.content


def import_into_archive(data: bytes, actor: User) -> Imported | NotImported:
    return import_sent(data, project=make_project("archive"), actor=actor)


def begin(data: bytes, actor: User) -> Job | NotImported | None:
    return import_later(data, name="demo.jsonl", project=make_project("archive"), actor=actor)


def begun(data: bytes, actor: User) -> Job:
    job = begin(data, actor)
    assert isinstance(job, Job)
    return job


def test_lines_packed_lines_and_a_bundle_are_imported(entry: Entry, dana: User) -> None:
    assert import_into_archive(lines(entry), dana) == Imported(
        {"sessions": 1, "extractions": 1, "entries": 1}  # type: ignore[arg-type]
    )
    for again in (gzip.compress(lines(entry)), bundle(entry)):
        done = import_into_archive(again, dana)
        assert isinstance(done, Imported)
        assert (done.counts["sessions_there"], done.refused) == (1, [])


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "not_json"),
        (b"{}", "not_an_export"),
        (b"PK", "not_a_bundle"),
        (b"no export\n", "not_json"),
        (b"\x1f\x8bno gzip", "export_unreadable"),
        (b"\xff\xfe", "export_unreadable"),
    ],
)
def test_another_file_is_refused(dana: User, data: bytes, code: str) -> None:
    with pytest.raises(UploadRefusedError) as refused:
        import_into_archive(data, dana)

    assert refused.value.problems[0].code == code


def test_a_bundle_with_a_changed_byte_is_refused(entry: Entry, dana: User) -> None:
    with pytest.raises(UploadRefusedError) as refused:
        import_into_archive(bundle(entry).replace(b"keep the raw", b"lose the raw"), dana)

    assert refused.value.problems[0].code == "bundle_differs"


def test_an_export_that_unpacks_to_too_much_is_refused(
    entry: Entry, dana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    bomb = gzip.compress(lines(entry) + b"\n" * 5_000_000)
    monkeypatch.setattr(exported.open_export, "__kwdefaults__", {"wanted_key": "", "most": 1_000_000})

    with pytest.raises(UploadRefusedError) as refused:
        import_into_archive(bomb, dana)

    assert refused.value.problems[0].code == "stream_too_large"


def test_only_managers_import(entry: Entry) -> None:
    mina = make_user("mina", project=make_project("archive"))

    assert import_into_archive(lines(entry), mina) == NotImported.NOT_PERMITTED
    assert begin(lines(entry), mina) == NotImported.NOT_PERMITTED
    assert UploadDraft.objects.count() == 0


def test_what_is_small_needs_no_job(entry: Entry, dana: User) -> None:
    assert begin(lines(entry), dana) is None


def test_how_large_a_file_is_counts_what_it_unpacks_to(entry: Entry, tmp_path: Path) -> None:
    for data in (lines(entry), gzip.compress(lines(entry)), bundle(entry)):
        path = tmp_path / "file"
        path.write_bytes(data)
        assert (unpacks_beyond(path, 1_000), unpacks_beyond(path, 10_000_000)) == (True, False)
    for data in (b"PK", b"\x1f\x8bno gzip", b""):
        path.write_bytes(data)
        assert not unpacks_beyond(path, 10)


@pytest.mark.django_db(transaction=True)
@override_settings(REVIEW_MAX_CHARS_AT_ONCE=10)
def test_a_job_imports_what_is_large_and_forgets_what_was_sent(entry: Entry, dana: User) -> None:
    data = lines(entry)
    job = begun(data, dana)
    assert (begun(data, dana), sent_file(job)) == (job, data)

    run_waiting()

    job.refresh_from_db()
    assert job.state == JobState.DONE
    assert imported_by(job).counts["entries"] == 1
    assert ReviewSession.objects.filter(project__slug="archive").count() == 1
    assert (sent_file(job), UploadDraft.objects.filter(pk=job.given["draft"]).exists()) == (None, False)


@pytest.mark.django_db(transaction=True)
@override_settings(REVIEW_MAX_CHARS_AT_ONCE=10)
def test_a_job_says_what_was_refused(entry: Entry, dana: User) -> None:
    make_session(["We keep nothing."], session_id="talk", project=make_project("archive"))
    job = begun(lines(entry), dana)
    run_waiting()
    job.refresh_from_db()

    [refused] = imported_by(job).refused
    assert (refused.where, refused.code) == ("talk messages[0]", "messages_changed")

    other = begun(b"no export, but long enough", dana)
    run_waiting()
    other.refresh_from_db()
    assert [one.code for one in imported_by(other).refused] == ["not_json"]


@pytest.mark.django_db(transaction=True)
@override_settings(REVIEW_MAX_CHARS_AT_ONCE=10)
def test_a_job_of_somebody_who_may_no_longer_import_fails(entry: Entry, dana: User) -> None:
    jobs = [begun(lines(entry), dana)]
    Membership.objects.filter(user=dana).update(role=Role.REVIEWER)
    run_waiting()
    Membership.objects.filter(user=dana).update(role=Role.MANAGER)
    jobs.append(begun(lines(entry), dana))
    UploadDraft.objects.all().delete()
    run_waiting()

    for job in jobs:
        job.refresh_from_db()
    assert [job.reason for job in jobs] == [JobReason.NOT_PERMITTED, JobReason.GONE]


def test_the_result_of_a_job_is_read_as_it_was(dana: User) -> None:
    told = [Refused("talk a:0", Untold.NAME_TAKEN), Refused("talk", Problem("not_a_record", "talk", {"a": 1}))]
    job = Job(
        given={"draft": 0},
        result={
            "counts": {"entries": 2},
            "refused": [
                {"where": "talk a:0", "code": "name_taken", "params": None},
                {"where": "talk", "code": "not_a_record", "params": {"a": 1}},
            ],
        },
    )

    assert imported_by(job) == Imported({"entries": 2}, told)  # type: ignore[arg-type]
