"""What was dropped: files are read, an extraction finds its conversation, and what is chosen becomes drafts."""

import json

import pytest

from review.models import ReviewSession, UploadDraft, UploadFile
from review.services.ingest.confirm import confirm_upload
from review.services.ingest.dropped import dropped, keep_files, read_as, take
from review.services.ingest.preview import preview_upload
from tests.factories import make_project, make_session, make_user

pytestmark = pytest.mark.django_db

CACHE = {"title": "Cache", "messages": ["The cache lives for one hour.", "Fine."]}
AUDIT = {"title": "Audit", "messages": ["The audit log is kept for two years."]}
OF_CACHE = {"evidence": [{"messageIndex": 0, "quote": "cache lives for one hour"}]}
OF_AUDIT = {"evidence": [{"messageIndex": 0, "quote": "audit log is kept"}]}
NOBODYS = {"entries": [{"title": "nobody said it", "evidence": []}]}


def draft_with(*payloads: object, session: ReviewSession | None = None) -> UploadDraft:
    draft = UploadDraft(project=make_project(), created_by=make_user(), session=session)
    files = [
        (f"{place}.json", one if isinstance(one, bytes) else json.dumps(one).encode())
        for place, one in enumerate(payloads)
    ]
    assert keep_files(draft, files) == 0
    return draft


def test_dropped_names_each_file_with_its_format_and_what_is_in_it() -> None:
    what = dropped(draft_with(CACHE, OF_CACHE))

    assert [(source.format, source.rule, source.size > 0) for source in what.sources] == [
        ("session", "`messages` of texts or of objects with `content`", True),
        ("extraction", "`evidence` of quotes", True),
    ]
    assert [(one.title, one.quotes, one.is_alternate, one.last_timestamp) for one in what.conversations] == [
        ("Cache", 0, False, "")
    ]
    assert (what.is_whole, what.suggested) == (True, ("0-0",))
    assert [(source.notes, source.lines) for source in what.sources] == [((), ())] * 2


def test_dropped_says_what_cannot_be_read_and_where() -> None:
    what = dropped(draft_with(b'{"a": 1}\n{"b": ', {"mapping": {"a": 3}}, CACHE))

    unread, near, right = what.sources
    assert not what.is_whole
    assert [unread.format, near.format, right.format] == ["", "chatgpt", "session"]
    assert (unread.problem is not None, unread.rule, unread.notes) == (True, "", ())
    assert [line.text for line in near.lines] == ['{"mapping": {"a": 3}}']
    assert [one.title for one in what.conversations] == ["Cache"]


def test_an_extraction_belongs_to_the_conversation_that_holds_its_words() -> None:
    what = dropped(draft_with([AUDIT, CACHE], OF_CACHE))

    [loose] = what.extractions
    assert loose.belongs_to is not None
    assert (loose.belongs_to.title, loose.standing, loose.asked) == ("Cache", 1, 1)
    assert what.suggested == (loose.belongs_to.key,)


def test_of_several_conversations_those_with_quotes_are_suggested() -> None:
    what = dropped(draft_with([{**AUDIT, "extraction": OF_AUDIT}, CACHE]))

    assert [what.suggested, [one.quotes for one in what.conversations]] == [("0-0",), [1, 0]]


def test_of_several_conversations_without_quotes_none_is_suggested() -> None:
    assert dropped(draft_with([AUDIT, CACHE])).suggested == ()


def test_an_extraction_without_a_conversation_belongs_nowhere() -> None:
    [loose] = dropped(draft_with(OF_CACHE)).extractions

    assert (loose.belongs_to, loose.standing) == (None, 0)


def test_take_makes_a_draft_of_each_chosen_conversation_with_what_belongs_to_it() -> None:
    files = draft_with([AUDIT, CACHE], OF_CACHE, OF_AUDIT, {"run": {"model": "m-2"}, **OF_CACHE})
    what = dropped(files)

    taken = take(files, what, keys=[one.key for one in what.conversations])

    assert [(one.taken_from, json.loads(one.session_json), json.loads(one.extraction_json)) for one in taken] == [
        (files, AUDIT, OF_AUDIT),
        (files, CACHE, OF_CACHE),
        (files, CACHE, {"run": {"model": "m-2"}, **OF_CACHE}),
    ]


def test_take_again_forgets_what_was_taken_before() -> None:
    files = draft_with([AUDIT, CACHE])
    what = dropped(files)
    take(files, what, keys=["0-0", "0-1"])

    [taken] = take(files, what, keys=["0-1"])

    assert [one.pk for one in UploadDraft.objects.filter(taken_from=files)] == [taken.pk]
    assert (json.loads(taken.session_json), taken.extraction_json) == (CACHE, "")


def test_take_puts_extractions_into_the_session_that_was_named() -> None:
    session = make_session(["The cache lives for one hour."], project=make_project())
    files = draft_with(OF_CACHE, AUDIT, session=session)

    named, own = take(files, dropped(files), keys=["1-0"])[::-1]

    assert (named.session, named.session_json, json.loads(named.extraction_json)) == (session, "", OF_CACHE)
    assert (own.session, json.loads(own.session_json), own.extraction_json) == (None, AUDIT, "")


def test_read_as_takes_a_file_for_another_format() -> None:
    files = draft_with([{"role": "user", "content": "How long?"}])
    before = dropped(files).sources[0].format

    read_as(files, position=0, name="session")

    assert (before, dropped(files).sources[0].format) == ("openai_chat", "session")


def test_the_notes_of_a_reader_go_with_the_draft_and_its_extraction() -> None:
    empty = {
        "messages": [{"role": "user", "content": ""}, {"role": "user", "content": "The cache lives for one hour."}]
    }
    files = draft_with(empty, {"evidence": [{"messageIndex": 1, "quote": "cache lives for one hour"}]})
    [taken] = take(files, dropped(files), keys=["0-0"])

    receipt = confirm_upload(taken, preview=preview_upload(taken), actor=files.created_by, seen="/0")

    assert [note["code"] for note in taken.notes] == ["no_words"]
    assert receipt.extraction is not None
    assert [note["code"] for note in receipt.extraction.notes] == ["no_words"]


def test_confirming_the_last_of_what_was_taken_ends_the_files() -> None:
    files = draft_with([AUDIT, CACHE])
    first, second = take(files, dropped(files), keys=["0-0", "0-1"])
    fresh = [UploadDraft.objects.select_related("project", "session").get(pk=one.pk) for one in (first, second)]

    receipts = [confirm_upload(one, preview=preview_upload(one), actor=files.created_by, seen="/0") for one in fresh]

    files.refresh_from_db()
    assert [one.following.pk if one.following else None for one in receipts] == [second.pk, None]
    assert (files.session, files.received_at is None, UploadFile.objects.count()) == (receipts[1].session, False, 0)
