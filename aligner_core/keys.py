"""Ed25519 keys: one that signs, one that checks, and a ring of those one trusts."""

from collections.abc import Iterable
from typing import Final, Self

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)

from aligner_core.canonical import digest
from aligner_core.errors import SignatureError

_PEM: Final = b"-----BEGIN"


class VerifyingKey:
    """The public half of a key, named by the digest of its 32 raw bytes."""

    def __init__(self, key: Ed25519PublicKey) -> None:
        self._key = key
        self.raw = key.public_bytes(Encoding.Raw, PublicFormat.Raw)
        self.key_id = digest(self.raw)

    @classmethod
    def load(cls, data: bytes) -> Self:
        """Read a public key from PEM or from its 32 raw bytes."""
        try:
            key = load_pem_public_key(data) if data.startswith(_PEM) else Ed25519PublicKey.from_public_bytes(data)
        except Exception as error:
            message = "this is no public key"
            raise SignatureError(message) from error
        if not isinstance(key, Ed25519PublicKey):
            message = "this public key is not an Ed25519 key"
            raise SignatureError(message)
        return cls(key)

    def to_pem(self) -> bytes:
        """Give the key as other programs read it."""
        return self._key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)

    def check(self, signature: bytes, message: bytes) -> None:
        """Raise SignatureError unless this key's other half signed the message."""
        try:
            self._key.verify(signature, message)
        except InvalidSignature as error:
            refusal = f"the signature of key {self.key_id} does not fit what it signs"
            raise SignatureError(refusal) from error


class Signer:
    """A private key; what it signs, its `public` half checks."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key
        self.public = VerifyingKey(key.public_key())

    @classmethod
    def generate(cls) -> Self:
        """Make a new key, from the operating system's randomness."""
        return cls(Ed25519PrivateKey.generate())

    @classmethod
    def load(cls, data: bytes) -> Self:
        """Read a private key from PEM or from its 32 raw bytes."""
        try:
            pem = data.startswith(_PEM)
            key = load_pem_private_key(data, password=None) if pem else Ed25519PrivateKey.from_private_bytes(data)
        except Exception as error:
            message = "this is no private key"
            raise SignatureError(message) from error
        if not isinstance(key, Ed25519PrivateKey):
            message = "this private key is not an Ed25519 key"
            raise SignatureError(message)
        return cls(key)

    @property
    def key_id(self) -> str:
        """Name the key."""
        return self.public.key_id

    def to_pem(self) -> bytes:
        """Give the private key, unencrypted: where it is kept must protect it."""
        return self._key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())

    def sign(self, message: bytes) -> bytes:
        """Give the 64 bytes of the signature; the same message always gets the same."""
        return self._key.sign(message)


class Keyring:
    """Keys one trusts, oldest first: the newest signs, all verify."""

    def __init__(self, signers: Iterable[Signer] = (), retired: Iterable[VerifyingKey] = ()) -> None:
        """Take *signers* oldest first, and the public halves of keys that sign no more."""
        self._signers = tuple(signers)
        self._known = {key.key_id: key for key in (*retired, *(signer.public for signer in self._signers))}

    @property
    def key_ids(self) -> tuple[str, ...]:
        """Name the trusted keys."""
        return tuple(self._known)

    @property
    def newest(self) -> Signer:
        """Give the key that signs now."""
        if not self._signers:
            message = "no key of this ring can sign"
            raise SignatureError(message)
        return self._signers[-1]

    def find(self, key_id: str) -> VerifyingKey:
        """Give the trusted key of that name."""
        if key_id not in self._known:
            message = f"the key {key_id} is not among the trusted ones"
            raise SignatureError(message)
        return self._known[key_id]
