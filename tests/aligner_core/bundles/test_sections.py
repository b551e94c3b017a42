"""Sections of a bundle: every form that is refused, in the order in which it is looked at, with its text."""

import math

import pytest

from aligner_core.bundles import SEED_POLICY, add_section, finalize_evidence, verify_evidence
from tests.aligner_core.bundles.seed_evidence import EMPTY, HEX, SECTION, VOID, WUXING, build, changed, refusal, without

WRONG: list[tuple[str, str, list[object]]] = [
    ("engine_version", "engine_version은 비어있지 않은 문자열이어야 합니다.", ["", " \n", None, 1, "\ud800"]),
    ("source", "source는 비어있지 않은 문자열이어야 합니다.", ["", " \n", None, 1, "\ud800"]),
    (
        "engine_signature",
        "engine_signature는 64자리 hex여야 합니다.",
        [HEX[1:], HEX + "0", HEX.upper(), HEX[1:] + "g", HEX + "\n", HEX[1:] + "１", None, 1],
    ),
    ("payload", "payload는 객체여야 합니다.", [[], None, "{}", 1]),
    (
        "created_at",
        "created_at은 UTC ISO8601(Z) 형식이어야 합니다.",
        [
            "2024-01-01 00:00:00Z",
            "2024-01-01T00:00:00",
            "2024-01-01T00:00:00+00:00",
            "2024-01-01T00:00:00.000Z",
            "2024-01-01T00:00:00z",
            "2024-01-01T00:00:00Z\n",
            "20240101T000000Z",
            "2024-1-1T00:00:00Z",
            "２０２４-01-01T00:00:00Z",
            "2024-01-0١T00:00:00Z",
            "2024-02-30T00:00:00Z",
            "2023-02-29T00:00:00Z",
            "2024-13-01T00:00:00Z",
            "2024-01-01T24:00:00Z",
            "2024-01-01T00:60:00Z",
            "2024-01-01T00:00:60Z",
            "0000-01-01T00:00:00Z",
            1704067200,
            None,
        ],
    ),
]
MENDED: list[dict[str, object]] = [
    {"type": "moon"},
    {field: None for field in SECTION if field != "type"},
    {"type": "strength"},
    {"engine_version": "v1"},
    {"engine_signature": HEX},
    {"source": "moon.py"},
    {"payload": {}},
]
"""What makes a section that is wrong all over right, step by step."""


def order_of_checks() -> list[str]:
    ev = add_section(EMPTY, SECTION)
    wrong: dict[str, object] = {"type": "void"}
    texts = [refusal(lambda: add_section(ev, wrong))]
    for mend in MENDED:
        wrong.update(mend)
        texts.append(refusal(lambda: add_section(ev, wrong)))
    return texts


class TestSections:
    @pytest.mark.parametrize(
        ("section", "text"),
        [
            pytest.param([], "섹션은 객체여야 합니다.", id="a list"),
            pytest.param(None, "섹션은 객체여야 합니다.", id="nothing"),
            pytest.param(changed(type="moon"), "허용되지 않은 섹션 타입: moon", id="an unknown type"),
            pytest.param(changed(type=None), "허용되지 않은 섹션 타입: None", id="no type"),
            pytest.param(changed(type=["void"]), "허용되지 않은 섹션 타입: ['void']", id="a list as type"),
            *((without(SECTION, field), f"섹션 필수 필드 누락: {field}") for field in SECTION),
            *((changed(**{field: value}), text) for field, text, values in WRONG for value in values),
        ],
    )
    def test_a_wrong_section_is_refused(self, section: dict[str, object], text: str) -> None:
        assert refusal(lambda: add_section(EMPTY, section)) == text
        assert refusal(lambda: finalize_evidence({**EMPTY, "sections": [section]})) == text

    @pytest.mark.parametrize("moment", ["2024-02-29T23:59:59Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"])
    def test_a_moment_that_was_or_will_be_is_fine(self, moment: str) -> None:
        verify_evidence(finalize_evidence(add_section(EMPTY, changed(created_at=moment))))

    def test_checks_come_in_the_order_of_the_specification(self) -> None:
        """Object, duplicate type, required fields, type, versions, source, payload, created_at (specification 5)."""
        assert order_of_checks() == [
            "섹션 타입 중복: void",
            "섹션 필수 필드 누락: engine_version",
            "허용되지 않은 섹션 타입: moon",
            *(
                text
                for field in ("engine_version", "engine_signature", "source", "payload", "created_at")
                for name, text, _ in WRONG
                if name == field
            ),
        ]

    @pytest.mark.parametrize(
        "payload",
        [{"a": math.nan}, {"a": [-math.inf]}, {"a": "\ud800"}, {1: "a"}, {"a": {1, 2}}, {"a": 10**5000}],
        ids=["NaN", "Infinity", "a lone surrogate", "a number as key", "a set", "a number too long"],
    )
    def test_a_payload_without_canonical_json_is_refused(self, payload: dict[str, object]) -> None:
        assert (
            refusal(lambda: add_section(EMPTY, changed(payload=payload))) == "섹션을 정규 JSON으로 쓸 수 없습니다: void"
        )

    def test_an_input_with_nan_is_refused(self) -> None:
        inputs = {"wuxing_adjust": {**WUXING, "dist": {"wood": math.nan}}}

        assert refusal(lambda: build(inputs)) == "섹션을 정규 JSON으로 쓸 수 없습니다: wuxing_adjust"

    @pytest.mark.parametrize("ev", [None, {}, {"sections": None}, {"sections": ()}])
    def test_a_section_starts_an_empty_bundle(self, ev: dict[str, object] | None) -> None:
        assert add_section(ev, SECTION) == add_section(EMPTY, SECTION)

    def test_more_fields_are_dropped(self) -> None:
        assert add_section(EMPTY, changed(note="x", section_signature="stale")) == add_section(EMPTY, SECTION)

    def test_a_section_more_takes_the_signature_of_the_whole_away(self) -> None:
        ev = add_section(build({"void": VOID}), changed(type="strength"))

        assert sorted(ev) == ["evidence_version", "sections"]
        assert [section["type"] for section in ev["sections"]] == ["void", "strength"]

    @pytest.mark.parametrize("section_type", SEED_POLICY.allowed_types)
    def test_all_six_types_may_be_added(self, section_type: str) -> None:
        verify_evidence(finalize_evidence(add_section(None, changed(type=section_type))))
