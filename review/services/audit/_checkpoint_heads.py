"""Gather the checkpoints that chains are held against. Private to the services."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from aligner_core.checkpoints import Checkpoint as SignedCheckpoint
from aligner_core.checkpoints import open_checkpoint, pins_of
from aligner_core.errors import SignatureError
from review.keys import keyring
from review.models import Checkpoint
from review.services._checkpoints import checkpoint_file
from review.services._findings import Finding


@dataclass(frozen=True, slots=True)
class Pinned:
    """What all checkpoints together say: the hash of events by chain and number; and what is wrong with some."""

    pins: Mapping[str, Mapping[int, str]]
    count: int
    findings: tuple[Finding, ...]


def gather(files: Iterable[Path] = ()) -> Pinned:
    """Read the checkpoints in the database, in the file beside it, and in *files*; each is believed for its signature.

    One that names another store pins nothing here, and is found.
    """
    ring = keyring()
    origins = set(Checkpoint.objects.values_list("origin", flat=True))
    believed: dict[bytes, SignedCheckpoint] = {}
    findings: list[Finding] = []
    for where, sealed in _sealed(files):
        if sealed in believed:
            continue
        try:
            checkpoint = open_checkpoint(sealed, ring)
        except SignatureError as error:
            findings.append(Finding("checkpoint_unreadable", "checkpoint", 0, f"{where}: {error}"))
            continue
        if origins and checkpoint.origin not in origins:
            findings.append(Finding("checkpoint_of_another_store", "checkpoint", 0, where))
            continue
        believed[sealed] = checkpoint
    return Pinned(pins_of(believed.values()), len(believed), tuple(findings))


def _sealed(files: Iterable[Path]) -> Iterator[tuple[str, bytes]]:
    """Give every signed checkpoint there is, with where it stands."""
    for row in Checkpoint.objects.order_by("pk").iterator(chunk_size=20):
        yield f"row {row.pk}", row.sealed.encode()
    own = checkpoint_file()
    for path in (*([own] if own.exists() else []), *files):
        with path.open("rb") as lines:
            for number, line in enumerate(lines, start=1):
                yield f"{path.name} line {number}", line.rstrip(b"\n")
