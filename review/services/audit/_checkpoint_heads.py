"""Collect the checkpoints that chains are compared with. Private to the services."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from aligner_core import SignatureError
from aligner_core.ledger import Checkpoint as SignedCheckpoint
from aligner_core.ledger import open_checkpoint, pins_of
from review.keys import keyring
from review.models import Checkpoint
from review.selectors.audit.checkpoint_files import sealed_checkpoints
from review.services.audit._finding import Finding


@dataclass(frozen=True, slots=True)
class PinnedHeads:
    """The hashes that all trusted checkpoints record, by chain and event number, and what is wrong with the others."""

    pins: Mapping[str, Mapping[int, str]]
    count: int
    findings: tuple[Finding, ...]


def read_pinned_heads(files: Iterable[Path] = ()) -> PinnedHeads:
    """Return what the checkpoints in the database, in the checkpoint file and in *files* record.

    A checkpoint is trusted for its signature alone. One with an unreadable signature, or of another store, pins
    nothing and becomes a finding.
    """
    ring = keyring()
    origins = set(Checkpoint.objects.values_list("origin", flat=True))
    trusted: dict[bytes, SignedCheckpoint] = {}
    findings: list[Finding] = []
    for where, sealed in sealed_checkpoints(files):
        if sealed in trusted:
            continue
        try:
            checkpoint = open_checkpoint(sealed, ring)
        except SignatureError as error:
            findings.append(Finding("checkpoint_unreadable", "checkpoint", 0, f"{where}: {error}"))
            continue
        if origins and checkpoint.origin not in origins:
            findings.append(Finding("checkpoint_of_another_store", "checkpoint", 0, where))
            continue
        trusted[sealed] = checkpoint
    return PinnedHeads(pins_of(trusted.values()), len(trusted), tuple(findings))
