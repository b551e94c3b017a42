"""Backups: one archive of what fits together, made while others write, and restored whole or not at all."""

import json
import os
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from django.conf import settings as live
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import Settings

from review import keys
from review.databases import as_default, database_from_url, dumps, opened
from review.domain.errors import BackupError
from review.models import Checkpoint, Event
from review.selectors.audit.checkpoint_files import checkpoint_file
from review.services.audit.audit_store import audit_store
from review.services.audit.checkpoints import make_checkpoint, rotate_key
from review.services.backups.making import make_backup
from review.services.backups.restoring import restore_backup
from tests.factories import make_entry, make_session
from tests.serving import ROOT, manage, store

pytestmark = pytest.mark.django_db(transaction=True)
on_postgresql = pytest.mark.skipif(connection.vendor != "postgresql", reason="it is about the tools of PostgreSQL")
Elsewhere = Callable[[], AbstractContextManager[None]]


@pytest.fixture(autouse=True)
def _folders(settings: Settings, tmp_path: Path) -> None:
    settings.REVIEW_SIGNING_KEY_DIR = tmp_path / "keys"
    settings.REVIEW_CHECKPOINT_DIR = tmp_path / "checkpoints"


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """Return a backup of a store with a talk, a retired key and two checkpoints."""
    make_entry(make_session(["We keep the raw text."]), [(0, "the raw text")])
    make_checkpoint()
    rotate_key()
    make_backup(tmp_path / "backup.tar")
    return tmp_path / "backup.tar"


@pytest.fixture
def elsewhere(settings: Settings, tmp_path: Path) -> Iterator[Elsewhere]:
    """Lead, in a block, to an empty store of the same engine, without keys and checkpoints."""
    folder, name = tmp_path / "elsewhere", f"review_restored_{os.getpid()}"
    url = f"sqlite:///{folder / 'store.sqlite3'}"
    folder.mkdir()
    if connection.vendor == "postgresql":
        given = connection.settings_dict
        url = f"postgresql://{given['USER']}@{given['HOST']}:{given['PORT']}/{name}"
        with connection._nodb_cursor() as cursor:
            cursor.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
            cursor.execute(f"CREATE DATABASE {name}")

    @contextmanager
    def entered() -> Iterator[None]:
        settings.REVIEW_SIGNING_KEY_DIR, settings.REVIEW_CHECKPOINT_DIR = folder / "keys", folder / "checkpoints"
        with opened(database_from_url(url), alias="restored") as database, as_default(database):
            yield

    yield entered
    if connection.vendor == "postgresql":
        with connection._nodb_cursor() as cursor:
            cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


def contents(archive: Path) -> dict[str, bytes]:
    with tarfile.open(archive) as tar:
        return {name: tar.extractfile(name).read() for name in tar.getnames()}  # type: ignore[union-attr]


def repacked(target: Path, files: dict[str, bytes]) -> Path:
    with tarfile.open(target, "w") as tar:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            tar.addfile(info, BytesIO(data))
    return target


def test_an_archive_holds_database_keys_and_checkpoints_for_its_owner_alone(backup: Path, tmp_path: Path) -> None:
    manifest = json.loads(contents(backup)["manifest.json"])

    assert set(manifest["files"]) == {"database", "checkpoints.jsonl", "keys/0001.pub", "keys/0002.pem"}
    assert backup.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_a_restored_store_is_the_same_and_its_checkpoints_go_on(
    backup: Path, elsewhere: Elsewhere, capsys: pytest.CaptureFixture[str]
) -> None:
    events, known = list(Event.objects.order_by("pk").values_list("hash", flat=True)), keys.keyring().key_ids
    origin = Checkpoint.objects.all()[0].origin

    with elsewhere():
        call_command("restore", backup)

        assert list(Event.objects.order_by("pk").values_list("hash", flat=True)) == events
        assert keys.keyring().key_ids == known
        assert {path.stat().st_mode & 0o777 for path in Path(live.REVIEW_SIGNING_KEY_DIR).iterdir()} == {0o600}
        assert {row.origin for row in Checkpoint.objects.all()} == {origin}
        assert len(checkpoint_file().read_bytes().splitlines()) == Checkpoint.objects.count() == 3
        with pytest.raises(CommandError, match="not empty"):
            call_command("restore", backup)
    said = capsys.readouterr().out
    assert "events against 2 checkpoints found nothing" in said
    assert "The checkpoints go on" in said


def test_keys_in_the_database_are_in_its_dump_alone(elsewhere: Elsewhere, settings: Settings, tmp_path: Path) -> None:
    settings.REVIEW_SHARED_STATE, settings.REVIEW_CHECKPOINT_FILE = "database", False
    key_id = make_checkpoint().key_id
    manifest = make_backup(tmp_path / "backup.tar")

    with elsewhere():
        call_command("restore", tmp_path / "backup.tar")
        assert keys.keyring().key_ids == (key_id,)
    assert set(manifest.files) == {"database"}
    settings.REVIEW_SHARED_STATE, settings.REVIEW_CHECKPOINT_FILE = "files", True
    with elsewhere(), pytest.raises(CommandError, match="not empty"):
        call_command("restore", tmp_path / "backup.tar")


@pytest.mark.parametrize("name", ["database", "checkpoints.jsonl", "keys/0002.pem"])
def test_a_byte_that_differs_refuses_all_of_it(name: str, backup: Path, elsewhere: Elsewhere, tmp_path: Path) -> None:
    files = contents(backup)
    files[name] = files[name][:-1] + bytes([files[name][-1] ^ 1])
    damaged = repacked(tmp_path / "damaged.tar", files)

    with elsewhere():
        with pytest.raises(CommandError, match="damaged"):
            call_command("restore", damaged)
        assert dumps.is_empty(connection)
        assert not Path(live.REVIEW_SIGNING_KEY_DIR).exists()


@pytest.mark.parametrize("change", ["missing", "added", "outside", "no manifest", "no tar", "link"])
def test_what_is_no_archive_of_ours_is_refused(change: str, backup: Path, elsewhere: Elsewhere, tmp_path: Path) -> None:
    files, target = contents(backup), tmp_path / "changed.tar"
    manifest = json.loads(files["manifest.json"])
    match change:
        case "missing":
            del files["keys/0001.pub"]
        case "added":
            files["keys/0003.pem"] = b"key"
        case "outside":
            files["../outside"] = files.pop("database")
            manifest["files"]["../outside"] = manifest["files"].pop("database")
            files["manifest.json"] = json.dumps(manifest).encode()
        case "no manifest":
            del files["manifest.json"]
        case _:
            pass
    repacked(target, files)
    if change == "no tar":
        target.write_bytes(b"no archive at all")
    if change == "link":
        with tarfile.open(target, "w") as tar:
            info = tarfile.TarInfo("manifest.json")
            info.type, info.linkname = tarfile.SYMTYPE, "/etc/passwd"
            tar.addfile(info)

    with elsewhere(), pytest.raises(BackupError, match="damaged"):
        restore_backup(target)
    assert not (tmp_path / "outside").exists()


def test_a_file_that_is_not_there_is_said(elsewhere: Elsewhere, tmp_path: Path) -> None:
    with elsewhere(), pytest.raises(CommandError, match="cannot be read"):
        call_command("restore", tmp_path / "none.tar")
    with pytest.raises(CommandError, match="cannot be read or written"):
        call_command("backup", tmp_path / "no folder" / "backup.tar")


def test_a_backup_replaces_no_file(backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = backup.read_bytes()
    with pytest.raises(CommandError, match="exists already"):
        call_command("backup", backup)
    monkeypatch.setattr(Path, "exists", lambda path: path != backup and os.path.exists(path))  # noqa: PTH110
    with pytest.raises(BackupError, match="exists"):
        make_backup(backup)

    assert backup.read_bytes() == before


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"engine": "oracle"}, "of oracle"),
        ({"shared_state": "database"}, "REVIEW_SHARED_STATE=database"),
        ({"migrations": [["review", "9999_later"]]}, "newer version"),
    ],
)
def test_what_does_not_fit_here_is_refused(
    changes: dict[str, object], words: str, backup: Path, elsewhere: Elsewhere, tmp_path: Path
) -> None:
    files = contents(backup)
    files["manifest.json"] = json.dumps({**json.loads(files["manifest.json"]), **changes}).encode()
    other = repacked(tmp_path / "other.tar", files)

    with elsewhere():
        with pytest.raises(CommandError, match=words):
            call_command("restore", other)
        assert dumps.is_empty(connection)


@pytest.mark.parametrize("taken", ["keys", "checkpoints"])
def test_nothing_is_put_beside_keys_or_checkpoints_of_another_store(
    taken: str, backup: Path, elsewhere: Elsewhere, tmp_path: Path
) -> None:
    with elsewhere():
        (tmp_path / "elsewhere" / taken).mkdir()
        (tmp_path / "elsewhere" / taken / "checkpoints.jsonl").write_text("another store's")
        with pytest.raises(CommandError, match="not empty"):
            call_command("restore", backup)


def test_a_backup_of_an_older_version_is_migrated_before_it_is_audited(
    backup: Path, elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("review.management.commands.restore.unready", lambda: ["migrations"])

    with elsewhere():
        call_command("restore", backup)

    assert "run manage.py migrate" in capsys.readouterr().out


def test_a_finding_of_the_store_comes_along_and_is_said(
    backup: Path, elsewhere: Elsewhere, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    Checkpoint.objects.update(sealed="damaged")
    make_backup(tmp_path / "other.tar")

    with elsewhere(), pytest.raises(CommandError, match="2 findings"):
        call_command("restore", tmp_path / "other.tar")
    assert "checkpoint_unreadable" in capsys.readouterr().out


def test_keys_that_are_rotated_meanwhile_are_read_again(backup: Path, tmp_path: Path) -> None:
    paths = iter([[tmp_path / "gone.pem"], [], [], []])
    look = keys.files._key_files
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(keys.files, "_key_files", lambda suffix: next(paths, None) or look(suffix))
        keys.files.copy_to(tmp_path / "copied")

    assert sorted(path.name for path in (tmp_path / "copied").iterdir()) == ["0001.pub", "0002.pem"]


@on_postgresql
def test_a_tool_that_is_missing_or_fails_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, settings: Settings
) -> None:
    with monkeypatch.context() as patch:
        patch.setenv("PATH", str(tmp_path))
        with pytest.raises(CommandError, match="pg_dump is not on the PATH"):
            call_command("backup", tmp_path / "backup.tar")
    monkeypatch.setitem(connection.settings_dict, "PORT", "1")
    with pytest.raises(CommandError, match="could not be read"):
        call_command("backup", tmp_path / "backup.tar")
    assert not (tmp_path / "backup.tar").exists()


WRITES = """
import itertools
from review.models import Project
from review.payloads import check_session
from review.services.audit.checkpoints import make_checkpoint, rotate_key
from review.services.ingest.receive import receive_session
project = Project.objects.create(slug="load", name="Load")
print("ready", flush=True)
for number in itertools.count():
    upload = check_session({"sessionId": f"s{number}", "messages": ["We keep it."]})
    receive_session(project=project, upload=upload, actor=None)
    make_checkpoint()
    if number % 10 == 9:
        rotate_key()
"""


@pytest.mark.slow
@pytest.mark.parametrize("state", ["files", "database"])
def test_a_backup_made_under_load_is_whole(
    state: str, tmp_path: Path, elsewhere: Elsewhere, settings: Settings
) -> None:
    """Somebody stores, signs and rotates keys all the while; every backup restores without a finding."""
    with store(tmp_path / "busy") as variables:
        command = [sys.executable, "manage.py", "shell", "--no-imports", "--command", WRITES]
        variables |= {"REVIEW_SHARED_STATE": state, "REVIEW_SECRET_KEY": settings.SECRET_KEY}
        environment = {**os.environ, **variables, "PYTHONUNBUFFERED": "1"}
        with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            assert writer.stdout.readline() == "ready\n"
            done = [manage(variables, "backup", str(tmp_path / f"{number}.tar")) for number in range(2)]
            still_running = writer.poll() is None
            writer.kill()
    assert [one.returncode for one in done] == [0, 0], done
    assert still_running

    with elsewhere():
        settings.REVIEW_SHARED_STATE, settings.REVIEW_CHECKPOINT_FILE = state, state == "files"
        said = StringIO()
        call_command("restore", tmp_path / "1.tar", stdout=said)
        make_checkpoint()
        assert Event.objects.count() > 0
        assert "found nothing.\nThe checkpoints go on" in said.getvalue()
        assert list(audit_store()) == []
