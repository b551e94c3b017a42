"""Keys: named by their digest, read from PEM or raw bytes; the newest signs, all verify."""

import hashlib
import subprocess
import sys

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from aligner_core.errors import AlignerError, SignatureError
from aligner_core.ledger.keys import Keyring, Signer, VerifyingKey

RFC_8032_SECRET = bytes.fromhex("c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7")
RFC_8032_PUBLIC = bytes.fromhex("fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025")
RFC_8032_SIGNATURE = bytes.fromhex(
    "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
    "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
)
CURVE = generate_private_key(SECP256R1())


def test_sign_gives_the_signature_of_rfc_8032() -> None:
    signer = Signer.load(RFC_8032_SECRET)

    assert signer.public.raw == RFC_8032_PUBLIC
    assert signer.sign(b"\xaf\x82") == RFC_8032_SIGNATURE


def test_key_id_is_the_digest_of_the_raw_public_key() -> None:
    signer = Signer.load(RFC_8032_SECRET)

    assert signer.key_id == signer.public.key_id == hashlib.sha256(RFC_8032_PUBLIC).hexdigest()


def test_keys_come_back_from_pem_and_raw_bytes() -> None:
    signer = Signer.generate()

    assert Signer.load(signer.to_pem()).key_id == signer.key_id
    assert VerifyingKey.load(signer.public.to_pem()).key_id == signer.key_id
    assert VerifyingKey.load(signer.public.raw).key_id == signer.key_id


def test_generate_never_makes_the_same_key_twice() -> None:
    assert Signer.generate().key_id != Signer.generate().key_id


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        pytest.param(b"", "not a private key", id="nothing"),
        pytest.param(b"\x00" * 31, "not a private key", id="one byte short"),
        pytest.param(b"-----BEGIN PRIVATE KEY-----", "not a private key", id="half a PEM"),
        pytest.param(
            CURVE.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
            "not an Ed25519 private key",
            id="another kind of key",
        ),
        pytest.param(Signer.load(RFC_8032_SECRET).public.to_pem(), "not a private key", id="the public half"),
    ],
)
def test_signer_load_refuses(data: bytes, sentence: str) -> None:
    with pytest.raises(SignatureError, match=f"^{sentence}$"):
        Signer.load(data)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        pytest.param(b"", "not a public key", id="nothing"),
        pytest.param(b"\x00" * 33, "not a public key", id="one byte more"),
        pytest.param(
            CURVE.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo),
            "not an Ed25519 public key",
            id="another kind of key",
        ),
    ],
)
def test_verifying_key_load_refuses(data: bytes, sentence: str) -> None:
    with pytest.raises(SignatureError, match=f"^{sentence}$"):
        VerifyingKey.load(data)


def test_check_refuses_another_message() -> None:
    signer = Signer.load(RFC_8032_SECRET)

    with pytest.raises(SignatureError, match=f"the signature does not verify with the key {signer.key_id}"):
        signer.public.check(RFC_8032_SIGNATURE, b"\xaf\x83")


def test_check_refuses_a_signature_of_another_length() -> None:
    with pytest.raises(SignatureError):
        Signer.load(RFC_8032_SECRET).public.check(RFC_8032_SIGNATURE[:-1], b"\xaf\x82")


def test_keyring_signs_with_the_newest_and_knows_all() -> None:
    retired, older, newer = Signer.generate(), Signer.generate(), Signer.generate()

    ring = Keyring([older, newer], [retired.public])

    assert ring.newest is newer
    assert ring.key_ids == (retired.key_id, older.key_id, newer.key_id)
    assert ring.find(retired.key_id) is retired.public


def test_keyring_without_a_signer_only_verifies() -> None:
    retired = Signer.generate().public

    ring = Keyring(retired=[retired])

    assert ring.find(retired.key_id) is retired
    with pytest.raises(SignatureError, match="the keyring has no signing key"):
        _ = ring.newest


def test_keyring_refuses_an_unknown_key_id() -> None:
    with pytest.raises(SignatureError, match="the key nobody is not trusted") as refused:
        Keyring([Signer.generate()]).find("nobody")

    assert isinstance(refused.value, AlignerError)


def test_the_core_loads_without_cryptography() -> None:
    answer = subprocess.run(
        [sys.executable, "-c", "import sys, aligner_core; print('cryptography' in sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )

    assert answer.stdout == "False\n"
