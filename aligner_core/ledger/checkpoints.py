"""Signed checkpoints of the heads of all chains of a store: a chain that is rewritten no longer agrees with them."""

import json
from collections.abc import Iterable
from typing import Annotated, Final, Self

from pydantic import AwareDatetime, Field, StrictInt, model_validator

from aligner_core.errors import SignatureError, require_type
from aligner_core.ledger.canonical_json import canonical_json
from aligner_core.ledger.dsse import open_sealed, seal
from aligner_core.ledger.hash_chain import Head
from aligner_core.ledger.keys import Keyring, Signer
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
            message = "size must be the sum of the numbers of its heads"
            raise ValueError(message)
        return self


def seal_checkpoint(checkpoint: Checkpoint, signer: Signer) -> bytes:
    """Return a signed checkpoint, one line of text.

    Raises:
        InvalidTypeError: an argument is of the wrong type.

    """
    require_type(checkpoint, Checkpoint, "checkpoint")
    return seal(canonical_json(checkpoint.model_dump(by_alias=True, mode="json")), PAYLOAD_TYPE, signer)


def open_checkpoint(sealed: bytes, keyring: Keyring) -> Checkpoint:
    """Return a checkpoint that a trusted key signed.

    Raises:
        SignatureError: it is not one.

    """
    payload = open_sealed(sealed, PAYLOAD_TYPE, keyring)
    try:
        return Checkpoint.from_wire(json.loads(payload))
    except ValueError as error:
        message = "the signed payload is not a checkpoint"
        raise SignatureError(message) from error


def pins_of(checkpoints: Iterable[Checkpoint]) -> dict[str, dict[int, str]]:
    """Return, by chain and number, the hash that each event named in a checkpoint must have.

    Where two checkpoints contradict each other it is "", which no event has: the chain was rewritten between them.

    Raises:
        InvalidTypeError: an item of *checkpoints* is not a checkpoint.

    """
    pins: dict[str, dict[int, str]] = {}
    for checkpoint in checkpoints:
        require_type(checkpoint, Checkpoint, "a checkpoint")
        for head in checkpoint.heads:
            pinned = pins.setdefault(head.name, {})
            pinned[head.seq] = head.hash if pinned.get(head.seq, head.hash) == head.hash else ""
    return pins
