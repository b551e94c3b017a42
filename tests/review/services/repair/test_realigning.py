"""A whole project realigned in parts, within a request or by a job: each quote once, anew when the settings change."""

from contextlib import AbstractContextManager

import pytest
from django.contrib.auth.models import User
from django.db import transaction

from aligner_core import ENGINE_VERSION, AlignerConfig
from review.aligner import config_of
from review.domain.policy import Stage
from review.models import Alignment, Entry, FailedQuote, Job, Project, Quote, Role
from review.services.audit.audit_store import audit_store
from review.services.people.members import set_aligner
from review.services.promotion.stages import promote_entry
from review.services.repair import realigning
from review.services.repair.quotes import retry_quote
from review.services.repair.realign import low_quotes, search_again
from review.services.repair.realigning import Part, realign_project, start_if_large
from tests.behind import lifted
from tests.factories import make_entries, make_project, make_session, make_user

pytestmark = pytest.mark.django_db
MESSAGE = "The index is rebuilt on Friday, before the release of the week."
SLIPPED = {"messageIndex": 0, "quote": "The index is rebuilt on Friday, before the relaese of the week."}


@pytest.fixture
def dana() -> User:
    return make_user("dana", project=make_project(), role=Role.MANAGER)


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(realigning, "REALIGNED_PART", 2)


def make_slipped(number: int, slug: str = "ledger") -> list[Entry]:
    session = make_session([MESSAGE], project=make_project(slug))
    return make_entries(session, [{"evidence": [SLIPPED]} for _ in range(number)])


def raise_bar(dana: User, slug: str = "ledger") -> None:
    project, config = make_project(slug), AlignerConfig(fuzzy_threshold=0.99)
    set_aligner(project_id=project.pk, config=config, seen=config_of(project), actor=dana)


def attempts() -> list[int]:
    return list(Alignment.objects.order_by("quote", "attempt").values_list("attempt", flat=True))


def test_a_project_is_realigned_entry_after_entry(dana: User) -> None:
    make_slipped(3)
    raise_bar(dana)
    project, begun, parts = make_project(), list[int](), list[Part]()

    done = realign_project(project.pk, actor=None, begin=begun.append, on_part=parts.append)

    assert (begun, [part.entries for part in parts]) == ([3], [2, 1])
    assert (done.config, done.realigned, done.kept) == (config_of(Project.objects.get()), 3, 0)
    assert attempts() == [1, 2] * 3
    assert list(audit_store()) == []
    assert realign_project(project.pk, actor=None).realigned == 0


def test_other_projects_are_left_alone(dana: User) -> None:
    make_slipped(1)
    make_slipped(1, "other")
    make_user("dana", project=make_project("other"), role=Role.MANAGER)
    for slug in ("ledger", "other"):
        raise_bar(dana, slug)

    realign_project(make_project().pk, actor=None)

    assert [quote.entry.session.project.slug for quote in low_quotes()] == ["other"]


def test_a_verified_entry_is_counted_and_kept(dana: User) -> None:
    kept, _ = make_slipped(2)
    promote_entry(entry_id=kept.pk, to=Stage.VERIFIED, seen_version=kept.version, actor=dana)
    raise_bar(dana)

    done = realign_project(make_project().pk, actor=None)

    assert (done.realigned, done.kept, attempts()) == (1, 1, [1, 1, 2])


def test_marks_and_diagnoses_of_older_rules_are_made_anew(dana: User) -> None:
    [marked] = make_slipped(1)
    [failed] = make_entries(marked.session, [{"evidence": [{"messageIndex": 0, "quote": "Nobody said so, ever."}]}])
    with lifted("review_entry"):
        Entry.objects.filter(pk=marked.pk).update(claim_open=not marked.claim_open)
    FailedQuote.objects.filter(quote__entry=failed).update(engine="0")

    realign_project(make_project().pk, actor=None)

    assert Entry.objects.get(pk=marked.pk).claim_open == marked.claim_open
    assert list(FailedQuote.objects.values_list("engine", flat=True)) == [ENGINE_VERSION]
    assert list(audit_store()) == []


def test_settings_that_change_midway_have_it_begin_anew(dana: User) -> None:
    make_slipped(3)
    begun, parts = list[int](), list[Part]()

    def change(part: Part) -> None:
        if not parts:
            raise_bar(dana)
        parts.append(part)

    done = realign_project(make_project().pk, actor=None, begin=begun.append, on_part=change)

    assert (begun, [part.realigned for part in parts]) == ([3, 3], [0, 2, 1])
    assert (done.config.fuzzy_threshold, list(low_quotes())) == (0.99, [])


@pytest.mark.parametrize(("entries", "jobs"), [(2, 0), (3, 1)], ids=["as many as a request", "one more"])
def test_a_job_realigns_what_a_request_cannot(
    entries: int, jobs: int, dana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(realigning, "MAX_REALIGNED_AT_ONCE", 2)
    make_slipped(entries)

    job = start_if_large(make_project(), actor=dana)

    assert (job is not None, Job.objects.count()) == (bool(jobs), jobs)


def test_a_quote_that_changes_while_it_is_looked_for_is_left(dana: User) -> None:
    make_slipped(1)
    raise_bar(dana)
    quote = Quote.objects.get()

    def unit() -> AbstractContextManager[object]:
        retry_quote(quote_id=quote.pk, text=MESSAGE, message_index=0, seen_attempt=1, actor=dana)
        return transaction.atomic(durable=True)

    assert search_again(quote.pk, actor=None, unit=unit) is None
    assert attempts() == [1, 2]


def test_settings_that_change_while_a_quote_is_looked_for_leave_it(dana: User) -> None:
    make_slipped(1)
    raise_bar(dana)

    def unit() -> AbstractContextManager[object]:
        project = make_project()
        config = AlignerConfig(fuzzy_threshold=0.995)
        set_aligner(project_id=project.pk, config=config, seen=config_of(project), actor=dana)
        return transaction.atomic(durable=True)

    assert search_again(Quote.objects.get().pk, actor=None, unit=unit) is None
    assert attempts() == [1]
