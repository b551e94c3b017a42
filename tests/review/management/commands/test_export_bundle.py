"""`manage.py export_bundle`: writes one bundle, or says why it cannot."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from aligner_core import digest
from aligner_core.ledger import open_sealed
from review.keys import keyring
from review.models import Entry, Event
from review.verifier import verify
from tests.factories import make_entry, make_session

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry() -> Entry:
    return make_entry(make_session(["We keep the raw text."], session_id="talk-1"), ["the raw text"])


def export(file: Path, *arguments: str) -> str:
    out = StringIO()
    call_command("export_bundle", str(file), *arguments, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize(
    "wanted",
    [
        ["--entry", "{pk}"],
        ["--session", "ledger/talk-1"],
        ["--project", "ledger"],
        ["--project", "ledger", "--stage", "candidate"],
    ],
)
def test_export_bundle_writes_what_is_wanted(entry: Entry, wanted: list[str], tmp_path: Path) -> None:
    output = export(tmp_path / "bundle.zip", *(one.replace("{pk}", str(entry.pk)) for one in wanted))

    event = Event.objects.get(event_type="bundle_sealed")
    held = (tmp_path / "bundle.zip").read_bytes()
    whole = ", 1 extractions" if "--session" in wanted else ""
    assert output == (
        f"1 messages, 1 entries, 1 evidence, 3 events{whole}\nsha256 {digest(held)}\nkey    {event.body['key_id']}\n"
    )
    assert (event.actor, event.body["digest"]) == ("system", digest(held))
    assert verify.main([str(tmp_path / "bundle.zip")]) == 0


def test_export_bundle_withholds_messages(entry: Entry, tmp_path: Path) -> None:
    export(tmp_path / "bundle.zip", "--session", "ledger/talk-1", "--withhold-messages")

    assert Event.objects.get(event_type="bundle_sealed").body["withheld"] == ["messages"]
    assert b"We keep" not in (tmp_path / "bundle.zip").read_bytes()


def test_export_bundle_uses_the_moment_it_is_given(entry: Entry, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="nothing in the bundle may be newer"):
        export(tmp_path / "bundle.zip", "--entry", str(entry.pk), "--at", "2024-01-01T00:00:00Z")

    assert not (tmp_path / "bundle.zip").exists()


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        (["--entry", "0"], "There is no entry 0."),
        (["--session", "talk-1"], "There is no session talk-1."),
        (["--session", "ledger/talk-9"], "There is no session ledger/talk-9."),
        (["--project", "none"], "There is no project none."),
        (["--project", "ledger", "--stage", "certified"], "No entry passes the filter."),
        (["--session", "ledger/talk-1", "--at", "2999-01-01T00:00:00Z"], "The moment must not be in the future"),
    ],
)
def test_export_bundle_says_why_not(entry: Entry, wanted: list[str], sentence: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=f"^{sentence}"):
        export(tmp_path / "bundle.zip", *wanted)

    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("arguments", [[], ["--entry", "1", "--session", "a/b"], ["--entry", "1", "--at", "noon"]])
def test_export_bundle_wants_one_thing(arguments: list[str], tmp_path: Path) -> None:
    with pytest.raises(CommandError):
        export(tmp_path / "bundle.zip", *arguments)


def test_export_bundle_overwrites_nothing(entry: Entry, tmp_path: Path) -> None:
    (tmp_path / "bundle.zip").write_text("mine")

    with pytest.raises(CommandError, match="already exists"):
        export(tmp_path / "bundle.zip", "--entry", str(entry.pk))

    assert not Event.objects.filter(event_type="bundle_sealed").exists()


def test_export_bundle_says_when_it_cannot_write(entry: Entry, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be written: No such file or directory"):
        export(tmp_path / "nowhere" / "bundle.zip", "--entry", str(entry.pk))


def test_a_statement_about_the_bundle_is_signed_with_its_key(entry: Entry, tmp_path: Path) -> None:
    statement = tmp_path / "bundle.intoto.json"

    export(tmp_path / "bundle.zip", "--entry", str(entry.pk), "--statement", str(statement))

    payload = open_sealed(statement.read_bytes(), "application/vnd.in-toto+json", keyring())
    stated = json.loads(payload)
    assert stated["_type"] == "https://in-toto.io/Statement/v1"
    assert stated["subject"][0]["digest"] == {"sha256": digest((tmp_path / "bundle.zip").read_bytes())}
    assert stated["predicate"]["keyId"] == keyring().newest.key_id


def test_a_statement_never_overwrites_a_file(entry: Entry, tmp_path: Path) -> None:
    (tmp_path / "there").write_text("mine")

    with pytest.raises(CommandError, match="already exists"):
        export(tmp_path / "bundle.zip", "--entry", str(entry.pk), "--statement", str(tmp_path / "there"))

    assert not (tmp_path / "bundle.zip").exists()
