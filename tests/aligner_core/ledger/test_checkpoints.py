"""Checkpoints: signed heads, read only from a trusted key."""

from datetime import UTC, datetime
from typing import Any

import pytest

from aligner_core import canonical_json
from aligner_core.errors import InvalidValueError, SignatureError
from aligner_core.ledger.checkpoints import PAYLOAD_TYPE, Checkpoint, open_checkpoint, pins_of, seal_checkpoint
from aligner_core.ledger.dsse import seal
from aligner_core.ledger.hash_chain import Head
from aligner_core.ledger.keys import Keyring, Signer

SIGNER = Signer.load(bytes(range(32)))
RING = Keyring([SIGNER])
ONE, TWO = Head("session:1", 3, "1" * 64), Head("store", 2, "2" * 64)


def made(*heads: Head, **fields: Any) -> Checkpoint:  # noqa: ANN401 - fields of any kind, also wrong ones
    given: dict[str, Any] = {"size": sum(head.seq for head in heads), "created_at": datetime(2026, 11, 21, tzinfo=UTC)}
    return Checkpoint(origin="a", heads=heads, **{**given, **fields})


def test_a_sealed_checkpoint_opens_to_the_same() -> None:
    checkpoint = made(ONE, TWO)

    sealed = seal_checkpoint(checkpoint, SIGNER)

    assert open_checkpoint(sealed, RING) == checkpoint
    assert b"\n" not in sealed


def test_what_is_signed_is_canonical_json() -> None:
    signed = canonical_json(
        {"createdAt": "2026-11-21T00:00:00Z", "heads": [["session:1", 3, "1" * 64]], "origin": "a", "size": 3}
    )

    assert seal_checkpoint(made(ONE), SIGNER) == seal(signed, PAYLOAD_TYPE, SIGNER)


def test_a_checkpoint_by_another_key_is_refused() -> None:
    with pytest.raises(SignatureError, match="is not trusted"):
        open_checkpoint(seal_checkpoint(made(ONE), Signer.generate()), RING)


@pytest.mark.parametrize("payload", [b"no JSON", b"{}", b"[]", b'{"origin":"","size":0,"heads":[],"createdAt":"2026"}'])
def test_what_was_signed_and_is_no_checkpoint_is_refused(payload: bytes) -> None:
    with pytest.raises(SignatureError, match="is not a checkpoint"):
        open_checkpoint(seal(payload, PAYLOAD_TYPE, SIGNER), RING)


@pytest.mark.parametrize("fields", [{"size": 4}, {"size": -1}, {"created_at": datetime(2026, 1, 1)}])  # noqa: DTZ001
def test_a_checkpoint_that_does_not_add_up_is_none(fields: dict[str, object]) -> None:
    with pytest.raises(InvalidValueError):
        made(ONE, **fields)


def test_pins_gather_the_heads_of_all_checkpoints() -> None:
    later = Head("session:1", 5, "5" * 64)

    assert pins_of([made(ONE, TWO), made(later, TWO)]) == {
        "session:1": {3: "1" * 64, 5: "5" * 64},
        "store": {2: "2" * 64},
    }


def test_no_hash_fits_where_checkpoints_contradict_each_other() -> None:
    other = Head("session:1", 3, "9" * 64)

    assert pins_of([made(ONE), made(other), made(ONE)]) == {"session:1": {3: ""}}
