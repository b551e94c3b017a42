"""The policy of the product's first version: its section types, its engines, and its sentences, which are Korean.

`build_evidence` and its like take this policy when none is named, since programs written for the first version name
none and compare the sentences (specification 5.3). New programs name a policy of their own, or `PRODUCT_POLICY`.
"""

from typing import Final

from aligner_core.bundles.section_policy import BundlePolicy, BundleTexts, InputRule

_TEXTS: Final = BundleTexts(
    not_an_object="{name}는 객체여야 합니다.",
    input_not_an_object="{type} 입력은 객체여야 합니다.",
    input_lacks_key="{type} 입력에 필수 키 누락: {key}",
    input_shape="{type} 입력은 {shape} 형식이어야 합니다.",
    clock_without_zone="clock은 시간대가 있는 datetime을 주어야 합니다.",
    section_not_an_object="섹션은 객체여야 합니다.",
    type_repeated="섹션 타입 중복: {type}",
    field_missing="섹션 필수 필드 누락: {field}",
    type_not_allowed="허용되지 않은 섹션 타입: {type}",
    engine_version="engine_version은 비어있지 않은 문자열이어야 합니다.",
    engine_signature="engine_signature는 64자리 hex여야 합니다.",
    source="source는 비어있지 않은 문자열이어야 합니다.",
    payload="payload는 객체여야 합니다.",
    created_at="created_at은 UTC ISO8601(Z) 형식이어야 합니다.",
    section_not_canonical="섹션을 정규 JSON으로 쓸 수 없습니다: {type}",
    section_changed="section_signature가 섹션의 내용과 맞지 않습니다: {type}",
    no_sections="sections가 비어 있습니다.",
    sections_not_a_list="sections는 배열이어야 합니다.",
    evidence_version="evidence_version은 비어있지 않은 문자열이어야 합니다.",
    fields_differ="{name}의 필드가 다릅니다: {fields}",
    sections_not_sorted="섹션이 type 순서로 정렬되어 있지 않습니다.",
    bundle_changed="evidence_signature가 내용과 맞지 않습니다.",
    unreadable="증거 번들을 읽을 수 없습니다.",
)


def _rule(section_type: str, *payload_keys: str) -> InputRule:
    return InputRule(
        type=section_type,
        source=f"services/analysis-service/app/core/{section_type}.py",
        version_key="policy_version",
        signature_key="policy_signature",
        payload_keys=payload_keys,
    )


SEED_POLICY: Final = BundlePolicy(
    evidence_version="evidence_v1.0.0",
    allowed_types=("void", "yuanjin", "wuxing_adjust", "shensha", "relation_hits", "strength"),
    inputs=(
        _rule("void", "day_index", "xun_start", "kong"),
        _rule("yuanjin", "present_branches", "hits", "pair_count"),
        InputRule(
            type="wuxing_adjust",
            source="services/analysis-service/app/core/combination_element.py",
            version_key="engine_version",
            signature_key="engine_signature",
            payload_keys=("dist", "trace"),
            shape=(("dist", "object"), ("trace", "array")),
            shape_text="wuxing_adjust 입력은 {'dist':{}, 'trace':[]} 형식이어야 합니다.",
        ),
    ),
    texts=_TEXTS,
)
"""The six types of the first version, three of which have an engine; its errors speak Korean."""
