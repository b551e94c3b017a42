"""Any change of a bundle is found; nothing given is ever changed (specification 5.3)."""

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aligner_core import canonical_json
from aligner_core.bundles import SEED_POLICY, add_section, finalize_evidence, verify_evidence
from aligner_core.errors import BundleError, SignatureError
from aligner_core.ledger.dsse import open_sealed, seal
from aligner_core.ledger.keys import Keyring, Signer
from tests.aligner_core.bundles.seed_evidence import HEX, INPUTS, build, sha256_of

FEW = settings(max_examples=40)
TEXT = st.text(st.characters(exclude_categories=["Cs"]))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=4,
)
WORDS = st.sampled_from(["v1", " 판 1", "😀\n"])
SECTIONS: st.SearchStrategy[dict[str, Any]] = st.builds(
    dict,
    type=st.sampled_from(SEED_POLICY.allowed_types),
    engine_version=WORDS,
    engine_signature=st.just(HEX),
    source=WORDS,
    payload=st.dictionaries(TEXT, JSON, max_size=2),
    created_at=st.just("2024-01-01T00:00:00Z"),
)
BUNDLES = st.lists(SECTIONS, min_size=1, max_size=3, unique_by=lambda section: str(section["type"])).map(
    lambda sections: finalize_evidence({"sections": sections})
)
PLACES = (
    ["evidence_version"],
    ["evidence_signature"],
    *(["sections", number, field] for number in range(3) for field in build()["sections"][0]),
)


@FEW
@given(BUNDLES)
def test_a_bundle_is_digested_as_the_seed_says(ev: dict[str, Any]) -> None:
    """section_signature = sha256(canonical_json(six fields)), evidence_signature over two (specification 5.3)."""
    bases = [{key: value for key, value in one.items() if key != "section_signature"} for one in ev["sections"]]

    assert [one["section_signature"] for one in ev["sections"]] == [sha256_of(base) for base in bases]
    assert ev["evidence_signature"] == sha256_of({key: ev[key] for key in ("evidence_version", "sections")})
    verify_evidence(ev)


@FEW
@given(BUNDLES)
def test_finalizing_again_gives_the_same_bytes(ev: dict[str, Any]) -> None:
    """Same input, same signature: idempotent (specification 5.3)."""
    again = finalize_evidence({**ev, "sections": ev["sections"][::-1]})

    assert json.dumps(again) == json.dumps(ev)


@FEW
@given(ev=BUNDLES, section=SECTIONS)
def test_nothing_given_is_changed(ev: dict[str, Any], section: dict[str, object]) -> None:
    """Inputs are never mutated (specification 5)."""
    before = copy.deepcopy((ev, section))

    try:
        added = add_section(ev, section)
    except BundleError:
        added = finalize_evidence(ev)
    for one in added["sections"]:
        one["payload"]["written"] = one["created_at"] = "later"

    assert (ev, section) == before


@given(place=st.sampled_from(PLACES), value=JSON | st.just(HEX) | st.just("2024-01-01T00:00:01Z"))
def test_any_field_that_changed_is_found(place: list[Any], value: object) -> None:
    """Any change is found by `verify_evidence`, and BundleError is all it raises."""
    ev = build()
    *way, field = place
    holder: Any = ev
    for step in way:
        holder = holder[step]
    unchanged = canonical_json(holder[field]) == canonical_json(value)
    holder[field] = value

    if unchanged:
        verify_evidence(ev)
    else:
        with pytest.raises(BundleError):
            verify_evidence(ev)


def test_any_leaf_that_changed_or_went_is_found() -> None:
    whole = build()

    unfound = [place for place in _leaves(whole) for ev in _broken(whole, place) if _verifies(ev)]

    assert unfound == []


def test_any_flipped_bit_of_1000_bundles_is_found() -> None:
    """1 bit flipped anywhere in 1,000 bundles: 1,000 rejected."""
    chance = random.Random(1000)  # noqa: S311 - a fixed seed, no secret
    signer = Signer.load(bytes(32))
    passed = 0

    for number in range(1000):
        ev = build({"void": {**INPUTS["void"], "day_index": number}})
        sealed = bytearray(seal(canonical_json(ev), "application/json", signer))
        sealed[chance.randrange(len(sealed))] ^= 1 << chance.randrange(8)
        passed += _opens(bytes(sealed), Keyring([signer]))

    assert passed == 0


def test_any_flipped_bit_of_an_unsigned_bundle_is_found() -> None:
    """Without a signature too, if it is not recomputed: the digests stand in the same bytes."""
    written = canonical_json(build({"void": INPUTS["void"]}))

    unfound = [
        (at, bit)
        for at in range(len(written))
        for bit in range(8)
        if _reads(written[:at] + bytes([written[at] ^ (1 << bit)]) + written[at + 1 :])
    ]

    assert unfound == []


def _leaves(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:  # noqa: ANN401 - any JSON
    steps = range(len(value)) if isinstance(value, list) else value if isinstance(value, dict) else ()
    for step in steps:
        yield (*way, step)
        yield from _leaves(value[step], (*way, step))


def _broken(whole: dict[str, Any], place: tuple[Any, ...]) -> Iterator[dict[str, Any]]:
    """Yield the bundle with one value changed, and with it removed."""
    for work in ("change", "drop"):
        ev: Any = copy.deepcopy(whole)
        holder = ev
        for step in place[:-1]:
            holder = holder[step]
        if work == "change":
            holder[place[-1]] = ["changed"]
        else:
            del holder[place[-1]]
        yield ev


def _verifies(ev: dict[str, Any]) -> bool:
    try:
        verify_evidence(ev)
    except BundleError:
        return False
    return True


def _opens(sealed: bytes, ring: Keyring) -> bool:
    try:
        verify_evidence(json.loads(open_sealed(sealed, "application/json", ring)))
    except SignatureError:
        return False
    return True


def _reads(written: bytes) -> bool:
    try:
        return _verifies(json.loads(written))
    except ValueError:
        return False
