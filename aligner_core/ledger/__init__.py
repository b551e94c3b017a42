"""Tamper-evident records: canonical JSON, hash chains, Ed25519 signatures, signed checkpoints.

>>> signer = Signer.generate()
>>> sealed = seal(canonical_json({"answer": 42}), "application/json", signer)
>>> open_sealed(sealed, "application/json", Keyring([signer]))
b'{"answer":42}'
>>> open_sealed(sealed, "application/json", Keyring([Signer.generate()]))  # doctest: +ELLIPSIS
Traceback (most recent call last):
aligner_core.errors.SignatureError: the key ... is not trusted
"""

from aligner_core.errors import CanonicalError, SignatureError
from aligner_core.ledger.canonical_json import canonical_json, digest, text_hash
from aligner_core.ledger.checkpoints import Checkpoint, open_checkpoint, pins_of, seal_checkpoint
from aligner_core.ledger.dsse import open_sealed, seal
from aligner_core.ledger.hash_chain import ChainBreak, Fault, Head, Link, event_hash, verify_chain
from aligner_core.ledger.keys import Keyring, Signer, VerifyingKey

__all__ = [
    "CanonicalError",
    "ChainBreak",
    "Checkpoint",
    "Fault",
    "Head",
    "Keyring",
    "Link",
    "SignatureError",
    "Signer",
    "VerifyingKey",
    "canonical_json",
    "digest",
    "event_hash",
    "open_checkpoint",
    "open_sealed",
    "pins_of",
    "seal",
    "seal_checkpoint",
    "text_hash",
    "verify_chain",
]
