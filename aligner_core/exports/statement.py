"""A statement in the form of in-toto about a file: what it is, by its digest, and what is said of it."""

from collections.abc import Mapping
from typing import Any, Final

_STATEMENT: Final = "https://in-toto.io/Statement/v1"
_PREDICATE: Final = "https://evidence-review.invalid/bundle/v1"
"""The type of what is said: nothing is served at it, `.invalid` is no domain."""


def bundle_statement(name: str, digest: str, said: Mapping[str, Any]) -> dict[str, Any]:
    """Return the statement about a bundle: its name, the SHA-256 *digest* of its bytes, and what is *said* of it.

    Raises:
        ValueError: nothing is said, which in-toto does not allow.

    >>> bundle_statement("bundle.zip", "e3b0c442", {"entries": 0})["subject"]
    [{'name': 'bundle.zip', 'digest': {'sha256': 'e3b0c442'}}]

    """
    if not said:
        message = "a statement says something"
        raise ValueError(message)
    return {
        "_type": _STATEMENT,
        "subject": [{"name": name, "digest": {"sha256": digest}}],
        "predicateType": _PREDICATE,
        "predicate": dict(said),
    }
