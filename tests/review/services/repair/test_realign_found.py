"""Quotes that an older engine did not find: looked for again, appended where they are found, and listed before."""

from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command

from aligner_core import ENGINE_VERSION, AlignedEvidence, FailureReason
from review.domain.policy import Stage
from review.models import FailedQuote, Project, Quote
from review.services.promotion.stages import reject_entry
from review.services.repair import realign_preview as previews
from review.services.repair.quotes import retry_quote
from review.services.repair.realign import append_found, found_now
from review.services.repair.realign_preview import realign_preview
from review.services.repair.realigning import realign_project
from tests.behind import rewrite
from tests.factories import make_entry, make_project, make_session, make_user, quotes_of

pytestmark = pytest.mark.django_db

MESSAGE = "저 오늘 반차 썼어요. We keep 21 builds of every branch."
FOUND, LOST = "오늘 반차를 썼습니다", "nobody ever said anything like this"


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


def failed_by_older_engine(*quotes: str) -> list[Quote]:
    """Return quotes that an engine did not find which knew no other form of words."""
    entry = make_entry(make_session([MESSAGE]), [f"{LOST} {number}" for number in range(len(quotes))])
    for quote, words in zip(quotes_of(entry), quotes, strict=True):
        assert quote.current is not None
        failed = quote.current.evidence.model_copy(update={"quote": words})
        row = f"id = {quote.current.pk}"
        given = {"text": words, "evidence_json": failed.model_dump_json(by_alias=True), "engine": "4"}
        for column, value in given.items():
            rewrite("review_alignment", column, value, where=row)
        rewrite("review_quote", "text", words, where=f"id = {quote.pk}")
    FailedQuote.objects.update(engine="4")
    return quotes_of(entry)


def test_what_is_found_now_is_appended_and_the_rest_is_left() -> None:
    found, lost = failed_by_older_engine(FOUND, LOST)
    [(quote, made)] = found_now(found.entry_id)

    alignment = append_found(quote, made, actor=None)

    assert (quote.pk, alignment is not None) == (found.pk, True)
    found.refresh_from_db()
    lost.refresh_from_db()
    assert found.current is not None
    assert lost.current is not None
    assert (found.current.attempt, found.current.method, found.current.engine) == (2, "normalized", ENGINE_VERSION)
    assert (lost.current.attempt, lost.current.method) == (1, "none")
    assert found_now(found.entry_id) == []
    assert found.entry.events.latest("seq").event_type == "quote_realigned"


def test_what_changed_meanwhile_is_left(mina: User) -> None:
    [quote] = failed_by_older_engine(FOUND)
    [(seen, made)] = found_now(quote.entry_id)
    retry_quote(quote_id=quote.pk, text="We keep 21 builds", message_index=0, seen_attempt=1, actor=mina)

    assert append_found(seen, made, actor=None) is None


def test_the_quotes_of_a_rejected_entry_are_left(mina: User) -> None:
    [quote] = failed_by_older_engine(FOUND)
    entry = quote.entry
    reject_entry(entry_id=entry.pk, reason="no", seen_version=entry.version, actor=mina)

    assert found_now(entry.pk) == []


def test_a_quote_that_was_no_text_is_left() -> None:
    [quote] = failed_by_older_engine(FOUND)
    assert quote.current is not None
    evidence = quote.current.evidence.model_copy(update={"failure_reason": FailureReason.INVALID_QUOTE})
    where = f"id = {quote.current.pk}"
    rewrite("review_alignment", "evidence_json", evidence.model_dump_json(by_alias=True), where=where)

    assert found_now(quote.entry_id) == []


def test_realigning_a_project_finds_them_once() -> None:
    failed_by_older_engine(FOUND, LOST)
    project = Project.objects.get()

    assert [realign_project(project.pk, actor=None).realigned for _ in range(2)] == [1, 0]


def test_the_command_lists_them_and_appends_them_if_asked_to() -> None:
    [quote] = failed_by_older_engine(FOUND)
    line = f"entry {quote.entry_id} quote 0 (candidate): not found -> normalized"
    said = [StringIO(), StringIO()]

    call_command("realign", "--dry-run", stdout=said[0])
    before = quote.alignments.count()
    call_command("realign", "--apply", stdout=said[1])

    assert [line in one.getvalue() for one in said] == [True, True]
    assert (before, quote.alignments.count()) == (1, 2)


def test_the_preview_shows_what_would_be_found_and_stores_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    failed_by_older_engine(FOUND, LOST)
    project = Project.objects.get()

    preview = realign_preview(project)
    [found] = preview.found
    monkeypatch.setattr(previews, "MAX_REALIGN_PREVIEWED", 0)

    assert isinstance(found.evidence, AlignedEvidence)
    assert (found.quote.text, found.badge, found.confidence, found.differences) == (FOUND, "N≈", "0.950", ())
    assert (preview.changes, preview.low, preview.entries, preview.is_part, preview.is_empty) == (
        (),
        0,
        1,
        False,
        False,
    )
    assert Quote.objects.filter(alignments__attempt=2).count() == 0
    assert realign_preview(project).is_part
    assert realign_preview(project).is_empty


def test_a_project_that_is_up_to_date_has_no_changes() -> None:
    make_entry(make_session([MESSAGE]), [FOUND], stage=Stage.CANDIDATE)

    assert realign_preview(Project.objects.get()).is_empty
