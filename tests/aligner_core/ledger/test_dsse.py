"""Sealed bytes: opened only by a trusted key, and only if not one bit changed."""

import base64
import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core import canonical_json
from aligner_core.errors import SignatureError
from aligner_core.ledger.dsse import open_sealed, pre_authentication_encoding, seal
from aligner_core.ledger.keys import Keyring, Signer, VerifyingKey

KIND = "application/vnd.example+json"
SIGNER = Signer.load(bytes(range(32)))
RING = Keyring([SIGNER])
SEALED = seal(b'{"a":1}', KIND, SIGNER)


def changed(**fields: object) -> bytes:
    """Return the envelope with other fields, canonically encoded."""
    return canonical_json({**json.loads(SEALED), **fields})


@given(payload=st.binary(), kind=st.text(st.characters(exclude_categories=["Cs"])))
def test_open_sealed_gives_the_bytes_back(payload: bytes, kind: str) -> None:
    """Opaque bytes are signed, never re-serialised."""
    assert open_sealed(seal(payload, kind, SIGNER), kind, RING) == payload


def test_seal_signs_what_dsse_says() -> None:
    envelope = json.loads(SEALED)
    signature = base64.b64decode(envelope["signatures"][0]["sig"])

    SIGNER.public.check(signature, b'DSSEv1 28 application/vnd.example+json 7 {"a":1}')

    assert base64.b64decode(envelope["payload"]) == b'{"a":1}'
    assert envelope["payloadType"] == KIND
    assert [one["keyid"] for one in envelope["signatures"]] == [SIGNER.key_id]


def test_pre_authentication_encoding_counts_bytes() -> None:
    assert pre_authentication_encoding("글".encode(), "형") == "DSSEv1 3 형 3 글".encode()


def test_seal_gives_the_same_bytes_again() -> None:
    assert seal(b'{"a":1}', KIND, SIGNER) == SEALED


def test_open_sealed_finds_a_flipped_bit_in_1000_of_1000_envelopes() -> None:
    chance = random.Random(4)  # noqa: S311 - a fixed seed, no secret

    opened = [number for number in range(1000) if _opens(_with_a_flipped_bit(number, chance))]

    assert opened == []


def test_open_sealed_finds_every_flipped_bit_of_one_envelope() -> None:
    flips = (SEALED[:at] + bytes([SEALED[at] ^ (1 << bit)]) + SEALED[at + 1 :] for at, bit in _every_bit())

    assert [flipped for flipped in flips if _opens(flipped)] == []


def test_open_sealed_knows_older_keys_after_a_rotation() -> None:
    newer = Signer.generate()
    rotated = Keyring([SIGNER, newer])

    assert open_sealed(SEALED, KIND, rotated) == b'{"a":1}'
    assert open_sealed(seal(b"b", KIND, rotated.newest), KIND, rotated) == b"b"
    assert open_sealed(SEALED, KIND, Keyring([newer], [VerifyingKey.load(SIGNER.public.raw)])) == b'{"a":1}'


def test_open_sealed_refuses_an_unknown_key() -> None:
    with pytest.raises(SignatureError, match=f"the key {SIGNER.key_id} is not trusted"):
        open_sealed(SEALED, KIND, Keyring([Signer.generate()]))


def test_open_sealed_refuses_the_signature_of_another_known_key() -> None:
    other = Signer.generate()
    theirs = json.loads(seal(b'{"a":1}', KIND, other))["signatures"][0]["sig"]

    with pytest.raises(SignatureError, match="does not verify with the key"):
        open_sealed(changed(signatures=[{"keyid": SIGNER.key_id, "sig": theirs}]), KIND, Keyring([SIGNER, other]))


def test_open_sealed_wants_every_signature_to_fit() -> None:
    mine = json.loads(SEALED)["signatures"][0]

    with pytest.raises(SignatureError, match="the key nobody is not trusted"):
        open_sealed(changed(signatures=[mine, {"keyid": "nobody", "sig": mine["sig"]}]), KIND, RING)


@pytest.mark.parametrize(
    ("sealed", "sentence"),
    [
        pytest.param(b"", "not a DSSE envelope", id="nothing"),
        pytest.param(b"[]", "not a DSSE envelope", id="no object"),
        pytest.param(b"\xff\xfe", "not a DSSE envelope", id="no text"),
        pytest.param(b"[" * 200_000, "not a DSSE envelope", id="too deep"),
        pytest.param(changed(more=1), "not a DSSE envelope", id="a field more"),
        pytest.param(changed(payload=None), "not a DSSE envelope", id="no payload"),
        pytest.param(SEALED.replace(b'"eyJ', b'"\\ud800'), "not a DSSE envelope", id="a lone surrogate"),
        pytest.param(SEALED + b"\n", "the envelope is not canonically encoded", id="a line break more"),
        pytest.param(json.dumps(json.loads(SEALED)).encode(), "the envelope is not canonically encoded", id="spaces"),
        pytest.param(SEALED.decode().encode("utf-16"), "the envelope is not canonically encoded", id="UTF-16"),
        pytest.param(b'{"payload":"",' + SEALED[1:], "the envelope is not canonically encoded", id="a key twice"),
        pytest.param(changed(signatures=[]), "the envelope carries no signature", id="no signature"),
        pytest.param(changed(payloadType="other"), "the envelope holds 'other', not '" + KIND + "'", id="other type"),
        pytest.param(changed(payload="e"), "the envelope holds invalid base64", id="half a letter of base64"),
        pytest.param(changed(payload="é"), "the envelope holds invalid base64", id="no ASCII"),
        pytest.param(changed(payload="eyJhIjoxfR=="), "the envelope is not canonically encoded", id="stray bits"),
    ],
)
def test_open_sealed_refuses(sealed: bytes, sentence: str) -> None:
    with pytest.raises(SignatureError) as refused:
        open_sealed(sealed, KIND, RING)

    assert str(refused.value) == sentence


@given(st.binary() | st.text().map(lambda text: json.dumps(text).encode()))
def test_open_sealed_raises_nothing_but_its_own_error(sealed: bytes) -> None:
    with pytest.raises(SignatureError):
        open_sealed(sealed, KIND, RING)


def _with_a_flipped_bit(number: int, chance: random.Random) -> bytes:
    sealed = bytearray(seal(canonical_json({"number": number}), KIND, SIGNER))
    sealed[chance.randrange(len(sealed))] ^= 1 << chance.randrange(8)
    return bytes(sealed)


def _every_bit() -> list[tuple[int, int]]:
    return [(at, bit) for at in range(len(SEALED)) for bit in range(8)]


def _opens(sealed: bytes) -> bool:
    try:
        open_sealed(sealed, KIND, RING)
    except SignatureError:
        return False
    return True
