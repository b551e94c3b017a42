"""Signatures over opaque bytes, in DSSE envelopes: the trust that a digest alone cannot give."""

import base64
import binascii
import json

from aligner_core.canonical import canonical_json
from aligner_core.errors import SignatureError
from aligner_core.keys import Keyring, Signer
from aligner_core.spans import Value


class EnvelopeSignature(Value):
    """One signature of an envelope, and the name of its key."""

    keyid: str
    sig: str


class Envelope(Value):
    """Bytes, what they are, and who signed both (DSSE v1); bytes stand in base64."""

    payload: str
    payload_type: str
    signatures: tuple[EnvelopeSignature, ...]


def pre_authentication_encoding(payload: bytes, payload_type: str) -> bytes:
    """Give the bytes that are signed: lengths stand before the parts, so none can be read as another.

    >>> pre_authentication_encoding(b"hello world", "http://example.com/HelloWorld")
    b'DSSEv1 29 http://example.com/HelloWorld 11 hello world'
    """
    kind = payload_type.encode("utf-8", "surrogatepass")
    return b"DSSEv1 %d %b %d %b" % (len(kind), kind, len(payload), payload)


def seal(payload: bytes, payload_type: str, signer: Signer) -> bytes:
    """Sign bytes and put them into an envelope; the same input always gives the same bytes."""
    signature = signer.sign(pre_authentication_encoding(payload, payload_type))
    signatures = (EnvelopeSignature(keyid=signer.key_id, sig=_encode(signature)),)
    return _written(Envelope(payload=_encode(payload), payload_type=payload_type, signatures=signatures))


def open_sealed(sealed: bytes, payload_type: str, keyring: Keyring) -> bytes:
    """Give the bytes in an envelope, or raise SignatureError and nothing else.

    Refused are another payload type, no signature, a signature by a key that is not in *keyring*, one that does
    not fit, and an envelope in any form but the one that `seal` writes.
    """
    envelope = _read(sealed)
    if envelope.payload_type != payload_type:
        message = f"the envelope holds {envelope.payload_type!r}, not {payload_type!r}"
        raise SignatureError(message)
    if not envelope.signatures:
        message = "nobody signed the envelope"
        raise SignatureError(message)
    payload = _decode(envelope.payload)
    signed = pre_authentication_encoding(payload, payload_type)
    for signature in envelope.signatures:
        keyring.find(signature.keyid).check(_decode(signature.sig), signed)
    return payload


def _read(sealed: bytes) -> Envelope:
    """Read an envelope that is byte for byte what would be written: no bit of it is free to change."""
    try:
        envelope = Envelope.model_validate(json.loads(sealed))
        exact = _written(envelope) == sealed
    except Exception as error:
        message = "this is no envelope"
        raise SignatureError(message) from error
    if not exact:
        message = "the envelope is not in its one form"
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
        message = "the envelope holds what is no base64"
        raise SignatureError(message) from error
    if _encode(data) != text:
        message = "the envelope is not in its one form"
        raise SignatureError(message)
    return data
