"""Canonical JSON and the digests made over it."""

import hashlib
import json

from aligner_core.errors import CanonicalError, require_type

_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def canonical_json(value: object) -> bytes:
    """Return the canonical form of a JSON value, for digests (specification 2.8).

    Raises:
        CanonicalError: the value has none: it holds NaN, infinity, a lone surrogate, a key that is not a string, or
            something that is not JSON, or it holds itself.

    >>> canonical_json({"b": 1, "a": "한글"}).decode()
    '{"a":"한글","b":1}'

    """
    try:
        written = _ENCODER.encode(value).encode()
    except (TypeError, ValueError, RecursionError) as error:
        message = f"the value has no canonical JSON: {error}"
        raise CanonicalError(message) from error
    _refuse_other_keys(value)  # only now: a value that could be written has an end
    return written


def digest(data: bytes) -> str:
    """Return the SHA-256 of bytes as 64 lower-case hex digits.

    Raises:
        InvalidTypeError: *data* is not bytes.

    """
    require_type(data, (bytes, bytearray, memoryview), "data")
    return hashlib.sha256(data).hexdigest()


def text_hash(text: str) -> str:
    """Return the SHA-256 of a text in UTF-8, in which lone surrogates pass.

    Raises:
        InvalidTypeError: *text* is not a string.

    """
    require_type(text, str, "text")
    return digest(text.encode("utf-8", "surrogatepass"))


def _refuse_other_keys(value: object) -> None:
    """Refuse a key that is not a string; in one loop, as most of what is written is small."""
    left = [value]
    while left:
        item = left.pop()
        if isinstance(item, dict):
            for key in item:
                if not isinstance(key, str):
                    message = "the value has no canonical JSON: every key must be a string"
                    raise CanonicalError(message)
            left.extend(item.values())
        elif isinstance(item, list | tuple):
            left.extend(item)
