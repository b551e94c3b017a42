"""One archive with a manifest of what is in it. Private to the services."""

import hashlib
import os
import re
import tarfile
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import IO, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from review.domain.errors import BackupError, BackupTrouble

MANIFEST = "manifest.json"
NAME = re.compile(r"database|checkpoints\.jsonl|keys/\d{4,10}\.(?:pem|pub)")
"""What may be in an archive, beside its manifest."""
PART = 1 << 20


class Held(BaseModel):
    """A file of an archive: its length, and the SHA-256 of its bytes in hexadecimal."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    bytes: int
    sha256: str


class Manifest(BaseModel):
    """What an archive holds: of which engine and version the store was, where its keys are, and its files by name.

    `migrations` are the newest ones of each app that the database has.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    form: Literal[1] = 1
    made_at: datetime
    version: str
    engine: str
    shared_state: str
    migrations: tuple[tuple[str, str], ...]
    files: Mapping[str, Held]


def held(path: Path) -> Held:
    """Return what a manifest says of a file."""
    with path.open("rb") as file:
        return Held(bytes=path.stat().st_size, sha256=hashlib.file_digest(file, "sha256").hexdigest())


def pack(target: Path, folder: Path, manifest: Manifest) -> None:
    """Write the files of a folder as one archive that only its owner can read; whole, or not at all.

    Raises:
        BackupError: there is a file of that name.

    """
    (folder / MANIFEST).write_text(manifest.model_dump_json(indent=2), "utf-8")
    whole = folder / "archive"
    with os.fdopen(os.open(whole, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        with tarfile.open(fileobj=file, mode="w") as archive:
            for name in (MANIFEST, *manifest.files):
                archive.add(folder / name, name, filter=_plain)
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(whole, target)
    except FileExistsError as error:
        raise BackupError(BackupTrouble.EXISTS, target) from error


def unpack(source: Path, folder: Path) -> Manifest:
    """Write the files of an archive to a folder, and return its manifest, when every byte is as it says.

    Raises:
        BackupError: it is no archive of ours, or a file differs, is missing or is one too many.

    """
    try:
        with tarfile.open(source, "r:") as archive:
            manifest = Manifest.model_validate_json(_read(archive, MANIFEST).read())
            _compare({*archive.getnames()} - {MANIFEST}, set(manifest.files))
            for name, stated in manifest.files.items():
                _write(_read(archive, name), folder / name)
                _compare(held(folder / name), stated)
    except (tarfile.TarError, ValidationError) as error:
        raise BackupError(BackupTrouble.DAMAGED, source) from error
    except OSError as error:
        raise BackupError(BackupTrouble.NO_ARCHIVE, source) from error
    return manifest


def _plain(info: tarfile.TarInfo) -> tarfile.TarInfo:
    """Keep of a file its name and its bytes, not whose it was."""
    info.uid = info.gid = 0
    info.uname = info.gname = ""
    info.mode = 0o600
    return info


def _read(archive: tarfile.TarFile, name: str) -> IO[bytes]:
    member = archive.getmember(name) if name in archive.getnames() else None
    file = archive.extractfile(member) if member is not None and member.isfile() else None
    if file is None or (name != MANIFEST and not NAME.fullmatch(name)):
        raise tarfile.ReadError(name)
    return file


def _write(read: IO[bytes], path: Path) -> None:
    path.parent.mkdir(exist_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        while part := read.read(PART):
            file.write(part)


def _compare(found: object, stated: object) -> None:
    if found != stated:
        message = "not as the manifest says"
        raise tarfile.ReadError(message)
