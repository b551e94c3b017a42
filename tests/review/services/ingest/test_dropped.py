"""What was dropped: files are read, an extraction finds its conversation, and what is chosen becomes drafts."""

import json

import pytest

from review.models import ReviewSession, UploadDraft, UploadFile, UploadPart
from review.payloads import files
from review.services.ingest import dropped as ingest_dropped
from review.services.ingest.confirm import confirm_upload
from review.services.ingest.dropped import KeptFiles, discard, dropped, keep_files, read_as, take
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
    assert keep_files(draft, files) == KeptFiles(draft, ())
    return draft


def test_dropped_names_each_file_with_its_format_and_what_is_in_it() -> None:
    what = dropped(draft_with(CACHE, OF_CACHE))

    assert [(source.format, source.rule, source.file.size > 0) for source in what.sources] == [
        ("session", "`messages` of texts or of objects with `content`", True),
        ("extraction", "`evidence` of quotes", True),
    ]
    assert [(one.title, one.quotes, one.is_alternate, one.last_timestamp) for one in what.conversations] == [
        ("Cache", 0, False, "")
    ]
    assert what.suggested == ("0-0",)
    assert [(source.notes, source.counting) for source in what.sources] == [((), "messages")] * 2


def test_keep_files_takes_so_many_conversations_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ingest_dropped, "MAX_UPLOAD_PARTS", 3)
    draft = UploadDraft(project=make_project(), created_by=make_user())
    two, one = (json.dumps([CACHE] * count).encode() for count in (2, 1))

    first = keep_files(draft, [("two.json", two), ("again.json", two), ("one.json", one)])
    second = keep_files(draft, [("one.json", one)])

    told = [[(each.name, each.problem.code, each.problem.params) for each in kept.unread] for kept in (first, second)]
    assert told == [[("again.json", "too_many_items", {"limit": 3})], [("one.json", "too_many_items", {"limit": 3})]]
    assert len(dropped(draft).conversations) == 3


def test_keep_files_says_why_where_one_file_alone_has_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_UPLOAD_PARTS", 3)
    draft = UploadDraft(project=make_project(), created_by=make_user())

    [unread] = keep_files(draft, [("four.json", json.dumps([CACHE] * 4).encode())]).unread

    assert (unread.problem.code, unread.problem.where) == ("too_many_items", "[3]")


def test_keep_files_keeps_what_can_be_read_and_says_why_the_rest_cannot() -> None:
    draft = UploadDraft(project=make_project(), created_by=make_user())
    near = b'{"mapping": {"a": 3}}'
    files = [("broken.json", b'{"messages": ['), ("near.json", near), ("cache.json", json.dumps(CACHE).encode())]

    kept = keep_files(draft, files)

    what = dropped(draft)
    assert [(one.name, one.size, one.format) for one in kept.unread] == [
        ("broken.json", 14, ""),
        ("near.json", len(near), "chatgpt"),
    ]
    assert [line.text for line in kept.unread[1].lines] == [near.decode()]
    assert ([one.file.name for one in what.sources], draft.file_names) == (["cache.json"], ("cache.json",))
    assert [one.title for one in what.conversations] == ["Cache"]


def test_keep_files_keeps_no_part_of_a_line_that_cannot_be_read() -> None:
    lines = "\n".join([json.dumps(CACHE), json.dumps({"messages": [{"role": "user"}]}), json.dumps(AUDIT)])

    files = draft_with(lines.encode())

    assert [part.place for part in UploadPart.objects.filter(file__draft=files)] == [0, 2]


def test_keep_files_makes_no_draft_of_what_nobody_can_read() -> None:
    draft = UploadDraft(project=make_project(), created_by=make_user())

    kept = keep_files(draft, [("photo.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), ("list.txt", b"[]")])

    assert (kept.draft, [one.name for one in kept.unread]) == (None, ["photo.png", "list.txt"])
    assert kept.unread[0].lines == ()
    assert UploadDraft.objects.count() == 0


def test_keep_files_reads_them_as_a_person_says() -> None:
    draft = UploadDraft(project=make_project(), created_by=make_user())

    keep_files(draft, [("m.json", b'[{"role": "user", "content": "How long?"}]')], wanted="session")

    assert [source.format for source in dropped(draft).sources] == ["session"]
    assert draft.files.get().format == "session"


def test_an_extraction_belongs_to_the_conversation_that_holds_its_words() -> None:
    what = dropped(draft_with([AUDIT, CACHE], OF_CACHE))

    [loose] = what.extractions
    assert loose.belongs_to is not None
    assert (loose.belongs_to.title, loose.standing, loose.asked) == ("Cache", 1, 1)
    assert what.suggested == (loose.belongs_to.key,)


def test_an_extraction_finds_the_conversation_that_comes_later() -> None:
    chunk = {"chunkId": "c", "content": "One hour."}
    files = draft_with(OF_CACHE, {"title": "Found", "query": "How long?", "chunks": [chunk]})
    before = dropped(files).extractions[0].standing

    keep_files(files, [("cache.json", json.dumps([AUDIT, CACHE]).encode())])
    keep_files(files, [("audit.json", json.dumps(OF_AUDIT).encode())])

    cache, audit = dropped(files).extractions
    assert (before, cache.standing, audit.standing) == (0, 1, 1)
    assert (cache.belongs_to, audit.belongs_to) == (dropped(files).conversations[2], dropped(files).conversations[1])


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

    assert read_as(files, position=0, name="session") is None

    assert (before, dropped(files).sources[0].format) == ("openai_chat", "session")
    assert [one.messages for one in dropped(files).conversations] == [1]


def test_read_as_leaves_a_file_as_it_is_that_cannot_be_read_so() -> None:
    files = draft_with(CACHE)

    unread = read_as(files, position=0, name="chatgpt")

    assert unread is not None
    assert (unread.name, unread.size > 0) == ("0.json", True)
    assert [source.format for source in dropped(files).sources] == ["session"]
    assert [one.title for one in dropped(files).conversations] == ["Cache"]


def test_discard_ends_the_files_with_the_last_draft_of_them() -> None:
    files = draft_with([AUDIT, CACHE])
    first, second = take(files, dropped(files), keys=["0-0", "0-1"])
    expected = {files.pk, second.pk}

    discard(first)
    left = set(UploadDraft.objects.values_list("pk", flat=True))
    discard(second)

    assert left == expected
    assert (UploadDraft.objects.count(), UploadFile.objects.count(), UploadPart.objects.count()) == (0, 0, 0)


def test_discard_keeps_what_was_imported_out_of_the_same_files() -> None:
    files = draft_with([AUDIT, CACHE])
    first, second = take(files, dropped(files), keys=["0-0", "0-1"])
    fresh = UploadDraft.objects.select_related("project", "session").get(pk=first.pk)
    receipt = confirm_upload(fresh, preview=preview_upload(fresh), actor=files.created_by, seen="/0")

    discard(second)

    files.refresh_from_db()
    assert (files.session, files.received_at is None, UploadFile.objects.count()) == (receipt.session, False, 0)
    assert UploadDraft.objects.filter(pk=first.pk).exists()


def test_discard_deletes_files_of_which_nothing_was_taken() -> None:
    discard(draft_with(CACHE))

    assert (UploadDraft.objects.count(), UploadFile.objects.count()) == (0, 0)


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
