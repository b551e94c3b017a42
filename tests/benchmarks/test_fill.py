"""`python -m benchmarks.fill`: a store of any size, as valid as one that people filled."""

import pytest
from django.apps import apps
from django.db.models import ForeignKey, Model
from django.test import override_settings

from benchmarks.fill.__main__ import main
from benchmarks.fill.templates import COPIED
from review.models import (
    Alignment,
    Batch,
    BatchItem,
    Chain,
    Comment,
    Entry,
    EntryRead,
    Event,
    Extraction,
    ExtractorRun,
    FeedItem,
    Lease,
    Message,
    Notice,
    Project,
    Quote,
    ReviewSession,
    RunTally,
    Standing,
    UploadDraft,
    UploadFile,
    UploadPart,
)
from review.services.audit.audit_store import run_audit
from tests.factories import make_session

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.slow
def test_fill_makes_a_store_as_people_would(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--entries", str(27 * 7 + 5)])

    findings: list[object] = []
    run_audit(on_finding=findings.append)
    assert capsys.readouterr().out.splitlines() == ["27 entries copied", "194 entries in 8 sessions of 3 projects."]
    assert findings == []
    assert (Entry.objects.count(), ReviewSession.objects.count(), Project.objects.count()) == (194, 8, 3)
    _assert_is_mixed()
    _assert_copies_differ()
    later = make_session(["A later message."])
    assert Chain.objects.get(session=later).name == f"session:{later.pk}"


def _assert_is_mixed() -> None:
    """Assert that there is what people filter by."""
    stages = {"raw", "working", "candidate", "verified", "certified"}
    assert set(Entry.objects.values_list("stage", flat=True)) == stages
    assert Entry.objects.filter(rejected_at__isnull=False).exists()
    assert {
        word for missing in Entry.objects.values_list("missing", flat=True) for word in (missing or "").split()
    } >= {
        "ambiguous_evidence",
        "claim_unconfirmed",
        "drifted_evidence",
        "evidence_not_aligned",
        "no_evidence",
        "unacknowledged_differences",
    }
    assert set(Alignment.objects.values_list("method", flat=True)) == {"exact", "normalized", "fuzzy", "none"}
    assert set(Quote.objects.values_list("standing", flat=True)) >= {Standing.COUNTS, Standing.WITHDRAWN}
    assert {*Event.objects.values_list("actor", flat=True)} >= {"system", "mina", "jun", "hana"}
    assert Extraction.objects.filter(session__session_id="fill-nr-0000003").count() == 2


def _assert_copies_differ() -> None:
    """Assert that a copy has words of its own, in its messages, its title and its entries, and happened before."""
    sessions = ReviewSession.objects.order_by("pk")
    first, copy = sessions[0], sessions[7]
    assert (first.title[-12:], copy.title[-12:]) == ("· nr-0000000", "· nr-0000007")
    assert [*Message.objects.filter(content__contains="nr-0000007").values_list("content", flat=True)] == [
        "Notes of nr-0000007: rinrinxiwenvelvel 카하사가타자."
    ]
    assert set(copy.entries.values_list("title", flat=True)) == {
        title.replace("nr-0000000", "nr-0000007") for title in first.entries.values_list("title", flat=True)
    }
    assert copy.created_at < first.created_at


def test_fill_refuses_a_store_that_holds_sessions(capsys: pytest.CaptureFixture[str]) -> None:
    make_session(["Somebody's message."])

    with pytest.raises(SystemExit):
        main(["--entries", "5"])

    assert "holds sessions already" in capsys.readouterr().err
    assert ReviewSession.objects.count() == 1


def test_fill_adds_to_a_store_when_asked() -> None:
    main(["--entries", "5"])

    main(["--entries", "5", "--add"])

    assert [*ReviewSession.objects.order_by("pk").values_list("session_id", flat=True)] == [
        "fill-nr-0000000",
        "fill-nr-0000001",
    ]


@override_settings(REVIEW_IS_EXPOSED=True)
def test_fill_makes_no_known_passwords_where_others_are_served(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--entries", "5"])

    assert "nothing is filled in" in capsys.readouterr().err
    assert not ReviewSession.objects.exists()


def test_a_copy_has_every_table_that_hangs_on_a_session() -> None:
    hanging: set[type[Model]] = {ReviewSession}
    while more := {table for table in apps.get_app_config("review").get_models() if _names_one_of(table, hanging)}:
        if more <= hanging:
            break
        hanging |= more

    talk = {Comment, Notice}
    elsewhere = {
        Batch,
        BatchItem,
        EntryRead,
        ExtractorRun,
        FeedItem,
        Lease,
        RunTally,
        UploadDraft,
        UploadFile,
        UploadPart,
    }
    assert hanging - talk - elsewhere == set(COPIED)


def _names_one_of(table: type[Model], hanging: set[type[Model]]) -> bool:
    fields = (field for field in table._meta.concrete_fields if isinstance(field, ForeignKey))
    return any(field.related_model in hanging for field in fields)
