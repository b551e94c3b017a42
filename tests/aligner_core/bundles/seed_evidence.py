"""What specification 5.3 documents, and its digest computed without the code under test."""

import hashlib
import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

import pytest

from aligner_core.bundles import SEED_POLICY, BundlePolicy, build_evidence
from aligner_core.errors import AlignerError, BundleError

HEX = "0123456789abcdef" * 4
NOON = datetime(2024, 1, 1, tzinfo=UTC)
VOID = {
    "policy_version": "void_calc_v1.1.0",
    "policy_signature": HEX,
    "day_index": 1,
    "xun_start": 0,
    "kong": ["戌", "亥"],
}
YUANJIN = {
    "policy_version": "yuanjin_v1.1.0",
    "policy_signature": HEX,
    "present_branches": ["子", "丑", "寅", "未"],
    "hits": [["子", "未"]],
    "pair_count": 1,
}
WUXING = {
    "engine_version": "combination_element_v1.2.0",
    "engine_signature": HEX,
    "dist": {"wood": 0.2, "fire": 0.2, "earth": 0.2, "metal": 0.2, "water": 0.2},
    "trace": [
        {
            "reason": "sanhe",
            "target": "water",
            "moved_ratio": 0.20,
            "weight": 0.20,
            "order": 1,
            "policy_signature": HEX,
        }
    ],
}
INPUTS: dict[str, dict[str, Any]] = {"void": VOID, "yuanjin": YUANJIN, "wuxing_adjust": WUXING}
SECTION: dict[str, Any] = {
    "type": "void",
    "engine_version": "void_calc_v1.1.0",
    "engine_signature": HEX,
    "source": "services/analysis-service/app/core/void.py",
    "payload": {"kong": ["戌", "亥"], "day_index": 1, "xun_start": 0},
    "created_at": "2024-01-01T00:00:00Z",
}
EMPTY = {"evidence_version": "evidence_v1.0.0", "sections": []}


def at_noon() -> datetime:
    return NOON


def sha256_of(value: object) -> str:
    """Return the seed's digest, computed without the code under test."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def build(inputs: Mapping[str, object] | None = None, *, policy: BundlePolicy = SEED_POLICY) -> dict[str, Any]:
    return build_evidence(INPUTS if inputs is None else inputs, clock=at_noon, policy=policy)


def changed(**fields: object) -> dict[str, object]:
    return {**SECTION, **fields}


def without(given: Mapping[str, object], *keys: str) -> dict[str, object]:
    return {key: value for key, value in given.items() if key not in keys}


def refusal(work: Callable[[], object]) -> str:
    with pytest.raises(BundleError) as refused:
        work()
    assert isinstance(refused.value, ValueError)
    assert isinstance(refused.value, AlignerError)
    return str(refused.value)
