"""What a preview shows: who counted how, what differs critically, and the messages with both of their numbers."""

import json

import pytest

from review.models import Extraction, UploadDraft
from review.services.ingest import _preview_lists
from review.services.ingest.confirm import confirm_upload
from review.services.ingest.drafts import change_draft
from review.services.ingest.preview import Preview, preview_upload
from tests.factories import make_project, make_session, make_user

pytestmark = pytest.mark.django_db

TALK = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": "The cache lives for one hour."},
    {"role": "assistant", "content": ""},
    {"role": "user", "content": "The audit log is kept for two years."},
]


NOWHERE = "nobody said anything like that"


def draft_of(quotes: list[dict[str, object]], messages: list[dict[str, str]] = TALK, **fields: object) -> UploadDraft:
    draft = UploadDraft(project=make_project(), created_by=make_user(), **fields)
    draft.session_json = json.dumps({"messages": messages})
    draft.extraction_json = json.dumps({"evidence": quotes})
    draft.save()
    return draft


def standing(preview: Preview) -> dict[str, int]:
    assert preview.numbered is not None
    return {str(choice.numbering): choice.standing for choice in preview.numbered.choices}


QUOTES: list[dict[str, object]] = [
    {"messageIndex": 0, "quote": "cache lives for one hour"},
    {"messageIndex": 2, "quote": "audit log is kept"},
]


def test_every_way_of_counting_says_how_many_quotes_stand_where_they_say() -> None:
    preview = preview_upload(draft_of(QUOTES))

    assert standing(preview) == {"from_zero": 0, "from_one": 0, "after_system": 2, "with_words": 1, "of_the_user": 1}
    assert preview.numbered is not None
    assert (preview.numbered.is_off, preview.numbered.chosen.numbering, preview.numbered.asked) == (
        True,
        "from_zero",
        2,
    )


def test_a_chosen_way_moves_the_quotes_and_is_noted() -> None:
    draft = draft_of(QUOTES)
    change_draft(draft, title="", numbering="after_system")

    preview = preview_upload(draft)
    confirm_upload(draft, preview=preview, actor=draft.created_by, seen="/0")

    assert preview.numbered is not None
    assert (preview.numbered.is_off, preview.state_counts.exact if preview.state_counts else 0) == (False, 2)
    assert [(line.counted, line.index) for line in preview.numbered.lines] == [(None, 0), (0, 1), (1, 2), (2, 3)]
    marked = [sum(one.is_mark for part in line.passages for one in part.segments) for line in preview.numbered.lines]
    assert marked == [0, 1, 0, 1]
    assert [len(line.quotes) for line in preview.numbered.lines] == [0, 0, 0, 0]
    assert Extraction.objects.get().notes == [
        {"code": "recounted", "where": "", "params": {"numbering": "after_system"}}
    ]


def test_a_number_that_is_no_message_of_the_chosen_way_stays_out_of_range() -> None:
    draft = draft_of([{"messageIndex": 7, "quote": "cache lives for one hour"}], numbering="of_the_user")

    preview = preview_upload(draft)

    assert [(str(item.evidence.failure_reason), item.evidence.message_index) for item in preview.failed] == [
        ("index_out_of_range", 11)
    ]


def test_what_differs_critically_is_listed_and_what_does_not_is_not() -> None:
    draft = draft_of(
        [
            {"messageIndex": 1, "quote": "The cache lives for two hours."},
            {"messageIndex": 1, "quote": "the CACHE lives for one hour"},
        ]
    )

    preview = preview_upload(draft)

    assert [item.evidence.quote for item in preview.differing] == ["The cache lives for two hours."]
    assert all(one.critical for item in preview.differing for one in item.critical)


@pytest.mark.parametrize(
    ("given", "numbering", "is_doubtful"),
    [
        pytest.param([(1, "cache lives for one hour"), (3, NOWHERE)], "", True, id="half are elsewhere"),
        pytest.param([(1, "cache lives for one hour"), (1, "cache lives")], "", False, id="all are there"),
        pytest.param([(1, "cache lives for one hour"), (1, "cache lives"), (3, NOWHERE)], "", False, id="most are"),
        pytest.param([(1, "cache lives"), (2, "audit log"), (2, "log is kept")], "", True, id="another way finds more"),
        pytest.param([(0, "cache lives for one hour")], "after_system", True, id="a person chose another way"),
    ],
)
def test_how_it_counted_is_a_question_where_that_is_in_doubt(
    given: list[tuple[int, str]],
    numbering: str,
    is_doubtful: bool,  # noqa: FBT001 - a case
) -> None:
    quotes = [{"messageIndex": index, "quote": quote} for index, quote in given]

    numbered = preview_upload(draft_of(quotes, numbering=numbering)).numbered

    assert numbered is not None
    assert numbered.is_doubtful == is_doubtful


def test_the_messages_of_a_preview_have_the_names_of_who_said_them() -> None:
    messages = [{"role": "user", "name": "Dana", "content": "The cache lives for one hour."}]

    numbered = preview_upload(draft_of([{"messageIndex": 0, "quote": "cache lives"}], messages)).numbered

    assert numbered is not None
    assert [(line.role, line.name) for line in numbered.lines] == [("user", "Dana")]


def test_long_messages_are_cut_and_only_the_first_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_preview_lists, "MAX_LINES", 1)
    messages = [{"content": "word " * 100 + "the cache lives on " + "more " * 100}, {"content": "Fine."}]

    numbered = preview_upload(draft_of([{"messageIndex": 0, "quote": "cache lives"}], messages)).numbered

    assert numbered is not None
    [line] = numbered.lines
    [passage] = line.passages
    marked = [segment.text for segment in passage.segments if segment.is_mark]
    assert (marked, passage.hidden > 0, line.is_cut, numbered.message_count) == (["cache lives"], True, True, 2)


def test_a_title_that_a_person_gives_is_that_of_the_session() -> None:
    draft = draft_of(QUOTES)
    change_draft(draft, title=" Cache\x00 ", numbering="")

    receipt = confirm_upload(draft, preview=preview_upload(draft), actor=draft.created_by, seen="/0")

    assert receipt.session.title == "Cache\\u0000"


def test_an_extraction_of_a_known_session_counts_its_messages() -> None:
    session = make_session(["The cache lives for one hour.", "Fine."], project=make_project())
    draft = UploadDraft.objects.create(
        project=make_project(),
        created_by=make_user(),
        session=session,
        extraction_json=json.dumps({"evidence": [{"messageIndex": 1, "quote": "cache lives for one hour"}]}),
        numbering="from_one",
    )

    assert standing(preview_upload(draft)) == {"from_zero": 0, "from_one": 1}


def test_the_chunks_of_a_retrieval_are_not_counted_in_other_ways() -> None:
    chunk = {"chunkId": "c-1", "title": "Cache", "content": "The cache lives for one hour."}
    draft = UploadDraft.objects.create(
        project=make_project(),
        created_by=make_user(),
        session_json=json.dumps({"query": "How long?", "chunks": [chunk]}),
        extraction_json=json.dumps({"evidence": [{"messageIndex": 0, "quote": "cache lives for one hour"}]}),
    )

    preview = preview_upload(draft)

    assert (preview.is_retrieval, preview.numbered, preview.last_index) == (True, None, 0)


def test_an_extraction_that_is_no_json_any_more_is_a_problem() -> None:
    draft = draft_of(QUOTES)
    draft.extraction_json = "{"

    preview = preview_upload(draft)

    assert ([problem.code for problem in preview.extraction_problems], preview.checked) == (["not_json"], None)
