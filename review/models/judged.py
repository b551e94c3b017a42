"""What the current rules find in evidence: once for the same evidence in the same message."""

from hashlib import blake2b
from typing import NamedTuple

from aligner_core import AlignedEvidence, PreparedSource, ProofError, reclassify, verify

MAX_KEPT = 2_000
"""How many outcomes are kept in memory, a few thousand bytes each."""


class Judged(NamedTuple):
    """Aligned evidence as stored, with the differences by the current rules, and whether the message proves it."""

    stored: AlignedEvidence
    current: AlignedEvidence
    is_proven: bool


def judged(wire: str, source: PreparedSource) -> Judged | None:
    """Return what the current rules find in evidence in its wire form; None when it cannot be read.

    Outcomes are kept by a digest of everything that they follow from, so other evidence, other words and other people
    are always judged.
    """
    given = f"{wire}\0{source.text}\0{(source.speaker, source.everyone)!r}"
    key = blake2b(given.encode(errors="surrogatepass"), digest_size=16).digest()
    found = _KEPT.get(key)
    if found is None:
        found = _judged(wire, source)
        if found is not None:
            _keep(key, found)
    return found


def forget() -> None:
    """Drop the outcomes that are kept."""
    _KEPT.clear()


def _keep(key: bytes, found: Judged) -> None:
    if len(_KEPT) >= MAX_KEPT:
        _KEPT.clear()
    _KEPT[key] = found


def _judged(wire: str, source: PreparedSource) -> Judged | None:
    try:
        stored = AlignedEvidence.model_validate_json(wire)
    except ValueError:
        return None
    try:
        current = reclassify(stored, source)
    except ProofError:
        current = stored
    return Judged(stored, current, is_proven=_is_proven(stored, source.text))


def _is_proven(evidence: AlignedEvidence, content: str) -> bool:
    try:
        verify(evidence, content)
    except ProofError:
        return False
    return True


_KEPT: dict[bytes, Judged] = {}
