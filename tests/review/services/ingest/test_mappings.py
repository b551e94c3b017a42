"""A file of an unknown shape is kept, its person asked what it holds, and the answer kept for files like it."""

import json

import pytest
from django.contrib.auth.models import User

from aligner_core.formats import FieldMapping
from review.domain.mappings import saved_mappings
from review.domain.roles import Obstacle, Unchanged
from review.models import Event, Project, Role, UploadDraft
from review.services.audit.audit_store import audit_store
from review.services.ingest import mappings
from review.services.ingest.dropped import Unread, dropped, keep_files, read_as
from review.services.ingest.mapping_preview import first_mapped, unknown_file
from review.services.ingest.mappings import MappedFile, delete_mapping, map_file
from tests.factories import make_project, make_user

pytestmark = pytest.mark.django_db

TABLE = b"fact,said,msg,mood\nWe ship,we ship it,0,glad\nQA waits,two more days,1,\n"
OF_TABLE = FieldMapping(claim="fact", quote="said", message="msg")
KEYS = ["fact", "said", "msg", "mood"]


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project(), role=Role.REVIEWER)


@pytest.fixture
def dana() -> User:
    return make_user("dana", project=make_project(), role=Role.MANAGER)


def draft_of(*files: bytes, by: User) -> UploadDraft:
    draft = UploadDraft(project=Project.objects.get(pk=make_project().pk), created_by=by)
    kept = keep_files(draft, [(f"{place}.csv", data) for place, data in enumerate(files)])
    assert kept.unread == ()
    return draft


def mapped(draft: UploadDraft, by: User, *, keep_as: str = "", mapping: FieldMapping = OF_TABLE) -> MappedFile | Unread:
    return map_file(draft, position=0, mapping=mapping, keep_as=keep_as, actor=by)


@pytest.mark.parametrize(
    ("data", "code", "keys"),
    [
        (TABLE, "unknown_table", "fact, said, msg, mood"),
        (json.dumps([{"fact": "We ship", "said": "we ship it"}]).encode(), "unknown_rows", "fact, said"),
        (b"Just prose.", "unknown_prose", None),
    ],
)
def test_a_file_of_an_unknown_shape_is_kept_and_asked_about(data: bytes, code: str, keys: str, mina: User) -> None:
    [source] = dropped(draft := draft_of(data, by=mina)).sources

    assert source.question is not None
    assert (source.question.code, source.question.params.get("keys")) == (code, keys)
    assert (source.format, source.notes, source.is_mapped, source.kept_mapping) == ("", (), False, "")
    assert dropped(draft).leaves_choice(None)


def test_a_file_that_is_asked_about_keeps_the_draft_from_going_on(mina: User) -> None:
    draft = draft_of(json.dumps({"messages": ["We ship it."]}).encode(), TABLE, by=mina)

    assert dropped(draft).leaves_choice(None)
    map_file(draft, position=1, mapping=OF_TABLE, keep_as="", actor=mina)

    what = dropped(draft)
    assert not what.leaves_choice(None)
    assert [(one.entries, one.belongs_to is not None) for one in what.extractions] == [(2, True)]


def test_map_file_reads_a_file_by_a_mapping(mina: User) -> None:
    draft = draft_of(TABLE, by=mina)

    outcome = mapped(draft, mina)

    [source] = dropped(draft).sources
    assert outcome == MappedFile()
    assert (source.format, source.question, source.is_mapped) == ("mapped", None, True)
    assert [(note.code, note.params["kind"]) for note in source.notes] == [("key_unused", "mood")]
    assert Project.objects.get().mappings == []


def test_map_file_leaves_a_file_that_the_mapping_does_not_fit(mina: User) -> None:
    draft = draft_of(TABLE, by=mina)

    outcome = mapped(draft, mina, mapping=FieldMapping(quote="nothing"))

    assert isinstance(outcome, Unread)
    assert outcome.problem.code == "mapping_fits_nothing"
    assert dropped(draft).sources[0].question is not None


def test_map_file_keeps_the_mapping_and_the_next_file_is_read_by_it(mina: User) -> None:
    mapped(draft_of(TABLE, by=mina), mina, keep_as="Facts of QA")

    [source] = dropped(draft_of(b"mood,msg,said,fact\n,0,we ship it,We ship\n", by=mina)).sources

    assert (source.kept_mapping, source.is_mapped, source.question) == ("Facts of QA", True, None)
    [kept] = saved_mappings(Project.objects.get().mappings)
    assert (kept.name, list(kept.keys), kept.mapping) == ("Facts of QA", KEYS, OF_TABLE)
    event = Event.objects.get(event_type="mapping_saved")
    assert (event.actor, event.body["name"], event.body["keys"]) == ("mina", "Facts of QA", KEYS)
    assert list(audit_store()) == []


def test_map_file_keeps_one_mapping_for_a_name_and_for_the_same_keys(mina: User) -> None:
    mapped(draft_of(TABLE, by=mina), mina, keep_as="Facts")
    again = draft_of(TABLE, by=mina)
    mapped(again, mina, keep_as="Other name", mapping=FieldMapping(quote="said"))
    mapped(
        draft_of(b"said,by\nyes we do,Ana\n", by=mina), mina, keep_as="Other name", mapping=FieldMapping(quote="said")
    )

    [kept] = saved_mappings(Project.objects.get().mappings)
    assert (kept.name, kept.keys) == ("Other name", ("said", "by"))
    assert list(audit_store()) == []


def test_a_file_that_its_kept_mapping_does_not_fit_is_asked_about(mina: User) -> None:
    mapped(draft_of(TABLE, by=mina), mina, keep_as="Facts")

    [source] = dropped(draft_of(b"fact,said,msg,mood\n,,,glad\n", by=mina)).sources

    assert source.question is not None


def test_a_file_is_asked_about_again_when_it_is_to_be_recognized(mina: User) -> None:
    draft = draft_of(TABLE, by=mina)
    mapped(draft, mina)

    assert read_as(draft, position=0, name="") is None
    assert dropped(draft).sources[0].question is not None


def test_map_file_keeps_no_more_mappings_than_a_project_has(mina: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mappings, "MAX_MAPPINGS", 1)
    mapped(draft_of(TABLE, by=mina), mina, keep_as="Facts")
    other = draft_of(b"said,by\nyes we do,Ana\n", by=mina)

    outcome = mapped(other, mina, keep_as="Others", mapping=FieldMapping(quote="said"))

    assert outcome == MappedFile(Unchanged(Obstacle.TOO_MANY))
    assert dropped(other).sources[0].is_mapped


def test_only_reviewers_keep_a_mapping(mina: User) -> None:
    vera = make_user("vera", project=make_project(), role=Role.VIEWER)

    assert mapped(draft_of(TABLE, by=mina), vera, keep_as="Facts") == MappedFile(Unchanged(Obstacle.NOT_PERMITTED))


def test_delete_mapping_ends_what_is_read_by_it(mina: User, dana: User) -> None:
    mapped(draft_of(TABLE, by=mina), mina, keep_as="Facts")
    project = make_project()

    assert delete_mapping(project_id=project.pk, name="Facts", actor=mina) == Unchanged(Obstacle.NOT_PERMITTED)
    assert delete_mapping(project_id=project.pk, name="Nothing", actor=dana) == Unchanged(Obstacle.CONFLICT)
    assert delete_mapping(project_id=project.pk, name="Facts", actor=dana) == project
    assert Project.objects.get().mappings == []
    assert dropped(draft_of(TABLE, by=mina)).sources[0].question is not None
    assert list(audit_store()) == []


def test_the_audit_finds_a_mapping_that_nobody_saved() -> None:
    make_project()
    Project.objects.update(mappings=[{"name": "Facts", "keys": ["said"], "mapping": {"quote": "said"}}])

    assert [(one.code, one.table) for one in audit_store()] == [("policy_unaccounted", "project")]


def test_first_mapped_shows_what_a_mapping_makes_and_what_it_leaves(mina: User) -> None:
    draft = draft_of(TABLE, by=mina)
    unknown = unknown_file(draft, position=0)
    assert unknown is not None

    shown = first_mapped(unknown, OF_TABLE)

    assert [(one.title, one.quotes[0].text) for one in shown.entries] == [
        ("We ship", "we ship it"),
        ("QA waits", "two more days"),
    ]
    assert [(one.name, one.values) for one in shown.unused] == [("mood", ("glad",))]
    assert len(first_mapped(unknown, None).unused) == 4
    assert [one.content for one in first_mapped(unknown, FieldMapping(words="said")).messages] == [
        "we ship it",
        "two more days",
    ]
    problem = first_mapped(unknown, FieldMapping(quote="nothing")).problem
    assert problem is not None
    assert problem.code == "mapping_fits_nothing"
    assert unknown_file(draft, position=7) is None
