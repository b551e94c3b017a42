"""Ed25519 keys: one that signs, one that verifies, and a ring of trusted ones."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, Self

from aligner_core._lazy import lazy_module
from aligner_core.errors import SignatureError, require_sequence, require_type
from aligner_core.ledger.canonical_json import digest

if TYPE_CHECKING:
    from cryptography import exceptions
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ed25519
else:
    exceptions = lazy_module("cryptography.exceptions", extra="bundles")
    serialization = lazy_module("cryptography.hazmat.primitives.serialization", extra="bundles")
    ed25519 = lazy_module("cryptography.hazmat.primitives.asymmetric.ed25519", extra="bundles")

_PEM: Final = b"-----BEGIN"


class VerifyingKey:
    """The public half of a key; its `key_id` is the digest of its 32 raw bytes."""

    def __init__(self, key: "ed25519.Ed25519PublicKey") -> None:
        self._key = key
        self.raw = key.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
        self.key_id = digest(self.raw)

    @classmethod
    def load(cls, data: bytes) -> Self:
        """Return the public key in a PEM or in its 32 raw bytes.

        Raises:
            SignatureError: it is neither, or not an Ed25519 key.

        """
        try:
            key = (
                serialization.load_pem_public_key(data)
                if data.startswith(_PEM)
                else ed25519.Ed25519PublicKey.from_public_bytes(data)
            )
        except Exception as error:
            message = "not a public key"
            raise SignatureError(message) from error
        if not isinstance(key, ed25519.Ed25519PublicKey):
            message = "not an Ed25519 public key"
            raise SignatureError(message)
        return cls(key)

    def to_pem(self) -> bytes:
        """Return the key as other programs read it."""
        return self._key.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)

    def check(self, signature: bytes, message: bytes) -> None:
        """Check that the private half of this key signed a message.

        Raises:
            SignatureError: it did not.
            InvalidTypeError: *signature* or *message* is not bytes.

        """
        require_type(signature, bytes, "signature")
        require_type(message, bytes, "message")
        try:
            self._key.verify(signature, message)
        except exceptions.InvalidSignature as error:
            refusal = f"the signature does not verify with the key {self.key_id}"
            raise SignatureError(refusal) from error


class Signer:
    """A private key; its `public` half verifies what it signs."""

    def __init__(self, key: "ed25519.Ed25519PrivateKey") -> None:
        self._key = key
        self.public = VerifyingKey(key.public_key())

    @classmethod
    def generate(cls) -> Self:
        """Return a new key, made of randomness from the operating system."""
        return cls(ed25519.Ed25519PrivateKey.generate())

    @classmethod
    def load(cls, data: bytes) -> Self:
        """Return the private key in a PEM or in its 32 raw bytes.

        Raises:
            SignatureError: it is neither, or not an Ed25519 key.

        """
        try:
            pem = data.startswith(_PEM)
            key = (
                serialization.load_pem_private_key(data, password=None)
                if pem
                else ed25519.Ed25519PrivateKey.from_private_bytes(data)
            )
        except Exception as error:
            message = "not a private key"
            raise SignatureError(message) from error
        if not isinstance(key, ed25519.Ed25519PrivateKey):
            message = "not an Ed25519 private key"
            raise SignatureError(message)
        return cls(key)

    @property
    def key_id(self) -> str:
        """The id of its public half."""
        return self.public.key_id

    def to_pem(self) -> bytes:
        """Return the private key, unencrypted: the place where it is kept must protect it."""
        return self._key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )

    def sign(self, message: bytes) -> bytes:
        """Return the 64 bytes of the signature; the same message always gets the same one.

        Raises:
            InvalidTypeError: *message* is not bytes.

        """
        require_type(message, bytes, "message")
        return self._key.sign(message)


class Keyring:
    """Trusted keys, oldest first: the newest signs, all verify.

    Raises:
        InvalidTypeError: an item of *signers* or *retired* is not a key of its kind.

    """

    def __init__(self, signers: Iterable[Signer] = (), retired: Iterable[VerifyingKey] = ()) -> None:
        """Take *signers* oldest first, and *retired*, the public halves of keys that no longer sign."""
        self._signers = tuple(signers)
        require_sequence(self._signers, Signer, "signers")
        kept = tuple(retired)
        require_sequence(kept, VerifyingKey, "retired")
        self._known = {key.key_id: key for key in (*kept, *(signer.public for signer in self._signers))}

    @property
    def key_ids(self) -> tuple[str, ...]:
        """The ids of the trusted keys."""
        return tuple(self._known)

    @property
    def newest(self) -> Signer:
        """The key that signs now.

        Raises:
            SignatureError: all keys are retired.

        """
        if not self._signers:
            message = "the keyring has no signing key"
            raise SignatureError(message)
        return self._signers[-1]

    def find(self, key_id: str) -> VerifyingKey:
        """Return the trusted key with an id.

        Raises:
            SignatureError: there is none.

        """
        if key_id not in self._known:
            message = f"the key {key_id} is not trusted"
            raise SignatureError(message)
        return self._known[key_id]
