import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import Settings

from aligner_core.formats import Reading, read
from review.domain.policy import Stage
from review.models import Alignment, Entry, Extraction, Message, Project, ReviewSession, UploadDraft, UploadFile
from review.payloads import files
from review.services.promotion.stages import promote_entry
from tests.factories import make_entry, make_session, make_user

SESSION = {"sessionId": "s-1", "title": "One", "messages": ["We decided to keep the raw bytes.", "Fine."]}
EXTRACTION = {
    "entries": [
        {
            "entryId": "e-1",
            "type": "decision",
            "title": "Raw bytes stay",
            "evidence": [
                {"messageIndex": 0, "quote": "keep the raw bytes"},
                {"messageIndex": 1, "quote": "nobody ever said anything like this"},
            ],
        }
    ]
}


def upload(client: Client, project: Project, **fields: object) -> tuple[int, str, str]:
    """Post files, or what their names stand for, and follow to the next page; return status, page and address."""
    files = [as_file(fields.pop(name), name) for name in list(fields) if name in {"first", "second"}]
    given = {"project": project.pk, "files": files, **{name: as_text(value) for name, value in fields.items()}}
    response = client.post("/upload/", given, follow=True)
    return response.status_code, response.content.decode(), response.request["PATH_INFO"]


def as_file(value: object, name: str) -> object:
    text = as_text(value)
    return SimpleUploadedFile(f"{name}.json", text.encode(errors="surrogatepass")) if isinstance(text, str) else text


def as_text(value: object) -> object:
    return json.dumps(value) if isinstance(value, dict | list) else value


def test_upload_previews_and_then_receives_both_parts(mina: Client, project: Project) -> None:
    status, page, address = upload(mina, project, first=SESSION, second=EXTRACTION)
    stored_before = ReviewSession.objects.count()

    response = mina.post(address, follow=True)

    session = ReviewSession.objects.get()
    assert (status, stored_before) == (200, 0)
    assert "New session with 2 messages." in page
    assert "nobody ever said anything like this" in page
    assert response.request["PATH_INFO"] == address
    assert "2 new messages. 2 quotes were looked for." in response.content.decode()
    assert f'href="{session.get_absolute_url()}"' in response.content.decode()
    drafts = UploadDraft.objects.values_list("session_json", "extraction_json", "alignment")
    assert (Entry.objects.count(), set(drafts), UploadFile.objects.count()) == (1, {("", "", "")}, 0)


def test_upload_accepts_files_and_a_session_with_its_extraction(mina: Client, project: Project) -> None:
    combined = json.dumps({**SESSION, "extraction": EXTRACTION}).encode("utf-8-sig")

    _, page, address = upload(mina, project, first=SimpleUploadedFile("s.json", combined))
    mina.post(address)

    assert "1 entry, 2 quotes" in " ".join(page.split())
    assert (Message.objects.count(), Entry.objects.count()) == (2, 1)


def test_upload_of_the_same_again_says_that_nothing_is_new(mina: Client, project: Project) -> None:
    for _ in range(2):
        _, page, address = upload(mina, project, first=SESSION, second=EXTRACTION)
        response = mina.post(address, follow=True)

    assert "Known session, identical. Nothing new." in page
    assert "Imported before. Nothing new." in page
    assert 'id="confirm"' not in page
    assert f'id="known" href="{ReviewSession.objects.get().get_absolute_url()}"' in page
    assert "No new messages. The extraction was there already; nothing was added." in response.content.decode()
    assert (Message.objects.count(), Entry.objects.count()) == (2, 1)


@pytest.mark.parametrize(
    ("messages", "sentence"),
    [
        (["First.", "Second.", "Third."], "Known session; 1 new message would be added."),
        (["First."], "Known session; the upload is the beginning of it. Nothing new."),
        (["First.", "Changed."], "Known session; 1 message has changed and would get a newer version."),
        (["New.", "Changed.", "Third."], "2 messages have changed and would get a newer version."),
        (["New.", "Changed.", "Third."], "1 new message would be added."),
        (["Changed."], "Message 0 differs from the one stored, and messages are missing from here on."),
        (["Second.", "Third."], "Message 0 is gone, or another one came before it"),
    ],
)
def test_upload_previews_the_changes_of_a_known_session(
    messages: list[str], sentence: str, mina: Client, project: Project
) -> None:
    make_session(["First.", "Second."], project=project, session_id="s-1")

    _, page, _ = upload(mina, project, first={"sessionId": "s-1", "messages": messages})

    assert sentence in page


def test_upload_adds_an_extraction_to_a_known_session(mina: Client, project: Project) -> None:
    session = make_session(["We decided to keep the raw bytes.", "Fine."], project=project)

    _, _, address = upload(mina, project, session=session.pk, second=EXTRACTION)
    mina.post(address)

    assert Entry.objects.get().session == session


BAD_SESSIONS = [
    ('{"messages": [', "This is not JSON: look at line 1, column 15."),
    ("[" * 40 + "]" * 40, "The JSON is nested deeper than 32 levels."),
    ('{"messages": NaN}', "NaN is not a JSON number."),
    ('{"messages": [1]}', "Its fields are messages."),
    ('{"messages": [{"role": "user", "text": "Hi"}]}', "Its fields are messages."),
    ("%PDF-1.7", "The document cannot be read: "),
    ('{"nothing": 1}', "Its fields are nothing."),
    ('{"messages": ["a\\u0000b"]}', "Character 1 is NUL or half of a surrogate pair"),
    ('{"messages": ["\\ud800"]}', "Character 0 is NUL or half of a surrogate pair"),
    ('{"messages": [{"content": "a", "role": ["x"]}]}', "This has to be a text, not [&quot;x&quot;]."),
    ('{"sessionId": "' + "x" * 201 + '", "messages": ["a"]}', "Longer than 200 characters."),
    ('{"messages": [' + "9" * 5000 + "]}", "A number in the JSON is too long to be read."),
    ('"just a text"', "It can be read as one message, or as a message a line."),
]


@pytest.mark.parametrize(("text", "sentence"), BAD_SESSIONS, ids=[sentence for _, sentence in BAD_SESSIONS])
def test_upload_says_what_is_wrong_with_a_session(text: str, sentence: str, mina: Client, project: Project) -> None:
    status, page, address = upload(mina, project, first=text)

    assert (status, sentence in page) == (422 if address == "/upload/" else 200, True)
    assert 'id="confirm"' not in page
    assert mina.post(address).status_code == 422
    assert (ReviewSession.objects.count(), UploadDraft.objects.exists()) == (0, address != "/upload/")


BAD_EXTRACTIONS = [
    ('{"entries": [7]}', "Left out: an entry is an object."),
    ('{"entries": [{"title": 7}]}', "This has to be a text, not 7."),
    ('{"entries": [{"stage": "verified"}]}', "Left out: only people verify."),
    ('{"entries": [{"stage": "done"}]}', "Left out: done is not a stage."),
    ('{"entries": [{"title": "a\\u0000"}]}', "Left out: it holds NUL"),
    ('{"entries": [{"colour": "red", "evidence": []}]}', "Not known and ignored."),
    ('{"entries": [{"evidence": [{"quote": "raw bytes", "messageIndex": true}]}]}', "Not a message number"),
    ('{"entries": [{"evidence": [{"quote": "raw bytes", "messageIndex": 9}]}]}', "No such message"),
    ('{"entries": [{"evidence": [{"quote": 7, "messageIndex": 0}]}]}', "Not a text"),
    ('{"entries": [{"evidence": [{"quote": "\\ud800", "messageIndex": 0}]}]}', "Not a text"),
    ('{"entries": [{"evidence": [{"quote": " ", "messageIndex": 0}]}]}', "Empty"),
    ('{"entries": [{"evidence": [{"quote": "raw", "messageIndex": 0, "start": 3}]}]}', "Came with offsets"),
]


@pytest.mark.parametrize(("text", "sentence"), BAD_EXTRACTIONS, ids=[text for text, _ in BAD_EXTRACTIONS])
def test_upload_says_what_is_wrong_with_an_extraction_but_keeps_the_session(
    text: str, sentence: str, mina: Client, project: Project
) -> None:
    status, page, address = upload(mina, project, first=SESSION, second=text)

    response = mina.post(address, follow=True)

    assert (status, sentence in page) == (200, True)
    assert response.status_code == 200
    assert (ReviewSession.objects.count(), Message.objects.count()) == (1, 2)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"entries": ', "This is not JSON"),
        ("[]", "This format is not known."),
        ('{"entries": {}}', "Nearest to Extraction, but here a list was expected."),
    ],
)
def test_upload_says_which_file_cannot_be_read_and_goes_on_without_it(
    text: str, sentence: str, mina: Client, project: Project
) -> None:
    status, page, _ = upload(mina, project, first=SESSION, second=text)
    draft = UploadDraft.objects.get()

    response = mina.post(f"/upload/{draft.pk}/files/", {"conversation": "0-0"}, follow=True)

    assert (status, sentence in page, draft.file_names) == (422, True, ("first.json",))
    assert f'action="/upload/{draft.pk}/files/"' in page
    assert "New session with 2 messages." in response.content.decode()


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["Nothing of this could be read", "notes.json", "This is not JSON"]),
        ("ko", ["읽을 수 있는 것이 없습니다", "notes.json", "JSON이 아닙니다"]),
    ],
)
def test_what_cannot_be_read_becomes_no_draft(mina: Client, project: Project, language: str, words: list[str]) -> None:
    mina.post("/i18n/setlang/", {"language": language})
    file = SimpleUploadedFile("notes.json", b'{"entries": ')

    response = mina.post("/upload/", {"project": project.pk, "files": [file], "text": "[]"})

    page = response.content.decode()
    assert (response.status_code, [one for one in words if one not in page]) == (422, [])
    assert re.search(r"<textarea[^>]*>\s*\[\]</textarea>", page)
    assert UploadDraft.objects.count() == 0


def test_a_file_is_read_once_however_often_it_is_looked_at(
    mina: Client, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = list[str]()

    def counting(data: bytes, *, name: str, **more: Any) -> Reading:  # noqa: ANN401
        names.append(name)
        return read(data, name=name, **more)

    monkeypatch.setattr(files, "read", counting)
    two = [SESSION, {"sessionId": "s-2", "messages": ["Another one."]}]

    _, _, address = upload(mina, project, first=two, second=EXTRACTION)
    pages = [mina.get(address).status_code for _ in range(3)]
    preview = mina.post(address, {"conversation": ["0-0", "0-1"]}).headers["Location"]
    pages += [mina.get(preview).status_code for _ in range(3)]
    mina.post(preview)

    assert (names, set(pages), Entry.objects.count()) == (["first.json", "second.json"], {200}, 1)


def test_upload_reports_problems_in_korean(mina: Client, project: Project) -> None:
    mina.post("/i18n/setlang/", {"language": "ko"})

    _, page, _ = upload(mina, project, first='{"messages": [')

    assert "JSON이 아닙니다. 1행 15열을 보세요." in page


def test_upload_refuses_a_file_over_the_limit_and_keeps_the_other(
    mina: Client, project: Project, settings: Settings
) -> None:
    settings.REVIEW_MAX_FILE_BYTES = 300
    large = SimpleUploadedFile("e.json", b" " * 301)

    status, page, _ = upload(mina, project, first=SESSION, second=large)

    [kept] = UploadFile.objects.all()
    assert status == 413
    assert "The file is larger than 0.3 kB" in page
    assert (kept.name, f"/upload/{kept.draft_id}/files/" in page) == ("first.json", True)


def test_upload_refuses_what_is_not_utf8_and_keeps_the_other(mina: Client, project: Project) -> None:
    latin = SimpleUploadedFile("s.json", "{é}".encode("latin-1"))

    status, page, _ = upload(mina, project, first=latin, second=EXTRACTION)

    assert status == 422
    assert "No encoding of this text is recognised (from byte 1 on)." in page
    assert "1 entry" in page
    assert 'id="choose"' not in page


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({}, "Choose a file, or paste a text."),
        ({"text": "{}", "session": "0"}, "Select a valid choice"),
    ],
)
def test_upload_says_what_is_missing(fields: dict[str, object], sentence: str, mina: Client, project: Project) -> None:
    status, page, _ = upload(mina, project, **fields)

    assert (status, sentence in page) == (422, True)


def test_an_extraction_alone_asks_for_its_conversation(mina: Client, project: Project) -> None:
    status, page, address = upload(mina, project, first=EXTRACTION)

    assert (status, "An extraction needs its conversation." in page) == (200, True)
    assert mina.post(address).status_code == 422


def test_a_file_added_later_is_read_with_the_ones_before(mina: Client, project: Project) -> None:
    _, _, address = upload(mina, project, first=EXTRACTION)

    _, page, preview = upload(mina, project, first=SESSION, draft=address.split("/")[2])

    assert "New session with 2 messages." in page
    assert "1 entry, 2 quotes" in " ".join(page.split())
    assert mina.post(preview).status_code == 302
    assert Entry.objects.count() == 1


def test_a_conversation_beside_a_known_session_becomes_its_own(mina: Client, project: Project) -> None:
    session = make_session(["a"], project=project)

    _, page, address = upload(mina, project, session=session.pk, first=SESSION)
    mina.post(address, {"conversation": "0-0"})

    assert "becomes a session of its own" in page
    [taken] = UploadDraft.objects.filter(taken_from__isnull=False)
    assert (taken.session, json.loads(taken.session_json)) == (None, SESSION)


def test_upload_is_for_reviewers(guest: Client, project: Project) -> None:
    status, page, _ = upload(guest, project, first=SESSION)

    assert (status, "Its managers decide who may do what." in page) == (403, True)
    assert b"There is no project you may upload into" in guest.get("/upload/").content


def test_drafts_are_visible_only_to_their_author(mina: Client, guest: Client, project: Project) -> None:
    _, _, address = upload(mina, project, first=SESSION)

    assert [guest.get(address).status_code, guest.post(address).status_code] == [404, 404]


def test_back_returns_to_the_files(mina: Client, project: Project) -> None:
    _, preview, _ = upload(mina, project, first=SESSION)
    draft = UploadDraft.objects.get(taken_from=None)

    page = mina.get(f"/upload/{draft.pk}/files/").content.decode()

    assert f'href="/upload/{draft.pk}/files/"' in preview
    assert "first.json" in page
    assert 'value="0-0" checked' in page


def test_a_file_is_read_as_what_a_person_says_it_is(mina: Client, project: Project) -> None:
    _, _, _ = upload(mina, project, first=[{"role": "user", "content": "How long?"}])
    draft = UploadDraft.objects.get(taken_from=None)

    mina.post(f"/upload/{draft.pk}/format/", {"position": "0", "format": "session"})
    right = mina.get(f"/upload/{draft.pk}/files/").content.decode()
    wrong = mina.post(f"/upload/{draft.pk}/format/", {"position": "0", "format": "chatgpt"})
    mina.post(f"/upload/{draft.pk}/format/", {"position": "7", "format": "chatgpt"})
    after = mina.get(f"/upload/{draft.pk}/files/").content.decode()

    assert "<b>Session</b>" in right
    assert (wrong.status_code, "This format is not known." in wrong.content.decode()) == (422, True)
    assert "<b>Session</b>" in after


@pytest.mark.parametrize(("language", "said"), [("en", "Discarded."), ("ko", "버렸습니다.")])
def test_a_draft_has_the_names_of_its_files_and_can_be_discarded(
    mina: Client, project: Project, language: str, said: str
) -> None:
    mina.post("/i18n/setlang/", {"language": language})
    upload(mina, project, first=[SESSION, {"messages": ["Another one."]}], second=EXTRACTION)
    draft = UploadDraft.objects.get()
    page = mina.get("/upload/").content.decode()

    after = mina.post(f"/upload/{draft.pk}/discard/", follow=True).content.decode()

    assert "first.json, second.json" in page
    assert f'action="/upload/{draft.pk}/discard/"' in page
    assert (said in after, "first.json" in after, UploadDraft.objects.count()) == (True, False, 0)


def test_a_session_without_a_name_gets_one_from_a_person(mina: Client, project: Project) -> None:
    _, _, address = upload(mina, project, first={"messages": SESSION["messages"]})

    page = mina.post(f"{address}change/", {"title": " The cache ", "numbering": ""}, follow=True).content.decode()
    mina.post(address)

    assert 'value="The cache"' in page
    assert ReviewSession.objects.get().title == "The cache"


def test_an_extractor_that_counts_from_one_is_put_right_by_a_click(mina: Client, project: Project) -> None:
    quote = {"messageIndex": 1, "quote": "keep the raw bytes"}
    _, page, address = upload(mina, project, first=SESSION, second={"evidence": [quote]})

    changed = mina.post(f"{address}change/", {"title": "", "numbering": "from_one"}, follow=True).content.decode()
    mina.post(address)

    found = Alignment.objects.get()
    assert "0 of 1 quotes are where they say" in page
    assert "Counted another way, more of them are." in page
    assert "1 of 1 quotes are where they say" in changed
    assert (found.method, found.message_index) == ("exact", 0)
    assert Extraction.objects.get().notes[-1]["code"] == "recounted"


def test_confirming_a_draft_that_no_longer_fits_says_so(mina: Client, project: Project) -> None:
    _, _, address = upload(mina, project, first=SESSION)
    make_session(["Somebody was faster."], project=project, session_id="s-1")

    response = mina.post(address)

    assert response.status_code == 409
    assert b"Known session; 1 message has changed" in response.content
    assert Message.objects.count() == 1


def test_confirming_a_changed_session_says_what_it_did(mina: Client, project: Project) -> None:
    session = make_session(["We keep the raw bytes.", "Fine."], project=project, session_id="s-1")
    entry = make_entry(session, [(0, "keep the raw bytes")])
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=make_user("mina"))
    changed = {"sessionId": "s-1", "messages": ["We keep the raw text.", "Fine.", "Yes."]}
    _, page, address = upload(mina, project, first=changed)
    assert "1 verified entry would go back to candidate." in page

    response = mina.post(address, {"seen": "0/1"}, follow=True)

    done = "1 message changed. 1 entry went back to candidate. 1 new message."
    assert done in response.content.decode()
    assert Entry.objects.get().stage == Stage.CANDIDATE


@pytest.mark.parametrize("seen", [{}, {"seen": ""}, {"seen": "0/0"}, {"seen": "0,1/1"}])
def test_confirming_takes_no_more_than_was_shown(mina: Client, project: Project, seen: dict[str, str]) -> None:
    """Between preview and confirmation, somebody verified an entry that would go back, or changed another message."""
    session = make_session(["We keep the raw bytes.", "Fine."], project=project, session_id="s-1")
    entry = make_entry(session, [(0, "keep the raw bytes")])
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=make_user("mina"))
    _, _, address = upload(mina, project, first={"sessionId": "s-1", "messages": ["We keep text.", "Fine."]})

    response = mina.post(address, seen)

    assert response.status_code == 409
    assert 'name="seen" value="0/1"' in response.content.decode()
    assert (Entry.objects.get().stage, Message.objects.count()) == (Stage.VERIFIED, 2)


def test_upload_offers_the_session_it_was_asked_for(mina: Client, project: Project) -> None:
    session = make_session(["a"], project=project, title="The one")

    page = mina.get(f"/upload/?session={session.pk}").content.decode()

    assert f'<input type="checkbox" name="session" value="{session.pk}" checked> <bdi hx-ignore>The one</bdi>' in page


def test_upload_of_far_too_much_is_refused_before_it_is_read(mina: Client, settings: Settings) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100

    response = mina.post("/upload/", {"text": "x" * 101})

    assert response.status_code == 413
    assert b"That is too much at once" in response.content


def test_a_session_without_a_title_is_called_by_its_first_words_or_as_a_person_says(
    mina: Client, project: Project
) -> None:
    turns = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "How long does the cache live?\n\nYes?"},
    ]
    _, page, address = upload(mina, project, first={"messages": turns})

    mina.post(address, {"seen": "/0", "title": " The cache "})

    assert 'name="title" form="import" maxlength="500" dir="auto" value="How long does the cache live?"' in page
    assert "The file has none; these are its first words." in page
    assert ReviewSession.objects.get().title == "The cache"


def test_a_session_without_a_title_and_an_id_is_shown_by_a_few_signs(mina: Client, project: Project) -> None:
    session = make_session(["How long?"], project=project)

    assert len(session.session_id) == 64
    assert str(session) == session.session_id[:8]
    assert session.session_id not in mina.get("/sessions/").content.decode()
