"""The shipped schema of a bundle lets in what verifies, and sees every wrong form."""

import copy
import re
from collections.abc import Callable
from typing import Any

import pytest

from aligner_core.bundles import PRODUCT_POLICY, SEED_POLICY, bundle_schema
from tests.aligner_core.bundles.seed_evidence import HEX, INPUTS, build

KEYWORDS: dict[str, Callable[[Any, Any], bool]] = {
    "required": lambda value, wanted: not isinstance(value, dict) or set(wanted) <= set(value),
    "enum": lambda value, wanted: value in wanted,
    "pattern": lambda value, wanted: not isinstance(value, str) or re.search(wanted, value) is not None,
    "minLength": lambda value, wanted: not isinstance(value, str) or len(value) >= wanted,
    "maxLength": lambda value, wanted: not isinstance(value, str) or len(value) <= wanted,
    "minItems": lambda value, wanted: not isinstance(value, list) or len(value) >= wanted,
    "maxItems": lambda value, wanted: not isinstance(value, list) or len(value) <= wanted,
    "type": lambda value, wanted: isinstance(value, {"object": dict, "array": list, "string": str}[wanted]),
}
"""JSON schema 2020-12, as far as the bundle's uses it."""
NESTED = {"$schema", "title", "properties", "items", "additionalProperties"}


def fits(value: Any, schema: dict[str, Any]) -> bool:  # noqa: ANN401 - any JSON
    """Return whether a value is valid under a schema; a keyword that is not known here fails."""
    properties, items = schema.get("properties", {}), schema.get("items", {})
    own = {key: wanted for key, wanted in schema.items() if key not in NESTED}
    return (
        all(KEYWORDS[key](value, wanted) for key, wanted in own.items())
        and (not isinstance(value, list) or all(fits(item, items) for item in value))
        and (
            not isinstance(value, dict) or all(fits(value[key], properties[key]) for key in properties if key in value)
        )
        and (schema.get("additionalProperties", True) or not isinstance(value, dict) or set(value) <= set(properties))
    )


@pytest.mark.parametrize("names", [["void"], ["wuxing_adjust", "yuanjin"], list(INPUTS)])
def test_bundle_schema_lets_in_what_verifies(names: list[str]) -> None:
    assert fits(build({name: INPUTS[name] for name in names}), bundle_schema())


def test_bundle_schema_lets_in_a_product_bundle() -> None:
    given = {"engine_version": "1", "engine_signature": HEX, "granted": 1, "refused": 0}
    ev = build({"promotion": given}, policy=PRODUCT_POLICY)

    assert fits(ev, bundle_schema(PRODUCT_POLICY))
    assert not fits(ev, bundle_schema(SEED_POLICY))


@pytest.mark.parametrize(
    "tamper",
    [
        pytest.param(lambda ev: ev.pop("evidence_version"), id="no version"),
        pytest.param(lambda ev: ev.pop("evidence_signature"), id="no digest"),
        pytest.param(lambda ev: ev.pop("sections"), id="no sections"),
        pytest.param(lambda ev: ev.update(note=1), id="a field more"),
        pytest.param(lambda ev: ev.update(evidence_version=""), id="an empty version"),
        pytest.param(lambda ev: ev.update(evidence_version=1), id="a version that is a number"),
        pytest.param(lambda ev: ev.update(evidence_signature=HEX.upper()), id="upper case"),
        pytest.param(lambda ev: ev.update(evidence_signature=HEX + "\n"), id="a line break behind the digest"),
        pytest.param(lambda ev: ev.update(sections=[]), id="empty sections"),
        pytest.param(lambda ev: ev.update(sections={}), id="sections are an object"),
        pytest.param(lambda ev: ev.update(sections=ev["sections"] * 3), id="more sections than types"),
        pytest.param(lambda ev: ev["sections"].append("void"), id="a section that is a text"),
        pytest.param(lambda ev: ev["sections"][0].pop("section_signature"), id="a section without a digest"),
        pytest.param(lambda ev: ev["sections"][0].update(note=1), id="a field more in a section"),
        pytest.param(lambda ev: ev["sections"][0].update(type="moon"), id="an unknown type"),
        pytest.param(lambda ev: ev["sections"][0].update(source=" "), id="a blank source"),
        pytest.param(lambda ev: ev["sections"][0].update(payload=[]), id="a payload that is a list"),
        pytest.param(lambda ev: ev["sections"][0].update(engine_signature=HEX[1:]), id="a digest too short"),
        pytest.param(lambda ev: ev["sections"][0].update(created_at="2024-01-01 00:00:00Z"), id="a blank in a moment"),
        pytest.param(lambda ev: ev["sections"][0].update(created_at="２０２４-01-01T00:00:00Z"), id="foreign digits"),
        pytest.param(lambda ev: ev["sections"][0].update(created_at="2024-01-01T00:00:00Z\n"), id="a line break"),
    ],
)
def test_bundle_schema_sees_a_wrong_form(tamper: Callable[[dict[str, Any]], object]) -> None:
    ev = copy.deepcopy(build())
    tamper(ev)

    assert not fits(ev, bundle_schema())


def test_bundle_schema_names_the_types_of_its_policy() -> None:
    listed = [
        bundle_schema(policy)["properties"]["sections"]["items"]["properties"]["type"]["enum"]
        for policy in (SEED_POLICY, PRODUCT_POLICY)
    ]

    assert listed == [list(SEED_POLICY.allowed_types), list(PRODUCT_POLICY.allowed_types)]
