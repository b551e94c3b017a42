"""Back up a store while it is worked with: database, keys and checkpoints as one archive that fits together."""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.db import connection
from django.utils import timezone

from aligner_core import __version__
from review.databases.dumps import dump
from review.domain.errors import BackupError, BackupTrouble
from review.keys import files, is_shared
from review.selectors.audit.checkpoint_files import checkpoint_file, has_checkpoint_file
from review.selectors.readiness import newest_migrations
from review.services.backups._archive import Manifest, held, pack


def make_backup(target: Path) -> Manifest:
    """Write an archive of the store, which must not exist yet, and return its manifest.

    Checkpoints are copied before the database and keys after it: so whatever was done meanwhile, the database has every
    event that a checkpoint names, and there is a key for every checkpoint.

    Raises:
        BackupError: the file exists, its folder does not, or a tool of the database has failed.

    """
    if target.exists():
        raise BackupError(BackupTrouble.EXISTS, target)
    if not target.parent.is_dir():
        raise BackupError(BackupTrouble.NO_ARCHIVE, target)
    with TemporaryDirectory(dir=target.parent, prefix=".backup-") as scratch:
        folder = Path(scratch)
        if has_checkpoint_file() and checkpoint_file().exists():
            shutil.copyfile(checkpoint_file(), folder / "checkpoints.jsonl")
        dump(connection, folder / "database")
        if not is_shared():
            files.copy_to(folder / "keys")
        named = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
        manifest = Manifest(
            made_at=timezone.now(),
            version=__version__,
            engine=connection.vendor,
            shared_state=settings.REVIEW_SHARED_STATE,
            migrations=tuple(sorted(newest_migrations())),
            files={name: held(path) for name, path in named.items()},
        )
        pack(target, folder, manifest)
    return manifest
