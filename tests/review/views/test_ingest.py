import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import Settings

from review.domain.policy import Stage
from review.models import Entry, Message, Project, ReviewSession, UploadDraft
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
    """Post the form and follow to the preview; return the status, the page and the address of the draft."""
    given = {"project": project.pk, **{name: as_text(value) for name, value in fields.items()}}
    response = client.post("/upload/", given, follow=True)
    return response.status_code, response.content.decode(), response.request["PATH_INFO"]


def as_text(value: object) -> object:
    return json.dumps(value) if isinstance(value, dict | list) else value


def test_upload_previews_and_then_receives_both_parts(mina: Client, project: Project) -> None:
    status, page, address = upload(mina, project, session_text=SESSION, extraction_text=EXTRACTION)
    stored_before = ReviewSession.objects.count()

    response = mina.post(address, follow=True)

    session = ReviewSession.objects.get()
    assert (status, stored_before) == (200, 0)
    assert "New session with 2 messages." in page
    assert "nobody ever said anything like this" in page
    assert response.request["PATH_INFO"] == session.get_absolute_url()
    assert "2 new messages. 2 quotes were looked for." in response.content.decode()
    assert (Entry.objects.count(), UploadDraft.objects.get().session_json) == (1, "")


def test_upload_accepts_files_and_a_session_with_its_extraction(mina: Client, project: Project) -> None:
    combined = json.dumps({**SESSION, "extraction": EXTRACTION}).encode("utf-8-sig")

    _, page, address = upload(mina, project, session_file=SimpleUploadedFile("s.json", combined))
    mina.post(address)

    assert "1 entry, 2 quotes" in page
    assert (Message.objects.count(), Entry.objects.count()) == (2, 1)


def test_upload_of_the_same_again_says_that_nothing_is_new(mina: Client, project: Project) -> None:
    for _ in range(2):
        _, page, address = upload(mina, project, session_text=SESSION, extraction_text=EXTRACTION)
        response = mina.post(address, follow=True)

    assert "Known session, identical. Nothing new." in page
    assert "Received before. Nothing new." in page
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

    _, page, _ = upload(mina, project, session_text={"sessionId": "s-1", "messages": messages})

    assert sentence in page


def test_upload_adds_an_extraction_to_a_known_session(mina: Client, project: Project) -> None:
    session = make_session(["We decided to keep the raw bytes.", "Fine."], project=project)

    _, _, address = upload(mina, project, session=session.pk, extraction_text=EXTRACTION)
    mina.post(address)

    assert Entry.objects.get().session == session


BAD_SESSIONS = [
    ('{"messages": [', "This is not JSON: look at line 1, column 15."),
    ("[" * 40 + "]" * 40, "The JSON is nested deeper than 32 levels."),
    ('{"messages": NaN}', "NaN is no JSON number."),
    ('{"messages": [1]}', "A message is a text"),
    ('{"messages": [{"role": "user"}]}', "The message has no &quot;content&quot; that is a text."),
    ('{"nothing": 1}', "A session is an object with &quot;messages&quot;"),
    ('{"messages": ["a\\u0000b"]}', "Character 1 is NUL or half of a surrogate pair"),
    ('{"messages": ["\\ud800"]}', "Character 0 is NUL or half of a surrogate pair"),
    ('{"messages": [{"content": "a", "role": ["x"]}]}', "This has to be a text, not [&quot;x&quot;]."),
    ('{"sessionId": "' + "x" * 201 + '", "messages": ["a"]}', "Longer than 200 characters."),
    ('{"messages": [' + "9" * 5000 + "]}", "A number in the JSON is too long to be read."),
    ('"just a text"', "A session is an object with"),
]


@pytest.mark.parametrize(("text", "sentence"), BAD_SESSIONS, ids=[sentence for _, sentence in BAD_SESSIONS])
def test_upload_says_what_is_wrong_with_a_session(text: str, sentence: str, mina: Client, project: Project) -> None:
    status, page, address = upload(mina, project, session_text=text)

    assert (status, sentence in page) == (200, True)
    assert 'id="confirm"' not in page
    assert mina.post(address).status_code == 422
    assert ReviewSession.objects.count() == 0


BAD_EXTRACTIONS = [
    ('{"entries": ', "This is not JSON"),
    ("[]", "An extraction is an object with"),
    ('{"entries": {}}', "This should be a list."),
    ('{"entries": [7]}', "Left out: an entry is an object."),
    ('{"entries": [{"title": 7}]}', "This has to be a text, not 7."),
    ('{"entries": [{"stage": "verified"}]}', "Left out: only people verify."),
    ('{"entries": [{"stage": "done"}]}', "Left out: done is no stage."),
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
    status, page, address = upload(mina, project, session_text=SESSION, extraction_text=text)

    response = mina.post(address, follow=True)

    assert (status, sentence in page) == (200, True)
    assert response.status_code == 200
    assert (ReviewSession.objects.count(), Message.objects.count()) == (1, 2)


def test_upload_reports_problems_in_korean(mina: Client, project: Project) -> None:
    mina.post("/i18n/setlang/", {"language": "ko"})

    _, page, _ = upload(mina, project, session_text='{"messages": [')

    assert "JSON이 아닙니다. 1행 15열을 보세요." in page


def test_upload_refuses_a_file_over_the_limit_and_keeps_the_other(
    mina: Client, project: Project, settings: Settings
) -> None:
    settings.REVIEW_MAX_FILE_BYTES = 300
    large = SimpleUploadedFile("e.json", b" " * 301)

    status, page, _ = upload(mina, project, session_text=SESSION, extraction_file=large)

    assert status == 413
    assert "The file is larger than 0.3 kB" in page
    assert "We decided to keep the raw bytes." in page


def test_upload_refuses_what_is_not_utf8_and_keeps_the_other(mina: Client, project: Project) -> None:
    latin = SimpleUploadedFile("s.json", "{é}".encode("latin-1"))

    status, page, _ = upload(mina, project, session_file=latin, extraction_text=EXTRACTION)

    assert status == 422
    assert "This is not UTF-8 text (byte 1)" in page
    assert "Raw bytes stay" in page


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({}, "Give a session file, an extraction file, or both."),
        ({"extraction_text": "{}"}, "An extraction needs its session"),
        ({"session_text": "{}", "session": "0"}, "Select a valid choice"),
    ],
)
def test_upload_says_what_is_missing(fields: dict[str, object], sentence: str, mina: Client, project: Project) -> None:
    status, page, _ = upload(mina, project, **fields)

    assert (status, sentence in page) == (422, True)


def test_upload_requires_one_session_and_not_two(mina: Client, project: Project) -> None:
    session = make_session(["a"], project=project)

    status, page, _ = upload(mina, project, session=session.pk, session_text=SESSION)

    assert (status, "not both" in page) == (422, True)


def test_upload_is_for_reviewers(guest: Client, project: Project) -> None:
    status, page, _ = upload(guest, project, session_text=SESSION)

    assert (status, "Its managers decide who may do what." in page) == (403, True)
    assert b"There is no project you may upload into" in guest.get("/upload/").content


def test_drafts_are_visible_only_to_their_author(mina: Client, guest: Client, project: Project) -> None:
    _, _, address = upload(mina, project, session_text=SESSION)

    assert [guest.get(address).status_code, guest.post(address).status_code] == [404, 404]


def test_back_returns_to_the_form_with_the_texts(mina: Client, project: Project) -> None:
    upload(mina, project, session_text=SESSION)

    page = mina.get(f"/upload/?draft={UploadDraft.objects.get().pk}").content.decode()

    assert "We decided to keep the raw bytes." in page


def test_confirming_a_draft_that_no_longer_fits_says_so(mina: Client, project: Project) -> None:
    _, _, address = upload(mina, project, session_text=SESSION)
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
    _, page, address = upload(mina, project, session_text=changed)
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
    _, _, address = upload(mina, project, session_text={"sessionId": "s-1", "messages": ["We keep text.", "Fine."]})

    response = mina.post(address, seen)

    assert response.status_code == 409
    assert 'name="seen" value="0/1"' in response.content.decode()
    assert (Entry.objects.get().stage, Message.objects.count()) == (Stage.VERIFIED, 2)


def test_upload_offers_the_session_it_was_asked_for(mina: Client, project: Project) -> None:
    session = make_session(["a"], project=project, title="The one")

    page = mina.get(f"/upload/?session={session.pk}").content.decode()

    assert f'<option value="{session.pk}" selected>The one</option>' in page


def test_upload_of_far_too_much_is_refused_before_it_is_read(mina: Client, settings: Settings) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100

    response = mina.post("/upload/", {"session_text": "x" * 101})

    assert response.status_code == 413
    assert b"That is too much at once" in response.content
