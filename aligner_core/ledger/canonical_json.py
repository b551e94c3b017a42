"""Canonical JSON and the digests made over it."""

import hashlib
import json

from aligner_core.errors import CanonicalError, require_type


def canonical_json(value: object) -> bytes:
    """Return the canonical form of a JSON value, for digests (specification 2.8).

    Raises:
        CanonicalError: the value has none: it holds NaN, infinity, a lone surrogate, a key that is not a string, or
            something that is not JSON, or it holds itself.

    >>> canonical_json({"b": 1, "a": "한글"}).decode()
    '{"a":"한글","b":1}'

    """
    try:
        text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
        written = text.encode()
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
    level = [value]
    while level:
        maps = [item for item in level if isinstance(item, dict)]
        if any(not isinstance(key, str) for item in maps for key in item):
            message = "the value has no canonical JSON: every key must be a string"
            raise CanonicalError(message)
        lists = [item for item in level if isinstance(item, list | tuple)]
        level = [child for item in maps for child in item.values()] + [child for item in lists for child in item]
