"""A policy says in which words a wrong bundle is refused: English ones, unless it brings its own."""

from collections.abc import Callable, Mapping
from datetime import datetime
from string import Formatter
from typing import Any

import pytest

from aligner_core.bundles import (
    PRODUCT_POLICY,
    SEED_POLICY,
    BundlePolicy,
    BundleTexts,
    InputRule,
    add_section,
    build_evidence,
    finalize_evidence,
    verify_evidence,
)
from tests.aligner_core.bundles.seed_evidence import HEX, NOON, SECTION, at_noon, refusal, without

ASSAY = {"engine_version": "1", "engine_signature": HEX, "yield": {"grams": 1}}
POLICY = BundlePolicy(
    evidence_version="lab_v1",
    allowed_types=("assay", "spectrum"),
    inputs=(
        InputRule(
            type="assay",
            source="lab/assay.py",
            version_key="engine_version",
            signature_key="engine_signature",
            payload_keys=("yield",),
            shape=(("yield", "object"),),
        ),
        InputRule(
            type="spectrum",
            source="lab/spectrum.py",
            version_key="engine_version",
            signature_key="engine_signature",
            payload_keys=("lines",),
        ),
    ),
)
"""A policy as a program of one's own has it: no sentences of its own."""
ADDED = {**SECTION, "type": "spectrum"}


def build(**inputs: object) -> dict[str, Any]:
    return build_evidence(inputs, clock=at_noon, policy=POLICY)


def add(section: object) -> dict[str, Any]:
    return add_section(build(assay=ASSAY), section, policy=POLICY)  # type: ignore[arg-type]


def verify(**changes: object) -> None:
    verify_evidence({**build(assay=ASSAY), **changes}, policy=POLICY)


def two_sections_swapped() -> None:
    ev = finalize_evidence(add(ADDED), policy=POLICY)
    verify(sections=ev["sections"][::-1], evidence_signature=ev["evidence_signature"])


def section_of_another_payload() -> None:
    (section,) = build(assay=ASSAY)["sections"]
    verify(sections=[{**section, "payload": {}}])


class Unreadable(dict[str, object]):
    def get(self, *_: object) -> object:
        raise RuntimeError


ENGLISH: Mapping[str, tuple[str, Callable[[], object]]] = {
    "not_an_object": ("evidence must be an object", lambda: verify_evidence([], policy=POLICY)),  # type: ignore[arg-type]
    "input_not_an_object": ("the input spectrum must be an object", lambda: build(spectrum=3)),
    "input_lacks_key": ("the input assay lacks the key engine_version", lambda: build(assay={"yield": {}})),
    "input_shape": ("the input assay must have yield (object)", lambda: build(assay={**ASSAY, "yield": 1})),
    "clock_without_zone": (
        "the clock must return a datetime with a time zone",
        lambda: build_evidence({}, clock=lambda: NOON.replace(tzinfo=None), policy=POLICY),
    ),
    "section_not_an_object": ("a section must be an object", lambda: add(3)),
    "type_repeated": ("there is more than one section of type assay", lambda: add({**SECTION, "type": "assay"})),
    "field_missing": ("a section lacks the field source", lambda: add(without(ADDED, "source"))),
    "type_not_allowed": ("the section type void is not allowed", lambda: add(SECTION)),
    "engine_version": (
        "engine_version must be a string that is not blank",
        lambda: add({**ADDED, "engine_version": " "}),
    ),
    "engine_signature": (
        "engine_signature must be 64 lower-case hex digits",
        lambda: add({**ADDED, "engine_signature": HEX.upper()}),
    ),
    "source": ("source must be a string that is not blank", lambda: add({**ADDED, "source": ""})),
    "payload": ("payload must be an object", lambda: add({**ADDED, "payload": []})),
    "created_at": (
        "created_at must be a UTC time such as 2024-01-01T00:00:00Z",
        lambda: add({**ADDED, "created_at": "2024-01-01"}),
    ),
    "section_not_canonical": (
        "the section spectrum has no canonical JSON",
        lambda: add({**ADDED, "payload": {"x": float("nan")}}),
    ),
    "section_changed": ("section_signature is not the digest of the section assay", section_of_another_payload),
    "no_sections": ("the bundle has no sections", build),
    "sections_not_a_list": ("sections must be a list", lambda: verify(sections={})),
    "evidence_version": (
        "evidence_version must be a string that is not blank",
        lambda: verify(evidence_version=None),
    ),
    "fields_differ": ("evidence lacks these fields or should not have them: note", lambda: verify(note=1)),
    "sections_not_sorted": ("the sections are not sorted by type", two_sections_swapped),
    "bundle_changed": ("evidence_signature is not the digest of the bundle", lambda: verify(evidence_signature=HEX)),
    "unreadable": (
        "the evidence bundle cannot be read",
        lambda: verify_evidence(Unreadable(), policy=POLICY),
    ),
}


def test_every_text_is_tried() -> None:
    assert set(ENGLISH) == set(BundleTexts.model_fields)


@pytest.mark.parametrize(("text", "work"), ENGLISH.values(), ids=ENGLISH)
def test_a_policy_without_texts_refuses_in_english(text: str, work: Callable[[], object]) -> None:
    assert refusal(work) == text


def test_the_product_s_policy_speaks_english() -> None:
    assert PRODUCT_POLICY.texts == BundleTexts() == POLICY.texts


@pytest.mark.parametrize("name", BundleTexts.model_fields)
def test_the_seed_s_policy_says_the_same_in_korean(name: str) -> None:
    english, korean = getattr(BundleTexts(), name), getattr(SEED_POLICY.texts, name)

    assert _parts(korean) == _parts(english)
    assert any("가" <= letter <= "힣" for letter in korean)


def test_a_shape_that_the_seed_does_not_name_is_described_in_korean_too() -> None:
    assert SEED_POLICY.texts.input_shape.format(type="assay", shape="yield (object)") == (
        "assay 입력은 yield (object) 형식이어야 합니다."
    )


@pytest.mark.parametrize("moment", [None, "2024-01-01T00:00:00Z", datetime(2024, 1, 1)])  # noqa: DTZ001
def test_a_clock_that_returns_no_moment_is_refused(moment: Any) -> None:  # noqa: ANN401 - whatever it returns
    assert refusal(lambda: build_evidence({}, clock=lambda: moment, policy=POLICY)) == (
        "the clock must return a datetime with a time zone"
    )


def _parts(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}
