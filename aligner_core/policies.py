"""What a bundle may hold: the section types, and how an engine's output becomes a section of each."""

from typing import Final

from aligner_core.spans import Value


class InputRule(Value):
    """How the output of one engine becomes a section: where its name stands, and what goes into the payload.

    `shape`, where given, names the JSON type of payload keys, and `shape_text` is said when they differ.
    """

    type: str
    source: str
    version_key: str
    signature_key: str
    payload_keys: tuple[str, ...]
    shape: tuple[tuple[str, str], ...] = ()
    shape_text: str = ""


class BundlePolicy(Value):
    """Which section types a bundle may hold, and which inputs can be made into one."""

    evidence_version: str
    allowed_types: tuple[str, ...]
    inputs: tuple[InputRule, ...]


def _seed_rule(section_type: str, *payload_keys: str) -> InputRule:
    return InputRule(
        type=section_type,
        source=f"services/analysis-service/app/core/{section_type}.py",
        version_key="policy_version",
        signature_key="policy_signature",
        payload_keys=payload_keys,
    )


def _product_rule(section_type: str, source: str, *payload_keys: str) -> InputRule:
    return InputRule(
        type=section_type,
        source=source,
        version_key="engine_version",
        signature_key="engine_signature",
        payload_keys=payload_keys,
    )


SEED_POLICY: Final = BundlePolicy(
    evidence_version="evidence_v1.0.0",
    allowed_types=("void", "yuanjin", "wuxing_adjust", "shensha", "relation_hits", "strength"),
    inputs=(
        _seed_rule("void", "day_index", "xun_start", "kong"),
        _seed_rule("yuanjin", "present_branches", "hits", "pair_count"),
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
)
"""The policy of seed 004: six types, three of which have an engine."""

PRODUCT_POLICY: Final = BundlePolicy(
    evidence_version="evidence_review_v1.0.0",
    allowed_types=("alignment", "citation", "entries", "journal", "messages", "promotion", "retrieval"),
    inputs=(
        _product_rule("alignment", "aligner_core/aligner.py", "file", "sha256", "count", "methods"),
        _product_rule("citation", "aligner_core/citations.py", "file", "sha256", "count"),
        _product_rule("entries", "review/models/entries.py", "file", "sha256", "count", "stages"),
        _product_rule("journal", "review/models/events.py", "file", "sha256", "count", "heads"),
        _product_rule("messages", "review/models/sources.py", "file", "sha256", "count", "withheld"),
        _product_rule("promotion", "review/policy.py", "granted", "refused"),
        _product_rule("retrieval", "aligner_core/retrieval.py", "file", "sha256", "count"),
    ),
)
"""The product's own policy: a section pins a file of the audit bundle by its digest, and says what it counts."""
