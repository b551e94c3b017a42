"""Evidence bundles: specification 5.3, and the proof it lacks."""

import copy
import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from aligner_core.bundles import (
    PRODUCT_POLICY,
    SEED_POLICY,
    InputRule,
    add_section,
    build_evidence,
    finalize_evidence,
    verify_evidence,
)
from tests.aligner_core.bundles.seed_evidence import (
    EMPTY,
    HEX,
    INPUTS,
    NOON,
    SECTION,
    VOID,
    WUXING,
    at_noon,
    build,
    changed,
    refusal,
    sha256_of,
    without,
)

WHOLE = "evidence_signature가 내용과 맞지 않습니다."
FIELDS = "의 필드가 다릅니다: "


class TestSeedExamples:
    """The documented examples of specification 5.3."""

    def test_three_engines_give_the_documented_output(self) -> None:
        sections: list[dict[str, Any]] = [
            {**SECTION},
            {
                "type": "wuxing_adjust",
                "engine_version": "combination_element_v1.2.0",
                "engine_signature": HEX,
                "source": "services/analysis-service/app/core/combination_element.py",
                "payload": {"dist": WUXING["dist"], "trace": WUXING["trace"]},
                "created_at": "2024-01-01T00:00:00Z",
            },
            {
                "type": "yuanjin",
                "engine_version": "yuanjin_v1.1.0",
                "engine_signature": HEX,
                "source": "services/analysis-service/app/core/yuanjin.py",
                "payload": {
                    "present_branches": ["子", "丑", "寅", "未"],
                    "hits": [["子", "未"]],
                    "pair_count": 1,
                },
                "created_at": "2024-01-01T00:00:00Z",
            },
        ]
        for section in sections:
            section["section_signature"] = sha256_of(section)
        expected = {"evidence_version": "evidence_v1.0.0", "sections": sections}

        assert build() == {**expected, "evidence_signature": sha256_of(expected)}

    @pytest.mark.parametrize("name", INPUTS)
    def test_one_engine_alone_gives_one_section(self, name: str) -> None:
        ev = build({name: INPUTS[name]})

        assert [section["type"] for section in ev["sections"]] == [name]
        verify_evidence(ev)

    def test_the_same_inputs_give_the_same_bytes(self) -> None:
        backwards = dict(reversed(INPUTS.items()))

        assert json.dumps(build()) == json.dumps(build(backwards))

    def test_add_section_gives_the_section_its_signature(self) -> None:
        ev = add_section(EMPTY, SECTION)

        assert ev == {
            "evidence_version": "evidence_v1.0.0",
            "sections": [{**SECTION, "section_signature": sha256_of(SECTION)}],
        }

    def test_finalize_sorts_and_signs(self) -> None:
        sections = [
            {**section, "section_signature": sha256_of(section)} for section in (changed(type="yuanjin"), SECTION)
        ]

        ev = finalize_evidence({"evidence_version": "evidence_v1.0.0", "sections": sections})

        signed = {"evidence_version": "evidence_v1.0.0", "sections": sections[::-1]}
        assert ev == {**signed, "evidence_signature": sha256_of(signed)}

    def test_the_documented_errors_have_the_documented_texts(self) -> None:
        ev = build({"void": VOID})

        assert [
            refusal(lambda: build({"void": {"policy_version": "v1.1.0", "policy_signature": HEX, "day_index": 1,
                                            "xun_start": 0}})),
            refusal(lambda: add_section(ev, SECTION)),
            refusal(lambda: add_section(EMPTY, changed(created_at="2024-01-01 00:00:00Z"))),
            refusal(lambda: finalize_evidence({"evidence_version": "v1.0.0", "sections": []})),
        ] == [
            "void 입력에 필수 키 누락: kong",
            "섹션 타입 중복: void",
            "created_at은 UTC ISO8601(Z) 형식이어야 합니다.",
            "sections가 비어 있습니다.",
        ]  # fmt: skip

    def test_the_documented_bad_input_misses_more_than_kong(self) -> None:
        """The first missing key is reported, so the seed's example answers `policy_signature` (specification 5)."""
        assert refusal(lambda: build({"void": {"policy_version": "v1.1.0"}})) == (
            "void 입력에 필수 키 누락: policy_signature"
        )


class TestBuilding:
    @pytest.mark.parametrize("inputs", [None, {}, {"void": {}}, {"void": None}, {"strength": {"a": 1}, "other": 5}])
    def test_nothing_to_put_in_is_an_empty_bundle(self, inputs: dict[str, object] | None) -> None:
        assert refusal(lambda: build_evidence(inputs, clock=at_noon)) == "sections가 비어 있습니다."

    def test_unknown_and_empty_inputs_are_passed_over(self) -> None:
        assert build({"void": VOID, "yuanjin": {}, "wuxing_adjust": None, "moon": {"a": 1}}) == build({"void": VOID})

    @pytest.mark.parametrize(
        ("name", "keys"),
        [
            ("void", ["policy_version", "policy_signature", "day_index", "xun_start", "kong"]),
            ("yuanjin", ["policy_version", "policy_signature", "present_branches", "hits", "pair_count"]),
            ("wuxing_adjust", ["engine_version", "engine_signature"]),
        ],
    )
    def test_the_first_missing_key_is_named(self, name: str, keys: list[str]) -> None:
        for number, key in enumerate(keys):
            inputs = {name: {**without(INPUTS[name], *keys[number:]), "more": 1}}

            assert refusal(lambda inputs=inputs: build(inputs)) == f"{name} 입력에 필수 키 누락: {key}"  # type: ignore[misc]

    @pytest.mark.parametrize(
        "given",
        [
            5,
            ["dist"],
            without(WUXING, "dist"),
            without(WUXING, "trace"),
            {**WUXING, "dist": []},
            {**WUXING, "trace": {}},
        ],
        ids=["a number", "a list", "no dist", "no trace", "dist is a list", "trace is an object"],
    )
    def test_wuxing_adjust_has_a_form_of_its_own(self, given: object) -> None:
        assert refusal(lambda: build({"wuxing_adjust": given})) == (
            "wuxing_adjust 입력은 {'dist':{}, 'trace':[]} 형식이어야 합니다."
        )

    def test_an_input_must_be_an_object(self) -> None:
        assert refusal(lambda: build({"void": "kong"})) == "void 입력은 객체여야 합니다."
        assert refusal(lambda: build(["void"])) == "inputs는 객체여야 합니다."  # type: ignore[arg-type]

    def test_an_input_is_checked_as_a_section(self) -> None:
        assert refusal(lambda: build({"void": {**VOID, "policy_signature": "A" * 64}})) == (
            "engine_signature는 64자리 hex여야 합니다."
        )

    def test_the_clock_is_asked_once_and_written_in_utc(self) -> None:
        asked: list[datetime] = []

        def clock() -> datetime:
            asked.append(datetime(999, 7, 1, 9, 0, 0, 999_999, tzinfo=timezone(timedelta(hours=9))))
            return asked[-1]

        ev = build_evidence(INPUTS, clock=clock)

        assert len(asked) == 1
        assert {section["created_at"] for section in ev["sections"]} == {"0999-07-01T00:00:00Z"}
        verify_evidence(ev)

    def test_the_clock_must_know_its_zone(self) -> None:
        naive = NOON.replace(tzinfo=None)

        assert "시간대" in refusal(lambda: build_evidence(INPUTS, clock=lambda: naive))

    def test_the_default_clock_is_the_system_s(self) -> None:
        before = datetime.now(UTC).replace(microsecond=0)

        written = build_evidence({"void": VOID})["sections"][0]["created_at"]

        assert before <= datetime.fromisoformat(written) <= datetime.now(UTC)


class TestFinalizing:
    @pytest.mark.parametrize("ev", [None, {}, {"sections": None}, {"evidence_version": None, "sections": []}])
    def test_sections_are_asked_for_first(self, ev: dict[str, object] | None) -> None:
        assert refusal(lambda: finalize_evidence(ev)) == "sections가 비어 있습니다."

    def test_the_version_it_finds_is_kept(self) -> None:
        ev = finalize_evidence({"evidence_version": "v1.0.0", "sections": [SECTION]})

        assert ev["evidence_version"] == "v1.0.0"
        verify_evidence(ev)

    def test_a_missing_version_is_the_policy_s(self) -> None:
        assert finalize_evidence({"sections": [SECTION]})["evidence_version"] == "evidence_v1.0.0"

    @pytest.mark.parametrize("version", [None, "", 1])
    def test_a_version_that_is_no_text_is_refused(self, version: object) -> None:
        ev = {"evidence_version": version, "sections": [SECTION]}

        assert refusal(lambda: finalize_evidence(ev)) == "evidence_version은 비어있지 않은 문자열이어야 합니다."

    def test_finalizing_again_changes_nothing(self) -> None:
        assert finalize_evidence(build()) == build()

    @pytest.mark.parametrize("work", [finalize_evidence, lambda ev: add_section(ev, changed(type="strength"))])
    def test_a_tampered_section_is_refused(self, work: Callable[[dict[str, Any]], object]) -> None:
        ev = build()
        ev["sections"][0]["payload"]["day_index"] = 2

        assert refusal(lambda: work(ev)) == "section_signature가 섹션의 내용과 맞지 않습니다: void"

    def test_a_type_twice_is_refused(self) -> None:
        assert refusal(lambda: finalize_evidence({"sections": [SECTION, SECTION]})) == "섹션 타입 중복: void"

    @pytest.mark.parametrize("sections", ["void", {"void": SECTION}, 5])
    def test_sections_must_be_a_list(self, sections: object) -> None:
        assert refusal(lambda: finalize_evidence({"sections": sections})) == "sections는 배열이어야 합니다."

    def test_a_bundle_must_be_an_object(self) -> None:
        assert refusal(lambda: finalize_evidence([SECTION])) == "evidence는 객체여야 합니다."  # type: ignore[arg-type]


class TestVerifying:
    def test_a_bundle_from_a_file_verifies(self) -> None:
        verify_evidence(json.loads(json.dumps(build())))

    @pytest.mark.parametrize(
        ("tamper", "text"),
        [
            pytest.param(lambda ev: ev.update(evidence_signature=HEX), WHOLE, id="seal"),
            pytest.param(lambda ev: ev.update(evidence_signature=None), WHOLE, id="none"),
            pytest.param(lambda ev: ev.update(evidence_version="v2"), WHOLE, id="version"),
            pytest.param(lambda ev: ev.pop("sections"), "sections가 비어 있습니다.", id="no sections"),
            pytest.param(
                lambda ev: ev.pop("evidence_signature"),
                "evidence" + FIELDS + "evidence_signature",
                id="not signed",
            ),
            pytest.param(lambda ev: ev.update(note=1), "evidence" + FIELDS + "note", id="a field more"),
            pytest.param(lambda ev: ev["sections"].pop(), WHOLE, id="a section less"),
            pytest.param(lambda ev: ev["sections"].reverse(), "섹션이 type 순서로 정렬되어 있지 않습니다.", id="order"),
            pytest.param(lambda ev: ev["sections"].append(SECTION), "섹션 타입 중복: void", id="a section twice"),
            pytest.param(lambda ev: ev["sections"][0].update(note=1), "void" + FIELDS + "note", id="field"),
            pytest.param(
                lambda ev: ev["sections"][0].pop("section_signature"),
                "void" + FIELDS + "section_signature",
                id="a section's digest gone",
            ),
            pytest.param(
                lambda ev: ev["sections"][1].update(section_signature=HEX.upper()),
                "section_signature가 섹션의 내용과 맞지 않습니다: wuxing_adjust",
                id="a section's digest changed",
            ),
            pytest.param(
                lambda ev: ev["sections"][2]["payload"].update(pair_count=1.0),
                "section_signature가 섹션의 내용과 맞지 않습니다: yuanjin",
                id="1 is not 1.0",
            ),
            pytest.param(
                lambda ev: ev["sections"][2]["payload"].update(pair_count=True),
                "section_signature가 섹션의 내용과 맞지 않습니다: yuanjin",
                id="1 is not true",
            ),
            pytest.param(
                lambda ev: ev["sections"][0].update(created_at="2024-02-30T00:00:00Z"),
                "created_at은 UTC ISO8601(Z) 형식이어야 합니다.",
                id="a day that never was",
            ),
        ],
    )  # fmt: skip
    def test_what_was_changed_is_reported(self, tamper: Callable[[dict[str, Any]], object], text: str) -> None:
        ev = build()
        tamper(ev)

        assert refusal(lambda: verify_evidence(ev)) == text

    @pytest.mark.parametrize("thing", [None, {}, [], 5, "ev", object()])
    def test_nothing_else_is_raised(self, thing: Any) -> None:  # noqa: ANN401 - whatever is given
        refusal(lambda: verify_evidence(thing))

    def test_what_contains_itself_is_refused(self) -> None:
        ev = build()
        ev["sections"][0]["payload"]["kong"] = ev

        assert refusal(lambda: verify_evidence(ev)) == "섹션을 정규 JSON으로 쓸 수 없습니다: void"

    def test_what_cannot_be_read_is_refused(self) -> None:
        class Broken(dict[str, object]):
            def get(self, *_: object) -> object:
                raise RuntimeError

        assert refusal(lambda: verify_evidence(Broken())) == "증거 번들을 읽을 수 없습니다."


class TestPolicies:
    def test_the_seed_s_policy_is_the_default(self) -> None:
        assert build(policy=SEED_POLICY) == build()

    @pytest.mark.parametrize("rule", PRODUCT_POLICY.inputs, ids=lambda rule: rule.type)
    def test_the_source_of_a_section_of_the_product_is_a_file(self, rule: InputRule) -> None:
        assert (Path(__file__).resolve().parents[3] / rule.source).is_file()

    @pytest.mark.parametrize("rule", PRODUCT_POLICY.inputs, ids=lambda rule: rule.type)
    def test_every_product_input_becomes_a_section(self, rule: Any) -> None:  # noqa: ANN401 - a rule
        given = {"engine_version": "1", "engine_signature": HEX, **dict.fromkeys(rule.payload_keys, 1)}

        ev = build({rule.type: given}, policy=PRODUCT_POLICY)

        verify_evidence(ev, policy=PRODUCT_POLICY)
        assert ev["evidence_version"] == "evidence_review_v1.0.0"
        assert [(section["type"], section["source"]) for section in ev["sections"]] == [(rule.type, rule.source)]

    def test_the_product_s_types_are_those_of_the_specification(self) -> None:
        types = ("alignment", "citation", "entries", "journal", "messages", "promotion", "retrieval")

        assert PRODUCT_POLICY.allowed_types == tuple(rule.type for rule in PRODUCT_POLICY.inputs) == types

    def test_a_bundle_of_one_policy_is_none_of_another(self) -> None:
        assert refusal(lambda: verify_evidence(build(), policy=PRODUCT_POLICY)) == (
            "the section type void is not allowed"
        )

    def test_nothing_given_is_ever_changed(self) -> None:
        inputs, ev, section = copy.deepcopy(INPUTS), build({"void": VOID}), changed(type="strength", note=[1])
        before = copy.deepcopy((inputs, ev, section))

        added = add_section(ev, section)
        built = build(inputs)
        finalized = finalize_evidence({**ev, "sections": (section, *ev["sections"])})
        verify_evidence(built)
        for result in (added, built, finalized):
            result["sections"][0]["payload"]["written"] = "by whoever got it"

        assert (inputs, ev, section) == before
