"""Why a backup was not made or restored, in words."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management.base import CommandError

from review.domain.errors import BackupError, BackupTrouble
from review.management._errors import as_command_error

SENTENCES = {
    BackupTrouble.EXISTS: "{} exists already: name another file.",
    BackupTrouble.NO_TOOL: "{} is not on the PATH: install the client programs of PostgreSQL (postgresql-client).",
    BackupTrouble.TOOL_FAILED: "The database could not be read or written. {}",
    BackupTrouble.NO_ARCHIVE: "{} cannot be read or written: look at the file and its folder.",
    BackupTrouble.DAMAGED: "{} is no backup, or is damaged: its digests differ. Nothing was restored.",
    BackupTrouble.OTHER_ENGINE: "The backup is of {}: let REVIEW_DATABASE_URL name an empty database of that engine.",
    BackupTrouble.OTHER_STATE: "The backup has its keys elsewhere: set REVIEW_SHARED_STATE={} first.",
    BackupTrouble.NEWER: "The backup is of a newer version, {}: restore it with that one.",
    BackupTrouble.NOT_EMPTY: "{} is not empty: restore into an empty store. Nothing was changed.",
}


@contextmanager
def backups_as_command_errors() -> Iterator[None]:
    """Have a command say what is in the way, and what to do."""
    try:
        with as_command_error():
            yield
    except BackupError as error:
        raise CommandError(SENTENCES[error.trouble].format(error.detail)) from error
