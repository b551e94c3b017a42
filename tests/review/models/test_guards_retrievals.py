"""What the database itself refuses about retrievals and the sources of answers."""

import pytest
from django.utils import timezone

from review.models import Chunk, CitedSource, Entry, Retrieval, SourceCorrection
from tests.factories import make_entry, make_retrieval, make_user
from tests.review.models.test_guards import refused, run

pytestmark = pytest.mark.django_db

CHUNK = {"title": "Cache", "content": "The cache lives for one hour.", "relevance": "high"}
FOUND = {"evidence": [{"messageIndex": 0, "quote": "lives for one hour"}]}


@pytest.fixture
def entry() -> Entry:
    answer = "One hour.\n\nSources: `Cache` · `gone.md`"
    return make_retrieval([CHUNK], answer=answer, extraction=FOUND).entries.get()


def invented() -> CitedSource:
    return CitedSource.objects.get(is_real=False)


def correction(source: CitedSource, number: int = 1, **given: object) -> SourceCorrection:
    row = {"replacement": "Cache", "reason": "asked", "actor": make_user(), **given}
    return SourceCorrection.objects.create(source=source, number=number, **row)


def verify(entry: Entry) -> int:
    return Entry.objects.filter(pk=entry.pk).update(
        stage="verified", verified_by=make_user(), verified_at=timezone.now()
    )


def test_answer_with_an_invented_source_cannot_be_verified(entry: Entry) -> None:
    assert refused(lambda: verify(entry))
    correction(invented())
    assert not refused(lambda: verify(entry))


def test_verified_answer_names_no_more_sources_and_needs_no_correction(entry: Entry) -> None:
    source = invented()
    correction(source)
    verify(entry)

    assert refused(lambda: CitedSource.objects.create(entry=entry, position=7, label="x", is_real=False))
    assert refused(lambda: correction(source, 2))


def test_real_source_is_not_corrected(entry: Entry) -> None:
    assert refused(lambda: correction(CitedSource.objects.get(is_real=True)))
    assert refused(lambda: correction(invented(), reason=""))
    assert not refused(lambda: correction(invented()))
    assert refused(lambda: correction(invented()))


def test_chunk_has_a_known_relevance_and_one_message(entry: Entry) -> None:
    message = entry.session.messages.create(index=1, content="x", content_hash="0" * 64, length=1)

    assert refused(lambda: Chunk.objects.create(message=message, chunk_id="x", relevance="huge"))
    assert not refused(lambda: Chunk.objects.create(message=message, chunk_id="x", relevance="low"))
    assert refused(lambda: Chunk.objects.create(message=message, chunk_id="y"))


@pytest.mark.parametrize(
    ("model", "column"),
    [(Retrieval, "query"), (Chunk, "chunk_id"), (CitedSource, "label"), (SourceCorrection, "reason")],
)
def test_rows_of_retrievals_refuse_update_and_delete(
    entry: Entry, model: type[Retrieval | Chunk | CitedSource | SourceCorrection], column: str
) -> None:
    correction(invented())
    table, rows = model._meta.db_table, model._default_manager.all()

    assert refused(lambda: rows.update(**{column: "changed"}))
    assert refused(lambda: rows._raw_delete(rows.db))
    assert refused(run(f"UPDATE {table} SET {column} = 'changed'"))
    assert refused(run(f"DELETE FROM {table}"))


def test_sources_of_other_entries_hold_nothing(entry: Entry) -> None:
    other = make_entry(entry.session, [(0, "lives for one hour")], type="fact")

    assert not refused(lambda: verify(other))
