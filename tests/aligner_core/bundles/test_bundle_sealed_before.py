"""What an earlier release sealed opens in this one, and is sealed alike: the file is never made anew."""

import json
from pathlib import Path

from aligner_core.bundles import verify_evidence
from aligner_core.ledger.canonical_json import canonical_json
from aligner_core.ledger.dsse import open_sealed, seal
from aligner_core.ledger.keys import Keyring, Signer, VerifyingKey
from tests.aligner_core.bundles.seed_evidence import INPUTS, build

SEALED = Path(__file__).parent / "cases" / "sealed_0_1_0.json"
KIND = "application/vnd.evidence-review.evidence+json"
KEY = VerifyingKey.load(bytes.fromhex("03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8"))
"""The public half of the key whose secret is the bytes from 0 to 31."""


def test_what_release_0_1_0_sealed_opens() -> None:
    opened = json.loads(open_sealed(SEALED.read_bytes(), KIND, Keyring(retired=[KEY])))

    verify_evidence(opened)
    assert opened == build(INPUTS)


def test_the_same_bundle_is_sealed_alike() -> None:
    signer = Signer.load(bytes(range(32)))

    assert seal(canonical_json(build(INPUTS)), KIND, signer) == SEALED.read_bytes()
