"""Signatures over opaque bytes, in DSSE envelopes: they show who made something, which a digest cannot."""

import base64
import binascii
import json

from aligner_core.errors import SignatureError, require_type
from aligner_core.ledger.canonical_json import canonical_json
from aligner_core.ledger.keys import Keyring, Signer
from aligner_core.spans import Value


class EnvelopeSignature(Value):
    """One signature of an envelope, and the id of its key."""

    keyid: str
    sig: str


class Envelope(Value):
    """Bytes, their type, and who signed both (DSSE v1); bytes are written in base64."""

    payload: str
    payload_type: str
    signatures: tuple[EnvelopeSignature, ...]


def pre_authentication_encoding(payload: bytes, payload_type: str) -> bytes:
    """Return the bytes that are signed: each part comes after its length, so that none can be read as another.

    >>> pre_authentication_encoding(b"hello world", "http://example.com/HelloWorld")
    b'DSSEv1 29 http://example.com/HelloWorld 11 hello world'
    """
    kind = payload_type.encode("utf-8", "surrogatepass")
    return b"DSSEv1 %d %b %d %b" % (len(kind), kind, len(payload), payload)


def seal(payload: bytes, payload_type: str, signer: Signer) -> bytes:
    """Return an envelope with bytes and their signature; the same input always gives the same bytes.

    Raises:
        InvalidTypeError: an argument is of the wrong type.

    >>> signer = Signer.generate()
    >>> open_sealed(seal(b"done", "text/plain", signer), "text/plain", Keyring([signer]))
    b'done'

    """
    require_type(payload, bytes, "payload")
    require_type(payload_type, str, "payload_type")
    require_type(signer, Signer, "signer")
    signature = signer.sign(pre_authentication_encoding(payload, payload_type))
    signatures = (EnvelopeSignature(keyid=signer.key_id, sig=_encode(signature)),)
    return _written(Envelope(payload=_encode(payload), payload_type=payload_type, signatures=signatures))


def open_sealed(sealed: bytes, payload_type: str, keyring: Keyring) -> bytes:
    """Return the bytes in an envelope that a trusted key signed.

    Raises:
        SignatureError: the envelope holds another type of payload, carries no signature, one of a key that is not in
            *keyring* or one that does not verify, or is not encoded byte for byte as `seal` does it.
        InvalidTypeError: *keyring* is not a keyring.

    """
    require_type(keyring, Keyring, "keyring")
    envelope = _read(sealed)
    if envelope.payload_type != payload_type:
        message = f"the envelope holds {envelope.payload_type!r}, not {payload_type!r}"
        raise SignatureError(message)
    if not envelope.signatures:
        message = "the envelope carries no signature"
        raise SignatureError(message)
    payload = _decode(envelope.payload)
    signed = pre_authentication_encoding(payload, payload_type)
    for signature in envelope.signatures:
        keyring.find(signature.keyid).check(_decode(signature.sig), signed)
    return payload


def _read(sealed: bytes) -> Envelope:
    """Return an envelope that is byte for byte what would be written, so that no bit of it is free to change."""
    try:
        envelope = Envelope.model_validate(json.loads(sealed))
        exact = _written(envelope) == sealed
    except Exception as error:
        message = "not a DSSE envelope"
        raise SignatureError(message) from error
    if not exact:
        message = "the envelope is not canonically encoded"
        raise SignatureError(message)
    return envelope


def _written(envelope: Envelope) -> bytes:
    return canonical_json(envelope.model_dump(by_alias=True))


def _encode(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _decode(text: str) -> bytes:
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        message = "the envelope holds invalid base64"
        raise SignatureError(message) from error
    if _encode(data) != text:
        message = "the envelope is not canonically encoded"
        raise SignatureError(message)
    return data
