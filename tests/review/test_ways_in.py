"""A file gives the same sessions, messages, quotes and notes by the page, by the command and by the library."""

from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client

from aligner_core.formats import Reading, read
from review.models import Entry, Extraction, Project, ReviewSession, UploadDraft
from tests.factories import make_project, make_session, make_user

pytestmark = pytest.mark.django_db

CASES = sorted((Path(__file__).parents[1] / "aligner_core" / "formats" / "cases").iterdir())
TALK = ["How long does the cache live?", "The cache lives for one hour.", "And the log?", "Two years.", "Fine."]
Stored = list[tuple[object, ...]]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name)
def test_a_file_gives_the_same_by_page_command_and_library(path: Path, client: Client) -> None:
    reading = read(path.read_bytes(), name=path.name)
    alone = not reading.sessions
    by_page, by_command = made("page", talks=alone), made("command", talks=alone)
    mina = make_user("mina", project=by_page)

    drop(client, mina, by_page, path, alone=alone)
    bring(by_command, path, alone=alone)

    assert kept(by_page) == kept(by_command)
    assert messages_of(by_page, alone=alone) == read_of(reading)
    assert quoted(by_page) == {
        (entry.title, quote.text) for one in reading.extractions for entry in one.entries for quote in entry.quotes
    }


def made(slug: str, *, talks: bool) -> Project:
    project = make_project(slug)
    if talks:
        make_session(TALK, project=project, session_id="talk")
    return project


def drop(client: Client, mina: User, project: Project, path: Path, *, alone: bool) -> None:
    """Go through the pages: drop the file, choose every conversation, import one after the other."""
    client.force_login(mina)
    session = ReviewSession.objects.get(project=project).pk if alone else ""
    given = {"project": project.pk, "files": [SimpleUploadedFile(path.name, path.read_bytes())], "session": session}
    page = client.post("/upload/", given, follow=True)
    address = page.request["PATH_INFO"]
    if address.endswith("/files/"):
        keys = [one.key for one in page.context["what"].conversations if not one.is_alternate]
        address = client.post(address, {"conversation": keys}, follow=True).request["PATH_INFO"]
    for draft in UploadDraft.objects.exclude(taken_from=None).order_by("pk"):
        preview = client.get(f"/upload/{draft.pk}/").context["preview"]
        seen = preview.plan.consequences if preview.plan else "/0"
        assert client.post(f"/upload/{draft.pk}/", {"seen": seen}).status_code == 302
    assert not UploadDraft.objects.filter(received_at=None, taken_from__isnull=False).exists()


def bring(project: Project, path: Path, *, alone: bool) -> None:
    options = {"session": "talk"} if alone else {}
    call_command("import_sessions", str(path), project=project.slug, allow_left_out=True, stdout=StringIO(), **options)


def kept(project: Project) -> Stored:
    """Return all that is stored of a project, without keys and moments."""
    rows: Stored = []
    for session in ReviewSession.objects.filter(project=project).order_by("session_id"):
        messages = [(one.index, one.role, one.name, one.content) for one in session.current_messages()]
        rows.append((session.session_id, session.title, messages))
    for extraction in Extraction.objects.filter(session__project=project).order_by("digest", "session__session_id"):
        notes = sorted((note["code"], note["where"], str(note["params"])) for note in extraction.notes)
        rows.append((extraction.session.session_id, notes, list(entries_of(extraction))))
    return rows


def entries_of(extraction: Extraction) -> Iterator[tuple[object, ...]]:
    for entry in Entry.objects.filter(extraction=extraction).order_by("pk"):
        quotes = entry.quotes.order_by("position").values_list("text", "claimed_index", "current__method")
        yield (entry.entry_id, entry.type, entry.title, entry.body, list(quotes))


def messages_of(project: Project, *, alone: bool) -> set[tuple[str, ...]]:
    sessions = ReviewSession.objects.filter(project=project)
    return set() if alone else {tuple(one.content for one in session.current_messages()) for session in sessions}


def read_of(reading: Reading) -> set[tuple[str, ...]]:
    return {tuple(message.content for message in session.messages) for session in reading.sessions}


def quoted(project: Project) -> set[tuple[str, str]]:
    entries = Entry.objects.filter(session__project=project)
    return set(entries.exclude(quotes=None).values_list("title", "quotes__text"))
