"""Restore a backup into an empty store, when every byte of it is as its manifest says."""

import os
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.db import connection

from review.databases.dumps import is_empty, load
from review.domain.errors import BackupError, BackupTrouble
from review.selectors.audit.checkpoint_files import checkpoint_file, has_checkpoint_file
from review.selectors.readiness import known_migrations
from review.services.backups._archive import Manifest, unpack


def restore_backup(source: Path) -> Manifest:
    """Restore an archive, and return its manifest; nothing is changed where it is refused.

    Raises:
        BackupError: the store is not empty; the archive is damaged, of another engine, of a newer version, or has its
            keys elsewhere than this store; a tool of the database has failed.

    """
    _require_empty_store()
    with TemporaryDirectory() as scratch:
        folder = Path(scratch)
        manifest = unpack(source, folder)
        _require_fit(manifest)
        load(connection, folder / "database")
        if (folder / "keys").is_dir():
            _copy_keys(folder / "keys", Path(settings.REVIEW_SIGNING_KEY_DIR))
        if (folder / "checkpoints.jsonl").exists() and has_checkpoint_file():
            checkpoint_file().parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(folder / "checkpoints.jsonl", checkpoint_file())
    connection.close()
    return manifest


def _require_empty_store() -> None:
    keys = Path(settings.REVIEW_SIGNING_KEY_DIR)
    places = {
        settings.DATABASES["default"]["NAME"]: not is_empty(connection),
        str(keys): keys.is_dir() and any(keys.iterdir()),
        **({str(checkpoint_file()): checkpoint_file().exists()} if has_checkpoint_file() else {}),
    }
    for place, is_taken in places.items():
        if is_taken:
            raise BackupError(BackupTrouble.NOT_EMPTY, place)


def _require_fit(manifest: Manifest) -> None:
    if manifest.engine != connection.vendor:
        raise BackupError(BackupTrouble.OTHER_ENGINE, manifest.engine)
    if manifest.shared_state != settings.REVIEW_SHARED_STATE:
        raise BackupError(BackupTrouble.OTHER_STATE, manifest.shared_state)
    if not known_migrations().issuperset(manifest.migrations):
        raise BackupError(BackupTrouble.NEWER, manifest.version)


def _copy_keys(source: Path, target: Path) -> None:
    """Copy the files of keys, which only their owner may read."""
    target.mkdir(parents=True, exist_ok=True)
    for path in sorted(source.iterdir()):
        with os.fdopen(os.open(target / path.name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(path.read_bytes())
