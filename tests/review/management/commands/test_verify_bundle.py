"""`manage.py verify_bundle`: what was sealed holds, for sessions and retrievals, and what was changed is named."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from review.models import ReviewSession
from review.verifier.verify import pack, read
from tests.factories import make_entry, make_project, make_retrieval, make_session

pytestmark = pytest.mark.django_db

WORDS = "The cache lives for one hour."


def a_talk() -> ReviewSession:
    session = make_session([WORDS], project=make_project("atlas"), session_id="one")
    make_entry(session, [WORDS])
    return session


def a_retrieval() -> ReviewSession:
    project = make_project("atlas")
    return make_retrieval(
        [{"title": "Cache", "content": WORDS}], project=project, retrievalId="one", answer="One [S1]."
    )


@pytest.mark.parametrize("made", [a_talk, a_retrieval])
def test_verify_bundle_says_that_what_was_exported_holds(
    made: type, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made()
    path = tmp_path / "bundle.zip"
    call_command("export_bundle", str(path), session="atlas/one")

    call_command("verify_bundle", str(path))

    assert "Everything here was checked and holds." in capsys.readouterr().out
    files = read(path, 1 << 30)[0]
    assert ("retrievals.jsonl" in files) == (made is a_retrieval)
    assert (b'"label":"S1"' in files.get("citations.jsonl", b"")) == (made is a_retrieval)


def test_verify_bundle_names_what_was_changed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a_retrieval()
    path = tmp_path / "bundle.zip"
    call_command("export_bundle", str(path), session="atlas/one")
    files = read(path, 1 << 30)[0]
    files["retrievals.jsonl"] = files["retrievals.jsonl"].replace(b"Cache", b"Cachy")
    path.write_bytes(pack(files))

    with pytest.raises(SystemExit) as left:
        call_command("verify_bundle", str(path))

    assert left.value.code == 1
    assert "retrievals.jsonl, record 1: changed since it was sealed" in capsys.readouterr().out


def test_verify_bundle_asks_for_a_key(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a_talk()
    path = tmp_path / "bundle.zip"
    call_command("export_bundle", str(path), session="atlas/one")

    with pytest.raises(SystemExit) as left:
        call_command("verify_bundle", str(path), key_id="another")

    assert left.value.code == 1
    assert "not the key that should have signed" in capsys.readouterr().out


def test_verify_bundle_of_no_file(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There is no file") as refused:
        call_command("verify_bundle", str(tmp_path / "none.zip"))

    assert refused.value.returncode == 2
