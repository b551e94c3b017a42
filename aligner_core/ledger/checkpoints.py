"""Where every chain of a store ended at one moment, signed: what a rewritten chain cannot agree with."""

import json
from collections.abc import Iterable
from typing import Annotated, Final, Self

from pydantic import AwareDatetime, Field, StrictInt, model_validator

from aligner_core.canonical import canonical_json
from aligner_core.errors import SignatureError
from aligner_core.journal import Head
from aligner_core.keys import Keyring, Signer
from aligner_core.signing import open_sealed, seal
from aligner_core.spans import Value

PAYLOAD_TYPE: Final = "application/vnd.evidence-review.checkpoint+json"


class Checkpoint(Value):
    """The heads of all chains of the store named *origin*; `size` counts their events."""

    origin: Annotated[str, Field(min_length=1)]
    size: Annotated[StrictInt, Field(ge=0)]
    heads: tuple[Head, ...]
    created_at: AwareDatetime

    @model_validator(mode="after")
    def _adds_up(self) -> Self:
        if self.size != sum(head.seq for head in self.heads):
            message = "a checkpoint has as many events as its heads say"
            raise ValueError(message)
        return self


def seal_checkpoint(checkpoint: Checkpoint, signer: Signer) -> bytes:
    """Sign a checkpoint; the answer is one line of text."""
    return seal(canonical_json(checkpoint.model_dump(by_alias=True, mode="json")), PAYLOAD_TYPE, signer)


def open_checkpoint(sealed: bytes, keyring: Keyring) -> Checkpoint:
    """Read a checkpoint that a trusted key signed, or raise SignatureError."""
    payload = open_sealed(sealed, PAYLOAD_TYPE, keyring)
    try:
        return Checkpoint.model_validate(json.loads(payload))
    except ValueError as error:
        message = "what was signed is no checkpoint"
        raise SignatureError(message) from error


def pins_of(checkpoints: Iterable[Checkpoint]) -> dict[str, dict[int, str]]:
    """Give, by chain, the hash that each event named in a checkpoint must have.

    No hash fits where two checkpoints contradict each other: the chain was rewritten between them.
    """
    pins: dict[str, dict[int, str]] = {}
    for checkpoint in checkpoints:
        for head in checkpoint.heads:
            pinned = pins.setdefault(head.name, {})
            pinned[head.seq] = head.hash if pinned.get(head.seq, head.hash) == head.hash else ""
    return pins
