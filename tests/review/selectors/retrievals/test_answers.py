"""An answer checked against its chunks: the sources it names, the chunks it uses, and what is left to correct."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from review.models import Entry
from review.selectors.retrievals.answers import MAX_WEIGHED_CHUNKS, Answer, answer_of, retrieval_panel
from review.services.retrievals import correct_source
from tests.factories import make_entry, make_project, make_retrieval, make_session, make_user

pytestmark = pytest.mark.django_db

OLD = int((timezone.now() - timedelta(days=400)).timestamp() * 1000)
CHUNKS: list[dict[str, Any]] = [
    {
        "title": "Cache",
        "fileName": "cache.md",
        "content": "The cache lives for one hour.",
        "relevance": "high",
        "metadata": {"lastUpdated": OLD},
    },
    {"title": "Snapshots", "content": "Snapshots are kept for ninety days.", "relevance": "low"},
    {"title": "Weather", "content": "Tomorrow brings heavy rain everywhere."},
]
BODY = "The cache lives for one hour and snapshots are kept for ninety days."
FOUND = {"evidence": [{"messageIndex": 0, "quote": "cache lives for one hour"}]}


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


def answered(line: str, extraction: object = None, body: str = BODY) -> Entry:
    return make_retrieval(CHUNKS, answer=f"{body}\n\n{line}", extraction=extraction).entries.get()


def answer(entry: Entry) -> Answer:
    found = answer_of(Entry.objects.get(pk=entry.pk))
    assert found is not None
    return found


def test_answer_of_compares_what_is_named_with_what_is_used() -> None:
    found = answer(answered("*Sources:* `cache.md` · `Weather` · `gone.md`", FOUND))

    assert [(source.row.label, source.is_open) for source in found.sources] == [
        ("cache.md", False),
        ("Weather", False),
        ("gone.md", True),
    ]
    assert (set(found.listed), set(found.quoted), set(found.worded)) == ({0, 2}, {0}, {0, 1})
    assert found.missing == ()
    assert [chunk.index for chunk in found.unused] == [2]
    assert [source.row.label for source in found.invented] == ["gone.md"]
    assert [chunk.index for chunk in found.stale] == [0]
    assert found.choices == ("Cache", "cache.md", "Snapshots", "Weather")


def test_answer_of_takes_numbers_in_the_text_for_the_chunks_in_their_order() -> None:
    found = answer(answered("*Sources:* [S2]", body=f"{BODY} [S1][S7]"))

    named = [(one.row.label, one.is_open, [chunk.index for chunk in one.chunks]) for one in found.sources]
    assert named == [("S2", False, [1]), ("S1", False, [0]), ("S7", True, [])]
    assert (set(found.listed), set(found.unsettled)) == ({0, 1}, {"S7"})


def test_answer_of_weighs_the_chunks_it_shares_words_with() -> None:
    found = answer(answered("Source: `Weather`", FOUND))

    assert found.relevance == pytest.approx((1.0 + 0.4) / 2)
    assert [chunk.index for chunk in found.missing] == [0]


def test_answer_of_weighs_nothing_where_such_a_chunk_came_without_a_relevance() -> None:
    found = answer(answered("Source: `Weather`", body="Tomorrow brings heavy rain everywhere."))

    assert (set(found.worded), found.relevance) == ({2}, None)


def test_answer_of_weighs_nothing_without_shared_words() -> None:
    found = answer(answered("Sources: `Cache` · `Snapshots`", body="I do not know."))

    assert (set(found.worded), found.relevance) == (set(), None)


def test_answer_of_counts_a_source_with_shared_words_as_used() -> None:
    found = answer(answered("Sources: `Snapshots` · `Weather`", FOUND))

    assert [chunk.index for chunk in found.unused] == [2]


def test_answer_of_weighs_a_limited_number_of_chunks() -> None:
    rest: list[dict[str, object]] = [{"content": "zebra"}] * (MAX_WEIGHED_CHUNKS - 1)
    last = [{"content": "giraffe"}, {"content": "giraffe"}]
    entry = make_retrieval([*rest, *last], answer="A giraffe.").entries.get()

    assert set(answer(entry).worded) == {MAX_WEIGHED_CHUNKS - 1}


@pytest.mark.parametrize(
    ("replacement", "listed", "is_struck"),
    [pytest.param("Snapshots", {0, 1}, False, id="corrected"), pytest.param("", {0}, True, id="struck")],
)
def test_answer_of_lists_what_a_person_corrected(
    mina: User, replacement: str, listed: set[int], *, is_struck: bool
) -> None:
    entry = answered("Sources: `Cache` · `gone.md`")
    source = entry.cited_sources.get(is_real=False)

    correct_source(source_id=source.pk, replacement=replacement, reason="asked", seen_version=1, actor=mina)

    found = answer(entry)
    assert (found.invented, set(found.listed)) == ((), listed)
    assert [one.is_struck for one in found.sources] == [False, is_struck]


def test_newest_correction_holds(mina: User) -> None:
    entry = answered("Sources: `gone.md`")
    source = entry.cited_sources.get()

    for version, replacement in enumerate(("Cache", "Weather"), start=1):
        correct_source(source_id=source.pk, replacement=replacement, reason="x", seen_version=version, actor=mina)

    assert answer(entry).listed == {2}


def test_answer_of_other_entries_is_none() -> None:
    assert answer_of(make_entry(make_session(["hello"]), type="answer", body="Source: `a`")) is None
    assert answer_of(make_entry(make_retrieval(CHUNKS), type="fact")) is None


def test_retrieval_panel_collects_answers_and_chunks() -> None:
    session = answered("Sources: `Weather`", FOUND).session

    panel = retrieval_panel(session)

    assert panel is not None
    assert (len(panel.answers), sorted(panel.chunks)) == (1, [0, 1, 2])
    assert (set(panel.listed), set(panel.used)) == ({2}, {0, 1})
    assert retrieval_panel(make_session(["hello"])) is None


def test_retrieval_panel_without_an_answer_lists_nothing() -> None:
    panel = retrieval_panel(make_retrieval(CHUNKS))

    assert panel is not None
    assert (panel.answers, set(panel.listed), set(panel.used)) == ((), set(), set())
