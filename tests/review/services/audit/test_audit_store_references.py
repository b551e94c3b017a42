"""The audit of what refers to what, and of rows that the journal names: nothing is gone, nothing is there twice."""

import pytest
from django.db import connection, transaction

from review.models import CitedSource, Override
from review.services.audit.audit_store import Finding, run_audit
from tests.behind import unguarded
from tests.everything import make_everything
from tests.factories import make_project, make_retrieval, make_session

pytestmark = pytest.mark.django_db
CHUNKS = [{"title": "Cache", "fileName": "cache.md", "content": "The cache lives for one hour."}]
ANSWER = "The cache lives for one hour.\n\n*Sources:* `cache.md` · `handbook.md`"


def found() -> list[Finding]:
    kept: list[Finding] = []
    run_audit(on_finding=kept.append)
    return [one for one in kept if not one.is_note]


def found_without(table: str, where: str) -> list[tuple[str, str, str]]:
    """Return the broken references after rows were deleted with foreign keys switched off; all is as before then."""
    with transaction.atomic():
        with unguarded(table), connection.cursor() as cursor:
            cursor.execute(f"DELETE FROM {table} WHERE {where}")
        broken = [(one.code, one.table, one.detail) for one in found() if one.code == "reference_broken"]
        transaction.set_rollback(True)
    return broken


def test_a_project_that_is_gone_leaves_what_refers_to_it() -> None:
    make_session(["Words."], project=make_project())

    broken = found_without("review_project", "TRUE")

    assert set(broken) == {("reference_broken", table, "project") for table in ("reviewsession", "feeditem")}


def test_a_chain_that_is_gone_leaves_its_events() -> None:
    session = make_session(["Words."])

    assert found_without("review_chain", "TRUE") == [("reference_broken", "event", "chain")] * session.events.count()


def test_an_account_that_is_gone_leaves_its_rights_and_decisions() -> None:
    make_everything()

    broken = found_without("auth_user", "username = 'mina'")

    assert {("user_groups", "user"), ("membership", "user"), ("comment", "actor"), ("batch", "made_by")} <= {
        (table, column) for _, table, column in broken
    }


@pytest.fixture
def sources() -> dict[str, CitedSource]:
    """Return the sources that an answer names, one real and one invented."""
    entry = make_retrieval(CHUNKS, answer=ANSWER).entries.get()
    assert found() == []
    return {source.label: source for source in entry.cited_sources.all()}


def test_the_journal_records_the_sources_of_an_answer(sources: dict[str, CitedSource]) -> None:
    entry = sources["cache.md"].entry
    event = entry.events.get(event_type="evidence_aligned")

    assert event.body["sources"] == [
        {"label": "cache.md", "is_real": True},
        {"label": "handbook.md", "is_real": False},
    ]


@pytest.mark.parametrize("label", ["cache.md", "handbook.md"])
@pytest.mark.parametrize(
    "change", ["DELETE FROM {} WHERE id = %s", "UPDATE {} SET label = 'x.md' WHERE id = %s"], ids=["gone", "renamed"]
)
def test_a_real_source_that_is_gone_or_renamed_is_found_as_an_invented_one(
    sources: dict[str, CitedSource], label: str, change: str
) -> None:
    with unguarded("review_citedsource"), connection.cursor() as cursor:
        cursor.execute(change.format("review_citedsource"), [sources[label].pk])

    assert "sources_unaccounted" in {one.code for one in found()}


def test_a_source_that_no_answer_names_is_found(sources: dict[str, CitedSource]) -> None:
    CitedSource.objects.create(entry=sources["cache.md"].entry, position=2, label="memo.md", is_real=True)

    assert [one.code for one in found()] == ["sources_unaccounted"]


def test_a_statement_that_is_there_twice_is_found() -> None:
    make_everything()
    twice = Override.objects.get()
    twice.pk = None

    twice.save(force_insert=True)

    assert [one.code for one in found()] == ["statement_unaccounted"]
