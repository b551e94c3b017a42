"""Whatever a file, a member of an archive or a row is called: a terminal shows it, and obeys nothing."""

import io
import json
import zipfile
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from review.models import Project, ReviewSession
from tests.factories import make_project, make_session, make_user

pytestmark = pytest.mark.django_db

HOSTILE = "\x1b[31m\x1b]0;pwn\x07\u202e\x9b2J"
ESCAPED = r"\x1b[31m\x1b]0;pwn\x07\u202e\x9b2J"


def run(name: str, *arguments: str, **options: object) -> str:
    """Return all that a command prints; its error, which the shell prints, included."""
    out, error = StringIO(), ""
    try:
        call_command(name, *arguments, stdout=out, stderr=out, **options)
    except CommandError as raised:
        error = str(raised)
    printed = out.getvalue() + error
    assert all(line.isprintable() for line in printed.split("\n"))
    return printed


@pytest.fixture(autouse=True)
def _demo() -> None:
    make_project("demo")


def test_import_sessions_names_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert ESCAPED in run("import_sessions", str(tmp_path / HOSTILE))


@pytest.mark.parametrize(
    "content", ["no json", '{"messages": 3}', '{"messages": ["One."], "extraction": {"entries": [3]}}']
)
def test_import_sessions_names_a_file_that_cannot_be_read(tmp_path: Path, content: str) -> None:
    (tmp_path / f"{HOSTILE}.json").write_text(content)

    assert run("import_sessions", str(tmp_path / f"{HOSTILE}.json"))


def test_import_sessions_names_members_of_an_archive(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(f"{HOSTILE} evil.bin", bytes(range(256)))
        archive.writestr(f"{HOSTILE}.json", json.dumps({"messages": 3}))
    (tmp_path / "e.zip").write_bytes(packed.getvalue())

    assert run("import_sessions", str(tmp_path / "e.zip"))


def test_import_sessions_names_entries_and_truth(tmp_path: Path) -> None:
    entry = {"entryId": HOSTILE, "stage": HOSTILE, HOSTILE: 1, "evidence": [{"messageIndex": 0, "quote": "One"}]}
    truth = [{"entryId": HOSTILE, "cls": HOSTILE}]
    upload = {"session_id": HOSTILE, "messages": ["One."], "extraction": {"entries": [entry, entry]}, "truth": truth}
    (tmp_path / "s.jsonl").write_text(json.dumps(upload) + "\n")

    assert ESCAPED in run("import_sessions", str(tmp_path / "s.jsonl"))


@pytest.mark.parametrize("option", ["project", "session"])
def test_import_sessions_names_what_it_does_not_know(tmp_path: Path, option: str) -> None:
    (tmp_path / "s.json").write_text('{"messages": ["One."]}')

    assert ESCAPED in run("import_sessions", str(tmp_path / "s.json"), **{option: HOSTILE})


def test_export_bundle_names_a_file_that_is_there_already(tmp_path: Path) -> None:
    (tmp_path / HOSTILE).write_text("")

    assert ESCAPED in run("export_bundle", str(tmp_path / HOSTILE), project="demo")


@pytest.mark.parametrize("scope", [{"session": HOSTILE}, {"project": HOSTILE}])
def test_export_bundle_names_what_it_does_not_know(tmp_path: Path, scope: dict[str, str]) -> None:
    assert ESCAPED in run("export_bundle", str(tmp_path / "bundle.zip"), **scope)


def test_export_bundle_names_a_file_that_it_cannot_write(tmp_path: Path) -> None:
    make_session(["One."], session_id="talk", project=Project.objects.get())

    printed = run("export_bundle", str(tmp_path / HOSTILE / "bundle.zip"), session="demo/talk")

    assert ReviewSession.objects.count() == 1
    assert f"{ESCAPED}/bundle.zip cannot be written" in printed


def test_audit_store_names_checkpoints_that_are_not_there(tmp_path: Path) -> None:
    assert ESCAPED in run("audit_store", since=[tmp_path / HOSTILE])


def test_audit_store_names_what_was_planted_in_the_database() -> None:
    name = HOSTILE.replace("\x07", "")
    with connection.cursor() as cursor:
        cursor.execute(f'CREATE VIEW "{name}" AS SELECT 1')

    assert f"rule_added  store 0  view {ESCAPED.replace(chr(92) + 'x07', '')}" in run("audit_store").replace('"', "")


def test_audit_store_names_an_account_of_a_hostile_name() -> None:
    make_user(HOSTILE, project=make_project("demo")).delete()

    assert ESCAPED in run("audit_store")
