"""Hidden characters are marked on every page, and untrusted text is isolated."""

import json
import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from review.models import Project, Quote, ReviewSession
from tests.factories import Quoted, make_entry, make_session
from tests.review.views.test_reader import texts_of

RLO = "\u202e"
MARK = r'<span class="inv" role="img" data-inv="[^"]+" title="[^"]+" aria-label="[^"]+">[^<]+</span>'
MARKED = re.compile(rf"{MARK}|<textarea.*?</textarea>", re.DOTALL)


def hostile(words: str) -> str:
    return f"{RLO}{words}\u202c"


@pytest.fixture
def session(project: Project, mina: Client) -> ReviewSession:
    message = {
        "role": hostile("role"),
        "name": hostile("name"),
        "timestamp": hostile("noon"),
        "content": hostile("abc"),
    }
    title = hostile("title")
    session = make_session([message, "The audit log is kept for two years."], project=project, title=title)
    quotes: list[Quoted] = [
        hostile("abc"),
        "ABC\u202e",
        "never said",
        (1, "The audit log is gone in two years."),
        (hostile("x"), "y"),
    ]
    make_entry(
        session, quotes, entryId=hostile("id"), title=hostile("claim"), body=hostile("body"), type=hostile("type")
    )
    exact, near = Quote.objects.filter(position__in=[0, 3]).order_by("position")
    mina.post(f"/quotes/{exact.pk}/withdraw/", {"reason": hostile("why"), "seen_attempt": 1})
    mina.post(f"/quotes/{near.pk}/retry/", {"text": hostile("log"), "message_index": 0, "seen_attempt": 1})
    return session


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/sessions/",
        "/sessions/{session}/",
        "/sessions/{session}/?show=failed",
        "/entries/",
        "/entries/{entry}/",
        "/failed/",
        "/failed/?diagnosis=withdrawn",
        "/upload/?session={session}",
    ],
)
def test_no_page_contains_a_hidden_character_without_a_mark(address: str, mina: Client, session: ReviewSession) -> None:
    page = mina.get(address.format(session=session.pk, entry=session.entries.get().pk)).content.decode()

    assert "RLO" in page
    assert RLO not in MARKED.sub("", page)


@pytest.mark.parametrize("name", ["reviewsession", "message", "extraction", "entry", "quote", "alignment", "event"])
def test_registers_of_the_admin_spell_hidden_characters_out(name: str, mina: Client, session: ReviewSession) -> None:
    User.objects.filter(username="mina").update(is_staff=True, is_superuser=True)

    page = mina.get(f"/admin/review/{name}/").content.decode()

    shown = re.sub(r'aria-label="[^"]*"|<option.*?</option>|<nav.*?</nav>', "", page, flags=re.DOTALL)
    assert "[RLO]" in page
    assert RLO not in shown


def test_upload_into_a_known_session_marks_what_is_hidden(
    mina: Client, project: Project, session: ReviewSession
) -> None:
    changed = {"sessionId": hostile("talk"), "messages": ["one"]}
    form = {"project": project.pk, "text": json.dumps(changed)}
    mina.post("/upload/", form)
    confirm = mina.post("/upload/", form, follow=True)
    mina.post(confirm.redirect_chain[-1][0])

    form["text"] = json.dumps({**changed, "messages": ["two"]})
    response = mina.post("/upload/", form, follow=True).content.decode()

    assert "1 message has changed" in response
    assert RLO not in MARKED.sub("", response)


def test_upload_preview_marks_what_is_hidden(mina: Client, project: Project) -> None:
    extraction = {"evidence": [{"quote": hostile("x"), hostile("key"): 1}]}
    session = {"title": hostile("title"), "messages": ["one"], "extraction": extraction}
    form = {"project": project.pk, "text": json.dumps(session)}

    response = mina.post("/upload/", form, follow=True).content.decode()
    shown = re.sub(r'<input class="form-control" id="session-title"[^>]*>', "", response)

    assert response.count('data-inv="RLO"') >= 3
    assert RLO not in MARKED.sub("", shown)


def test_reader_draws_marks_inside_of_highlights(mina: Client, project: Project) -> None:
    texts = ["two\u200bwords, one\rline and 👨‍👩‍👧 family"]
    session = make_session(texts, project=project)
    make_entry(session, ["two\u200bwords", "words, one"])

    page = mina.get(session.get_absolute_url()).content

    assert texts_of(page) == texts
    assert re.search(r'<span>two<span class="inv"[^>]+ data-inv="ZWSP"[^>]+>\u200b</span></span>', page.decode())
    assert re.search(r'<span class="inv"[^>]+ data-inv="CR"[^>]+>&#13;</span>', page.decode())
    assert "ZWJ" not in page.decode()
