"""The numbers of runs that are kept for the page of quality: as counted, added up by week, and counted again."""

from datetime import timedelta
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from review.models import Extraction, Project, ReviewSession, RunTally
from review.payloads import check_extraction
from review.selectors.runs.quality import quality
from review.selectors.runs.run_counts import add_up, count_runs
from review.services.audit.audit_store import audit_store
from review.services.derived import tallies
from review.services.ingest.receive import receive_extraction
from review.services.promotion.stages import reject_entry
from tests.behind import lifted, rewrite
from tests.factories import make_project, make_session, make_user

pytestmark = pytest.mark.django_db

SAID = "The index is rebuilt on Friday at noon."
QUOTES = ("The index is rebuilt on Friday", "the index is rebuilt on Fridax at noon.", "nobody said any of this")


@pytest.fixture
def project(db: None) -> Project:
    return make_project()


@pytest.fixture
def mina(project: Project) -> User:
    return make_user("mina", project=project)


@pytest.fixture
def session(project: Project) -> ReviewSession:
    return make_session([SAID], project=project, session_id="talk")


def extract(session: ReviewSession, number: int, *, model: str = "haru") -> Extraction:
    """Store a run with one entry more than its number, whose quotes go round."""
    entries = [
        {"entryId": f"e-{place}", "title": f"Run {number}", "evidence": [{"messageIndex": 0, "quote": quote}]}
        for place in range(number + 1)
        for quote in [QUOTES[place % len(QUOTES)]]
    ]
    checked = check_extraction({"entries": entries, "run": {"extractor": "memora", "model": model}})
    return receive_extraction(session=session, checked=checked, actor=None).extraction


def test_quality_shows_what_counting_the_runs_would(session: ReviewSession, mina: User) -> None:
    runs = [extract(session, number, model=f"haru-{number % 2}") for number in range(5)]
    counted = count_runs(Extraction.objects.all())

    page = quality(mina, weeks=4)

    assert page.whole.counts.stored == add_up(counted.values()).stored
    assert {maker.model: cell.counts.stored for maker, cell in page.makers} == {
        f"haru-{odd}": add_up(counted[run.pk] for run in runs[odd::2]).stored for odd in (0, 1)
    }
    assert [maker.sample for maker, _ in page.makers] == [runs[0].pk, runs[1].pk]


def test_a_run_without_an_entry_counts_nothing(session: ReviewSession, mina: User) -> None:
    receive_extraction(session=session, checked=check_extraction({"entries": []}), actor=None)

    assert quality(mina, weeks=4).whole.counts.entries == 0
    assert list(audit_store()) == []


def test_what_is_decided_later_changes_no_number(session: ReviewSession, mina: User) -> None:
    entry = extract(session, 0).entries.get()
    before = RunTally.objects.get().counts

    reject_entry(entry_id=entry.pk, reason="not ours", actor=mina, seen_version=entry.version)

    assert RunTally.objects.get().counts == before
    assert list(audit_store()) == []


def test_many_runs_are_added_to_their_weeks(
    session: ReviewSession,
    mina: User,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    monkeypatch.setattr(tallies, "MAX_SINGLE", 3)
    other = make_session([SAID], project=make_project("other"), session_id="other")
    with django_capture_on_commit_callbacks(execute=True):
        extract(other, 1)
    runs = []
    for number in range(3):
        with django_capture_on_commit_callbacks(execute=True):
            runs.append(extract(session, number, model=f"haru-{number % 2}"))
    assert RunTally.objects.filter(extraction__isnull=False).count() == 4
    before = quality(mina, weeks=4)

    for number in range(3, 8):
        with django_capture_on_commit_callbacks(execute=True):
            runs.append(extract(session, number, model=f"haru-{number % 2}"))

    added_up = RunTally.objects.filter(extraction__isnull=True)
    assert sorted(added_up.values_list("sample", flat=True)) == [runs[0].pk, runs[1].pk]
    assert RunTally.objects.filter(extraction__isnull=False).count() == 1
    assert quality(mina, weeks=4).whole.counts.stored == add_up(count_runs(session.extractions.all()).values()).stored
    assert before.whole.counts.entries == 6
    assert list(audit_store()) == []


def test_a_week_is_that_of_the_upload(session: ReviewSession, mina: User) -> None:
    run = extract(session, 1)
    with lifted("review_extraction"):
        Extraction.objects.filter(pk=run.pk).update(received_at=timezone.now() - timedelta(weeks=2))
    tallies.count_again()

    page = quality(mina, weeks=4)

    assert [week.cell.counts.entries for week in page.weeks] == [2, 0, 0]


def test_quality_reads_as_much_of_many_runs_as_of_few(
    session: ReviewSession, mina: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            quality(mina, weeks=4)
        return len(queries)

    extract(session, 1)
    few = asked()
    for number in range(2, 9):
        extract(session, number, model=f"haru-{number}")

    assert asked() == few


def test_the_audit_counts_again_and_realign_writes_it_down(session: ReviewSession) -> None:
    extract(session, 2)
    tally = RunTally.objects.get()
    RunTally.objects.update(counts={**tally.counts, "clear": 3})

    assert [(one.code, one.table, one.pk) for one in audit_store()] == [
        ("tally_changed", "project", session.project_id)
    ]
    out = StringIO()
    call_command("realign", "--dry-run", stdout=out)
    assert "The numbers of runs are others than those that are kept." in out.getvalue()
    assert [one.code for one in audit_store()] == ["tally_changed"]

    call_command("realign", "--apply", stdout=StringIO())

    assert list(audit_store()) == []
    assert RunTally.objects.get().counts == tally.counts
    out = StringIO()
    call_command("realign", "--dry-run", stdout=out)
    assert "numbers of runs" not in out.getvalue()


def test_the_audit_reports_the_cause_and_not_the_number_that_follows_from_it(session: ReviewSession) -> None:
    extract(session, 0)

    rewrite("review_alignment", "method", "normalized")

    assert "tally_changed" not in {one.code for one in audit_store()} != set()


def test_what_no_number_is_made_of_hides_none_that_is_wrong(session: ReviewSession) -> None:
    extract(session, 0)
    RunTally.objects.update(maker="somebody else")

    rewrite("review_reviewsession", "title", "Another title")

    assert "tally_changed" in {one.code for one in audit_store()} != {"tally_changed"}
