"""The manifest of a folder of results: which table they are of, and what else decides their bytes."""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from uuid import uuid4

from aligner_core.aligner import ENGINE_VERSION, AlignerConfig
from aligner_core.errors import TableError
from aligner_core.ledger.canonical_json import canonical_json

MANIFEST = "_manifest.json"
"""Readers of whole folders, such as those of Arrow and Spark, leave out what begins with an underscore."""
UNFINISHED = ".tmp"
"""How the name of a file ends that is not whole."""
_DIGITS = 16


@dataclass(frozen=True, slots=True)
class Manifest:
    """What decides the results of a table, and nothing else: no time, no engine, no number of workers."""

    input: str
    """The SHA-256 of the bytes of the table."""
    shard_rows: int
    engine_version: str = ENGINE_VERSION
    config: str = AlignerConfig().digest

    @property
    def key(self) -> str:
        """The digest that the names of the files of results have."""
        return hashlib.sha256(canonical_json(asdict(self))).hexdigest()[:_DIGITS]


_WORDS = {
    "input": "another table",
    "shard_rows": "another number of rows a file",
    "engine_version": "another engine version",
    "config": "another configuration",
}


def manifest_of(source: Path, shard_rows: int) -> Manifest:
    """Return the manifest of a table, which is read to its end."""
    with source.open("rb") as file:
        return Manifest(hashlib.file_digest(file, "sha256").hexdigest(), shard_rows)


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write a manifest into a folder."""
    with renamed(folder / MANIFEST) as unfinished:
        unfinished.write_text(f"{json.dumps(asdict(manifest), indent=2)}\n", encoding="utf-8")


def difference(folder: Path, manifest: Manifest) -> str | None:
    """Return what the manifest in a folder says otherwise, in words; None if it is the same, or there is none.

    Raises:
        TableError: what stands there is no manifest.

    """
    path = folder / MANIFEST
    if not path.exists():
        return None
    try:
        there = Manifest(**json.loads(path.read_text(encoding="utf-8")))
    except (ValueError, TypeError) as error:
        message = f"{path} is not as it was written: name an empty folder"
        raise TableError(message) from error
    own, other = asdict(manifest), asdict(there)
    return next((words for name, words in _WORDS.items() if own[name] != other[name]), None)


@contextmanager
def renamed(target: Path) -> Iterator[Path]:
    """Hold the name of a file that gets its own when it is whole, and is removed when it is not."""
    unfinished = target.with_name(f"{target.name}.{uuid4().hex}{UNFINISHED}")
    try:
        yield unfinished
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)
